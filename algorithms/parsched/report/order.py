"""Order: best values, distances from the best, and unbeaten points."""

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from parsched.measure.metrics import METRICS, Better
from parsched.model.problem.time_unit import same

Values = Mapping[str, float | None]
"""Metrics by key; None or NaN for metrics without a meaning."""


@dataclass(frozen=True)
class MetricStanding:
    """Rank of a value among the values of one metric, and its distance from the best.

    `degradation` is the distance to the best as a fraction of the best, None beside a best of 0;
    `rank` is 1 for the best, and equal values share a rank.
    """

    is_best: bool
    degradation: float | None
    rank: int


def standings(better: Better, values: Sequence[float | None]) -> list[MetricStanding | None]:
    """Return the standing of each value, where `better` is the direction of the best; None for
    missing values, and if no direction is better."""
    meaningful = [value for value in values if value is not None and value == value]
    if not meaningful or better == "neither":
        return [None] * len(values)
    sign = 1 if better == "lower" else -1
    ordered = sorted(sign * value for value in meaningful)
    best = sign * ordered[0]

    def standing(value: float) -> MetricStanding:
        ahead = bisect_left(ordered, sign * value)
        while ahead and same(ordered[ahead - 1], sign * value):
            ahead -= 1
        return MetricStanding(same(value, best), degradation(better, value, best), 1 + ahead)

    return [None if value is None or value != value else standing(value) for value in values]


def degradation(better: Better, value: float, best: float) -> float | None:
    """Return the distance of a value from the best as a fraction of the best; None beside a best
    of 0."""
    # Of the best in both directions, as Tsafrir et al. and the papers that follow them: where more
    # is better, twice as good makes the other 50 % worse, and nothing can be worse by more than
    # 100 %, so one tiny value does not drown the other metrics in a mean.
    distance = relative(value, best)
    return distance and (distance if better == "lower" else -distance)


def best(rows: Sequence[Values]) -> dict[str, frozenset[int]]:
    """Return the indices of the best rows by metric (several if equal).

    Metrics without a better direction, and metrics in which all rows are equal, are left
    out.
    """
    by_metric = {}
    for key, metric in METRICS.items():
        flags = [s and s.is_best for s in standings(metric.better, [row.get(key) for row in rows])]
        if False in flags:
            by_metric[key] = frozenset(i for i, is_best in enumerate(flags) if is_best)
    return by_metric


def front(points: Sequence[tuple[float, ...]]) -> list[bool]:
    """Return for each point whether it is on the Pareto front; less is better on up to three axes.

    A point is off the front when another is no worse on all axes and better on one; differences up
    to rounding do not count, so equal points are on it together. A point with NaN is on it, and
    beats none. O(n log n).
    """
    complete = [i for i, point in enumerate(points) if not any(map(math.isnan, point))]
    if not complete:
        return [True] * len(points)
    axes = [_Axis.of(column) for column in zip(*(points[i] for i in complete), strict=True)]
    beaten = {complete[i] for strict in range(len(axes)) for i in _beaten(axes, strict)}
    return [i not in beaten for i in range(len(points))]


class _Axis(NamedTuple):
    """The points along one axis: the place of each in ascending order, how many values are no
    larger than its own up to rounding, and how many are less beyond rounding."""

    place: list[int]
    no_larger: list[int]
    less: list[int]

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        order = sorted(range(len(values)), key=values.__getitem__)
        place = [0] * len(values)
        for position, i in enumerate(order):
            place[i] = position
        ascending = [values[i] for i in order]

        # Bisection, as the values that are the same as another lie together in ascending order.
        def below(value: float) -> int:
            return bisect_left(ascending, True, key=lambda a: a >= value or same(a, value))

        def up_to(value: float) -> int:
            return bisect_left(ascending, True, key=lambda a: a > value and not same(a, value))

        return cls(place, [up_to(v) for v in values], [below(v) for v in values])


def _beaten(axes: Sequence[_Axis], strict: int) -> list[int]:
    """Return the points that another beats on the axis `strict` without being worse on the others.

    Along the first axis, points join a Fenwick tree of prefix minima: over places on the second
    axis, the least place on the third. The places before each limit are those that may beat.
    """
    count = len(axes[0].place)
    flat = _Axis([0] * count, [1] * count, [0] * count)  # for points with fewer than three axes
    (x, x_limit), (y, y_limit), (z, z_limit) = (
        (axis.place, axis.less if i == strict else axis.no_larger)
        for i, axis in enumerate([*axes, *[flat] * (3 - len(axes))])
    )
    tree, joining, beaten = [count] * (count + 1), 0, []
    ascending = sorted(range(count), key=x.__getitem__)
    for i in sorted(range(count), key=x_limit.__getitem__):
        for j in ascending[joining : x_limit[i]]:
            at = y[j] + 1
            while at <= count:
                tree[at] = min(tree[at], z[j])
                at += at & -at
        joining, at, least = x_limit[i], y_limit[i], count
        while at:
            least = min(least, tree[at])
            at &= at - 1
        if least < z_limit[i]:
            beaten.append(i)
    return beaten


def relative(value: float, base: float) -> float | None:
    """Return (value − base) / base; 0 where both are equal up to rounding, which would make a rank
    of its own, else None beside a base of 0."""
    if same(value, base):
        return 0.0
    return value / base - 1 if base else None
