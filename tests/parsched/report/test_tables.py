"""The one table behind page, CSV, LaTeX, Markdown and API."""

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest

from parsched.measure.bounds import BOUNDS
from parsched.report import writers
from parsched.report.conditions import Traits
from parsched.report.results import table_of
from parsched.report.standings import (
    OFFLINE,
    ONLINE,
    Standings,
    StandingsCell,
    metrics_for,
    standings_of,
)
from parsched.report.units import percent, significant, unit_for
from tests.parsched.report.factories import OFFLINE as OFFLINE_JOBS
from tests.parsched.report.factories import ONLINE as ARRIVING
from tests.parsched.report.factories import record, records

METRICS = ("mean_wait", "utilisation", "backfilled")


def table(*rows: tuple[str, float | None, float | None], baseline: str | None = None) -> Standings:
    """Return the table of runs with these mean waits and utilisations."""
    found = [
        record(label, metrics={"mean_wait": wait, "utilisation": used, "backfilled": i})
        for i, (label, wait, used) in enumerate(rows)
    ]
    chosen = next((one.key for one in found if one.label == baseline), None)
    return standings_of(records(found, ARRIVING), baseline=chosen, metrics=METRICS)


def two_criteria(*rows: tuple[str, float, float], bound: float = 10.0) -> Standings:
    """Return the table of runs with these makespans and Σ w·C, over bounds of that size."""
    bounds = {"makespan": {"area": bound, "longest": 1.0}, "minsum": {"squashed_area": bound}}
    found = [
        record(label, metrics={"makespan": makespan, "sum_weighted_completion": minsum})
        for label, makespan, minsum in rows
    ]
    return standings_of(records(found, bounds=bounds))


def column(found: Standings, metric: str) -> list[StandingsCell]:
    cells = [found.cell(row, metric) for row in found.rows]
    assert all(cells)
    return [cell for cell in cells if cell]


def test_the_best_is_the_least_wait_and_the_most_utilisation() -> None:
    found = table(("FCFS", 7200.0, 0.5), ("EASY", 3600.0, 0.6), ("Other", 5400.0, 0.55))
    assert [cell.best for cell in column(found, "mean_wait")] == [False, True, False]
    assert [cell.best for cell in column(found, "utilisation")] == [False, True, False]
    assert [cell.rank for cell in column(found, "mean_wait")] == [3, 1, 2]
    assert not any(cell.best or cell.rank for cell in column(found, "backfilled"))


@pytest.mark.parametrize(
    "metrics", [["mean_wait"], ["utilisation"], ["utilisation", "mean_wait"], ["backfilled"], []]
)
def test_ranks_are_the_same_whichever_columns_are_shown(metrics: list[str]) -> None:
    # Lower wait by far, a little less utilisation: each column alone would rank in another order.
    waits = {"FCFS": (7200.0, 0.62), "EASY": (3600.0, 0.6), "Other": (5400.0, 0.61)}
    found = [
        record(label, metrics={"mean_wait": wait, "utilisation": used})
        for label, (wait, used) in waits.items()
    ]
    shown = standings_of(records(found, ARRIVING), metrics=metrics)
    assert [row.rank for row in shown.rows] == [3, 1, 2]
    assert shown.rows[1].degradation == pytest.approx((1 - 0.6 / 0.62) * 50)


def test_the_least_ratios_are_best_and_the_front_is_marked() -> None:
    found = two_criteria(("A", 12.0, 20.0), ("B", 15.0, 15.0), ("C", 16.0, 15.0), ("D", 12.0, 20.0))
    assert [row.ratios["makespan"].best for row in found.rows] == [True, False, False, True]
    assert [row.ratios["minsum"].best for row in found.rows] == [False, True, True, False]
    assert [row.on_front for row in found.rows] == [True, True, False, True]


def test_without_a_positive_bound_there_is_neither_ratio_nor_front() -> None:
    found = two_criteria(("A", 12.0, 20.0), ("B", 15.0, 15.0), bound=0.0)
    assert [row.on_front for row in found.rows] == [None, None]
    assert found.criteria == ("makespan",)


def test_one_run_is_on_the_front_and_best_at_nothing() -> None:
    [row] = two_criteria(("A", 12.0, 20.0)).rows
    assert row.on_front is True
    assert not row.ratios["makespan"].best


