"""Long jobs by linear programs, short ones by a list."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.placed import PlacedUnits
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.successive_lp.levels import Levels
from parsched.policies.successive_lp.two_level import TwoLevelParams
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import configured, offline
from tests.parsched.policies.successive_lp.test_search import Case, published
from tests.parsched.strategies import moldable_cases, rigid_cases

MIXED = configured({1: 8, 2: 4}, {4: 3}, {1: 2}, {1: 6})
"""Fastest in 4, 3, 2 and 6 s, with least work of 8, 12, 2 and 6."""


@pytest.mark.parametrize(
    ("params", "jobs"),
    [
        ({}, [0, 1, 3]),
        ({"long": 0.6}, [0, 3]),
        ({"long": 1.0}, [3]),
        ({"long": 0.0}, [0, 1, 2, 3]),
        ({"size": "work"}, [0, 1, 3]),
        ({"size": "work", "long": 0.6}, [0, 1]),
    ],
)
def test_a_job_is_long_by_its_part_of_the_largest(
    params: dict[str, float], jobs: list[int]
) -> None:
    instance = DiscreteInstance.of(MIXED, 4)
    assert TwoLevelParams.from_mapping(params).selected(instance).tolist() == jobs


@given(moldable_cases() | rigid_cases(jobs=8), st.integers(0, 255))
def test_a_part_of_an_instance_has_the_choices_of_its_jobs(case: Case, mask: int) -> None:
    instance = DiscreteInstance.of(*case)
    jobs = np.array([i for i in range(len(instance.jobs)) if mask >> i & 1], np.int64)
    part, chosen = instance.take(jobs)
    assert part.jobs.tolist() == instance.jobs[jobs].tolist()
    assert part.least_work.tolist() == instance.least_work[jobs].tolist()
    assert part.owner.tolist() == np.searchsorted(jobs, instance.owner[chosen]).tolist()
    assert part.times.tolist() == instance.times[chosen].tolist()
    assert part.widths.tolist() == instance.widths[chosen].tolist()
    assert np.isin(instance.owner, jobs).sum() == len(chosen)


def completed(makespan: int) -> PlacedUnits | None:
    """Two processors: a job of 3 s is at 1 s on both, by a program; a list places 2 s and 1 s."""
    instance = DiscreteInstance.of(offline((1, 1), (2, 3), (1, 2)), 2)
    levels = Levels.of(instance, np.array([1]))
    return levels.completed(PlacedUnits(np.array([0]), np.array([1]), 4), makespan)


def test_short_jobs_are_placed_around_the_long_ones_by_decreasing_work() -> None:
    found = completed(6)
    assert found is not None
    assert found.start.tolist() == [0, 1, 4]
    assert found.makespan == 6


def test_short_jobs_that_do_not_fit_are_no_schedule() -> None:
    assert completed(5) is None


def of(case: Case, key: str, **params: float | str) -> tuple[Schedule, float | None]:
    stop = Stop()
    asked = {"max_iterations": 30, **params}
    result = solve(Instance(case[0], Platform.of(case[1])), key, asked, stop=stop, bounds=())
    return result.schedule, stop.bound


@settings(max_examples=amount(40))
@given(moldable_cases() | rigid_cases(jobs=8))
def test_where_all_jobs_are_long_it_is_the_hybrid_form(case: Case) -> None:
    one, other = of(case, "slp-hybrid"), of(case, "slp-two-level", long=0.0)
    assert one[0].start.tolist() == other[0].start.tolist()
    assert one[0].width.tolist() == other[0].width.tolist()
    assert one[1] == other[1]


def test_its_programs_are_smaller() -> None:
    """What is too large for all jobs may do for the long ones."""
    jobs = offline(*((1, 20_000 + i) for i in range(3)), *((1, 7 + i) for i in range(40)))
    instance = Instance(jobs, Platform.of(2))
    declared = {key: TwoLevelParams.from_mapping({"long": long}) for key, long in LONG.items()}
    assert declared["some"].refusal(instance) is None
    assert "columns" in str(declared["all"].refusal(instance))


LONG = {"all": 0.0, "some": 0.5}


def test_it_beats_the_list_where_the_programs_can() -> None:
    workload = published(16, 64, seed=5)
    result = solve(Instance(workload, Platform.of(64)), "slp-two-level", bounds=())
    listed = solve(Instance(workload, Platform.of(64)), "ltf", bounds=())
    assert result.metrics["makespan"] < listed.metrics["makespan"]
    assert result.search["lps"] > 0
