"""Series for plots against the plainest computation there is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.report.curves import ECDF_POINTS, ecdf, level_over_time
from parsched.report.distributions import first_view

WHOLE = st.integers(0, 40)
ITEMS = st.lists(st.tuples(WHOLE, WHOLE, st.integers(1, 9)), min_size=1, max_size=30)


@given(st.lists(WHOLE, min_size=1, max_size=60), st.integers(2, 12))
def test_each_point_of_the_distribution_is_exact(values: list[int], points: int) -> None:
    array = np.array(values, np.float64)
    found = ecdf(array, points)
    assert len(found.x) <= points
    assert found.x[0] == array.min()
    assert found.x[-1] == array.max()
    assert found.y[-1] == 1.0
    for x, y in zip(found.x, found.y, strict=True):
        assert y == pytest.approx((array <= x).mean())


def test_the_distribution_keeps_to_a_screen_and_misses_no_more_than_a_step() -> None:
    values = np.random.default_rng(1).exponential(1000.0, 100_000)
    found = ecdf(values)
    assert len(found.x) <= ECDF_POINTS
    assert np.diff(found.y).max() < 2.1 / ECDF_POINTS


@given(ITEMS)
def test_few_steps_are_given_as_they_are(items: list[tuple[int, int, int]]) -> None:
    begin, length, height = (np.array(column, np.float64) for column in zip(*items, strict=True))
    found = level_over_time(begin, begin + length, height)
    for x, y in zip(found.x, found.y, strict=True):
        assert y == pytest.approx(height[(begin <= x) & (x < begin + length)].sum())
    assert found.x[-1] == (begin + length).max()


@given(ITEMS, st.integers(1, 7))
def test_bins_hold_the_mean_over_time(items: list[tuple[int, int, int]], bins: int) -> None:
    begin, length, height = (np.array(column, np.float64) for column in zip(*items, strict=True))
    end = begin + length
    found = level_over_time(begin, end, height, bins=bins)
    if len(np.unique(np.concatenate([[0.0], begin, end]))) <= bins:
        return
    assert len(found.x) == bins + 1
    for low, high, mean in zip(found.x, found.x[1:], found.y, strict=False):
        inside = np.minimum(end, high) - np.maximum(begin, low)
        area = float((height * np.maximum(inside, 0.0)).sum())
        assert mean * (high - low) == pytest.approx(area, abs=1e-9)


def test_nothing_is_flat() -> None:
    none = np.empty(0)
    assert ecdf(none).as_json() == {"x": [], "y": []}
    assert level_over_time(none, none, none).as_json() == {"x": [0.0], "y": [0.0]}


@pytest.mark.parametrize(
    ("ends", "seen"),
    [
        ([], 0.0),
        ([5.0], 5.0),
        ([5.0, 6.0, 19.0], 19.0),
        ([5.0, 100.0, 6.0], 6.9),
        ([1.0, 100.0, 110.0], 110.0),
        ([0.0, 0.0, 3.0], 3.0),
    ],
)
def test_one_much_longer_run_does_not_squeeze_the_others(ends: list[float], seen: float) -> None:
    assert first_view(ends) == pytest.approx(seen)
