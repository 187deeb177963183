"""Limits, run times and submissions that cannot be true of whole columns."""

from typing import Any

import numpy as np
import pytest

from parsched.data.formats import Reading
from tests.parsched.data.doubts.files import as_json, doubts, given, swf, table

BELOW, EXACT, NOTHING = "limits_below_run_times", "limits_are_run_times", "no_run_times"
TOGETHER, BACKWARDS = "one_submit_time", "most_run_times_negative"


def log(count: int = 12, **columns: Any) -> Reading:
    """SWF jobs, a minute apart, whose columns depend on their number."""
    rows = [
        {"id": n, "submit": 60 * n} | {name: of(n) for name, of in columns.items()}
        for n in range(1, count + 1)
    ]
    return given(swf(rows))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.swf", swf([{"id": n, "submit": n, "run": 3600, "limit": 90} for n in range(1, 13)])),
        (
            "strict.csv",
            table([{"id": n, "procs": 1, "time": 3600 + n, "estimate": 90} for n in range(12)]),
        ),
        (
            "free.csv",
            table(
                [
                    {"job": n, "submit": n, "ncpus": 1, "elapsed": 3600, "walltime": 90}
                    for n in range(12)
                ]
            ),
        ),
        (
            "jobs.json",
            as_json([{"id": str(n), "procs": 1, "time": 3600, "estimate": 90} for n in range(12)]),
        ),
        (
            "log.gwf",
            "".join(
                f"{n}\t{n}\t-1\t3600\t8\t-1\t-1\t8\t90" + "\t-1" * 20 + "\n" for n in range(1, 13)
            ),
        ),
    ],
)
def test_limits_in_another_unit_are_left_out(name: str, content: str) -> None:
    found = given(content, name)
    assert np.isnan(found.workload.estimate).all()
    told = doubts(found)[BELOW]
    assert told.count == 12
    assert "as in another unit" in told.sentence
    assert "90 s, run 3600 s" in told.sentence


def test_limits_that_many_jobs_overrun_are_kept() -> None:
    found = log(20, run=lambda n: 100, limit=lambda n: 50 if n <= 17 else 200)
    assert np.isfinite(found.workload.estimate).all()
    assert BELOW not in doubts(found)


def test_few_jobs_may_all_overrun() -> None:
    found = log(9, run=lambda n: 100, limit=lambda n: 50)
    assert np.isfinite(found.workload.estimate).all()


def test_exact_limits_are_told() -> None:
    found = log(run=lambda n: 10 * n, limit=lambda n: 10 * n)
    assert doubts(found)[EXACT].count == 12
    assert np.isfinite(found.workload.estimate).all()
    assert EXACT not in doubts(log(run=lambda n: 10 * n, limit=lambda n: 10 * n + (n == 5)))
    assert EXACT not in doubts(log(9, run=lambda n: 10 * n, limit=lambda n: 10 * n))


def test_jobs_of_no_length_are_told() -> None:
    found = log(3, run=lambda n: 0)
    assert "no schedule differs from another" in doubts(found)[NOTHING].sentence
    assert len(found.workload) == 3
    assert NOTHING not in doubts(log(3, run=lambda n: n - 1))


def test_jobs_that_all_came_at_once_and_did_not_start_so() -> None:
    found = log(submit=lambda n: 500, wait=lambda n: 7 * n)
    assert TOGETHER in doubts(found)
    assert found.workload.recorded is not None
    assert TOGETHER not in doubts(log(submit=lambda n: 500))
    assert TOGETHER not in doubts(log(submit=lambda n: 500 + (n == 12), wait=lambda n: 7 * n))


@pytest.mark.parametrize("backwards", [5, 2])
def test_ends_before_starts(backwards: int) -> None:
    rows = [
        {"job": n, "submit": 0, "start": 100, "end": 50 if n < backwards else 150, "ncpus": 1}
        for n in range(8)
    ]
    found = given(table(rows), "free.csv")
    assert (BACKWARDS in doubts(found)) == (backwards == 5)
    if backwards == 5:
        assert "are below 0 in most rows, 5 of 8" in doubts(found)[BACKWARDS].sentence


def test_nothing_is_said_of_what_is_usual() -> None:
    found = log(run=lambda n: 10, limit=lambda n: 60, wait=lambda n: n, procs=lambda n: 1)
    keys = {BELOW, EXACT, NOTHING, TOGETHER, BACKWARDS, "equal_waits"}
    assert keys.isdisjoint(doubts(found))
