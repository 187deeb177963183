"""The studies of the grid paper: what is printed, ours as comparisons have it, what is proved."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS, PAPER_STRATEGIES
from parsched.report.ranking.paper_tables import SHAPES, MethodValues, PaperMethod
from parsched.run.solve import solve
from parsched.studies import Cells, Generated, PrintedTable, Verdict, find_study, run
from parsched.studies.beside import Ours
from parsched.studies.judges import Always
from parsched.studies.measured import UnitRow
from parsched.studies.papers.grids import theorems
from parsched.studies.papers.grids.experiments import FACTORS, SHARES, label
from parsched.studies.verdicts import judged_rows
from tests.parsched.factories import offline

FIRST, THIRD = find_study("grid1"), find_study("grid3")
TABLES = {table.key: table for table in (*FIRST.tables, *THIRD.tables)}
SYMBOLS = {"rho": "ρ", "SDb": "SD_b", "tw": "t_w"}
WEEKS = 3


def printed(key: str, line: str) -> list[float | str]:
    tables = {table.key: table for table in (*THIRD.tables, *FIRST.tables)}
    return [*tables[key].line(line).published]


@pytest.fixture(scope="module")
def expected(shared: Path) -> Any:
    """Tables 1, 2, 3 and 5 as printed."""
    return json.loads((shared / "cases" / "paper_tables.json").read_text(encoding="utf-8"))


def test_one_table_is_all_that_is_written_if_nothing_else_is_wanted() -> None:
    only = THIRD.only("table-3")
    assert [table.key for table in only.tables] == ["table-3"]
    assert not only.plots
    lines = {line for claim in only.claims for line in claim.lines}
    assert {table for table, _ in lines} == {"table-3"}


def test_every_table_of_the_paper_is_there() -> None:
    assert set(TABLES) == set(SHAPES)
    assert {table.key for table in FIRST.tables} == {"table-1", "table-2", "table-a1"}
    assert {table.key for table in THIRD.tables} == set(SHAPES)


def test_values_are_those_that_are_printed(expected: Any) -> None:
    for grid in ("Grid1", "Grid2", "Grid3"):
        for name, symbol in SYMBOLS.items():
            row = expected["table1"][grid][name]
            assert printed("table-1", f"{symbol}, {grid}") == row
            assert printed("table-a1", f"{symbol}, {grid}") == row
        assert printed("table-2", f"average, {grid}") == expected["table2_mean"][grid]
        assert printed("table-2", f"ranking, {grid}") == expected["table2_rank"][grid]
    assert printed("table-2", "average, all grids") == expected["overall_mean"]
    assert printed("table-2", "ranking, all grids") == expected["overall_rank"]
    for name, symbol in SYMBOLS.items():
        assert printed("table-3", symbol) == expected["table3"][name]
        assert printed("table-5", symbol) == expected["table5"][name]
    for key in ("table-3", "table-5"):
        number = key.replace("-", "")
        assert printed(key, "average") == expected[f"{number}_average"]
        assert printed(key, "ranking") == expected[f"{number}_rank"]
    columns = [column.title for column in TABLES["table-5"].columns]
    assert columns == expected["table5_columns"]


def test_what_is_printed_twice_agrees_but_for_rounding() -> None:
    """Improvements of Table A.2 follow from degradations of Table A.3: a slip would show."""
    for symbol in ("SD", "SD_b", "TA", "t_w", "WTA", "WTA_w", "WWT_s"):
        pairs = np.array(printed("table-a3", symbol), float)
        ratio = 100 * (1 - (100 + pairs[::2]) / (100 + pairs[1::2]))
        gains = np.array(printed("table-a2", symbol), float)
        half = np.array([a == 0.5 for a in printed("table-a2", f"a for {symbol}")])
        assert np.abs(ratio - gains)[half].max() < 0.9, symbol


def test_means_equal_the_rows_but_for_the_misprint() -> None:
    for key in ("table-a3", "table-a4"):
        rows = [printed(key, symbol) for symbol in PAPER_METRICS]
        off = np.abs(np.array(rows, float).mean(axis=0) - np.array(printed(key, "average"), float))
        titles = [c.title for c in TABLES[key].columns]
        assert [titles[i] for i in np.flatnonzero(off > 0.35)] == (
            ["MWWT_S_a"] if key == "table-a4" else []
        )


@pytest.fixture(scope="module")
def cells() -> Cells:
    """Grid3 with random numbers."""
    rng, found = np.random.default_rng(3), Cells(THIRD.changed(repetitions=WEEKS))
    for unit in found.study.units():
        part = found.study.part(unit.part)
        found.put(unit, UnitRow(rng.uniform(1.0, 2.0, (len(part.requests), len(part.numbers)))))
    return found


def as_comparison(cells: Cells) -> MethodValues:
    """The means of the same numbers, as a sweep of a comparison has them."""
    methods = tuple(PaperMethod(key, a) for key in PAPER_STRATEGIES for a in FACTORS)
    part = cells.parts[SHARES]
    places = [part.labels.index(label(method.strategy, method.share)) for method in methods]
    rows = {
        symbol: part.of(metric)[0].mean(axis=0)[places].tolist()
        for symbol, metric in PAPER_METRICS.items()
    }
    return MethodValues(methods, {"Grid3": rows})


def found(cells: Cells, table: PrintedTable) -> list[Any]:
    return [Ours(cells, table, line).numbers for line in table.lines]


@pytest.mark.parametrize("table", THIRD.tables, ids=lambda table: table.key)
def test_ours_is_what_tables_of_comparisons_say(cells: Cells, table: PrintedTable) -> None:
    """Two computations of the same: `SHAPES` for comparisons, and lines for studies."""
    shape = SHAPES[table.key]
    share = None if shape.best or not shape.needs_share else 0.5
    made = list(shape.table(as_comparison(cells), share).lines)
    if table.key == "table-a2":
        made = [one for one in made if one.kind in ("improvement", "factor")]
    if table.key in ("table-a3", "table-a4"):
        made = [one for one in made if one.kind != "rank"]
    assert len(made) == len(table.lines)
    for one, numbers in zip(made, found(cells, table), strict=True):
        known = [np.nan if value is None else value for value in one.values]
        ours = [np.nan if value is None else value for value in numbers]
        np.testing.assert_allclose(ours, known, err_msg=str(one), atol=1e-9)


def test_misprints_and_what_a_table_is_really_of_are_said() -> None:
    assert any("exchanged" in note for note in TABLES["table-4"].notes)
    assert any("66.8" in note for note in TABLES["table-a4"].notes)
    assert any("Table A.2" in note for note in TABLES["table-3"].notes)


@pytest.fixture(scope="module")
def proved() -> Cells:
    """A few instances of each kind, of the theorems."""
    study = find_study("grid-theorems").changed(repetitions=1)
    fewer = [
        replace(part, instances=replace(part.instances, jobs=(6, 12)))
        if isinstance(part.instances, Generated)
        else part
        for part in study.parts
    ]
    cells = Cells(replace(study, parts=tuple(fewer)))
    run(cells, lambda unit, row: None)
    return cells


def test_what_is_proved_on_grids_holds_and_a_step_does_not(proved: Cells) -> None:
    found = {row["key"]: row["verdict"] for row in judged_rows(proved)}
    assert found.pop("step") == Verdict.NOT_CONFIRMED
    assert set(found.values()) == {Verdict.NOT_REFUTED}


@pytest.mark.parametrize("key", ["theorem-1", "theorem-2", "theorem-3", "half", "theorem-4"])
def test_a_theorem_on_grids_with_a_moved_limit_is_refuted(proved: Cells, key: str) -> None:
    claim = next(claim for claim in theorems.CLAIMS if claim.key == key)
    moved = tuple(replace(judge, high=1.05) for judge in claim.judges if isinstance(judge, Always))
    assert len(moved) == len(claim.judges)
    judgement = replace(claim, judges=moved).judged(proved)
    assert judgement.verdict is Verdict.REFUTED, judgement.ours


def test_the_jobs_of_the_step_end_as_the_claim_says() -> None:
    params = {"strategy": "mct", "local": "list", "counting": "allocated"}
    before, after = (
        solve(Instance(offline(*jobs), Platform.of(4)), "grid", params).metrics["makespan"]
        for jobs in (theorems.BEFORE, (*theorems.BEFORE, theorems.LAST))
    )
    assert before == theorems.ENDS
    assert after > theorems.ENDS + theorems.LAST[1]


def test_the_three_main_metrics_stand_first() -> None:
    assert [line.title for line in TABLES["table-5"].lines] == [*MAIN_METRICS, "average", "ranking"]
