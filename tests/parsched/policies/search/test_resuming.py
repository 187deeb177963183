"""Searches go on from what an attempt that was cut off had found."""

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings

from parsched.base.errors import Cancelled
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.placed import PlacedUnits
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Progress, Stop
from parsched.policies.search.problem import Problem
from parsched.run.result import Result, Status
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.policies.search.loads import PROCESSORS, cut, hard
from tests.parsched.strategies import moldable_cases

MACHINE = Platform.of(PROCESSORS)
BRIEF: Mapping[str, Mapping[str, float | str]] = {
    "local-search": {"effort": 1},
    "exact": {"seconds": 0.1},
    "slp-hybrid": {"max_iterations": 1, "restarts": 0},
    "slp-pure": {"max_iterations": 1, "restarts": 0},
    "price": {"iterations": 1, "local_search": 0, "prefer": "makespan"},
}
"""Searches with parameters that leave them no time."""


@pytest.fixture(scope="module")
def earlier() -> Result:
    """What a local search found of hard jobs."""
    return solve(Instance(hard(), MACHINE), "local-search", {"effort": 20})


def stopped(key: str, jobs: Workload, earlier: Schedule, patience: int) -> Result:
    """Go on from a schedule, and stop after `patience` reports of the search."""
    left = iter(range(patience))

    def cancel(progress: Progress) -> None:
        if stop.known and next(left, None) is None:
            raise Cancelled("a user asked for it")

    stop = Stop(initial=earlier, listener=cancel, interval=0.0)
    return solve(Instance(jobs, MACHINE), key, BRIEF[key], stop=stop)


@pytest.mark.parametrize("key", BRIEF)
def test_a_search_keeps_what_it_cannot_better(key: str, earlier: Result) -> None:
    found = solve(Instance(hard(), MACHINE), key, BRIEF[key], stop=Stop(initial=earlier.schedule))
    assert found.metrics["makespan"] == earlier.metrics["makespan"] == 38.0


@pytest.mark.parametrize("key", ["slp-hybrid", "slp-pure", "price"])
def test_it_would_not_have_found_that_alone(key: str) -> None:
    assert solve(Instance(hard(), MACHINE), key, BRIEF[key]).metrics["makespan"] > 38.0


@pytest.mark.parametrize("key", BRIEF)
def test_who_stops_it_before_it_finds_anything_keeps_what_was_found_before(
    key: str, earlier: Result
) -> None:
    def cancelled(progress: Progress) -> None:
        if not progress.message.startswith("lower bound"):
            raise Cancelled("a user asked for it")

    stop = Stop(initial=earlier.schedule, listener=cancelled, interval=0.0)
    found = solve(Instance(hard(), MACHINE), key, BRIEF[key], stop=stop)
    assert found.status is Status.STOPPED_EARLY
    assert found.metrics["makespan"] <= 38.0


@pytest.mark.parametrize("key", ["local-search", "exact"])
def test_who_stops_it_later_keeps_no_list_that_is_worse(key: str) -> None:
    """Lists take 28 s here, what was found before 27 s."""

    jobs = cut()
    earlier = solve(Instance(jobs, MACHINE), "local-search", {"effort": 20}).schedule
    problem = Problem.of(jobs, MACHINE)
    assert earlier.end.max() < min(found.makespan for found in problem.starts(Stop()))
    for patience in range(1, 20):
        found = stopped(key, jobs, earlier, patience)
        assert found.metrics["makespan"] <= earlier.end.max()


@settings(max_examples=amount(30))
@given(moldable_cases(jobs=5))
def test_any_schedule_becomes_what_searches_see_or_is_left_alone(
    case: tuple[Workload, int],
) -> None:
    workload, m = case
    platform = Platform.of(m)
    given = solve(Instance(workload, platform), "gang").schedule
    problem = Problem.of(workload, platform)
    found = problem.solution_of(given)
    if found is not None:
        again = problem.schedule(found)
        np.testing.assert_array_equal(again.start, given.start)
        np.testing.assert_array_equal(again.width, given.width)
        assert found.makespan == given.end.max(initial=0.0)
    instance = DiscreteInstance.of(workload, m)
    placed = PlacedUnits.of(instance, given)
    if placed is not None:
        np.testing.assert_array_equal(placed.schedule(instance, workload).start, given.start)
