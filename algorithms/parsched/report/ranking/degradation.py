"""How far methods are behind the best, over many metrics and cases: degradation, means and ranks.

The degradation of a method is 100·(value / best − 1) % where less is better, and 100·(1 − value /
best) % where more is, for each metric in each case; its mean over the metrics, all of equal weight,
ranks the methods, and the mean over all cases names one that does well whatever comes.

References
----------
D. Tsafrir, Y. Etsion, D.G. Feitelson. Backfilling using system-generated predictions rather than
user runtime estimates. IEEE Transactions on Parallel and Distributed Systems 18(6), 789-803, 2007;
`tsafrir2007` in `references`; for grids: Quezada-Pina et al. (2012), section 7.1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Self, TypeAlias

import numpy as np

from parsched.measure.metrics import Better
from parsched.model.problem.arrays import Floats, frozen
from parsched.model.problem.time_unit import same
from parsched.report.order import degradation, standings

Kind: TypeAlias = Literal["degradation", "improvement", "factor", "mean", "rank"]
"""Kinds of numbers in a line: per cent, except for factors and ranks."""
GAIN = "improvement"
"""Subject of a mean in which more is better."""


@dataclass(frozen=True)
class DegradationLine:
    """A line of a table over methods: one number each.

    `metric` and `case` are blank if the line is over all of them, and `about` has further
    information. None stands for a missing value, infinity for a value worse than a best of 0.
    """

    kind: Kind
    metric: str
    case: str
    values: tuple[float | None, ...]
    about: str = ""


@dataclass(frozen=True, eq=False)
class Degradations:
    """Degradations of methods, such as strategies, by case and metric.

    Parameters
    ----------
    methods, metrics, cases
        Names, in the order of the axes.
    percent
        float64, shape (n_cases, n_metrics, n_methods), per cent: 0 for the best; NaN where a method
        has no value, infinite for what is worse than a best of 0.
    """

    methods: tuple[str, ...]
    metrics: tuple[str, ...]
    cases: tuple[str, ...]
    percent: Floats

    def __post_init__(self) -> None:
        object.__setattr__(self, "percent", frozen(self.percent, np.float64))

    @classmethod
    def of(
        cls,
        methods: Sequence[str],
        metrics: Mapping[str, Better],
        cases: Mapping[str, Mapping[str, Sequence[float | None]]],
    ) -> Self:
        """Relate values to the best of their case.

        Parameters
        ----------
        metrics
            Which direction is better, by metric; "neither" has no best and is refused.
        cases
            For each case and metric one value per method; None or NaN where there is none.

        Raises
        ------
        ValueError
            When a metric has no better direction, or a case lacks a value; names it.
        """
        for name, better in metrics.items():
            if better == "neither":
                raise ValueError(f"metric {name} must be better low or high, got {better!r}")
        percent = np.full((len(cases), len(metrics), len(methods)), np.nan)
        for i, (case, rows) in enumerate(cases.items()):
            for j, (name, better) in enumerate(metrics.items()):
                values = rows.get(name, ())
                if len(values) != len(methods):
                    rule = f"must have {len(methods)} values of {name}"
                    raise ValueError(f"case {case} {rule}, got {len(values)}")
                known = {k: v for k, v in enumerate(values) if v is not None and v == v}
                best = (min if better == "lower" else max)(known.values(), default=0.0)
                for k, value in known.items():
                    distance = degradation(better, value, best)
                    percent[i, j, k] = np.inf if distance is None else 100 * distance
        return cls(tuple(methods), tuple(metrics), tuple(cases), percent)

    def mean(
        self, *, cases: Sequence[str] | None = None, metrics: Sequence[str] | None = None
    ) -> Floats:
        """Return the mean degradation of each method over the chosen cases and metrics.

        Returns
        -------
        Floats
            float64, shape (n_methods,), per cent; NaN for a method that lacks a value, since a mean
            over fewer metrics compares with no other, and for all where no case or no metric is
            chosen.

        Raises
        ------
        ValueError
            For a case or metric that is not there.
        """
        i = _places(self.cases, cases, "case")
        j = _places(self.metrics, metrics, "metric")
        if not (i and j):
            return np.full(len(self.methods), np.nan)
        mean: Floats = self.percent[np.ix_(i, j)].mean(axis=(0, 1))
        return mean

    def ranks(
        self, *, cases: Sequence[str] | None = None, metrics: Sequence[str] | None = None
    ) -> list[int | None]:
        """Return the rank of each method by its mean degradation, 1 for the least."""
        return ranks(self.mean(cases=cases, metrics=metrics).tolist())

    def cells(self) -> list[DegradationLine]:
        """Return the degradations, the cases of a metric below each other."""
        return [
            DegradationLine("degradation", metric, case, without_nan(self.percent[i, j].tolist()))
            for j, metric in enumerate(self.metrics)
            for i, case in enumerate(self.cases)
        ]

    def means(self) -> list[DegradationLine]:
        """Return the mean of each case, and of several also the mean over all."""
        return [
            DegradationLine("mean", "", name, without_nan(self.mean(cases=cases).tolist()))
            for name, cases in self._each_and_all()
        ]

    def rankings(self) -> list[DegradationLine]:
        """Return the ranks by these means."""
        return [
            DegradationLine("rank", "", name, tuple(self.ranks(cases=cases)))
            for name, cases in self._each_and_all()
        ]

    def _each_and_all(self) -> list[tuple[str, list[str] | None]]:
        each: list[tuple[str, list[str] | None]] = [(case, [case]) for case in self.cases]
        return [*each, ("", None)] if len(self.cases) > 1 else each


def ranks(values: Sequence[float | None], better: Better = "lower") -> list[int | None]:
    """Return the rank of each value, 1 for the best; equal ones share it, missing ones get None."""
    placed = standings(better, values)
    return [None if standing is None else standing.rank for standing in placed]


def improvement(value: float, base: float, better: Better) -> float | None:
    """Return by how many per cent of the base a value is better.

    That is 100·(1 − value / base) where less is better, and 100·(value / base − 1) where more is;
    None beside a base of 0, and where neither is better.
    """
    if better == "neither" or (base == 0 and value != 0):
        return None
    change = 0.0 if same(value, base) else 100 * (value / base - 1)
    return change if better == "higher" else 0.0 - change


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation of two rankings, or of two lists of values.

    Equal values share the mean of their ranks. NaN for fewer than two values, where all values of a
    list are equal, and where one is NaN.

    Raises
    ------
    ValueError
        When the lists differ in length.
    """
    if len(first) != len(second):
        raise ValueError(f"rankings must be of equal length, got {len(first)} and {len(second)}")
    if not len(first) or any(value != value for value in (*first, *second)):
        return float("nan")
    a, b = _mean_ranks(first), _mean_ranks(second)
    a, b = a - a.mean(), b - b.mean()
    norm = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / norm if norm else float("nan")


def _mean_ranks(values: Sequence[float]) -> Floats:
    """Return ranks from 1 up; equal values, up to rounding, share the mean of theirs."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    mean_ranks = np.empty(len(values))
    first = 0
    for last in range(1, len(order) + 1):
        if last == len(order) or not same(values[order[last]], values[order[first]]):
            mean_ranks[order[first:last]] = (first + 1 + last) / 2
            first = last
    return mean_ranks


def _places(names: Sequence[str], chosen: Sequence[str] | None, noun: str) -> list[int]:
    for name in chosen or ():
        if name not in names:
            raise ValueError(f"there is no {noun} {name}; there are: {', '.join(names)}")
    return [names.index(name) for name in (names if chosen is None else chosen)]


def without_nan(values: Sequence[float]) -> tuple[float | None, ...]:
    """Return values with None in place of NaN."""
    return tuple(None if value != value else value for value in values)
