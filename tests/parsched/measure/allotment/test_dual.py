"""The dual approximation accepts with an allotment and rejects with a proof."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

from parsched.measure.allotment import choices as choice_kernels
from parsched.measure.allotment import dual
from parsched.measure.allotment import dual as kernels
from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import DualApproximation, accepted_allotment, approximate
from parsched.model.problem.workload import Workload
from tests.amount import amount
from tests.parsched.factories import configured, moldable, offline
from tests.parsched.optima import optimum
from tests.parsched.profiles import Case, monotone_cases
from tests.parsched.strategies import moldable_cases, rigid_cases
from tests.twins import uncompiled

PRECISION = 1e-3


def of(workload: Workload, processors: int, precision: float = PRECISION) -> DualApproximation:
    return approximate(Choices.of(workload, processors), processors, precision)


def assert_fits(workload: Workload, processors: int, found: DualApproximation) -> None:
    """The allotment meets the three conditions of the accepted guess."""
    choices = Choices.of(workload, processors)
    widths, times = choices.taken(found.chosen)
    assert (choices.offsets[:-1] <= found.chosen).all()
    assert (found.chosen < choices.offsets[1:]).all()
    assert (times <= found.accepted).all()
    assert widths[found.shelf == 1].sum() <= processors
    assert (times[found.shelf != 1] <= found.accepted / 2).all()
    assert (widths[found.shelf == 0] == 1).all()
    assert widths @ times <= processors * found.accepted * (1 + dual.ROUNDING)


def test_two_sequential_jobs_and_one_parallel_by_hand() -> None:
    """On two processors 6 is optimal: the pair of jobs side by side for 4, then the third for 2."""
    jobs = moldable([4, 4], [4, 4], [4, 2])
    found = of(jobs, 2, 1e-9)
    assert optimum(jobs, 2, weighted=False) == 6
    assert found.accepted == found.rejected == 6
    assert found.chosen.tolist() == [0, 1, 3]
    assert found.shelf.tolist() == [1, 1, 2]


def test_a_guess_is_rejected_when_the_first_shelf_overflows() -> None:
    """Three jobs of 5 s on two processors: no two of them follow each other within less than 10."""
    found = of(offline((1, 5), (1, 5), (1, 5)), 2)
    assert found.rejected == pytest.approx(10, rel=PRECISION)
    assert found.rejected < 10 <= found.accepted <= 10 * (1 + PRECISION)


def guessed(workload: Workload, processors: int, guess: float) -> list[int] | None:
    """Return the shelves of an accepted guess."""
    found = accepted_allotment(Choices.of(workload, processors), processors, guess)
    return None if found is None else found[1].tolist()


def test_a_job_of_exactly_half_the_guess_may_stand_on_the_second_shelf() -> None:
    """Three jobs of 5 s on two processors fit a guess of 10 exactly."""
    three = offline((2, 5), (2, 5), (2, 0.0))
    assert guessed(three, 2, 10.0) == [2, 2, 2]
    assert guessed(three, 2, math.nextafter(10.0, 0)) is None


def test_a_job_of_exactly_the_guess_is_accepted() -> None:
    one = offline((2, 5))
    assert guessed(one, 2, 5.0) == [1]
    assert guessed(one, 2, math.nextafter(5.0, 0)) is None


def test_the_first_shelf_may_be_full() -> None:
    """Each takes more than half of the guess."""
    assert guessed(offline((3, 5), (1, 4)), 4, 5.0) == [1, 1]
    assert guessed(offline((3, 5), (2, 4)), 4, 5.0) is None


def test_a_guess_is_rejected_for_its_work() -> None:
    """Below 8 the second and the third job stand on the first shelf, and the first one, which takes
    4 on one processor, uses two: 17 processor-seconds of at most 16."""
    jobs = moldable([4, 3], [6, 4], [5, 4])
    found = of(jobs, 2, 1e-6)
    assert found.rejected < 8 <= found.accepted <= 8 * (1 + 1e-6)
    assert found.shelf.tolist() == [0, 1, 1]
    assert optimum(jobs, 2, weighted=False) == 9


def test_jobs_without_length_need_no_time() -> None:
    found = of(offline((4, 0), (1, 0)), 4)
    assert (found.accepted, found.rejected) == (0, 0)
    assert found.chosen.tolist() == [0, 1]


def test_no_jobs_need_no_time() -> None:
    found = of(offline(), 4)
    assert (found.accepted, found.rejected, len(found.chosen)) == (0, 0, 0)


def test_a_job_wider_than_the_machine_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 3 processors"):
        of(offline((4, 1)), 3)


SCALES = [1e-100, 1e15]


@pytest.mark.parametrize("scale", SCALES)
def test_the_unit_of_time_does_not_matter(scale: float) -> None:
    times = np.array([[7, 4, 3], [3, 2, 2], [6, 3, 2]])
    jobs, plain = moldable(*(times * scale)), of(moldable(*times), 3)
    found = of(jobs, 3)
    assert_fits(jobs, 3, found)
    assert found.rejected <= optimum(jobs, 3, weighted=False)
    assert found.rejected == pytest.approx(plain.rejected * scale, rel=2e-3, abs=5e-324)
    assert found.accepted == pytest.approx(plain.accepted * scale, rel=2e-3, abs=5e-324)


def test_few_jobs_on_a_huge_machine_are_decided() -> None:
    """Of three jobs whose times on two widths are nearly equal two run beside the third."""
    unit = 10**7
    two = {1: 10.0 * unit, 2 * unit: 5.1, 25_900_000: 5.0}
    jobs = configured({1: 15.0 * unit, 3 * unit: 5.1, 39_000_000: 5.0}, two, two)
    found = of(jobs, 4 * unit)
    assert found.accepted <= 10.1 * (1 + PRECISION)
    assert found.accepted <= found.rejected * (1 + PRECISION)


def test_without_knapsacks_the_guess_may_be_further_from_the_optimum() -> None:
    unit = 10**7
    two = {1: 10.0 * unit, 2 * unit: 5.1, 25_900_000: 5.0}
    jobs = configured({1: 15.0 * unit, 3 * unit: 5.1, 39_000_000: 5.0}, two, two)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dual, "CELLS", 0)
        found = of(jobs, 4 * unit)
    assert_fits(jobs, 4 * unit, found)
    assert found.rejected <= 10.1 < found.accepted / (1 + PRECISION)


def test_each_guess_is_told() -> None:
    ticks: list[None] = []
    jobs = moldable([4, 3], [6, 4], [5, 4])
    approximate(Choices.of(jobs, 2), 2, PRECISION, lambda: ticks.append(None))
    assert len(ticks) > 5


@settings(max_examples=amount(500))
@given(monotone_cases(jobs=30, largest=20))
def test_monotone_jobs_are_decided_to_the_precision(case: Case) -> None:
    workload, m = case
    found = of(workload, m)
    assert_fits(workload, m, found)
    assert found.rejected <= found.accepted <= found.rejected * (1 + PRECISION)


@settings(max_examples=amount(300))
@given(moldable_cases())
def test_what_is_rejected_is_at_most_the_optimum_of_any_profile(case: Case) -> None:
    workload, m = case
    found = of(workload, m, 1e-4)
    assert_fits(workload, m, found)
    assert found.rejected <= optimum(workload, m, weighted=False) * (1 + 1e-12)


@settings(max_examples=amount(200))
@given(monotone_cases(jobs=4, largest=4))
def test_what_is_rejected_is_at_most_the_optimum_of_monotone_jobs(case: Case) -> None:
    workload, m = case
    assert of(workload, m).rejected <= optimum(workload, m, weighted=False) * (1 + 1e-12)


@settings(max_examples=amount(200))
@given(rigid_cases(jobs=5))
def test_what_is_rejected_is_at_most_the_optimum_of_rigid_jobs(case: Case) -> None:
    workload, m = case
    if len(workload):
        found = of(workload, m)
        assert_fits(workload, m, found)
        assert found.rejected <= optimum(workload, m, weighted=False) * (1 + 1e-12)


@settings(max_examples=amount(100))
@given(monotone_cases(jobs=20, largest=12))
def test_without_a_table_the_interval_may_grow_but_stays_true(case: Case) -> None:
    workload, m = case
    exact = of(workload, m)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dual, "CELLS", 0)
        loose = of(workload, m)
    assert_fits(workload, m, loose)
    assert loose.rejected <= exact.accepted
    assert loose.accepted >= exact.rejected


@settings(max_examples=amount(60))
@given(monotone_cases(jobs=8, largest=6))
def test_the_kernels_equal_their_plain_twins(case: Case) -> None:
    compiled = of(*case)
    with uncompiled(kernels), uncompiled(choice_kernels):
        plain = of(*case)
    assert (plain.accepted, plain.rejected) == (compiled.accepted, compiled.rejected)
    assert np.array_equal(plain.chosen, compiled.chosen)
    assert np.array_equal(plain.shelf, compiled.shelf)
