"""Each list algorithm sorts by its own size."""

import numpy as np
import pytest
from hypothesis import given

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.lists.lpt import lpt
from parsched.policies.lists.ltf import ltf
from parsched.policies.lists.placement import ListParams
from parsched.policies.lists.widest import widest
from tests.parsched.factories import offline
from tests.parsched.optima import optimum
from tests.parsched.strategies import rigid_cases

BOTH = [ListParams(placement="graham"), ListParams(placement="serial")]
JOBS = offline((1, 9), (2, 6), (4, 2))
"""Longest, largest and widest."""


@pytest.mark.parametrize(
    ("algorithm", "first"), [(lpt, 0), (ltf, 1), (widest, 2)], ids=["lpt", "ltf", "widest"]
)
def test_the_first_of_the_list_starts_at_once(algorithm: object, first: int) -> None:
    assert callable(algorithm)
    schedule = algorithm(Instance(JOBS, Platform.of(4)), ListParams(), Stop())
    assert schedule.start[first] == 0


@pytest.mark.parametrize("params", BOTH, ids=lambda p: str(p.placement))
def test_worked_example(params: ListParams) -> None:
    """On four processors: LTF 1 and 2 together, then 3; widest first 3, then the others."""
    machine = Platform.of(4)
    assert ltf(Instance(JOBS, machine), params, Stop()).start.tolist() == [0, 0, 9]
    assert lpt(Instance(JOBS, machine), params, Stop()).start.tolist() == [0, 0, 9]
    assert widest(Instance(JOBS, machine), params, Stop()).start.tolist() == [2, 2, 0]


def test_a_tie_is_broken_by_job_order() -> None:
    jobs = offline((3, 2), (2, 3), (3, 2))
    assert ltf(Instance(jobs, Platform.of(3)), ListParams(), Stop()).start.tolist() == [0, 2, 5]


@pytest.mark.parametrize("params", BOTH, ids=lambda p: str(p.placement))
def test_lpt_meets_grahams_bound_on_sequential_jobs(params: ListParams) -> None:
    """Graham's worst case on two processors: 7 against 6."""
    jobs = offline((1, 2), (1, 2), (1, 2), (1, 3), (1, 3))
    schedule = lpt(Instance(jobs, Platform.of(2)), params, Stop())
    assert schedule.end.max() == 7
    assert optimum(jobs, 2, weighted=False) == 6


@given(rigid_cases())
def test_lpt_of_sequential_jobs_is_one_schedule(case: tuple[Workload, int]) -> None:
    workload, m = case
    jobs = offline(*((1, float(t)) for t in workload.runtime if t > 0))
    one, two = (lpt(Instance(jobs, Platform.of(m)), params, Stop()) for params in BOTH)
    assert np.array_equal(one.start, two.start)