def test_what_is_not_certified_is_never_used(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = replace(BOUNDS["makespan"]["area"], certified=False)
    monkeypatch.setitem(BOUNDS["makespan"], "area", printed)
    [row] = two_criteria(("A", 12.0, 20.0)).rows
    assert (row.ratios["makespan"].bound_key, row.ratios["makespan"].value) == ("longest", 12.0)


def test_makespan_and_weighted_completions_count_without_releases_or_with_weights() -> None:
    def columns(traits: Traits) -> tuple[str, ...]:
        return metrics_for(records([record("FCFS")], traits))

    assert columns(OFFLINE_JOBS) == OFFLINE
    assert columns(ARRIVING) == ONLINE
    weighted = replace(ARRIVING, has_weights=True)
    assert columns(weighted) == (*ONLINE, "sum_weighted_completion")
    assert columns(replace(weighted, is_moldable=True)) == OFFLINE


def test_lists_are_the_baseline_where_jobs_are_there_at_once() -> None:
    found = two_criteria(("Gang", 12.0, 20.0), ("LPTF", 15.0, 15.0), ("List-Graham", 9.0, 20.0))
    assert found.baseline is not None
    assert found.baseline.label == "List-Graham"


@pytest.mark.parametrize("inner", [{}, {"algorithm": "env-blind"}])
def test_blind_lists_stay_the_baseline_beside_runs_that_pay_no_deployments(
    inner: dict[str, str],
) -> None:
    found = [
        record(label, metrics={"makespan": 9.0 + i})
        for i, label in enumerate(("GLS", "Env-Blind", "LTF", "FCFS"))
    ]
    if inner:
        found[1] = replace(found[1], algorithm="online-batch", params=inner)
    assert standings_of(records(found)).baseline is found[1]


def test_equal_values_share_best_and_rank() -> None:
    found = table(("A", 1.0, 0.5), ("B", 1.0 + 1e-15, 0.5), ("C", 2.0, 0.5))
    assert [cell.best for cell in column(found, "mean_wait")] == [True, True, False]
    assert [cell.rank for cell in column(found, "mean_wait")] == [1, 1, 3]
    assert [cell.rank for cell in column(found, "utilisation")] == [1, 1, 1]


def test_differences_are_to_easy_unless_another_baseline_is_picked() -> None:
    rows = (("EASY", 3600.0, 0.6), ("FCFS", 7200.0, 0.5))
    found = table(*rows)
    assert found.baseline is not None
    assert found.baseline.label == "EASY"
    second = column(found, "mean_wait")[1]
    assert (second.change, second.change_percent, second.change_text) == (3600.0, 100.0, "+1")
    found = table(*rows, baseline="FCFS")
    first = column(found, "mean_wait")[0]
    assert (first.change, first.change_percent) == (-3600.0, -50.0)
    assert first.change_text == "−1"


@pytest.mark.parametrize(
    ("base", "value", "difference", "times"),
    [
        (10.0, 10.0, "", ""),
        (10.0, 5.0, "−50 %", ""),
        (10.0, 0.0, "−100 %", ""),
        (10.0, 99.0, "+890 %", ""),
        (10.0, 100.0, "10 ×", "10"),
        (10.0, 383.0, "38.3 ×", "38.3"),
        (1.0, 12_345.0, "12,345 ×", "12,345"),
        (0.0, 5.0, "+5", ""),
    ],
)
def test_a_value_of_ten_baselines_is_a_multiple(
    base: float, value: float, difference: str, times: str
) -> None:
    found = table(("EASY", base, 0.5), ("FCFS", value, 0.5))
    cell = column(found, "mean_wait")[1]
    assert (cell.difference, cell.times) == (difference, times)


@pytest.mark.parametrize(
    ("labels", "baseline"),
    [
        (("FCFS", "Conservative", "EASY", "Recorded"), "Recorded"),
        (("FCFS", "Conservative", "EASY"), "EASY"),
        (("FCFS", "SJF", "Conservative"), "Conservative"),
        (("FCFS", "SJF"), "SJF"),
        (("FCFS",), "FCFS"),
    ],
)
def test_where_jobs_arrive_fcfs_is_the_baseline_of_nothing_else(
    labels: tuple[str, ...], baseline: str
) -> None:
    found = table(*((label, 10.0 + i, 0.5) for i, label in enumerate(labels)))
    assert found.baseline is not None
    assert found.baseline.label == baseline


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"traits": Traits(has_releases=True, unmodelled=("memory",))}, {}),
        ({"guess": "busiest"}, {}),
        ({}, {"violation_count": 1}),
        ({}, {"remarks": ("1 of 3 jobs has no recorded start",)}),
    ],
)
def test_what_happened_is_no_baseline_where_it_cannot_be_compared(
    changes: dict[str, Any], fields: dict[str, Any]
) -> None:
    runs = [record("FCFS", metrics={"mean_wait": 9.0}), record("EASY", metrics={"mean_wait": 8.0})]
    happened = record("Recorded", metrics={"mean_wait": 1.0}, **fields)
    known = records([happened, *runs], ARRIVING)
    found = standings_of(replace(known, about=replace(known.about, **changes)))
    assert found.baseline is not None
    assert found.baseline.label == "EASY"
    assert found.rows[0].rank is None
    assert [cell.best for cell in column(found, "mean_wait")] == [False, False, True]


