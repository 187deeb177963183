"""Printed tables of studies: ours beside them, by hand; bars, files, and verdicts about them."""

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.report.writers import csv as as_csv
from parsched.studies import REPORTS, Cells, Claim, Study, Verdict
from parsched.studies.beside import Ours
from parsched.studies.bundle import write
from parsched.studies.figures import pictures
from parsched.studies.judges import Agrees, Leads
from parsched.studies.measured import UnitRow
from parsched.studies.part import Part, Unit
from parsched.studies.printed import PrintedColumn, PrintedLine, PrintedTable
from parsched.studies.printed_tables import beside_table
from parsched.studies.tables import points
from tests.parsched.studies.small import INSTANCES, LISTS

GRID = tuple(f"grid:strategy=mpl,admissible={a}" for a in (0.5, 1.0))
PART = Part(
    key="one",
    title="One",
    instances=replace(INSTANCES, jobs=(5,)),
    methods=("ltf", "lpt", *GRID),
    measures=("makespan", "utilisation"),
    repetitions=2,
)
MAKESPAN = ("makespan",)
BOTH = ("makespan", "utilisation")


def line(title: str, *published: float | str, measures: Any = MAKESPAN, **of: Any) -> PrintedLine:
    values = {"form": "degradation", "parts": ("one",), **of}
    return PrintedLine(title=title, published=published, measures=measures, **values)


TABLE = PrintedTable(
    key="table-9",
    number="Table 9",
    title="Two methods",
    columns=(
        PrintedColumn(title="A", methods=("ltf",), base="lpt"),
        PrintedColumn(title="B", methods=GRID, base="lpt"),
    ),
    lines=(
        line("mean", 15, 7.5, form="value"),
        line("behind", 0, 1234, figure="fig9"),
        line("both behind", 0, 3, measures=BOTH),
        line("rank", 1, 2, is_rank=True),
        line("gain", 0.5, 2, form="improvement"),
        line("a", "–", 0.5, form="choice"),
        line("elsewhere", 1, 2, parts=()),
        line("other", 3, 4, form="value", methods=(("lpt",), ("ltf",))),
    ),
    along="admissible",
    notes=("Misprinted.",),
)
STUDY = Study(key="k", title="K", parts=(PART,), tables=(TABLE,))
MAKESPANS = ((10.0, 20.0, 16.0, 40.0), (20.0, 40.0, 8.0, 40.0))
"""Of ltf, lpt, and both shares: means 15, 30, 12 and 40."""
BUSY = ((0.8, 0.5, 0.4, 0.9), (0.8, 0.5, 0.4, 0.9))


def filled(study: Study = STUDY, count: int = 2) -> Cells:
    cells = Cells(study)
    for repetition in range(count):
        numbers = np.array([MAKESPANS[repetition], BUSY[repetition]]).T
        cells.put(Unit("one", 0, repetition), UnitRow(numbers))
    return cells


def sure(repetitions: int = 3) -> Cells:
    """The first instance, again and again: whichever are drawn, the order is the same."""
    cells = Cells(replace(STUDY, parts=(replace(PART, repetitions=repetitions),)))
    for repetition in range(repetitions):
        cells.put(Unit("one", 0, repetition), UnitRow(np.array([MAKESPANS[0], BUSY[0]]).T))
    return cells


def ours(title: str, cells: Cells | None = None) -> Any:
    return Ours(cells or filled(), TABLE, TABLE.line(title)).numbers


def test_each_form_by_hand() -> None:
    assert ours("mean") == (15, 12)
    assert ours("behind") == (25, 0)
    busy = 100 * (1 - 0.8 / 0.9)
    assert ours("both behind") == pytest.approx(((25 + busy) / 2, 0))
    assert ours("rank") == (2, 1)
    assert ours("gain") == (50, 60)
    assert ours("other") == (30, 15)


def test_a_choice_is_the_parameter_of_the_best_unless_that_is_the_base() -> None:
    based = replace(TABLE, columns=tuple(replace(c, base=GRID[1]) for c in TABLE.columns))
    cells = filled(replace(STUDY, tables=(based,)))
    chosen = replace(TABLE.line("a"), methods=((GRID[1],), GRID))
    assert Ours(cells, based, chosen).numbers == (None, 0.5)


def test_what_is_not_computed_or_has_no_part_is_nothing() -> None:
    assert ours("mean", filled(count=0)) == ()
    assert ours("elsewhere") == ()
    assert ours("mean", filled(count=1)) == (10, 16)


def test_instances_count_only_where_every_method_has_a_value() -> None:
    cells = filled()
    cells.parts["one"].numbers[0, 1, 2, 0] = np.nan
    assert ours("mean", cells) == (10, 16)


def test_two_rows_stand_for_a_line_and_one_for_what_is_printed_alone() -> None:
    rows = {(r[0].text, r[1].text): [c.text for c in r[2:]] for r in _table().rows}
    assert rows["behind (%)", "printed"] == ["0", "1,234", ""]
    assert rows["behind (%)", "ours"] == ["25", "0", "−1.00"]
    assert rows["mean", "printed"] == ["15.0", "7.5", ""]
    assert rows["a", "printed"][0] == "–"
    assert ("elsewhere (%)", "ours") not in rows
    assert _table().notes == ("Misprinted.",)


