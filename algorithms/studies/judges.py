"""Judges: the forms that statements of claims take. Each looks at cells and returns findings.

They are declared by plain values, so that a study is written to a file with all its claims.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isnan, log, nan, sqrt
from typing import Literal, TypeAlias

import numpy as np

from algorithms.problem.arrays import Floats
from algorithms.report.units import percent, significant
from algorithms.studies.findings import Finding, decided, stated, weighed
from algorithms.studies.judge import Judge, known
from algorithms.studies.measured import Group, Measured, doubt_of
from algorithms.studies.measures import Measure
from algorithms.studies.of_runs import Always as Always
from algorithms.studies.of_runs import Found as Found
from algorithms.studies.of_runs import Share as Share
from algorithms.studies.of_tables import Agrees as Agrees
from algorithms.studies.of_tables import Leads as Leads
from algorithms.studies.statistics import (
    Interval,
    aggregate,
    deviation,
    ratio_interval,
    relative_gain,
    t_interval,
)

NO_CHANGE = percent(0.0)
Z = 1.96
"""Standard deviations of a 95 % interval of many values."""


@dataclass(frozen=True, kw_only=True)
class Level(Judge):
    """The mean of a method lies from `low` to `high`, in each group or in all of them together."""

    judge: Literal["level"] = "level"
    method: str
    low: float | None = None
    high: float | None = None
    pooled: bool = False
    aggregate: str = "mean"

    def findings(self, cells: Measured) -> Iterator[Finding]:
        groups = [group for group in self.groups(cells) if group.has(self.method)]
        if self.pooled and groups:
            values = np.concatenate([group.of(self.measure, self.method) for group in groups])
            doubts = {doubt_of(groups, values)}
            yield from self._finding("all runs", values, t_interval(values), doubts)
            return
        for group in groups:
            values = group.of(self.measure, self.method)
            doubts = {group.doubt(values)}
            yield from self._finding(group.label, values, t_interval(values), doubts, group)

    def _finding(
        self,
        label: str,
        values: Floats,
        interval: Interval,
        doubts: set[str],
        group: Group | None = None,
    ) -> Iterator[Finding]:
        if not known(values):
            return
        value = aggregate("mean", values)
        if self.aggregate == "ratio_of_sums" and group is not None:
            above, below = group.sums(self.measure, self.method)
            value = aggregate("ratio_of_sums", values, above, below)
            interval = ratio_interval(above, below)
        if isnan(interval[0]):
            interval = value, value
        text = f"{self.method}, {label}: {stated(value, interval)}"
        yield weighed(text, decided(interval, self.low, self.high), doubts)


@dataclass(frozen=True, kw_only=True)
class Better(Judge):
    """A method is better than each of some others on the same instances, by more than `by` of
    their mean; judged by the 95 % interval of the differences."""

    judge: Literal["better"] = "better"
    method: str
    than: tuple[str, ...]
    by: float = 0.0

    def findings(self, cells: Measured) -> Iterator[Finding]:
        for group in self.groups(cells):
            for other in self.than:
                if group.has(self.method) and group.has(other):
                    yield from self._finding(group, other)

    def _finding(self, group: Group, other: str) -> Iterator[Finding]:
        values = (group.of(self.measure, self.method), group.of(self.measure, other))
        gain, interval = relative_gain(*values)
        if isnan(gain):
            return
        if Measure.parse(self.measure).better == "higher":
            gain, interval = -gain, (-interval[1], -interval[0])
        interval = (gain, gain) if isnan(interval[0]) else interval
        holds = decided(interval, self.by, inf)
        if holds and interval == (self.by, self.by):  # as good is not better
            holds = False
        far = percent(100 * gain, signed=False)
        word = f"{far} {'better' if gain >= 0 else 'worse'} than"
        if far == NO_CHANGE:
            word = "about as good as" if gain else "as good as"
        text = f"{group.label}: {self.method} {word} {other}"
        yield weighed(text, holds, [group.doubt(*values)])


@dataclass(frozen=True, kw_only=True)
class Alike(Judge):
    """The means of a method in two parts differ by at most `within` of the first, value by
    value."""

    judge: Literal["alike"] = "alike"
    method: str
    within: float

    def findings(self, cells: Measured) -> Iterator[Finding]:
        for one, other, a, b in _side_by_side(self, cells):
            centre = aggregate("mean", a)
            difference = aggregate("mean", b) / centre - 1
            half = Z * sqrt(_variance(a) + _variance(b)) / abs(centre)
            interval = difference - half, difference + half
            text = f"{one.label} and {other.label}: {percent(100 * difference)}"
            doubts = one.doubt(a), other.doubt(b)
            yield weighed(text, decided(interval, -self.within, self.within), doubts)


def _variance(values: Floats) -> float:
    """Return the variance of the mean; 0 where it cannot be estimated."""
    finite = values[np.isfinite(values)]
    spread = deviation(finite)
    return 0.0 if isnan(spread) else spread**2 / len(finite)


@dataclass(frozen=True, kw_only=True)
class Trend(Judge):
    """How the mean of a method changes along a value, part by part.

    With `form` "grows" the mean at the last value is at least `factor` times that at the first, and
    with "falls" at most 1/`factor` of it; with "stable" no two means differ by more than it, and
    with "changes" those at the first and the last value do.
    """

    judge: Literal["trend"] = "trend"
    method: str
    along: str
    form: str
    factor: float

    def findings(self, cells: Measured) -> Iterator[Finding]:
        for part in self.parts or tuple(cells.parts):
            groups = [g for g in cells.groups((part,), self.between) if g.has(self.method)]
            groups = sorted(groups, key=lambda group: float(group.name[self.along]))
            groups = [g for g in groups if known(g.of(self.measure, self.method))]
            if len(groups) > 1:
                yield self._finding(groups)

    def _finding(self, groups: list[Group]) -> Finding:
        values = [group.of(self.measure, self.method) for group in groups]
        means = [aggregate("mean", each) for each in values]
        first, last = 0, len(groups) - 1
        if self.form == "stable":
            first, last = int(np.argmin(means)), int(np.argmax(means))
        ratio = means[last] / means[first] if means[first] else nan
        errors = [_variance(values[i]) / means[i] ** 2 for i in (first, last) if means[i]]
        half = Z * sqrt(sum(errors))
        change = log(ratio) if ratio > 0 else nan
        if self.form == "changes":
            change = abs(change)
        limits = {
            "falls": (-inf, -log(self.factor)),
            "stable": (-log(self.factor), log(self.factor)),
        }.get(self.form, (log(self.factor), inf))
        begin, end = groups[first], groups[last]
        text = (
            f"{self.method}, {begin.label}: {significant(means[first], 3)}; "
            f"{end.label}: {significant(means[last], 3)}"
        )
        doubts = [group.doubt(each) for group, each in zip(groups, values, strict=True)]
        return weighed(text, decided((change - half, change + half), *limits), doubts)


@dataclass(frozen=True, kw_only=True)
class Peak(Judge):
    """The mean of a method is largest at a value from `low` to `high`."""

    judge: Literal["peak"] = "peak"
    method: str
    along: str
    low: float
    high: float

    def findings(self, cells: Measured) -> Iterator[Finding]:
        groups = [g for g in self.groups(cells) if g.has(self.method)]
        groups = [g for g in groups if known(g.of(self.measure, self.method))]
        if not groups:
            return
        values = [group.of(self.measure, self.method) for group in groups]
        means = [aggregate("mean", each) for each in values]
        top = int(np.argmax(means))
        # Values whose mean may as well be the largest.
        candidates = [
            i
            for i, mean in enumerate(means)
            if means[top] - mean <= Z * sqrt(_variance(values[top]) + _variance(values[i]))
        ]
        inside = [self.low <= groups[i].name[self.along] <= self.high for i in candidates]
        holds = True if all(inside) else None if any(inside) else False
        text = f"{self.method} is largest at {groups[top].label}: {stated(means[top])}"
        doubts = (group.doubt(each) for group, each in zip(groups, values, strict=True))
        yield weighed(text, holds, doubts)


@dataclass(frozen=True, kw_only=True)
class Lower(Judge):
    """The mean of a method is lower in the first of two parts than in the second, value by value:
    other instances, so the means are compared as independent ones."""

    judge: Literal["lower"] = "lower"
    method: str

    def findings(self, cells: Measured) -> Iterator[Finding]:
        for one, other, a, b in _side_by_side(self, cells):
            difference = aggregate("mean", a) - aggregate("mean", b)
            half = Z * sqrt(_variance(a) + _variance(b))
            first, second = (stated(aggregate("mean", values)) for values in (a, b))
            text = f"{one.label}: {first}; {other.label}: {second}"
            holds = decided((difference - half, difference + half), -inf, 0.0)
            yield weighed(text, holds, (one.doubt(a), other.doubt(b)))


@dataclass(frozen=True, kw_only=True)
class Gain(Judge):
    """A method gains from `low` to `high` of another one's mean, on the same instances, in each
    group."""

    judge: Literal["gain"] = "gain"
    method: str
    than: str
    low: float
    high: float

    def findings(self, cells: Measured) -> Iterator[Finding]:
        for gain, interval, group, doubt in _gains(self, cells):
            text = f"{group.label}: gain {percent(100 * gain)}"
            yield weighed(text, decided(interval, self.low, self.high), [doubt])


@dataclass(frozen=True, kw_only=True)
class LargestGain(Judge):
    """The largest gain of a method against another one, over all groups, is from `low` to `high` of
    the other's mean; it is reached at a value from `first` to `last` where these are given."""

    judge: Literal["largest-gain"] = "largest-gain"
    method: str
    than: str
    low: float
    high: float | None = None
    along: str = ""
    first: float | None = None
    last: float | None = None

    def findings(self, cells: Measured) -> Iterator[Finding]:
        found = [*_gains(self, cells)]
        if not found:
            return
        gain, interval, group, _ = max(found, key=lambda one: one[0])
        doubts = [doubt for *_, doubt in found]
        text = f"largest gain {percent(100 * gain, signed=False)}, {group.label}"
        yield weighed(text, decided(interval, self.low, self.high), doubts)
        if self.along:
            at = group.name[self.along]
            yield weighed(f"it is at {at}", decided((at, at), self.first, self.last), doubts)