def test_degradation_is_the_distance_to_the_best_in_per_cent() -> None:
    found = table(("A", 100.0, 0.4), ("B", 130.0, 0.8))
    assert [cell.degradation for cell in column(found, "mean_wait")] == [0.0, pytest.approx(30)]
    assert [cell.degradation for cell in column(found, "utilisation")] == [pytest.approx(50), 0.0]
    assert [row.degradation for row in found.rows] == [pytest.approx(25), pytest.approx(15)]
    assert [row.rank for row in found.rows] == [2, 1]


def test_beside_a_best_of_zero_there_is_no_percentage() -> None:
    found = table(("A", 0.0, 0.5), ("B", 10.0, 0.5))
    assert [cell.degradation for cell in column(found, "mean_wait")] == [0.0, None]
    assert column(found, "mean_wait")[1].change_percent is None


def test_missing_values_are_dashes_and_harm_no_run() -> None:
    found = table(("A", None, 0.5), ("B", 10.0, None))
    assert [cell.text for cell in column(found, "mean_wait")] == ["–", "10"]
    assert column(found, "mean_wait")[0].rank is None
    found = table(("A", 1.0, None), ("B", 1.0, 0.25), ("C", 1.0, 0.5))
    used = column(found, "utilisation")
    assert [cell.text for cell in used] == ["–", "25", "50"]
    assert [cell.best for cell in used] == [False, False, True]
    assert [cell.rank for cell in used] == [None, 2, 1]
    assert [cell.degradation for cell in used] == [None, pytest.approx(50), 0.0]


def test_runs_without_a_result_have_rows_without_numbers() -> None:
    waiting = [record("FCFS", state="queued"), record("EASY", state="running")]
    found = standings_of(records(waiting, ARRIVING))
    assert found.baseline is None
    assert [cell.value for row in found.rows for cell in row.cells] == [None] * len(
        found.rows[0].cells
    ) * 2
    assert found.done == ()


def test_ratios_name_their_bound() -> None:
    [row] = two_criteria(("A", 12.0, 20.0)).rows
    ratio = row.ratios["makespan"]
    assert ratio.bound == BOUNDS["makespan"][ratio.bound_key].title
    assert ratio.bound_value * ratio.value == pytest.approx(12.0)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (6837.23, "6,837"),
        (1.899, "1.899"),
        (0.012345, "0.01235"),
        (110.0, "110"),
        (110.04, "110.0"),
        (9402, "9,402"),
        (123456.7, "123,457"),
        (1.2345e12, "1.234e12"),
        (1.5e-7, "1.500e−7"),
        (-3.14159, "−3.142"),
    ],
)
def test_numbers_have_four_digits(value: float, text: str) -> None:
    assert significant(value) == text


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ([30.0], "s"),
        ([600.0], "minutes"),
        ([7200.0, 60000.0], "h"),
        ([9e5], "d"),
        ([0.0, None], "s"),
    ],
)
def test_times_have_the_unit_of_a_typical_value(values: list[float | None], name: str) -> None:
    assert unit_for("s", values).name == name


def test_work_is_counted_in_what_keeps_it_readable() -> None:
    assert unit_for("processor·s", [50.0, 900.0]).name == "processor·s"
    assert unit_for("processor·s", [2e5]).text(7.2e4) == "20"
    assert unit_for("processor·s", [2.978e9, 19_057_600.0]).name == "processor·d"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (-83.4, "−83 %"),
        (1.24, "+1.2 %"),
        (0.01, "0 %"),
        (9.96, "+10 %"),
        (-99.54, "−99.5 %"),
        (-99.98, "−99.9 %"),
    ],
)
def test_changes_are_said_in_per_cent(change: float, text: str) -> None:
    assert percent(change) == text


