"""Runs of `grid` that differ in strategy and share are a sweep, with tables of the paper."""

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from parsched.report import writers
from parsched.report.ranking.cases import Case
from parsched.report.ranking.grid_sweeps import BESIDE
from parsched.report.ranking.method_table import MethodTable
from parsched.report.ranking.methods import RANKING, SETS
from parsched.report.ranking.paper import PAPER_METRICS, PAPER_STRATEGIES
from parsched.report.ranking.paper_tables import SHAPES
from parsched.report.ranking.published import PUBLISHED
from parsched.report.ranking.selection import BEST, RankingRequest, Selection
from parsched.report.records import Records
from tests.parsched.report.factories import ONLINE, changed, record, records

SHARES = (0.1, 0.5, 1.0)
GRID1 = PUBLISHED["grid1"]
Values = Mapping[str, float | None]


def metrics(value: float) -> dict[str, float | None]:
    return dict.fromkeys(PAPER_METRICS.values(), value)


def runs_of(
    values: Mapping[tuple[str, float], Values], sites: Sequence[int], **fixed: Any
) -> Records:
    """Runs of `grid` on sites, with metrics by strategy and share, all done."""
    rows = [
        record(
            f"{strategy} {share:g}",
            key=f"{strategy} {share:g} {fixed}",
            algorithm="grid",
            params={"strategy": strategy, "admissible": share, "information": "fresh", **fixed},
            metrics=found,
        )
        for (strategy, share), found in values.items()
    ]
    return records(rows, ONLINE, sites=sites)


def swept(
    shares: tuple[float, ...] = SHARES, sites: tuple[int, ...] = (4, 8), **fixed: Any
) -> Records:
    """Nine strategies, each a bit worse than the one before; a half halves their values."""
    values = {
        (key, a): metrics((10.0 + i) * (0.5 if a == 0.5 else 1.0))
        for i, key in enumerate(PAPER_STRATEGIES)
        for a in shares
    }
    return runs_of(values, sites, **fixed)


def selected(place: Records, *cases: str, **wanted: Any) -> Selection:
    asked = RankingRequest(metrics=SETS["main"], cases=cases, **wanted)
    return Selection.of(place, asked)


def table(selection: Selection, key: str) -> MethodTable:
    found = selection.method_table(key)
    assert found is not None
    return found


def test_a_sweep_has_all_tables_of_the_paper() -> None:
    found = selected(swept())
    assert found.keys == [RANKING, *SHAPES]
    assert found.shape is SHAPES["table-5"]
    assert found.share == 0.5
    method_table = table(found, "table-5")
    assert method_table.title.endswith("(as Table 5 of Quezada-Pina et al. 2012)")
    assert [method.name for method in method_table.methods][:4] == ["MCT_a", "MCT", "MLB_a", "MLB"]
    assert [line.heading for line in method_table.lines] == ["ρ", "SD_b", "t_w", "Mean", "Rank"]
    assert method_table.lines[0].line.values[:2] == pytest.approx((0, 100))
    first = method_table.methods[0].run
    assert first is not None
    assert (first.params["strategy"], first.params["admissible"]) == ("mct", 0.5)


def test_symbols_stay_as_they_are_and_titles_begin_with_a_capital() -> None:
    asked = RankingRequest(metrics=("throughput",))
    method_table = table(Selection.of(swept(), asked), RANKING)
    assert [line.heading for line in method_table.lines] == ["Place", "Mean", "Throughput"]


def test_another_share_may_be_chosen_or_the_best_of_each() -> None:
    tenth, best, usual = (
        table(selected(swept(), **asked), "table-3")
        for asked in ({"share": "0.1"}, {"share": BEST}, {})
    )
    assert tenth.lines[0].line.values == (0.0,) * 9
    assert usual.lines[0].line.values == pytest.approx((50,) * 9)
    assert [line.heading for line in best.lines][:2] == ["ρ", "Best a for ρ"]
    assert best.lines[1].line.values == (0.5,) * 9
    assert best.lines[1].cells[0].text == "0.5"
    assert selected(swept(), share="0.3").share == 0.5
    assert selected(swept(), share=BEST, table="table-5").share == 0.5


def test_a_table_says_in_words_what_is_missing() -> None:
    place = changed(swept(), "mct 0.5", metrics=metrics(0.0) | {"mean_wait": None})
    method_table = table(selected(place), "table-5")
    assert "– is no value: no mean and no rank over it." in method_table.notes
    assert any(note.startswith("∞ is infinitely worse") for note in method_table.notes)


def test_runs_that_differ_in_more_are_two_sweeps() -> None:
    place, others = swept((1.0,)), swept((1.0,), information="virtual")
    found = selected(replace(place, rows=(*place, *others)), sweep=1)
    assert [sweep.name for sweep in found.sweeps] == ["information fresh", "information virtual"]
    assert found.sweep is found.sweeps[1]
    assert found.sweep.fixed["information"] == "virtual"


