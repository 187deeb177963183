"""The schedules that no other one beats on both criteria."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.measure.allotment.choices import Choices
from parsched.policies.price.front import EMPHASIS, Front
from tests.parsched.factories import moldable

JOBS = moldable([1], [1], weight=[10, 1])


def front_of(starts: list[tuple[float, float]], prefer: str = "balanced") -> Front:
    """Σ w·C is 11 + 10·first + second, the makespan 1 + the later."""
    choices = Choices.of(JOBS, 1)
    front = Front(JOBS, choices, prefer)
    for pair in starts:
        front.offer(np.array(pair), np.array([0, 1]))
    return front


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=20))
def test_it_keeps_exactly_what_nothing_else_beats(starts: list[tuple[int, int]]) -> None:
    points = {(11 + 10 * a + b, 1 + max(a, b)) for a, b in starts}
    expected = {
        p for p in points if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in points)
    }
    found = front_of([(float(a), float(b)) for a, b in starts]).candidates
    assert sorted((c.total, c.makespan) for c in found) == sorted(expected)


@pytest.mark.parametrize(
    ("prefer", "expected"), [("minsum", (0, 11)), ("balanced", (0.5, 7)), ("makespan", (6, 6))]
)
def test_the_preference_chooses_from_it(prefer: str, expected: tuple[float, float]) -> None:
    """Σ w·C and makespan are 22 and 12, 23 and 8, 77 and 7, 88 and 9."""
    front = front_of([(0, 11), (0.5, 7), (6, 6), (7, 8)], prefer)
    assert len(front.candidates) == 3
    assert front.schedule().start.tolist() == list(expected)


@pytest.mark.parametrize(("unit", "weight"), [(1e15, 1e99), (1e-10, 1e-99), (1e-200, 1e-99)])
@pytest.mark.parametrize("prefer", EMPHASIS)
def test_neither_unit_changes_the_choice(prefer: str, unit: float, weight: float) -> None:
    """Powers of such criteria would not fit into a float64."""
    jobs = moldable([unit], [unit], weight=[10 * weight, weight])
    front = Front(jobs, Choices.of(jobs, 1), prefer)
    pairs = [(6.0, 6.0), (0.5, 7.0), (0.0, 11.0)]
    for pair in pairs:
        front.offer(unit * np.array(pair), np.array([0, 1]))
    expected = front_of(pairs, prefer).schedule().start
    assert front.schedule().start == pytest.approx(unit * expected, abs=0)


def test_jobs_that_take_no_time_have_a_best_schedule_too() -> None:
    jobs = moldable([0], [0])
    front = Front(jobs, Choices.of(jobs, 1), "balanced")
    front.offer(np.zeros(2), np.array([0, 1]))
    assert front.schedule().end.tolist() == [0, 0]
