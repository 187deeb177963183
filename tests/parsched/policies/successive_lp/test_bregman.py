"""Split Bregman iterations on linear programs."""

from itertools import product
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.successive_lp.bregman import BregmanParams, iterated, shrunk
from parsched.run.solve import solve
from tests.parsched.policies.successive_lp.test_search import ltf, published

GRID = np.linspace(0, 3, 3_001)


@given(st.floats(0, 2), st.floats(0, 1))
def test_shrinking_minimises_the_sum_and_the_distance(value: float, threshold: float) -> None:
    least = GRID[np.argmin(threshold * GRID + (GRID - value) ** 2 / 2)]
    assert shrunk(np.array([value]), threshold)[0] == pytest.approx(least, abs=1e-3)


@given(st.lists(st.floats(-2, 2), min_size=6, max_size=6))
def test_the_linear_step_is_the_quadratic_one_among_schedules(values: list[float]) -> None:
    """Two jobs of three slots each: the nearest of nine points is the one of least cost."""
    pulled = np.array(values)
    points = [np.eye(6)[[a, 3 + b]].sum(axis=0) for a, b in product(range(3), repeat=2)]
    linear = [float(-pulled @ x) for x in points]
    quadratic = [float(((x - pulled) ** 2).sum()) / 2 for x in points]
    assert np.array(quadratic) - np.array(linear) == pytest.approx(
        quadratic[0] - linear[0], abs=1e-9
    )


class Programs:
    """Answers with shares that a test says, and notes the costs that it was asked for."""

    def __init__(self, *answers: list[float]) -> None:
        self._answers = [np.array(answer) for answer in answers]
        self.asked: list[list[float]] = []

    def minimise(self, costs: Any) -> Any:
        self.asked.append(costs.tolist())
        return self._answers[min(len(self.asked), len(self._answers)) - 1]


def descent(programs: Programs, **params: Any) -> list[list[float]]:
    run = iterated(BregmanParams(**params))
    found = run(cast("Any", programs), np.array([0.5, 0.0]))
    return [shares.tolist() for shares in found]


def test_the_costs_are_what_was_shrunk_away_less_what_is_left() -> None:
    """Shares 0.75 and 0.25, μ = 0.5: d is 0.25 and 0, and b is 0.5 and 0.25. Then both are added:
    x + b is 1.25 and 0.5, so that d is 0.75 and 0, and b 0.5 and 0.5."""
    programs = Programs([0.75, 0.25])
    descent(programs, threshold=0.5, steps=2)
    assert programs.asked == [[0.5, 0.0], [0.25, 0.25], [-0.25, 0.5]]


def test_a_descent_ends_when_nothing_changes_any_more() -> None:
    """What was shrunk away from 1 is μ from the first step on, and stays it."""
    programs = Programs([1.0, 0.0])
    assert len(descent(programs, threshold=0.25, steps=1_000)) == 3
    assert programs.asked[1:] == [[-0.5, 0.0], [-0.75, 0.0]]


def test_a_descent_has_so_many_steps() -> None:
    answers = [[float(i % 2), float(1 - i % 2)] for i in range(20)]
    assert len(descent(Programs(*answers), steps=7)) == 8


@pytest.mark.parametrize(
    ("given", "most"), [({}, 200), ({"restarts": 0}, 4), ({"restarts": 1, "steps": 9}, 20)]
)
def test_progress_counts_the_programs_that_can_be_reached(given: Any, most: int) -> None:
    assert BregmanParams(**given).most_programs == most


def test_it_beats_the_list_where_the_programs_can() -> None:
    workload = published(12, 32, seed=4)
    result = solve(Instance(workload, Platform.of(32)), "slp-bregman", bounds=())
    assert result.metrics["makespan"] < ltf(workload, 32) == 42
    assert result.search["lps"] > 0
