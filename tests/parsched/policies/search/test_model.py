"""Whole numbers for the solver, and nothing lost on the way."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.search.list_walk import ListWalk
from parsched.policies.search.model import FINE, LONGEST, TimeGrid
from parsched.policies.search.problem import Problem, Solution
from tests.amount import amount
from tests.parsched.factories import counted, moldable, offline
from tests.parsched.strategies import rigid_cases, rough_cases


def grid(workload: Workload, processors: int) -> TimeGrid:
    """The grid below the first list."""
    problem = Problem.of(workload, Platform.of(processors))
    return TimeGrid.of(problem, next(iter(problem.starts(Stop()))))


def test_times_are_counted_in_their_unit() -> None:
    found = grid(offline((1, 3), (1, 3), (1, 1.5)), 2)
    assert (found.unit, found.bound, found.horizon) == (1.5, 3, 2)
    assert found.times.tolist() == [2, 2, 1]
    assert found.model() is None


def test_a_model_has_what_is_shorter_than_the_best() -> None:
    """LPT takes 7 s where 6 s are enough."""
    found = grid(offline((1, 2), (1, 3), (1, 2), (1, 3), (1, 2)), 2)
    assert found.model() == {
        "processors": 2,
        "bound": 6,
        "horizon": 6,
        "jobs": [[(1, 2)], [(1, 3)], [(1, 2)], [(1, 3)], [(1, 2)]],
    }


def test_choices_that_cannot_be_taken_are_left_out() -> None:
    """Until 5 s there is room for 10: the first choice is too long; the last does 4 more than the
    least work, and 2 are spare."""
    problem = Problem.of(moldable((6.0, 3.0), (2.0, 1.9)), Platform.of(2))
    best = Solution(6.0, np.arange(2), np.array([0, 2]), np.zeros(2))
    choices = problem.choices.widths, problem.choices.times
    found = TimeGrid(problem, best, 1.0, 4, 5, np.array([6, 3, 2, 4]))
    assert len(choices[0]) == 4
    assert [kept.tolist() for kept in found.kept] == [[1], [2]]


def test_without_a_unit_times_are_rounded_down_to_a_fine_grid() -> None:
    jobs = counted(offline((1, 0.3), (1, 0.3), (1, 2**0.5)), 1)
    found = grid(jobs, 1)
    assert found.unit == jobs.runtime.sum() / FINE
    assert found.horizon == FINE - 1
    assert np.all(found.times * found.unit <= found.problem.choices.times)
    assert np.all((found.times + 2) * found.unit > found.problem.choices.times)
    assert found.bound * found.unit <= found.problem.bound


def test_a_fine_grid_is_no_finer_than_the_solver_can_bear() -> None:
    found = grid(counted(offline(*[(1, 2**0.5)] * 2_100), 2_000), 2_000)
    assert found.horizon == LONGEST - 1


def test_numbers_too_large_for_the_solver_are_rounded_down_as_well() -> None:
    found = grid(offline((1, 2.0**40 + 1), (1, 2.0**39)), 1_000_000)
    assert found.problem.unit == 1.0
    assert found.horizon == FINE - 1


def test_a_bound_in_units_is_rounded_up() -> None:
    found = grid(offline((1, 3), (1, 3), (1, 1.5)), 2)
    assert found.seconds(2.0) == 3.0
    assert found.seconds(2.2) == 4.5
    assert found.seconds(2.0 + 1e-9) == 3.0


@settings(max_examples=amount(50))
@given(case=rigid_cases() | rough_cases(), seed=st.integers(0, 99))
def test_a_schedule_in_units_becomes_one_that_is_not_longer(
    case: tuple[Workload, int], seed: int
) -> None:
    """Take the schedule that the local search knows, in units, through decoding."""
    workload, m = case
    problem = Problem.of(workload, Platform.of(m))
    best = ListWalk(problem, seed, Stop()).best
    if not best.makespan:
        return
    later = Solution(best.makespan * 2, best.order, best.chosen, best.start)
    found = TimeGrid.of(problem, later)
    start = [round(s / found.unit) for s in best.start]
    choice = [
        kept.tolist().index(c) for kept, c in zip(found.kept, best.chosen.tolist(), strict=True)
    ]
    decoded = found.decode(start, choice, Stop())
    problem.schedule(decoded).check(workload, Platform.of(m))
    assert decoded.makespan <= best.makespan * (1 + 1e-12) + len(workload) * 1e-9
