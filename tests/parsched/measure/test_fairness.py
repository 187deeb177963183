"""Whether users are treated alike, against hand-worked cases and a plain twin."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.schedule import Schedule
from tests.parsched.factories import rigid

FAIRNESS = ("jain_index", "fair_share_deviation")


def fairness(
    jobs: Workload, start: list[float], users: Sequence[str | None]
) -> tuple[float, float]:
    """Return both metrics of jobs on four processors."""
    workload = replace(jobs, user=Labels.of(users))
    schedule = Schedule.of(workload, np.array(start, np.float64))
    measured = measure(Outcome(workload, Platform.of(4), schedule), FAIRNESS)
    return measured["jain_index"], measured["fair_share_deviation"]


def test_equal_users_are_treated_alike() -> None:
    jobs = rigid((0, 2, 20), (0, 2, 20))
    assert fairness(jobs, [0, 0], ["a", "b"]) == pytest.approx((1.0, 0.0))


def test_who_waits_is_owed_half() -> None:
    # a has all processors while b waits 20 s, then the other way round for no user: a is gone.
    jobs = rigid((0, 4, 20), (0, 4, 20))
    jain, deviation = fairness(jobs, [0, 20], ["a", "b"])
    assert jain == pytest.approx((1 + 2) ** 2 / (2 * (1 + 4)))
    # Of 160 processor-seconds b was owed 40 of a's first 80, and then had all 80 alone.
    assert deviation == pytest.approx((40 + 40) / (2 * 160))


def test_jobs_of_one_user_are_one_presence() -> None:
    # b is there from 0 to 10 and from 30 to 40; the two jobs of a overlap and follow each other.
    jobs = rigid((0, 1, 20), (0, 1, 10), (10, 1, 30), (30, 1, 10))
    jain, deviation = fairness(jobs, [0, 0, 10, 30], ["a", "b", "a", "b"])
    assert jain == pytest.approx(1.0)
    assert deviation == pytest.approx(0.0)


def test_jobs_that_end_and_begin_at_one_instant_are_one_presence() -> None:
    # a is there from 0 to 40 without a gap, with a job of no length at 20; so is b.
    jobs = rigid((0, 2, 20), (0, 2, 40), (20, 2, 20), (20, 2, 0))
    jain, deviation = fairness(jobs, [0, 0, 20, 20], ["a", "b", "a", "a"])
    assert jain == pytest.approx(1.0)
    assert deviation == pytest.approx(0.0)
    # With c, who comes at 20 when a leaves, b has half of all, and a and c a half of each part.
    jobs = rigid((0, 2, 20), (0, 2, 40), (20, 2, 20))
    assert fairness(jobs, [0, 0, 20], ["a", "b", "c"])[1] == pytest.approx(0.0)


def test_unknown_users_do_not_count() -> None:
    jobs = rigid((0, 2, 20), (0, 2, 20), (20, 4, 100))
    assert fairness(jobs, [0, 0, 20], ["a", "b", None]) == pytest.approx((1.0, 0.0))


@pytest.mark.parametrize("users", [["a", "a"], ["a", None], [None, None]])
def test_fewer_than_two_users_tell_nothing(users: list[str | None]) -> None:
    assert np.isnan(fairness(rigid((0, 2, 20), (0, 2, 20)), [0, 0], users)).all()


def plain_deviation(jobs: Workload, start: list[float], users: list[str]) -> float:
    """Return the deviation second by second between all events."""
    width, runtime = jobs.width.tolist(), jobs.runtime.tolist()
    release = jobs.release.tolist()
    ends = [s + p for s, p in zip(start, runtime, strict=True)]
    received = dict.fromkeys(users, 0.0)
    fair = dict.fromkeys(users, 0.0)
    for low, high in pairwise(sorted({*release, *start, *ends})):
        inside = [j for j in range(len(start)) if release[j] <= low < ends[j]]
        running = [j for j in inside if start[j] <= low]
        present = {users[j] for j in inside}
        busy = sum(width[j] for j in running)
        for j in running:
            received[users[j]] += width[j] * (high - low)
        for user in present:
            fair[user] += busy * (high - low) / len(present)
    return sum(abs(received[u] - fair[u]) for u in received) / (2 * sum(received.values()))


TIMES = st.integers(0, 6)


@given(
    st.lists(
        st.tuples(TIMES, st.integers(1, 4), st.integers(0, 5), TIMES, st.sampled_from("abc")),
        min_size=2,
        max_size=8,
    )
)
def test_deviation_equals_the_plain_one(rows: list[tuple[int, int, int, int, str]]) -> None:
    rows = sorted(rows)
    jobs = rigid(*((release, width, time) for release, width, time, _, _ in rows))
    start = [float(release + wait) for release, _, _, wait, _ in rows]
    users = [user for *_, user in rows]
    _, deviation = fairness(jobs, start, users)
    if len(set(users)) < 2 or not (jobs.width * jobs.runtime).any():
        assert np.isnan(deviation)
    else:
        assert deviation == pytest.approx(plain_deviation(jobs, start, users))