def _table() -> Any:
    return beside_table(filled(), TABLE)


def test_programs_read_a_row_for_each_number() -> None:
    rows = [*csv.DictReader(as_csv(_table()).splitlines())]
    assert len(rows) == 16
    assert rows[3] == {
        "table": "Table 9",
        "line": "behind",
        "column": "B",
        "unit": "%",
        "printed": "1234",
        "ours": "0.0",
    }


def test_bars_are_ours_in_order_with_what_is_printed_beside() -> None:
    [drawn] = pictures(filled())
    assert (drawn.key, drawn.kind) == ("fig9", "bars")
    assert [(bar.title, bar.x[0], bar.texts) for bar in drawn.series] == [
        ("B", 0, ("0 (1,234)",)),
        ("A", 25, ("25 (0)",)),
    ]
    assert [row[0].text for row in points(drawn).rows] == ["B", "A"]
    assert not next(pictures(filled(count=0))).series


def test_a_report_and_files_have_them(tmp_path: Path) -> None:
    found = REPORTS["printed"].of(filled())
    assert "1,234" in found.as_text()
    assert "1,234" in found.write("tex", "table-9")
    assert "1234" in found.write("csv", "table-9")
    write(filled(), tmp_path)
    assert "1234" in (tmp_path / "tables" / "table-9.csv").read_text()
    assert "1,234" in (tmp_path / "tables" / "table-9.tex").read_text()
    assert (tmp_path / "fig9.svg").is_file()
    assert not REPORTS["printed"].suits(Cells(replace(STUDY, tables=())))


def test_only_what_a_table_or_its_figure_needs() -> None:
    study = replace(STUDY, parts=(LISTS, PART))
    assert study.figures == {"fig9": "Two methods: behind"}
    for key in ("table-9", "fig9"):
        assert [part.key for part in study.only(key).parts] == ["one"]
        assert study.only(key).figures == study.figures
    assert study.only("table-9").tables == (TABLE,)
    [drawn] = study.only("fig9").tables
    assert [line.title for line in drawn.lines] == ["behind"]
    with pytest.raises(UnknownKeyError, match="fig9, table-9"):
        study.only("fig1")


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ((line("a", 1),), "a value for each of 2 columns"),
        ((line("a", 1, 2, methods=(("ltf",),)),), "a value for each of 2 columns"),
        ((line("a", 1, 2), line("a", 1, 2)), "'a' is one of two"),
    ],
)
def test_lines_have_a_value_for_each_column_and_own_titles(lines: Any, text: str) -> None:
    with pytest.raises(ParameterError, match=text):
        replace(TABLE, lines=lines)


def verdict(judge: Agrees | Leads, cells: Cells) -> Verdict:
    claim = Claim(key="k", text="t", where="w", published="p", judges=(judge,))
    return claim.judged(cells).verdict


M: Any = {"measure": "makespan", "table": "table-9"}


def test_the_order_of_a_line_is_judged() -> None:
    cells = sure()
    agrees = Agrees(**M, line="rank", at_least=0.9)
    assert verdict(agrees, cells) is Verdict.CONFIRMED
    assert verdict(replace(agrees, line="mean"), cells) is Verdict.NOT_CONFIRMED
    assert verdict(replace(agrees, line="mean", at_least=-1.0), cells) is Verdict.CONFIRMED
    first = Leads(**M, line="behind", columns=("A",))
    assert verdict(first, cells) is Verdict.CONFIRMED
    assert verdict(replace(first, is_last=True), cells) is Verdict.NOT_CONFIRMED
    assert verdict(replace(first, columns=("B",)), cells) is Verdict.NOT_CONFIRMED
    assert verdict(replace(first, columns=("B",), is_last=True), cells) is Verdict.CONFIRMED


def test_an_order_needs_three_instances_and_all_that_are_declared() -> None:
    first = Leads(**M, line="behind", columns=("A",))
    agrees = Agrees(**M, line="rank", at_least=0.9)
    for judge in (first, agrees):
        assert verdict(judge, sure(2)) is Verdict.PARTLY
        assert verdict(judge, filled(count=1)) is Verdict.PARTLY
        running = sure(4)
        running.parts["one"].is_done[0, 3] = False
        assert verdict(judge, running) is Verdict.PARTLY


def test_an_order_that_depends_on_the_instances_is_open() -> None:
    """One instance has A first, the other B."""
    assert verdict(Leads(**M, line="behind", columns=("B",)), filled()) is Verdict.PARTLY
    assert verdict(Agrees(**M, line="rank", at_least=0.9), filled()) is Verdict.PARTLY


def test_more_is_better_in_improvements() -> None:
    leads = Leads(**M, line="gain", columns=("A",))
    assert verdict(leads, sure()) is Verdict.CONFIRMED
    assert verdict(replace(leads, is_last=True), sure()) is Verdict.NOT_CONFIRMED


def test_what_has_no_table_or_no_numbers_is_not_judged() -> None:
    for judge in (
        Agrees(**M, line="elsewhere", at_least=0.5),
        Leads(**M, line="elsewhere", columns=("A",)),
        Leads(**{**M, "table": "table-1"}, line="rank", columns=("A",)),
    ):
        assert verdict(judge, filled()) is Verdict.NOT_JUDGED
