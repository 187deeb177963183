"""Lower bounds on the sum of weighted completion times."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.measure.bounds import BOUNDS, bounds_of, minsum
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from tests.amount import amount
from tests.parsched.factories import moldable, offline, rigid
from tests.parsched.optima import optimum
from tests.parsched.strategies import moldable_cases, rigid_cases, rough_cases


def certified(workload: Workload, processors: int) -> list[float]:
    """Values of all bounds that claim to hold."""
    found = bounds_of(Instance(workload, Platform.of(processors)))["minsum"]
    return [value for key, value in found.items() if BOUNDS["minsum"][key].certified]


def test_release_and_length_by_hand() -> None:
    jobs = replace(rigid((0, 1, 3), (2, 1, 5)), weight=np.array([2.0, 3.0]))
    assert minsum.release_length(jobs, Platform.of(4)) == 2 * 3 + 3 * 7


def test_squashed_area_by_hand() -> None:
    jobs = replace(offline((2, 4), (4, 1)), weight=np.array([1.0, 2.0]))
    smith = [1.0, 3.0]
    mean_busy = 2 * (smith[0] - 1 / 2) + 1 * (smith[1] - 2 / 2)
    assert minsum.squashed_area(jobs, Platform.of(4)) == mean_busy + 2 * 1 / 2 + 1 * 4 / 2


def test_squashed_area_is_exact_for_jobs_as_wide_as_the_machine() -> None:
    jobs = replace(offline((4, 3), (4, 1), (4, 2)), weight=np.array([1.0, 1.0, 4.0]))
    best = optimum(jobs, 4, weighted=True)
    assert minsum.squashed_area(jobs, Platform.of(4)) == pytest.approx(best)


@settings(max_examples=amount(200))
@given(
    st.lists(st.tuples(st.floats(1e-3, 10), st.floats(0.1, 10)), min_size=1, max_size=5),
    st.integers(0, 2**32),
)
def test_rounding_lifts_no_simple_bound_above_what_a_schedule_reaches(
    pairs: list[tuple[float, float]], seed: int
) -> None:
    release = np.sort(np.random.default_rng(seed).choice([0, 0.1, 5.7], len(pairs)))
    jobs = rigid(*((r, 1, time) for r, (time, _) in zip(release, pairs, strict=True)))
    jobs = replace(jobs, weight=np.array([weight for _, weight in pairs]))
    best = optimum(jobs, 1, weighted=True)
    assert minsum.release_length(jobs, Platform.of(1)) <= best
    assert minsum.squashed_area(jobs, Platform.of(1)) <= best


@settings(max_examples=amount(60))
@given(rigid_cases(released=True, jobs=5, longest=4), st.lists(st.integers(1, 9), min_size=5))
def test_no_bound_exceeds_the_optimum_of_rigid_jobs(
    case: tuple[Workload, int], weights: list[int]
) -> None:
    workload, m = case
    if len(workload):
        workload = replace(workload, weight=np.array(weights[: len(workload)], float))
        best = optimum(workload, m, weighted=True)
        for value in certified(workload, m):
            assert value <= best * (1 + 1e-12)


@settings(max_examples=amount(40))
@given(moldable_cases(jobs=3))
def test_no_bound_exceeds_the_optimum_of_moldable_jobs(case: tuple[Workload, int]) -> None:
    workload, m = case
    best = optimum(workload, m, weighted=True)
    for value in certified(workload, m):
        assert value <= best * (1 + 1e-12)


def test_a_moldable_job_counts_with_its_least_work_and_its_least_time() -> None:
    jobs = moldable([9, 5, 4], weight=[2])
    assert minsum.squashed_area(jobs, Platform.of(3)) == 2 * (9 / 6 + 4 / 2)


@settings(max_examples=amount(150))
@given(rough_cases(released=True, jobs=3))
def test_no_bound_exceeds_the_optimum_of_careless_measurements(case: tuple[Workload, int]) -> None:
    workload, m = case
    best = optimum(workload, m, weighted=True)
    for value in certified(workload, m):
        assert value <= best * (1 + 1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_the_sites_of_a_grid_together_are_one_machine(seed: int) -> None:
    rng = np.random.default_rng(seed)
    jobs = moldable(*rng.integers(1, 9, (6, 2)), weight=rng.integers(1, 9, 6).tolist())
    grid, cluster = (
        bounds_of(Instance(jobs, Platform.of(*sites)))["minsum"] for sites in ((2, 2), (4,))
    )
    assert grid == pytest.approx(cluster)
