"""Who gains from a policy and who pays, in words and numbers."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels
from parsched.model.schedules.schedule import Schedule
from parsched.report import REPORTS
from parsched.report.registry import Report
from parsched.run.result import finite
from tests.parsched.factories import rigid
from tests.parsched.report import factories

DAY = 86_400
JOBS = replace(
    rigid((0, 4, 100), (1, 1, 10), (2, 4, 5_000), (3, 1, 10)), user=Labels.of(["a", "b", "c", "b"])
)
INSTANCE = Instance(JOBS, Platform.of(4))
EASY = [0.0, 100.0, 110.0, 5_110.0]


def told(
    starts: Mapping[str, list[float]], infeasible: tuple[str, ...] = (), **options: str
) -> Report:
    """Report on runs of four jobs, given by their starts; the mean waits are theirs."""
    rows = [
        factories.record(
            label,
            metrics={"mean_wait": finite(float(np.mean(np.array(start) - JOBS.release)))},
            violation_count=int(label in infeasible),
        )
        for label, start in starts.items()
    ]
    known = factories.records(rows, factories.ONLINE, load=lambda: INSTANCE)
    schedules = {r.key: Schedule.of(JOBS, np.array(starts[r.label])) for r in rows}
    records = replace(known, read_schedule=lambda record: schedules[record.key])
    return REPORTS["classes"].of(records, options)


def rows(report: Report) -> dict[str, list[str]]:
    """Return the texts of the rows by the name of the class."""
    return {row[0].text: [cell.text for cell in row[1:]] for row in report.tables[0].rows}


def test_gains_and_losses_are_told_against_the_baseline() -> None:
    report = told({"EASY": EASY, "SAF": [0.0, 100.0, 130.0, 110.0]})
    assert report.sentences == (
        "Mean wait under SAF against EASY: most gained by short and narrow (3 jobs), "
        "−27.78 minutes (−96 %). Most paid by long and narrow (1 job), +20 s (+19 %).",
    )
    assert list(rows(report)) == ["short and narrow", "long and narrow", "all jobs"]


def test_the_best_of_a_class_is_emphasised_only_where_some_differ() -> None:
    [table] = told({"EASY": EASY, "SAF": [0.0, 100.0, 130.0, 110.0]}, narrow="1").tables
    best = {row[0].text: [cell.is_best for cell in row[2:]] for row in table.rows}
    assert best == {
        "short and narrow": [False, True],
        "short and wide": [False, False],
        "long and wide": [True, False],
        "all jobs": [False, True],
    }


def test_who_starves_is_named() -> None:
    late = [0.0, 100.0, 2.0 * DAY + 2, 110.0]
    [_, starving] = told({"EASY": EASY, "SJF": late}).sentences
    assert starving == (
        "Under SJF job 3 of user c waits 48 h, 33.8 times the longest wait under EASY."
    )


def test_no_class_starves_within_thrice_the_usual_longest_wait() -> None:
    usual = [0.0, 100.0, 110.0, 1.0 * DAY]
    late = [0.0, 100.0, 2.0 * DAY, 110.0]
    assert len(told({"EASY": usual, "SJF": late}).sentences) == 1


def test_a_schedule_that_breaks_rules_is_not_the_best() -> None:
    """Nor a class whose jobs have no start."""
    runs = {"EASY": EASY, "SAF": [0.0, 100.0, 110.0, 100.0]}
    broken = {"broken": [0.0, 0.0, 0.0, 0.0], "nothing": [np.nan] * 4}
    report = told({**runs, **broken}, infeasible=tuple(broken))
    assert report.sentences[0] == told(runs).sentences[0]


def test_of_several_runs_the_best_is_compared() -> None:
    worse = [0.0, 200.0, 210.0, 5_210.0]
    report = told({"EASY": EASY, "SAF": [0.0, 100.0, 130.0, 110.0], "SJF": worse})
    assert "under SAF against EASY" in report.sentences[0]


def test_equal_runs_have_no_winners() -> None:
    report = told({"EASY": EASY, "SAF": EASY})
    assert report.sentences == ("No class fares otherwise under SAF than under EASY.",)


def test_a_single_run_is_a_table_without_a_comparison() -> None:
    report = told({"EASY": EASY}, by="user", quantity="max_wait")
    assert report.sentences == ()
    assert rows(report)["b"] == ["2", "85.12"]


def test_what_jobs_do_not_tell_is_said() -> None:
    report = told({"EASY": EASY, "SAF": EASY}, by="queue")
    assert report.sentences == ("These jobs do not tell their queue.",)
    assert list(rows(report)) == ["all jobs"]


def test_where_sizes_end_is_said() -> None:
    assert told({"EASY": EASY}).notes[0].endswith("Short: up to 60 minutes; narrow: up to 8.")
    assert "Short" not in told({"EASY": EASY}, by="user").notes[0]