def _gains(
    judge: "Gain | LargestGain", cells: Measured
) -> Iterator[tuple[float, Interval, Group, str]]:
    """Yield the gain in each group, with its interval, and why it decides nothing."""
    for group in judge.groups(cells):
        if group.has(judge.method) and group.has(judge.than):
            one, other = (group.of(judge.measure, of) for of in (judge.method, judge.than))
            gain, interval = relative_gain(one, other)
            if not isnan(gain):
                interval = (gain, gain) if isnan(interval[0]) else interval
                yield gain, interval, group, group.doubt(one, other)


def _side_by_side(
    judge: "Alike | Lower", cells: Measured
) -> Iterator[tuple[Group, Group, Floats, Floats]]:
    """Yield groups of two parts, value by value, with what was measured in them."""
    if not set(judge.parts) <= cells.parts.keys():
        return
    first, second = (cells.groups((part,), judge.between) for part in judge.parts)
    for one, other in zip(first, second, strict=True):
        a, b = (group.of(judge.measure, judge.method) for group in (one, other))
        if known(a) and known(b):
            yield one, other, a, b


AnyJudge: TypeAlias = (
    Level
    | Share
    | Always
    | Found
    | Better
    | Alike
    | Lower
    | Trend
    | Peak
    | Gain
    | LargestGain
    | Agrees
    | Leads
)
"""All forms."""
