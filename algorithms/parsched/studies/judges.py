"""Judges: the forms that statements of claims take. Each looks at cells and returns findings.

They are declared by plain values, so that a study is written to a file with all its claims. All
averages are declared by the study: see `samples`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isinf, isnan, log, nan, sqrt
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from parsched.report.phrases import listed
from parsched.report.units import percent, significant
from parsched.studies.findings import LEAST, StudyFinding, decided, stated, stated_value, weighed
from parsched.studies.judge import Judge
from parsched.studies.measured import Measured, MeasuredGroup, doubt_of
from parsched.studies.measures import Measure
from parsched.studies.of_runs import Always as Always
from parsched.studies.of_runs import Found as Found
from parsched.studies.of_runs import Share as Share
from parsched.studies.of_tables import Agrees as Agrees
from parsched.studies.of_tables import Leads as Leads
from parsched.studies.samples import MethodSample, Z, half_width
from parsched.studies.statistics import UNKNOWN, Interval, deviation, variance_ratio_interval

NO_CHANGE = percent(0.0)
STEPS: Mapping[str, Interval] = {"rises": (0.0, inf), "declines": (-inf, 0.0)}
"""Limits of the logarithm of each step, by form of a trend from one value to the next."""


@dataclass(frozen=True, kw_only=True)
class Level(Judge):
    """The average of a method lies from `low` to `high`, in each group or in all of them
    together."""

    judge: Literal["level"] = "level"
    method: str
    low: float | None = None
    high: float | None = None
    pooled: bool = False

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        groups = [group for group in self.groups(cells) if group.has(self.method)]
        if self.pooled and groups:
            sample = MethodSample.joined(
                [group.sample(self.measure, self.method) for group in groups]
            )
            yield from self._finding("all runs", sample, doubt_of(groups, sample))
            return
        for group in groups:
            sample = group.sample(self.measure, self.method)
            yield from self._finding(group.label, sample, group.doubt(sample))

    def _finding(self, label: str, sample: MethodSample, doubt: str) -> Iterator[StudyFinding]:
        if isnan(sample.value):
            return
        text = f"{self.method}, {label}: {stated(sample)}"
        yield weighed(text, decided(sample.interval, self.low, self.high), [doubt], sample)


@dataclass(frozen=True, kw_only=True)
class Better(Judge):
    """A method is better than each of some others on the same instances, by more than `by` of
    their average; judged by the 95 % interval of the differences."""

    judge: Literal["better"] = "better"
    method: str
    than: tuple[str, ...]
    by: float = 0.0

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        for group in self.groups(cells):
            for other in self.than:
                if group.has(self.method) and group.has(other):
                    yield from self._finding(group, other)

    def _finding(self, group: MeasuredGroup, other: str) -> Iterator[StudyFinding]:
        samples = [group.sample(self.measure, of) for of in (self.method, other)]
        gain, interval = samples[0].gain(samples[1])
        if isnan(gain):
            yield from _both_lost(group, samples, (self.method, other))
            return
        if Measure.parse(self.measure).better == "higher":
            gain, interval = -gain, (-interval[1], -interval[0])
        holds = decided(interval, self.by, inf)
        if holds and interval == (self.by, self.by):  # as good is not better
            holds = False
        text = f"{group.label}: {self.method} {_compared(gain)} {other}"
        yield weighed(text, holds, [group.doubt(*samples)], *samples)


def _compared(gain: float) -> str:
    """Say by how much one method is better than another, up to the name of the latter."""
    if isinf(gain):
        return "has runs without a schedule, unlike" if gain < 0 else "is, unlike"
    far = percent(100 * gain, signed=False)
    if far == NO_CHANGE:
        return "about as good as" if gain else "as good as"
    return f"{far} {'better' if gain >= 0 else 'worse'} than"


def _both_lost(
    group: MeasuredGroup, samples: Sequence[MethodSample], methods: tuple[str, str]
) -> Iterator[StudyFinding]:
    """Yield that two methods cannot be compared where both have runs without any number."""
    if all(isinf(of.value) for of in samples):
        text = f"{group.label}: {listed(methods)} both have runs without a schedule"
        yield StudyFinding(text, None, "runs without a schedule have no number")


@dataclass(frozen=True, kw_only=True)
class Alike(Judge):
    """The averages of a method in two parts differ by at most `within` of the first, value by
    value."""

    judge: Literal["alike"] = "alike"
    method: str
    within: float

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        for one, other, a, b in _side_by_side(self, cells):
            difference = b.value / a.value - 1 if not isinf(a.value) else nan
            if isnan(difference):
                continue
            half = half_width(a, b) / abs(a.value)
            low, high = difference - half, difference + half
            interval = -inf if a.has_least else low, inf if b.has_least else high
            text = f"{one.label} and {other.label}: {percent(100 * difference)}"
            holds = decided(interval, -self.within, self.within)
            yield weighed(text, holds, (one.doubt(a), other.doubt(b)), a, b)


@dataclass(frozen=True, kw_only=True)
class Trend(Judge):
    """How the average of a method changes along a value, part by part.

    With `form` "grows" the average at the last value is at least `factor` times that at the first,
    and with "falls" at most 1/`factor` of it; with "stable" no two averages differ by more than it,
    and with "changes" those at the first and the last value do. With "rises" each average is above
    the one before, and with "declines" below it: no factor counts.
    """

    judge: Literal["trend"] = "trend"
    method: str
    along: str
    form: str
    factor: float = 1.0

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        for part in self.parts or tuple(cells.parts):
            groups = [g for g in cells.groups((part,), self.between) if g.has(self.method)]
            groups = sorted(groups, key=lambda group: float(group.name[self.along]))
            samples = [(g, g.sample(self.measure, self.method)) for g in groups]
            known = [(g, of) for g, of in samples if not isnan(of.value)]
            if len(known) < 2:
                continue
            if self.form in STEPS:
                for before, after in pairwise(known):
                    yield self._finding([before, after], {self.form: STEPS[self.form]})
            else:
                yield self._finding(known, self._limits)

    @property
    def _limits(self) -> Mapping[str, Interval]:
        """Limits of the logarithm of the change, by form."""
        far = log(self.factor)
        return {"falls": (-inf, -far), "stable": (-far, far)} | dict.fromkeys(
            ("grows", "changes"), (far, inf)
        )

    def _finding(
        self, known: Sequence[tuple[MeasuredGroup, MethodSample]], limits: Mapping[str, Interval]
    ) -> StudyFinding:
        values = [of.value for _, of in known]
        first, last = 0, len(known) - 1
        if self.form == "stable":
            first, last = int(np.argmin(values)), int(np.argmax(values))
        (begin, a), (end, b) = known[first], known[last]
        text = f"{self.method}, {begin.label}: {stated_value(a)}; {end.label}: {stated_value(b)}"
        holds = decided(self._change(a, b), *limits[self.form])
        doubts = [group.doubt(of) for group, of in known]
        return weighed(text, holds, doubts, *(of for _, of in known))

    def _change(self, a: MethodSample, b: MethodSample) -> Interval:
        """Return the 95 % interval of the logarithm of the change from one average to another."""
        ratio = b.value / a.value if a.value and not isinf(a.value) else nan
        is_open = self.form == "changes" and (a.has_least or b.has_least)
        if not ratio > 0 or is_open:
            return UNKNOWN
        change = log(ratio)
        if self.form == "changes":
            change = abs(change)
        half = Z * sqrt(sum(of.variance / of.value**2 for of in (a, b) if np.isfinite(of.value)))
        return -inf if a.has_least else change - half, inf if b.has_least else change + half


@dataclass(frozen=True, kw_only=True)
class Peak(Judge):
    """The average of a method is largest at a value from `low` to `high`."""

    judge: Literal["peak"] = "peak"
    method: str
    along: str
    low: float
    high: float

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        groups = [g for g in self.groups(cells) if g.has(self.method)]
        samples = [(g, g.sample(self.measure, self.method)) for g in groups]
        known = [(g, of) for g, of in samples if not isnan(of.value)]
        if not known:
            return
        top, best = max(known, key=lambda one: one[1].value)
        # Values whose average may as well be the largest.
        candidates = [
            g for g, of in known if of.has_least or best.value - of.value <= half_width(best, of)
        ]
        inside = [self.low <= group.name[self.along] <= self.high for group in candidates]
        holds = True if all(inside) else None if any(inside) else False
        text = f"{self.method} is largest at {top.label}: {stated_value(best)}"
        yield weighed(text, holds, [g.doubt(of) for g, of in known], *(of for _, of in known))


@dataclass(frozen=True, kw_only=True)
class Steadier(Judge):
    """The values of a method scatter less than the values of another one, in each group: the ratio
    of their variances is below 1, judged by its 95 % interval (F)."""

    judge: Literal["steadier"] = "steadier"
    method: str
    than: str

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        for group in self.groups(cells):
            if group.has(self.method) and group.has(self.than):
                samples = [group.sample(self.measure, of) for of in (self.method, self.than)]
                yield from self._finding(group, samples)

    def _finding(
        self, group: MeasuredGroup, samples: Sequence[MethodSample]
    ) -> Iterator[StudyFinding]:
        interval = variance_ratio_interval(*(of.values for of in samples))
        if isnan(interval[0]):
            return
        spreads = [significant(deviation(of.values), 2) for of in samples]
        text = f"{group.label}: σ of {self.method} {spreads[0]}, of {self.than} {spreads[1]}"
        doubts = [group.doubt(*samples), LEAST if any(of.lost for of in samples) else ""]
        yield weighed(text, decided(interval, 0.0, 1.0), doubts, *samples)


@dataclass(frozen=True, kw_only=True)
class Lower(Judge):
    """The average of a method is lower in the first of two parts than in the second, value by
    value: other instances, so the averages are compared as independent ones."""

    judge: Literal["lower"] = "lower"
    method: str

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        for one, other, a, b in _side_by_side(self, cells):
            if isinf(a.value) and isinf(b.value):
                continue
            difference, half = a.value - b.value, half_width(a, b)
            low, high = difference - half, difference + half
            interval = -inf if b.has_least else low, inf if a.has_least else high
            text = f"{one.label}: {stated_value(a)}; {other.label}: {stated_value(b)}"
            holds = decided(interval, -inf, 0.0)
            yield weighed(text, holds, (one.doubt(a), other.doubt(b)), a, b)


@dataclass(frozen=True, kw_only=True)
class Gain(Judge):
    """A method gains from `low` to `high` of another one's average, on the same instances, in each
    group."""

    judge: Literal["gain"] = "gain"
    method: str
    than: str
    low: float
    high: float

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        for one in _gains(self, cells):
            text = f"{one.group.label}: gain {percent(100 * one.gain)}"
            holds = decided(one.interval, self.low, self.high)
            yield weighed(text, holds, [one.doubt], *one.samples)


@dataclass(frozen=True, kw_only=True)
class LargestGain(Judge):
    """The largest gain of a method against another one, over all groups, is from `low` to `high` of
    the other's average; it is reached at a value from `first` to `last` where these are given."""

    judge: Literal["largest-gain"] = "largest-gain"
    method: str
    than: str
    low: float
    high: float | None = None
    along: str = ""
    first: float | None = None
    last: float | None = None

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        found = [*_gains(self, cells)]
        if not found:
            return
        best = max(found, key=lambda one: one.gain)
        doubts = [one.doubt for one in found]
        text = f"largest gain {percent(100 * best.gain, signed=False)}, {best.group.label}"
        holds = decided(best.interval, self.low, self.high)
        yield weighed(text, holds, doubts, *best.samples)
        if self.along:
            at = best.group.name[self.along]
            yield weighed(f"it is at {at}", decided((at, at), self.first, self.last), doubts)