def test_other_runs_are_no_sweep() -> None:
    one = runs_of({("mct", 0.5): metrics(1), ("mct", 1.0): metrics(2)}, (4, 8))
    assert selected(one).sweeps == []
    assert selected(one).keys == [RANKING]
    assert selected(one).method_table("table-5") is None
    waiting = (record(key, state="queued", metrics={}) for key in ("fcfs", "easy"))
    assert selected(records([*waiting], ONLINE)).sweeps == []


def test_cases_are_lines_of_the_first_tables() -> None:
    here = replace(swept((1.0,)), read_others=lambda _: {"there": swept((1.0,))})
    method_table = table(selected(here, "there"), "table-2")
    names = [line.case for line in method_table.lines]
    assert names[2] == names[5] == "all cases"
    assert len(set(names)) == 3


def published(sites: tuple[int, ...], **fixed: Any) -> Records:
    """What the paper measured on Grid1, on other sizes if need be."""
    values: dict[tuple[str, float], Values] = {}
    for i, key in enumerate(PAPER_STRATEGIES):
        rows = {PAPER_METRICS[s]: 1 + row[i] / 100 for s, row in GRID1.degradation.items()}
        values[key, 1.0] = rows
    return runs_of(values, sites, **fixed)


def test_ranks_stand_beside_the_papers() -> None:
    found = selected(published(GRID1.sizes))
    assert found.keys[-1] == BESIDE
    method_table = table(found, BESIDE)
    here, paper, rank, theirs = method_table.lines
    assert here.line.values == pytest.approx(paper.line.values)
    assert rank.line.values == theirs.line.values == GRID1.ranks
    text = " ".join(method_table.notes)
    assert "1.00 with all nine strategies, 1.00 without MST" in text
    assert "information=fresh" in text
    virtual = table(selected(published(GRID1.sizes, information="virtual")), BESIDE)
    assert "information=virtual" in " ".join(virtual.notes)


def test_only_the_papers_grids_and_all_strategies_stand_beside_it() -> None:
    assert selected(published((4, 8))).method_table(BESIDE) is None
    place = published(GRID1.sizes)
    fewer = tuple(run for run in place if run.label != "mwt 1")
    assert len(fewer) == len(place) - 1
    assert selected(replace(place, rows=fewer)).method_table(BESIDE) is None


def test_a_table_is_plain_json() -> None:
    place = changed(swept(), "mct 1", metrics=metrics(0.0) | {"mean_wait": None})
    for key in (RANKING, *SHAPES):
        method_table = table(selected(place), key)
        assert json.dumps(method_table.as_json(), allow_nan=False)


def test_runs_that_no_table_has_are_named() -> None:
    """A strategy and a share once more, and other parameters of one strategy alone."""
    again = [
        record(
            f"{strategy} again, seed {seed}",
            algorithm="grid",
            key=f"{strategy} {seed}",
            params={"strategy": strategy, "admissible": 1.0, "information": "fresh", "seed": seed},
            metrics={"mean_wait": 1.0},
        )
        for strategy, seed in [("mst", 1), ("random", 2), ("random", 3)]
    ]
    place = swept((0.5, 1.0), seed=1)
    found = selected(replace(place, rows=(*place, *again)))
    assert len(found.sweeps) == 1
    notes = table(found, "table-1").notes
    assert notes == (
        "Left out, as another run has their strategy and a: mst again, seed 1.",
        "Left out, as no other strategy has their other parameters: random again, seed 2 and "
        "random again, seed 3.",
    )
    assert "Left out" not in " ".join(table(selected(swept()), "table-1").notes)


def test_a_share_of_one_written_as_an_integer_is_in_the_same_sweep() -> None:
    place = swept((0.5, 1.0), seed=1)
    [run] = (run for run in place if run.label == "mst 1")
    params = {**run.params, "admissible": 1, "seed": 1.0}
    [sweep] = selected(changed(place, "mst 1", params=params)).sweeps
    assert len(sweep.runs) == 18
    assert sweep.apart == ()


def test_where_no_share_is_better_there_is_none_in_the_file() -> None:
    place = swept((0.1, 1.0))
    method_table = table(selected(place), "table-a2")
    assert method_table.lines[1].cells[0].text == "–"
    rows = list(csv.DictReader(io.StringIO(writers.csv(method_table.table))))
    assert rows[0]["best a for ρ"] == ""
    assert float(rows[0]["ρ [%]"]) == 0


def test_a_caption_names_the_kinds_of_numbers_of_its_table() -> None:
    found = selected(swept())
    assert table(found, "table-1").legend == "in per cent"
    assert table(found, "table-4").legend == "rank 1 is the best"
    assert table(found, "table-a2").legend == "in per cent; rank 1 is the best"


def test_values_of_a_case_are_read_once_for_each_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    place, real = swept(), Case.values
    seen: Counter[str] = Counter()

    def counted(case: Case, metric: str) -> list[float | None]:
        seen[metric] += 1
        return real(case, metric)

    monkeypatch.setattr(Case, "values", counted)
    selected(place)
    assert max(seen.values()) <= 4
