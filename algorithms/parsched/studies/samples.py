"""Samples: what a method reached on the instances of a study, and the average that stands for it.

A run without a schedule has lost. It counts with the longest makespan that it tried, as "at least"
that; with infinity where it tried none. So an average may be "at least" a number, too, and no
statement that it is small is ever confirmed by it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf, isnan, nan, sqrt
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.arrays import Floats
from parsched.studies.statistics import UNKNOWN, Interval, ratio_interval, t_interval

Average = Literal["mean", "ratio_of_sums"]
"""How a study averages: every instance alike, or, of ratios, sums over sums, in which large
instances count more."""
Z = 1.96
"""Standard deviations of a 95 % interval of many values."""


@dataclass(frozen=True, eq=False)
class MethodSample:
    """What one method reached on each of some instances.

    Parameters
    ----------
    above, below
        float64 of one shape, (n_instances,): values, and what they count against, 1 for means.
        NaN where something is unknown, and infinite above for a run that lost without a number.
    is_least
        bool of the same shape: runs that lost, whose numbers are "at least".
    average
        How they are averaged.

    Examples
    --------
    >>> one = MethodSample.mean([1.0, 3.0])
    >>> one.value, one.gain(MethodSample.mean([4.0, 4.0]))[0]
    (2.0, 0.5)
    """

    above: Floats
    below: Floats
    is_least: NDArray[np.bool_]
    average: Average = "mean"

    @classmethod
    def mean(cls, values: Sequence[float] | Floats) -> Self:
        """Build from values that are known and averaged by their mean."""
        above = np.asarray(values, float)
        return cls(above, np.ones_like(above), np.zeros(above.shape, bool))

    @classmethod
    def joined(cls, samples: Sequence["MethodSample"]) -> "MethodSample":
        """Pool samples that are averaged alike."""
        columns = ((of.above, of.below, of.is_least) for of in samples)
        above, below, is_least = (np.concatenate(column) for column in zip(*columns, strict=True))
        return MethodSample(above, below, is_least, samples[0].average)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which instances count, bool, shape (n_instances,)."""
        known: NDArray[np.bool_] = ~(np.isnan(self.above) | np.isnan(self.below))
        return known

    def only(self, which: NDArray[np.bool_]) -> "MethodSample":
        """Return the sample of some instances."""
        return MethodSample(
            self.above[which], self.below[which], self.is_least[which], self.average
        )

    @property
    def value(self) -> float:
        """The average of what is known; NaN of nothing, infinite where a run that lost is."""
        own = self.only(self.known)
        total = float(own.below.sum())
        return float(own.above.sum()) / total if total else nan

    @property
    def values(self) -> Floats:
        """What is known and finite of each instance, float64 of one dimension."""
        with np.errstate(invalid="ignore"):
            each = self.above / self.below
        known: Floats = each[np.isfinite(each)]
        return known

    @property
    def variance(self) -> float:
        """The variance of `value`, by its linear part (Cochran 1977); 0 where it cannot be
        estimated."""
        parts = self.parts(self.value)
        return float(parts.var(ddof=1)) / len(parts) if len(parts) > 1 else 0.0

    def parts(self, value: float) -> Floats:
        """Return how each known instance moves the average; nothing where that is not finite."""
        own = self.only(self.known)
        if not np.isfinite(value):
            return np.empty(0)
        moved: Floats = (own.above - value * own.below) / own.below.mean()
        return moved

    @property
    def measured(self) -> Interval:
        """The 95 % interval of `value` as the runs give it: by t of a mean, by the bootstrap of a
        ratio of sums; unknown of too few."""
        own, value = self.only(self.known), self.value
        if not np.isfinite(value):
            return value, value
        if self.average == "mean":
            return t_interval(own.above)
        return ratio_interval(own.above, own.below)

    @property
    def interval(self) -> Interval:
        """Where the average may be: a point where too few runs have an interval, and without an
        upper end where it is only "at least"."""
        low, high = self.measured
        if isnan(low):
            low = high = self.value
        return (low, inf) if self.has_least else (low, high)

    @property
    def has_least(self) -> bool:
        """True where a run lost and counts: the average is "at least" `value`."""
        return bool((self.is_least & self.known).any())

    @property
    def lost(self) -> int:
        """How many runs that count have no schedule."""
        return int((self.is_least & self.known).sum() + np.isinf(self.above).sum())

    def gain(self, other: "MethodSample") -> tuple[float, Interval]:
        """Return by which fraction of another average this one is below it, on the instances that
        both know, with its 95 % interval (Cochran 1977, ratio estimator).

        NaN where both are infinite, or that other is 0.
        """
        both = self.known & other.known
        one, base = self.only(both), other.only(both)
        if isinf(one.value) or isinf(base.value):
            return _gain_of_lost(one.value, base.value)
        if not base.value:
            return nan, UNKNOWN
        ratio = one.value / base.value
        parts = ratio * base.parts(base.value) - one.parts(one.value)
        gain = 1 - ratio
        low, high = t_interval(gain + parts / base.value)
        if isnan(low):
            low = high = gain
        return gain, (-inf if one.has_least else low, inf if base.has_least else high)


def _gain_of_lost(one: float, base: float) -> tuple[float, Interval]:
    """Return the gain where runs lost without a number: without limit."""
    if isinf(one) and isinf(base):
        return nan, UNKNOWN
    gain = (-inf if isinf(one) else inf) * (np.sign(one) if isinf(one) else np.sign(base))
    return float(gain), (float(gain), float(gain))


def half_width(*samples: MethodSample) -> float:
    """Return half the 95 % interval of a difference of independent averages."""
    return Z * sqrt(sum(of.variance for of in samples))