class _Gained(NamedTuple):
    """The gain in a group, with its interval, what it is of, and why it decides nothing."""

    gain: float
    interval: Interval
    group: MeasuredGroup
    samples: tuple[MethodSample, MethodSample]
    doubt: str


def _gains(judge: "Gain | LargestGain", cells: Measured) -> Iterator[_Gained]:
    """Yield the gain in each group."""
    for group in judge.groups(cells):
        if group.has(judge.method) and group.has(judge.than):
            one, other = (group.sample(judge.measure, of) for of in (judge.method, judge.than))
            gain, interval = one.gain(other)
            if not isnan(gain):
                yield _Gained(gain, interval, group, (one, other), group.doubt(one, other))


def _side_by_side(
    judge: "Alike | Lower", cells: Measured
) -> Iterator[tuple[MeasuredGroup, MeasuredGroup, MethodSample, MethodSample]]:
    """Yield groups of two parts, value by value, with what was measured in them."""
    if not set(judge.parts) <= cells.parts.keys():
        return
    first, second = (cells.groups((part,), judge.between) for part in judge.parts)
    for one, other in zip(first, second, strict=True):
        a, b = (group.sample(judge.measure, judge.method) for group in (one, other))
        if not isnan(a.value) and not isnan(b.value):
            yield one, other, a, b


AnyJudge: TypeAlias = (
    Level
    | Share
    | Always
    | Found
    | Better
    | Alike
    | Lower
    | Steadier
    | Trend
    | Peak
    | Gain
    | LargestGain
    | Agrees
    | Leads
)
"""All forms."""
