"""Classes of jobs, and how each fared, against hand-worked cases."""

from dataclasses import replace

import numpy as np
import pytest

from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.run.per_class import DIVISIONS, MOST_NAMES, ClassLimits, PerClass
from tests.parsched.factories import moldable, rigid

JOBS = rigid((0, 2, 20, 20), (0, 1, 4, 8), (5, 4, 3, 30), (30, 3, 40))
"""On four processors, started at 0, 10, 30 and 34: waits 0, 10, 25, 4."""
STARTS = [0.0, 10.0, 30.0, 34.0]
USUAL = ClassLimits()


def fared(
    by: str, jobs: Workload = JOBS, limits: ClassLimits = USUAL
) -> dict[str, dict[str, float]]:
    """Return the columns of each class by its name."""
    rows = PerClass(by=by, limits=limits)(jobs, schedule(jobs))
    return {row["name"]: {k: v for k, v in row.items() if k != "name"} for row in rows}


def schedule(jobs: Workload) -> Schedule:
    """Return the schedule of four jobs."""
    return Schedule.of(jobs, np.array(STARTS))


def test_sizes_by_their_limits() -> None:
    found = fared("size", limits=ClassLimits(short=20, narrow=2))
    assert list(found) == ["short and narrow", "short and wide", "long and wide"]
    assert found["short and narrow"] == {
        "jobs": 2,
        "work": 44,
        "mean_wait": 5,
        "p95_wait": 9.5,
        "max_wait": 10,
        "mean_bounded_slowdown": (1 + 1.4) / 2,
    }
    assert [found["short and wide"][key] for key in ("jobs", "mean_wait")] == [1, 25]


def test_moldable_jobs_by_the_least_they_can_have() -> None:
    jobs = moldable([9, 5, 4], [2, 1])
    rows = PerClass(limits=ClassLimits(short=3, narrow=1))(
        jobs, Schedule.of(jobs, np.zeros(2), width=np.array([1, 1]))
    )
    assert [(row["name"], row["jobs"]) for row in rows] == [
        ("short and narrow", 1),
        ("long and narrow", 1),
    ]


def test_accuracies_of_estimates() -> None:
    found = fared("accuracy")
    assert {name: row["jobs"] for name, row in found.items()} == {
        "at most 10 %": 1,
        "10 % to 50 %": 1,
        "90 % to 100 %": 1,
        "no estimate": 1,
    }
    longer = replace(JOBS, estimate=np.array([10.0, 5.0, 3.0, 40.0]))
    assert {name: row["jobs"] for name, row in fared("accuracy", longer).items()} == {
        "50 % to 90 %": 1,
        "90 % to 100 %": 2,
        "longer than estimated": 1,
    }


def test_names_and_jobs_without_one() -> None:
    jobs = replace(JOBS, user=Labels.of(["u10", "u9", None, "u10"]))
    found = fared("user", jobs)
    assert {name: row["mean_wait"] for name, row in found.items()} == {"u9": 10, "u10": 2}
    assert fared("user", jobs)["u10"]["max_wait"] == 4


def test_of_many_names_those_with_least_work_are_together() -> None:
    count = MOST_NAMES + 3
    jobs = rigid(*((0, 1, time) for time in range(1, count + 1)))
    names = [f"q{time}" for time in range(1, count + 1)]
    jobs = replace(jobs, queue=Labels.of(names))
    rows = PerClass(by="queue")(jobs, Schedule.of(jobs, np.arange(count, dtype=np.float64)))
    assert [row["name"] for row in rows] == [*names[4:], "4 others"]
    assert [rows[-1][key] for key in ("jobs", "work", "mean_wait", "max_wait")] == [4, 10, 1.5, 3]


@pytest.mark.parametrize("by", DIVISIONS)
def test_jobs_that_do_not_tell_have_no_classes(by: str) -> None:
    jobs = rigid((0, 2, 20), (0, 1, 4), (5, 4, 3), (30, 3, 40))
    assert bool(fared(by, jobs)) == (by == "size")


@pytest.mark.parametrize("by", DIVISIONS)
def test_all_classes_together_are_the_metrics(by: str) -> None:
    names = Labels.of(["a", "b", "a", "c"])
    jobs = replace(JOBS, user=names, group=names, queue=names, partition=names)
    rows = PerClass(by=by)(jobs, schedule(jobs))
    metrics = measure(Outcome(jobs, Platform.of(4), schedule(jobs)))
    count = sum(row["jobs"] for row in rows)
    for key in ("mean_wait", "mean_bounded_slowdown"):
        mean = sum(row["jobs"] * row[key] for row in rows) / count
        assert mean == pytest.approx(metrics[key])
    assert max(row["max_wait"] for row in rows) == metrics["max_wait"]
