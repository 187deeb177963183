"""The profile of free processors and the summary of its gaps agree with an array of seconds."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.grid.local import availability, gaps
from algorithms.grid.local.availability import (
    Profile,
    add,
    earliest,
    forget_past,
    new_profile,
)
from algorithms.grid.local.gaps import may_fit, new_gaps, read_again
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

PROCESSORS, SECONDS = 6, 40

INTERVALS = st.tuples(st.integers(0, 30), st.integers(0, 9), st.integers(1, PROCESSORS))


def filled(
    reservations: list[tuple[int, int, int]],
) -> tuple[Profile, np.ndarray[Any, Any], list[Any]]:
    """A profile with those reservations (begin, length, width) that fit, the same as an array."""
    plan, free = new_profile(len(reservations), PROCESSORS), np.full(SECONDS, PROCESSORS)
    kept = []
    for begin, length, width in reservations:
        if (free[begin : begin + length] >= width).all():
            add(plan, float(begin), float(begin + length), -width)
            free[begin : begin + length] -= width
            kept.append((begin, length, width))
    return plan, free, kept


def steps(plan: Profile) -> list[tuple[float, int]]:
    """Segments in use."""
    used = slice(plan.segments[0].first, plan.segments[0].last)
    return list(zip(plan.time[used].tolist(), plan.free[used].tolist(), strict=True))


def steps_of(free: np.ndarray[Any, Any]) -> list[tuple[float, int]]:
    """Segments of an array of seconds."""
    begins = [0, *(np.flatnonzero(np.diff(free)) + 1)]
    return [(float(t), int(free[t])) for t in begins]


@given(st.lists(INTERVALS, max_size=12), st.data())
def test_reservations_come_and_go(reservations: list[tuple[int, int, int]], data: Any) -> None:
    plan, free, kept = filled(reservations)
    assert steps(plan) == steps_of(free)
    for begin, length, width in data.draw(st.permutations(kept)):
        add(plan, float(begin), float(begin + length), width)
        free[begin : begin + length] += width
        assert steps(plan) == steps_of(free)


@given(st.lists(INTERVALS, max_size=12), st.integers(0, 30))
def test_the_past_is_forgotten(reservations: list[tuple[int, int, int]], now: int) -> None:
    plan, free, _ = filled(reservations)
    forget_past(plan, float(now))
    expected = steps_of(free[now:])
    assert steps(plan) == [(time + now, processors) for time, processors in expected]


@given(st.lists(INTERVALS, max_size=12), st.integers(1, PROCESSORS), st.integers(0, 9))
def test_the_earliest_fit_is_found(
    reservations: list[tuple[int, int, int]], width: int, length: int
) -> None:
    plan, free, _ = filled(reservations)
    by_hand = next(t for t in range(SECONDS) if (free[t : t + max(length, 1)] >= width).all())
    assert earliest(plan, width, float(length), np.inf) == by_hand
    with uncompiled(availability):
        assert availability.earliest(plan, width, float(length), np.inf) == by_hand


@given(st.lists(INTERVALS, min_size=1, max_size=12), st.data())
def test_no_job_that_can_move_forward_is_passed_over(
    reservations: list[tuple[int, int, int]], data: Any
) -> None:
    plan, free, kept = filled(reservations)
    if not kept:
        return
    begin, length, width = data.draw(st.sampled_from(kept))
    without = free.copy()
    without[begin : begin + length] += width
    by_hand = next(t for t in range(begin + 1) if (without[t : t + length] >= width).all())
    summary = new_gaps(len(reservations), PROCESSORS)
    read_again(summary, plan, float(begin))
    hope = may_fit(summary, width, float(length), float(begin))
    assert hope or by_hand == begin or length == 0
    assert earliest(plan, width, float(length), float(begin)) == by_hand or length == 0
    with uncompiled(gaps):
        gaps.read_again(summary, plan, float(begin))
        assert gaps.may_fit(summary, width, float(length), float(begin)) == hope


def test_a_full_array_is_packed_to_its_front() -> None:
    plan = new_profile(1, 4)
    for second in range(50):
        add(plan, float(second), second + 2.0, -1)
        forget_past(plan, float(second))
        assert steps(plan)[0][0] == second
    assert steps(plan) == [(49.0, 2), (50.0, 3), (51.0, 4)]


@pytest.mark.parametrize(
    ("stairs", "expected"),
    [
        ([(3, 5.0), (5, 2.0)], [(3, 5.0), (5, 2.0)]),
        ([(5, 2.0), (3, 5.0)], [(3, 5.0), (5, 2.0)]),
        ([(3, 5.0), (3, 7.0), (3, 6.0)], [(3, 7.0)]),
        ([(1, 9.0), (2, 5.0), (4, 1.0), (3, 5.0)], [(1, 9.0), (3, 5.0), (4, 1.0)]),
        ([(1, 2.0), (2, 1.0), (5, 9.0)], [(5, 9.0)]),
        ([(5, 9.0), (2, 9.0), (1, 3.0)], [(5, 9.0)]),
    ],
)
def test_only_stretches_that_no_other_one_covers_are_kept(
    stairs: list[tuple[int, float]], expected: list[tuple[int, float]]
) -> None:
    summary = new_gaps(20, 9)
    for height, length in stairs:
        gaps.add_stair(summary, height, length)
    count = summary.sizes[0].stairs
    kept = zip(summary.height[:count].tolist(), summary.length[:count].tolist(), strict=True)
    assert list(kept) == expected