def test_csv_has_all_digits_and_no_formulas() -> None:
    params = {"algorithm": {"key": "ltf", "params": {"placement": "serial"}}}
    waits = {"mean_wait": 0.1 + 0.2, "utilisation": None}
    one = record("=cmd()", params=params, metrics=waits)
    found = standings_of(records([one], ARRIVING), metrics=["mean_wait", "utilisation"])
    header, row = csv.reader(io.StringIO(writers.csv(table_of(found))))
    assert header[:5] == ["run", "algorithm", "version", "params", "state"]
    machine = ["deploy_seconds [s]", "deploy_extra [s]", "systems"]
    assert header[5:10] == ["estimates", "events", *machine]
    assert row[5:10] == ["raise", "batch", "0.0", "0.0", "1"]
    assert header[10:] == ["mean_wait [s]", "utilisation [fraction]"]
    assert row[0] == "'=cmd()"
    assert row[3] == "algorithm=ltf,algorithm.placement=serial"
    assert float(row[10]) == 0.1 + 0.2
    assert row[11] == ""


def test_latex_is_booktabs_and_escaped() -> None:
    one = record("A_1 & {B}", metrics={"mean_wait": 1.0})
    found = records([one], ARRIVING, title="50 % & more\n\\input{x}")
    text = writers.latex(table_of(standings_of(found, metrics=["mean_wait"])))
    assert r"\toprule" in text
    assert r"A\_1 \& \{B\}" in text
    code = [line for line in text.splitlines() if not line.startswith("%")]
    assert not any("input" in line for line in code)


def test_markdown_marks_the_best() -> None:
    found = table(("FCFS", 7200.0, 0.5), ("EASY|2", 3600.0, 0.6))
    lines = writers.markdown(table_of(found)).splitlines()
    assert lines[0] == "| algorithm | mean wait (h) | utilisation (%) | backfilled (jobs) |"
    assert lines[3] == "| EASY\\|2 | **1** | **60** | 1 |"


def test_exports_name_the_bound_and_mark_the_best_ratio() -> None:
    found = two_criteria(("A", 12.0, 20.0), ("B", 15.0, 15.0))
    [_, _, first, *_] = writers.markdown(table_of(found)).splitlines()
    assert "**1.200**" in first
    assert first.endswith("| **1.200** | 2 | within 20 % of the optimum | – |")
    head = writers.markdown(table_of(found)).splitlines()[0]
    assert "makespan / bound (area) | Σ w·C / bound (squashed area)" in head
    assert head.endswith("| optimality | computing time (s) |")
    row, *_ = list(csv.DictReader(io.StringIO(writers.csv(table_of(found)))))
    assert (row["makespan ratio"], row["makespan bound"]) == ("1.2", "area")
    assert (row["makespan bound [s]"], row["minsum bound"]) == ("10.0", "squashed_area")
    assert row["on_front"] == "True"
    text = writers.latex(table_of(found))
    assert r"makespan / bound & $\Sigma$ w$\cdot$C / bound" in text
    assert r"(area) & (squashed area) &  & (s) \\" in text
    assert r"\textbf{1.200} & 2 & within 20 \% of the optimum & -- \\" in text
    assert r"\begin{tabular}{lrrrrrrlr}" in text


def test_the_api_gets_the_same_numbers() -> None:
    found = table(("EASY", 7200.0, 0.5), ("SAF", 3600.0, 0.6))
    body = json.loads(json.dumps(found.as_json()))
    assert body["baseline"] == found.rows[0].record.key
    value = body["rows"][1]["values"]["mean_wait"]
    assert (value["value"], value["best"], value["change_percent"]) == (3600.0, True, -50.0)


def test_unfinished_runs_export_as_empty_cells() -> None:
    gone = [record("FCFS", state="cancelled"), record("EASY", state="cancelled")]
    found = standings_of(records(gone, ARRIVING), metrics=["mean_wait"])
    (row, *_) = csv.DictReader(io.StringIO(writers.csv(table_of(found))))
    assert (row["state"], row["mean_wait [s]"]) == ("cancelled", "")
    assert "–" in writers.markdown(table_of(found))
