"""Times of a workload as whole multiples of one length."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.granule import decimal_unit, granule, rounded_up


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
    ],
)
def test_it_is_the_longest_length_that_divides_all(times: list[float], unit: float | None) -> None:
    assert granule(np.array(times)) == unit


@given(
    st.lists(st.integers(0, 10**6), min_size=1, max_size=8),
    st.sampled_from([1.0, 0.5, 0.125, 3.0, 12.0]),
)
def test_multiples_are_exact(counts: list[int], length: float) -> None:
    times = np.array(counts) * length
    unit = granule(times)
    assert unit is not None
    assert unit >= length
    assert np.array_equal(np.round(times / unit) * unit, times)


@pytest.mark.parametrize(
    ("value", "unit", "rounded"),
    [(12.2, 1.0, 13.0), (12.0, 1.0, 12.0), (12.0000000001, 1.0, 12.0000000001), (0.3, 0.25, 0.5)],
)
def test_rounding_up_forgives_small_errors(value: float, unit: float, rounded: float) -> None:
    assert rounded_up(value, unit) == rounded


@pytest.mark.parametrize(
    ("times", "unit"),
    [
        ([0.1, 0.3], 0.1),
        ([0.6, 1.5], 0.3),
        ([0.1 + 0.2, 0.7], 0.1),
        ([12.000001], 12.000001),
        ([1 / 3], None),
        ([0.1234567], None),
        ([2e10, 0.1], None),
        ([0.0, 0.0], 1.0),
        ([], 1.0),
    ],
)
def test_decimals_have_a_unit_but_for_rounding(times: list[float], unit: float | None) -> None:
    assert decimal_unit(np.array(times)) == unit
