"""Aggregates, intervals and pairs: by hand, against SciPy, and by simulation."""

from math import isnan, nan

import numpy as np
import pytest
from scipy import stats

from parsched.studies.samples import MethodSample
from parsched.studies.statistics import (
    AGGREGATES,
    Pairs,
    aggregate,
    bootstrap_interval,
    ratio_interval,
    share_interval,
    t_interval,
    variance_ratio_interval,
)

VALUES = np.array([1.0, 2.0, 4.0, 9.0])


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("mean", 4.0),
        ("trimmed_mean", 3.0),
        ("median", 3.0),
        ("min", 1.0),
        ("max", 9.0),
        ("deviation", np.sqrt((9 + 4 + 0 + 25) / 3)),
    ],
)
def test_aggregates_by_hand(key: str, expected: float) -> None:
    assert aggregate(key, VALUES) == pytest.approx(expected)


def test_ratio_of_sums_weighs_by_the_denominators() -> None:
    above, below = np.array([2.0, 30.0]), np.array([1.0, 10.0])
    assert aggregate("ratio_of_sums", above / below, above, below) == pytest.approx(32 / 11)
    assert aggregate("mean", above / below) == pytest.approx(2.5)


def test_unknown_values_do_not_count() -> None:
    for key in AGGREGATES:
        without = aggregate(key, VALUES, VALUES, np.ones(4))
        assert aggregate(key, np.append(VALUES, nan), VALUES, np.ones(4)) == without
        assert isnan(aggregate(key, np.array([nan])))


def test_the_least_and_the_largest_are_removed_once() -> None:
    assert aggregate("trimmed_mean", np.array([5.0, 5.0, 5.0, 8.0])) == 5.0
    assert aggregate("trimmed_mean", np.array([9.0, 1.0, 4.0, 2.0])) == 3.0
    assert isnan(aggregate("trimmed_mean", np.array([1.0, 2.0])))


def test_the_t_interval_equals_scipys() -> None:
    found = stats.ttest_1samp(VALUES, 0.0).confidence_interval(0.95)
    assert t_interval(VALUES) == pytest.approx((found.low, found.high))


def test_one_value_has_no_interval() -> None:
    assert all(map(isnan, t_interval(np.array([3.0]))))
    assert all(map(isnan, bootstrap_interval(np.array([3.0]))))


def test_equal_values_have_an_interval_of_no_width() -> None:
    assert bootstrap_interval(np.full(5, 3.0)) == (3.0, 3.0)
    assert ratio_interval(np.arange(1.0, 6.0) * 2, np.arange(1.0, 6.0)) == (2.0, 2.0)


@pytest.mark.parametrize("interval", [t_interval, bootstrap_interval])
def test_intervals_cover_the_mean_as_often_as_they_say(interval: object) -> None:
    rng = np.random.default_rng(7)
    samples = rng.gamma(4.0, 1.0, (250, 30))
    assert callable(interval)
    covered = sum(low <= 4.0 <= high for low, high in map(interval, samples))
    # Of 250 samples, 95 % ± four standard deviations of a binomial law.
    assert 224 <= covered <= 250


def test_the_interval_of_a_ratio_covers_it() -> None:
    rng = np.random.default_rng(8)
    covered = 0
    for _ in range(200):
        below = rng.uniform(1, 10, 40)
        low, high = ratio_interval(below * rng.normal(1.5, 0.2, 40), below)
        covered += low <= 1.5 <= high
    assert 176 <= covered <= 200


def test_a_ratio_of_what_varies_together_is_certain() -> None:
    """Numbers of one instance belong together: drawn apart, they would make it seven times as
    wide."""
    rng = np.random.default_rng(11)
    below = rng.uniform(1, 10, 40)
    low, high = ratio_interval(below * rng.normal(1.5, 0.05, 40), below)
    assert high - low < 0.1


def test_the_interval_of_a_gain_covers_it() -> None:
    rng = np.random.default_rng(9)
    covered = 0
    for _ in range(400):
        second = rng.uniform(1, 10, 40)
        first = second * rng.normal(0.8, 0.1, 40)
        _, (low, high) = MethodSample.mean(first).gain(MethodSample.mean(second))
        covered += low <= 0.2 <= high
    assert 360 <= covered <= 396


def test_a_gain_by_hand() -> None:
    gain, (low, high) = MethodSample.mean([9.0, 18.0]).gain(MethodSample.mean([10.0, 20.0]))
    assert gain == pytest.approx(0.1)
    assert low == pytest.approx(0.1)
    assert high == pytest.approx(0.1)


def test_the_ratio_of_variances_has_the_interval_of_f() -> None:
    rng = np.random.default_rng(7)
    first, second = rng.normal(0, 1, 12), rng.normal(0, 2, 20)
    low, high = variance_ratio_interval(first, second)
    ratio = first.var(ddof=1) / second.var(ddof=1)
    inside = stats.f.cdf(ratio / low, 11, 19) - stats.f.cdf(ratio / high, 11, 19)
    assert inside == pytest.approx(0.95)
    assert low < ratio < high
    assert all(map(np.isnan, variance_ratio_interval(first, np.ones(5))))
    assert all(map(np.isnan, variance_ratio_interval(first[:1], second)))


def test_shares_have_the_interval_of_wilson() -> None:
    # Brown, Cai and DasGupta (2001): 10 of 10 has a Wilson interval from 0.7225.
    low, high = share_interval(10, 10)
    assert low == pytest.approx(0.7225, abs=1e-4)
    assert high == 1.0


def test_pairs_by_hand() -> None:
    first, second = np.array([1.0, 2.0, 3.0, 5.0]), np.array([2.0, 2.0, 5.0, 4.0])
    found = Pairs.of(first, second)
    assert (found.wins, found.ties, found.losses, found.count) == (2, 1, 1, 4)
    assert found.difference == pytest.approx(-0.5)
    assert found.effect == pytest.approx(-0.5 / np.std([-1, 0, -2, 1], ddof=1))
    assert found.sign == pytest.approx(1.0)
    other = Pairs.of(first, second, is_lower_better=False)
    assert (other.wins, other.losses) == (1, 2)


def test_pairs_are_tested_as_scipy_does() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(0.0, 1, 30), rng.normal(0.4, 1, 30)
    found = Pairs.of(first, second)
    difference = first - second
    assert found.wilcoxon == pytest.approx(stats.wilcoxon(difference).pvalue)
    wins = int((difference < 0).sum())
    assert found.sign == pytest.approx(stats.binomtest(wins, 30).pvalue)
    low, high = stats.ttest_rel(first, second).confidence_interval()
    assert found.interval == pytest.approx((low, high))


def test_differences_by_rounding_are_ties() -> None:
    found = Pairs.of(np.array([0.1 + 0.2, 2.0]), np.array([0.3, 1.0]))
    assert (found.wins, found.ties, found.losses) == (0, 1, 1)


def test_equal_methods_do_not_differ() -> None:
    found = Pairs.of(VALUES, VALUES)
    assert (found.sign, found.wilcoxon, found.effect) == (1.0, 1.0, 0.0)


def test_instances_that_one_method_lacks_do_not_count() -> None:
    assert Pairs.of(np.array([1.0, nan]), np.array([2.0, 2.0])).count == 1
