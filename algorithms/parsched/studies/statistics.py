"""Statistics of repetitions: aggregates with intervals, and comparisons of pairs."""

from collections.abc import Callable
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.arrays import Floats
from parsched.model.problem.time_unit import ROUNDING

CONFIDENCE = 0.95
KINDS = {
    "mean": "95 % interval of the mean by Student's t",
    "ratio_of_sums": "95 % interval of the ratio of sums by the bootstrap",
}
"""Aggregates with an interval, and what that is, as pages, tables and files say it; the interval of
another one would belong to another number."""
RESAMPLES = 1_999
"""Resamples of a bootstrap."""
FEWEST = 2
"""Values that an interval needs."""
FEWEST_TRIMMED = 3
FEWEST_DRAWN = 3
"""Values that a bootstrap needs: of two it knows three means."""
Interval: TypeAlias = tuple[float, float]
UNKNOWN: Interval = (nan, nan)


@dataclass(frozen=True, kw_only=True)
class Aggregate:
    """A number that stands for many, `least` of them at least; `of` takes values and, of ratios,
    sums above and below."""

    key: str
    title: str
    formula: str
    of: Callable[[Floats, Floats, Floats], float]
    least: int = 1


AGGREGATES: dict[str, Aggregate] = {}


def _aggregate(key: str, title: str, formula: str, least: int = 1) -> Callable[..., Any]:
    def add(of: Callable[[Floats, Floats, Floats], float]) -> Any:
        AGGREGATES[key] = Aggregate(key=key, title=title, formula=formula, of=of, least=least)
        return of

    return add


@_aggregate("mean", "mean", "Σ x / n")
def _mean(values: Floats, above: Floats, below: Floats) -> float:
    return float(values.mean())


@_aggregate("ratio_of_sums", "ratio of sums", "Σ values / Σ denominators")
def _ratio_of_sums(values: Floats, above: Floats, below: Floats) -> float:
    return float(above.sum() / below.sum()) if len(below) and below.sum() else nan


@_aggregate(
    "trimmed_mean",
    "trimmed mean",
    "mean without the least and the largest x",
    least=FEWEST_TRIMMED,
)
def _trimmed_mean(values: Floats, above: Floats, below: Floats) -> float:
    return float(np.sort(values)[1:-1].mean())


@_aggregate("median", "median", "middle x")
def _median(values: Floats, above: Floats, below: Floats) -> float:
    return float(np.median(values))


@_aggregate("min", "min", "min x")
def _min(values: Floats, above: Floats, below: Floats) -> float:
    return float(values.min())


@_aggregate("max", "max", "max x")
def _max(values: Floats, above: Floats, below: Floats) -> float:
    return float(values.max())


@_aggregate("deviation", "σ", "√(Σ (x − mean)² / (n − 1))", least=FEWEST)
def _deviation(values: Floats, above: Floats, below: Floats) -> float:
    return deviation(values)


NOTHING = np.empty(0)


def aggregate(key: str, values: Floats, above: Floats = NOTHING, below: Floats = NOTHING) -> float:
    """Return one of AGGREGATES of the values that are known; NaN where these are too few.

    Parameters
    ----------
    values
        float64, shape (n,); NaN for unknown ones.
    above, below
        Of ratios, the numbers that were divided, float64 of one shape.
    """
    known, declared = values[~np.isnan(values)], AGGREGATES[key]
    return declared.of(known, above, below) if len(known) >= declared.least else nan


def _scipy() -> Any:
    from scipy import stats  # noqa: PLC0415 (slow to load)

    return stats


def deviation(values: Floats) -> float:
    """Return the standard deviation of a sample; NaN of fewer than two values."""
    return float(values.std(ddof=1)) if len(values) >= FEWEST else nan


def t_interval(values: Floats) -> Interval:
    """Return the 95 % interval of the mean by Student's t; unknown for fewer than two values."""
    known = values[~np.isnan(values)]
    if len(known) < FEWEST:
        return UNKNOWN
    from scipy.special import stdtrit  # noqa: PLC0415 (slow to load)

    quantile = stdtrit(len(known) - 1, (1 + CONFIDENCE) / 2)
    half = float(quantile) * deviation(known) / sqrt(len(known))
    centre = float(known.mean())
    return centre - half, centre + half


def bootstrap_interval(values: Floats) -> Interval:
    """Return the 95 % interval of the mean by the bootstrap (BCa, Efron 1987), of a fixed seed."""
    known = values[~np.isnan(values)]
    return _bootstrap((known,), lambda x, axis: x.mean(axis=axis))


def ratio_interval(above: Floats, below: Floats) -> Interval:
    """Return the same of a ratio of sums: instances are drawn, each with both of its numbers."""
    return _bootstrap((above, below), lambda x, y, axis: x.sum(axis=axis) / y.sum(axis=axis))


