"""Metrics agree with numbers worked out by hand and with the conformance cases."""

import csv
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parsched.declare.references import REFERENCES
from parsched.measure.metrics import METRICS, measure
from parsched.model.outcome import Outcome
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from tests.parsched.factories import moldable, rigid

JOBS = rigid((10, 2, 20), (12, 1, 4), (20, 4, 0), (30, 3, 40))
"""On four processors, started at 10, 12, 30 and 34: waits 0, 0, 10, 4."""

BY_HAND = {
    "makespan": 64,
    "sum_completion": 20 + 6 + 20 + 64,
    "sum_weighted_completion": 20 + 6 + 20 + 64,
    "mean_wait": 14 / 4,
    "median_wait": 2,
    "p95_wait": 4 + 6 * 0.85,
    "max_wait": 10,
    "mean_flow": (20 + 4 + 10 + 44) / 4,
    "mean_slowdown": (1 + 1 + 10 + 1.1) / 4,
    "mean_slowdown_paper": (1 + 1 + 10 + 1.1) / 4,
    "mean_bounded_slowdown": (1 + 1 + 1 + 1.1) / 4,
    "mean_bounded_slowdown_paper": (1 + 0.4 + 1 + 1.1) / 4,
    "utilisation": (40 + 4 + 0 + 120) / (4 * 64),
    "utilisation_from_zero": 164 / (4 * 74),
    "throughput": 4 / 64,
    "backfilled": 1,
    "competitive_factor": 64 / 60,
    "mean_width_flow": (2 * 20 + 1 * 4 + 4 * 10 + 3 * 44) / 4,
    "mean_work_flow": (40 * 20 + 4 * 4 + 0 + 120 * 44) / 4,
    "mean_width_wait": (4 * 10 + 3 * 4) / 4,
    "deployments": math.nan,
    "reboots": math.nan,
    "group_widths": math.nan,
    "d_lambda": math.nan,
    "jain_index": math.nan,
    "fair_share_deviation": math.nan,
}


MORE_IS_BETTER = {"utilisation", "utilisation_from_zero", "throughput", "jain_index"}
NEITHER = {"backfilled", "d_lambda"}


def test_every_metric_has_its_direction() -> None:
    assert len(METRICS) == len(BY_HAND)
    assert {key for key, metric in METRICS.items() if metric.better == "higher"} == MORE_IS_BETTER
    assert {key for key, metric in METRICS.items() if metric.better == "neither"} == NEITHER


def test_every_metric_equals_its_value_by_hand() -> None:
    schedule = Schedule.of(
        JOBS,
        np.array([10.0, 12.0, 30.0, 34.0]),
        backfilled=np.array([False, True, False, False]),
    )
    measured = measure(Outcome(JOBS, Platform.of(4), schedule))
    assert measured == pytest.approx(BY_HAND, nan_ok=True)


def test_weights_and_chosen_widths_count() -> None:
    workload = moldable([9, 5, 4], [2, 1], weight=[3, 5])
    schedule = Schedule.of(workload, np.array([0.0, 5.0]), width=np.array([2, 1]))
    measured = measure(Outcome(workload, Platform.of(2), schedule))
    assert measured["sum_weighted_completion"] == 3 * 5 + 5 * 7
    assert measured["utilisation"] == pytest.approx((10 + 2) / (2 * 7))


def test_no_jobs_have_no_means() -> None:
    nothing = rigid()
    measured = measure(Outcome(nothing, Platform.of(2), Schedule.of(nothing, np.empty(0))))
    assert set(measured) == set(METRICS)
    assert measured["makespan"] == 0
    assert measured["backfilled"] == 0
    assert math.isnan(measured["mean_wait"])


def test_no_job_has_a_slowdown_below_1() -> None:
    """Jobs of no length and of half a second start at once, and one of no length waits 3 s. Half a
    second is the unit of their times."""
    workload = rigid((0, 1, 0), (0, 1, 0.5), (0, 1, 0))
    schedule = Schedule.of(workload, np.array([0.0, 0.0, 3.0]))
    measured = measure(Outcome(workload, Platform.of(2), schedule))
    assert measured["mean_slowdown"] == pytest.approx((1 + 1 + 6) / 3)
    assert measured["mean_slowdown_paper"] == pytest.approx((0 + 1 + 6) / 3)
    assert measured["mean_bounded_slowdown"] == 1


def test_a_schedule_that_takes_no_time_has_no_utilisation() -> None:
    workload = rigid((0, 1, 0))
    measured = measure(Outcome(workload, Platform.of(1), Schedule.of(workload, np.zeros(1))))
    for key in ("utilisation", "utilisation_from_zero", "throughput", "competitive_factor"):
        assert math.isnan(measured[key])


@pytest.mark.parametrize("key", METRICS)
def test_every_metric_is_explained(key: str) -> None:
    metric = METRICS[key]
    assert metric.key == key
    assert metric.help.endswith(".")
    assert metric.formula
    assert metric.unit in {"s", "%", "1/s", "jobs", "processor·s", "processor·s²", ""}
    assert all(cite in REFERENCES for cite in metric.cites)
    assert len(metric.references) == len(metric.cites)


OURS = {
    "mean_wait": "mean_wait",
    "max_wait": "max_wait",
    "mean_turnaround": "mean_flow",
    "mean_bounded_slowdown_max1": "mean_bounded_slowdown",
    "mean_bounded_slowdown_paper": "mean_bounded_slowdown_paper",
    "cmax": "makespan",
    "utilisation_paper": "utilisation_from_zero",
    "utilisation_span": "utilisation",
    "throughput": "throughput",
}
"""Names in the conformance cases."""


def read_case(path: Path) -> tuple[Workload, dict[str, Any]]:
    """Read the jobs and the starts of each algorithm out of a file of starts."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    columns = {key: np.array([float(row[key]) for row in rows]) for key in rows[0]}
    workload = Workload(
        name=path.stem,
        ids=columns["job_id"].astype(np.int64),
        release=columns["submit"],
        profiles=Profiles.rigid(columns["procs"].astype(np.int64), columns["run"]),
        estimate=columns["estimate"],
    )
    return workload, columns


@pytest.mark.parametrize("name", ["lublin1000_m64", "ties2000_m128"])
def test_conformance_cases_have_the_published_metrics(shared: Path, name: str) -> None:
    workload, columns = read_case(shared / "cases" / f"{name}.starts.csv")
    published = json.loads((shared / "cases" / f"{name}.metrics.json").read_text())
    platform = Platform.of(published["processors"])
    for key, values in published["metrics"].items():
        mode = key.split("_")[1]
        jobs = workload.with_estimates("kill" if mode == "kill" else "raise")
        schedule = Schedule.of(jobs, columns[f"start_{key}"])
        schedule.check(jobs, platform)
        measured = measure(Outcome(jobs, platform, schedule))
        assert {theirs: measured[ours] for theirs, ours in OURS.items()} == pytest.approx(
            {theirs: values[theirs] for theirs in OURS}, rel=1e-12
        )
