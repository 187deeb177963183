"""A schedule that is moved keeps its order of starts and ends, whatever is rounded."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.problem.workload import Floats
from algorithms.schedules import exact_shift
from algorithms.schedules.exact_shift import shifted
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")


@st.composite
def tenths(draw: st.DrawFn) -> tuple[Floats, Floats]:
    """Jobs on one processor that start when others end, some of no length."""
    durations = draw(st.lists(st.integers(0, 9), min_size=1, max_size=12))
    duration = np.array(durations) / 10
    follows = [draw(st.integers(-1, i - 1)) for i in range(len(duration))]
    start = np.zeros(len(duration))
    for i, before in enumerate(follows):
        start[i] = start[before] + duration[before] if before >= 0 else 0.0
    order = draw(st.permutations(range(len(duration))))
    return start[order], duration[order]


begins = st.integers(0, 10**9).map(lambda tenth: tenth / 10)


def test_whole_seconds_are_added() -> None:
    moved, last = shifted(np.array([3.0, 0, 5]), np.array([2.0, 3, 1]), 100.0)
    assert moved.tolist() == [103, 100, 105]
    assert last == 106


def test_nothing_moves_by_nothing() -> None:
    start, duration = np.array([0.1 + 0.2, 0.0]), np.array([1.0, 0.1 + 0.2])
    moved, last = shifted(start, duration, 0.0)
    assert moved.tolist() == start.tolist()
    assert last == 0.1 + 0.2 + 1.0


def test_a_sum_that_would_overlap_is_not_taken() -> None:
    """0.1 + 0.1 + 0.4 is rounded above 0.1 + (0.1 + 0.4)."""
    start, duration = np.array([0.1, 0.1 + 0.4]), np.array([0.4, 1.0])
    assert 0.1 + start[0] + duration[0] > 0.1 + start[1]
    moved, _ = shifted(start, duration, 0.1)
    assert moved[1] == moved[0] + duration[0]


@given(jobs=tenths(), begin=begins)
def test_who_came_after_another_still_does(jobs: tuple[Floats, Floats], begin: float) -> None:
    start, duration = jobs
    moved, last = shifted(start, duration, begin)
    end, moved_end = start + duration, moved + duration
    after = (end[:, None] <= start) & (duration[:, None] > 0)
    assert np.all(~after | (moved_end[:, None] <= moved))
    assert np.all((start[:, None] < start) <= (moved[:, None] <= moved))
    assert np.all((start[:, None] == start) <= (moved[:, None] == moved))
    assert np.all(moved >= begin)
    assert np.allclose(moved, begin + start, rtol=1e-12, atol=0)
    assert last == moved_end.max()


@given(jobs=tenths(), begin=begins)
def test_the_plain_twin_does_the_same(jobs: tuple[Floats, Floats], begin: float) -> None:
    moved, last = shifted(*jobs, begin)
    with uncompiled(exact_shift):
        twin, end = shifted(*jobs, begin)
    assert twin.tolist() == moved.tolist()
    assert end == last