def _bootstrap(data: tuple[Floats, ...], statistic: Callable[..., Any]) -> Interval:
    if len(data[0]) < FEWEST_DRAWN:
        return UNKNOWN
    whole = float(statistic(*data, axis=-1))
    each = statistic(*(column[:, None] for column in data), axis=-1)
    if np.ptp(each) <= ROUNDING * abs(whole):  # the bootstrap of equal values is not defined
        return whole, whole
    found = (
        _scipy()
        .bootstrap(
            data,
            statistic,
            paired=True,
            n_resamples=RESAMPLES,
            confidence_level=CONFIDENCE,
            rng=np.random.default_rng(0),
        )
        .confidence_interval
    )
    return float(found.low), float(found.high)


def share_interval(count: int, of: int) -> Interval:
    """Return the 95 % interval of a share of `of` instances (Wilson 1927)."""
    if not of:
        return UNKNOWN
    found = _scipy().binomtest(count, of).proportion_ci(CONFIDENCE, method="wilson")
    return float(found.low), float(found.high)


def variance_ratio_interval(first: Floats, second: Floats) -> Interval:
    """Return the 95 % interval of the ratio of the variances of two samples (F); unknown of fewer
    than two values, and where the second are all alike."""
    if min(len(first), len(second)) < FEWEST or not second.std():
        return UNKNOWN
    ratio = float(first.var(ddof=1) / second.var(ddof=1))
    ends = (1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2
    low, high = (_scipy().f.ppf(end, len(first) - 1, len(second) - 1) for end in ends)
    return ratio / float(high), ratio / float(low)


@dataclass(frozen=True, kw_only=True)
class Pairs:
    """Two methods on the same instances: first minus second.

    Parameters
    ----------
    count
        Instances on which both ran and have a value, or no schedule.
    difference, interval
        Mean difference, with its 95 % interval by Student's t, where both have a number.
    wins, ties, losses
        Instances on which the first one is better, as good, worse; a run without a schedule is
        worse than any with one, and as good as another without.
    lost
        Instances on which either has no schedule.
    sign, wilcoxon
        p-values of the two-sided sign test and of the signed-rank test (zeros are left out); 1
        where all differences are 0.
    effect
        Mean difference over its standard deviation (Cohen's d for pairs): 0.2 is small, 0.8 large;
        0 where all differences are 0, NaN where they are otherwise alike.
    """

    count: int
    difference: float
    interval: Interval
    wins: int
    ties: int
    losses: int
    sign: float
    wilcoxon: float
    effect: float
    lost: int = 0

    @classmethod
    def of(
        cls,
        first: Floats,
        second: Floats,
        *,
        is_lower_better: bool = True,
        lost: tuple[NDArray[np.bool_], NDArray[np.bool_]] | None = None,
    ) -> "Pairs":
        """Compare two methods by their values on the same instances.

        Parameters
        ----------
        first, second
            float64 of one shape, NaN for unknown ones.
        lost
            bool of the same shape for each: runs without a schedule, whatever stands for them.
        """
        none = np.zeros(first.shape, bool)
        one_lost, other_lost = (none, none) if lost is None else lost
        numbers = np.isfinite(first) & np.isfinite(second)
        difference = _difference(first[numbers], second[numbers])
        known = (np.isfinite(first) | one_lost) & (np.isfinite(second) | other_lost)
        order = _order(first, second, one_lost, other_lost, 1 if is_lower_better else -1)[known]
        below, above = int((order < 0).sum()), int((order > 0).sum())
        wins, losses = (below, above) if is_lower_better else (above, below)
        spread = deviation(difference)
        centre = float(difference.mean()) if len(difference) else nan
        return cls(
            count=len(order),
            difference=centre,
            interval=t_interval(difference),
            wins=wins,
            ties=len(order) - wins - losses,
            losses=losses,
            lost=int((one_lost | other_lost)[known].sum()),
            sign=_sign_test(wins, losses),
            wilcoxon=_wilcoxon(order),
            effect=0.0 if centre == 0 and spread == 0 else centre / spread if spread else nan,
        )


def _difference(first: Floats, second: Floats) -> Floats:
    """Return first minus second; what differs by rounding only is no difference."""
    close = np.isclose(first, second, rtol=ROUNDING, atol=0.0)
    return np.where(close, 0.0, first - second)


def _order(
    first: Floats,
    second: Floats,
    one_lost: NDArray[np.bool_],
    other_lost: NDArray[np.bool_],
    worse: int,
) -> Floats:
    """Return the difference by which tests rank pairs: infinite where one alone has no schedule,
    with the sign that is worse for it, and 0 where neither has one."""
    order = _difference(first, second)
    order = np.where(one_lost & ~other_lost, worse * np.inf, order)
    order = np.where(other_lost & ~one_lost, -worse * np.inf, order)
    return np.where(one_lost & other_lost, 0.0, order)


def _sign_test(wins: int, losses: int) -> float:
    if not wins + losses:
        return 1.0
    return float(_scipy().binomtest(wins, wins + losses).pvalue)


def _wilcoxon(difference: Floats) -> float:
    if not difference.any():
        return 1.0
    return float(_scipy().wilcoxon(difference[difference != 0]).pvalue)
