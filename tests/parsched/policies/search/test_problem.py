"""What a search starts from."""

import numpy as np
import pytest
from hypothesis import given, settings

from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.search.problem import Problem
from tests.amount import amount
from tests.parsched.factories import counted, moldable, offline
from tests.parsched.optima import optimum
from tests.parsched.strategies import moldable_cases, rigid_cases, rough_cases


@settings(max_examples=amount(50))
@given(moldable_cases(jobs=4))
def test_the_bound_is_below_the_optimum(case: tuple[Workload, int]) -> None:
    workload, m = case
    assert Problem.of(workload, Platform.of(m)).bound <= optimum(workload, m, weighted=False)


def test_the_bound_is_rounded_up_to_the_unit_of_the_times() -> None:
    """Three jobs of 4 s on two processors need 6 s of work each, and end at 8 s."""
    problem = Problem.of(offline((1, 4), (1, 4), (1, 4)), Platform.of(2))
    assert (problem.unit, problem.bound) == (4.0, 8.0)
    assert problem.is_optimal(8.0)
    assert not problem.is_optimal(8.1)


def test_what_is_known_is_rounded_up_too() -> None:
    """The dual approximation says 6 s or a little less, which are 8 s in multiples of 4 s."""
    workload, platform = offline((1, 4), (1, 4), (1, 4)), Platform.of(2)
    bounds = [Problem.of(workload, platform, known).bound for known in (5.0, 8.0, 8.5)]
    assert bounds == [8.0, 8.0, 12.0]


def test_without_a_unit_the_bound_is_left_alone() -> None:
    problem = Problem.of(offline((1, 1 / 3), (1, 0.2), (1, 0.4)), Platform.of(2))
    assert problem.unit is None
    assert problem.bound == problem.dual.rejected


def test_tenths_are_a_unit_in_ticks() -> None:
    """Three jobs of 0.7 s on two processors."""
    jobs = counted(offline(*[(1, 0.7)] * 3), 2)
    problem = Problem.of(jobs, Platform.of(2))
    assert (jobs.second, problem.unit, problem.bound) == (10, 7, 14)
    assert problem.is_optimal(14)
    assert not problem.is_optimal(15)


def test_a_bound_in_tenths_is_the_sum_in_any_order() -> None:
    """One processor: 4,000 jobs, one after the other."""
    chance = np.random.default_rng(1)
    for places in (1, 2, 3, 6):
        times = chance.integers(1, 10**4, 4_000) / 10.0**places
        jobs = counted(offline(*[(1, float(t)) for t in times]), 1)
        problem = Problem.of(jobs, Platform.of(1))
        for order in (jobs.runtime, np.sort(jobs.runtime), np.sort(jobs.runtime)[::-1]):
            assert problem.bound == float(np.cumsum(order)[-1])


def test_moldable_jobs_have_several_allotments() -> None:
    """The least work is in the middle; the third job has one choice."""
    times = ((9.0, 4.0, 3.0), (8.0, 4.0, 3.0), (1.0,))
    problem = Problem.of(moldable(*times), Platform.of(3))
    widths = [problem.choices.widths[c].tolist() for c in problem.allotments()]
    assert widths[0] == [1, 1, 1]
    assert [2, 1, 1] in widths
    assert [3, 3, 1] in widths


@given(rough_cases() | rigid_cases())
def test_the_lists_are_feasible_and_start_every_allotment(case: tuple[Workload, int]) -> None:
    workload, m = case
    platform = Platform.of(m)
    problem = Problem.of(workload, platform)
    found = list(problem.starts(Stop()))
    assert len(found) == 6 * len(problem.allotments())
    for one in found:
        schedule = problem.schedule(one)
        schedule.check(workload, platform)
        assert one.makespan == schedule.end.max(initial=0.0) >= problem.bound * (1 - 1e-9)
        assert sorted(one.order) == list(range(len(workload)))


@given(rough_cases())
def test_one_allotment_does_the_least_work(case: tuple[Workload, int]) -> None:
    workload, m = case
    problem = Problem.of(workload, Platform.of(m))
    choices = problem.choices
    work = [float(np.sum(choices.widths[c] * choices.times[c])) for c in problem.allotments()]
    assert min(work) == pytest.approx(choices.works[choices.offsets[:-1]].sum())
