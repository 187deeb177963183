"""Dependencies: pairs of jobs, no circles, and what of them chosen jobs keep."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.base.errors import WorkloadError
from parsched.model.problem.dependencies import Dependencies, in_circles


def chain(jobs: int) -> Dependencies:
    after = Dependencies.of(
        jobs,
        job=np.arange(1, jobs),
        before=np.arange(jobs - 1),
        delay=np.arange(1.0, jobs),
    )
    assert after is not None
    return after


def test_pairs_come_in_order_of_the_job_that_waits() -> None:
    after = Dependencies.of(3, job=[2, 1], before=[0, 0], delay=[5.0, 60.0])
    assert after is not None
    assert (after.job.tolist(), after.before.tolist(), after.delay.tolist()) == (
        [1, 2],
        [0, 0],
        [60.0, 5.0],
    )


def test_no_pairs_are_no_dependencies() -> None:
    assert Dependencies.of(3, job=[], before=[], delay=[]) is None


@pytest.mark.parametrize(
    ("job", "before", "delay", "text"),
    [
        ([3], [0], [0.0], "between jobs 0 to 2, got 0 to 3"),
        ([1], [-1], [0.0], "got -1 to 1"),
        ([1], [0], [-1.0], r"from 0 to 2\^53 s, got -1"),
        ([1], [0], [np.nan], "got nan"),
        ([1], [1], [0.0], r"jobs \[1\] wait for their own ends"),
        ([0, 1], [1, 0], [0.0, 0.0], r"jobs \[0, 1\] wait for their own ends"),
    ],
)
def test_what_cannot_be_is_refused(
    job: list[int], before: list[int], delay: list[float], text: str
) -> None:
    with pytest.raises(WorkloadError, match=text):
        Dependencies.of(3, job=job, before=before, delay=delay)


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(WorkloadError, match="2, 1 and 1 entries"):
        Dependencies(3, np.array([1, 2]), np.array([0]), np.array([0.0]))


def test_chosen_jobs_keep_the_pairs_among_them() -> None:
    after = chain(5).take(np.array([True, True, False, True, True]))
    assert after is not None
    assert (after.jobs, after.job.tolist(), after.before.tolist()) == (4, [1, 3], [0, 2])
    assert after.delay.tolist() == [1.0, 4.0]


def test_jobs_without_a_chosen_predecessor_keep_nothing() -> None:
    assert chain(5).take(slice(None, None, 2)) is None


@given(st.permutations(range(6)), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5))))
def test_pairs_along_any_order_make_no_circle(
    order: list[int], pairs: list[tuple[int, int]]
) -> None:
    forward = [(order[max(pair)], order[min(pair)]) for pair in pairs if pair[0] != pair[1]]
    job, before = zip(*forward, strict=True) if forward else ((), ())
    after = Dependencies.of(6, job=job, before=before, delay=np.zeros(len(job)))
    assert after is None or not in_circles(6, after.job, after.before).any()


def test_only_pairs_within_circles_are_told() -> None:
    """0 → 1 → 2 → 0 is one, 3 waits for itself, 4 waits for a circle, 5 for no job in one."""
    job, before = np.array([1, 2, 0, 3, 4, 5]), np.array([0, 1, 2, 3, 0, 4])
    assert in_circles(6, job, before).tolist() == [True] * 4 + [False] * 2


def test_jobs_are_released_when_the_last_of_those_before_has_ended_and_the_delay_is_over() -> None:
    after = Dependencies.of(4, job=[2, 2, 3], before=[0, 1, 2], delay=[5.0, 0.0, 1.0])
    assert after is not None
    release, end = np.array([0.0, 0.0, 0.0, 90.0]), np.array([10.0, 12.0, 40.0, 99.0])
    assert after.released(release, end).tolist() == [0.0, 0.0, 15.0, 90.0]
    assert after.earliest(release, np.array([10.0, 20.0, 80.0, 1.0])).tolist() == [0, 0, 20, 101]
    assert (after.depth.tolist(), after.waiting) == ([0, 0, 1, 2], 2)


def test_jobs_that_lose_some_of_those_they_wait_for_are_noticed() -> None:
    after = chain(3)
    assert after is not None
    assert not after.loses_some(slice(0, 2))
    assert after.loses_some(np.array([1, 2]))


def test_sets_of_jobs_stand_one_behind_the_other() -> None:
    joined = Dependencies.joined([(2, None), (3, chain(3)), (1, None)])
    assert joined is not None
    assert (joined.jobs, joined.job.tolist(), joined.before.tolist()) == (6, [3, 4], [2, 3])
    assert Dependencies.joined([(2, None)]) is None
