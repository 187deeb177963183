"""Times of a workload as whole multiples of one length."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.time_unit import (
    FIRST,
    exact_unit,
    is_exact,
    meets,
    reaches,
    rounded_up,
    same,
)
from tests.parsched.factories import offline


@pytest.mark.parametrize(
    ("times", "unit"),
    [
        ([6.0, 15.0, 0.0], 3.0),
        ([7.0], 7.0),
        ([0.75, 2.0], 0.25),
        ([1.5, 4.5], 1.5),
        ([], 1.0),
        ([0.0], 1.0),
        ([0.1, 0.3], None),
        ([1 / 3], None),
        ([2.0**53 - 1, 0.5], None),
        ([2.0**52 - 0.5, 0.5], 0.5),
        ([3 * 2.0**50, 1.5], 1.5),
        ([3 * 2.0**51, 1.5], None),
        ([2.0**53, 2.0**-10], None),
        ([2.0**43, 2.0**-10], 2.0**-10),
        ([2.0**33, 3 * 2.0**-20], 2.0**-20),
        ([2.0**-21], None),
    ],
)
def test_it_is_the_longest_length_that_divides_all(times: list[float], unit: float | None) -> None:
    assert exact_unit(np.array(times)) == unit


@given(
    st.lists(st.integers(0, 10**6), min_size=1, max_size=8),
    st.sampled_from([1.0, 0.5, 0.125, 3.0, 12.0]),
)
def test_multiples_are_exact(counts: list[int], length: float) -> None:
    times = np.array(counts) * length
    unit = exact_unit(times)
    assert unit is not None
    assert unit >= length
    assert np.array_equal(np.round(times / unit) * unit, times)


@pytest.mark.parametrize(
    ("value", "unit", "rounded"),
    [
        (12.2, 1.0, 13.0),
        (12.0, 1.0, 12.0),
        (12.0000000001, 1.0, 13.0),
        (0.3, 0.25, 0.5),
        (2e12 + 0.5, 1.0, 2e12 + 1),
        (2.0**53 - 1, 1.0, 2.0**53 - 1),
        (2.0**53 + 2, 1.0, 2.0**53 + 2),
        (0.3, None, 0.3),
    ],
)
def test_a_bound_is_rounded_up_to_a_multiple(
    value: float, unit: float | None, rounded: float
) -> None:
    assert rounded_up(value, unit) == rounded


@pytest.mark.parametrize(
    ("value", "rounded"),
    [
        (1.05, 1.1),
        (1.1 + 1e-15, 1.1),
        (1.1 - 1e-15, 1.1),
        (1.1 + 1e-9, 1.2),
        (2e10 + 0.05, None),
    ],
)
def test_rounding_up_to_tenths_forgives_what_rounding_makes(
    value: float, rounded: float | None
) -> None:
    """Beyond 10^11 tenths rounding is too near to a tenth."""
    assert rounded_up(value, 0.1) == (value if rounded is None else rounded)


def test_a_unit_is_exact_or_decimal() -> None:
    assert [is_exact(unit) for unit in (0.5, 3.0, 0.1, 0.3)] == [True, True, False, False]


@pytest.mark.parametrize(
    ("times", "unit"),
    [
        ([0.5, 3.0], 0.5),
        ([0.1, 0.3], 0.1),
        ([0.6, 1.5], 0.3),
        ([0.1 + 0.2, 0.7], 0.1),
        ([12.000001], 12.000001),
        ([0.1234567], 0.1234567),
        ([1 / 3], 1 / 3),
        ([1 / 3, 0.5], 1 / 6),
        ([2**0.5, 1.0], None),
        ([0.0, 0.0], 1.0),
        ([1.0] * FIRST + [0.1], 0.1),
    ],
)
def test_instances_tell_theirs_in_seconds(times: list[float], unit: float | None) -> None:
    jobs = offline(*((1, time) for time in times))
    assert Instance(jobs, Platform.of(1)).unit == unit


def test_a_late_time_without_a_unit_is_not_missed() -> None:
    assert exact_unit(np.array([1.0] * FIRST + [0.1])) is None
    assert exact_unit(np.array([1.0] * FIRST + [0.5])) == 0.5


class TestMeeting:
    """Whether a makespan is proved to be the least."""

    def test_one_unit_above_the_bound_is_not(self) -> None:
        for bound, unit in ((2e12, 1.0), (2.0**51, 0.5), (1e5, 1e-6), (1e10, 0.1)):
            assert meets(bound, bound, unit)
            assert not meets(bound + unit, bound, unit)

    def test_decimals_may_be_off_by_rounding(self) -> None:
        assert meets(0.1 + 0.7 + 0.3, 1.05, 0.1)
        assert not meets(1.1 + 1e-11, 1.05, 0.1)

    def test_without_a_unit_rounding_proves_nothing(self) -> None:
        assert meets(12.0, 12.0, None)
        assert not meets(12.0, 12 - 1e-13, None)
        assert reaches(12.0, 12 - 1e-13, None)

    def test_nor_do_more_units_than_can_be_told_apart(self) -> None:
        assert not meets(2.0**53 + 2, 2.0**53, 1.0)
        assert not meets(2e10 + 0.01, 2e10, 0.1)


@pytest.mark.parametrize(
    ("a", "b", "are_same"),
    [
        (12.0, 12.0, True),
        (12.0, 12 + 1e-13, True),
        (12.0, 12.001, False),
        (2e12, 2e12 + 1, False),
        (2e12 + 0.5, 2e12 + 0.25, True),
        (1e300, 1e300 * (1 + 1e-15), True),
        (float("nan"), float("nan"), False),
        (0.0, 1e-300, False),
    ],
)
def test_whole_numbers_do_not_differ_by_rounding(a: float, b: float, are_same: bool) -> None:
    assert same(a, b) == same(b, a) == are_same
