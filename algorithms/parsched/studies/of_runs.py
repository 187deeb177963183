"""Judges of single runs: how many are within limits, or have a schedule at all."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isfinite, isnan, nan
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.arrays import Floats
from parsched.model.problem.time_unit import ROUNDING
from parsched.report.phrases import counted
from parsched.report.units import percent, significant
from parsched.studies.findings import StudyFinding, decided
from parsched.studies.judge import Judge
from parsched.studies.measured import Measured, MeasuredGroup
from parsched.studies.measures import Measure
from parsched.studies.statistics import share_interval


@dataclass(frozen=True, kw_only=True)
class _Within(Judge):
    """What has limits, None for none. A value at a limit is inside, unless `is_strict`; so is one
    that is beyond it by rounding only."""

    low: float | None = None
    high: float | None = None
    is_strict: bool = False

    def _beyond(self, values: Floats) -> Floats:
        """Return how far values are beyond the limits: float64 of their shape, negative inside."""
        low, high = -inf if self.low is None else self.low, inf if self.high is None else self.high
        by = np.maximum(low - values, values - high)
        slack = ROUNDING * max((abs(limit) for limit in (low, high) if isfinite(limit)), default=0)
        return np.where(np.abs(by) <= slack, 0.0, by)

    def _is_inside(self, values: Floats) -> NDArray[np.bool_]:
        by = self._beyond(values)
        return by < 0 if self.is_strict else by <= 0


@dataclass(frozen=True, kw_only=True)
class Share(_Within):
    """Runs of a method whose value lies from `low` to `high` are at least `at_least` of all; one
    without a schedule counts as the worst value that there is.

    Of a share of 1, one run outside refutes it: it is about the runs that were made.
    """

    judge: Literal["share"] = "share"
    method: str
    at_least: float = 1.0

    @property
    def is_of_each_run(self) -> bool:
        return self.at_least >= 1

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        groups = [group for group in self.groups(cells) if group.has(self.method)]
        if not groups:
            return
        values = np.concatenate([group.worst(self.measure, self.method) for group in groups])
        values = values[~np.isnan(values)]
        if not len(values):
            return
        inside = int(self._is_inside(values).sum())
        share = inside / len(values)
        inside_text = percent(100 * share, signed=False)
        text = f"{self.method}: {inside_text} of {counted(len(values), 'run')}, {_span(values)}"
        if self.at_least >= 1:
            yield StudyFinding(text, inside == len(values))
        else:
            yield StudyFinding(
                text, decided(share_interval(inside, len(values)), self.at_least, 1.0)
            )


@dataclass(frozen=True, kw_only=True)
class Found(Judge):
    """Runs of a method that have a schedule are from `at_least` to `at_most` of all."""

    judge: Literal["found"] = "found"
    method: str
    at_least: float = 0.0
    at_most: float = 1.0

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        groups = [group for group in self.groups(cells) if group.has(self.method)]
        done = sum(int(group.cells.is_done[group.value].sum()) for group in groups)
        if not done:
            return
        lost = sum(int(group.lost(self.method).sum()) for group in groups)
        count = done - lost
        share = percent(100 * count / done, signed=False)
        text = f"{self.method} has a schedule in {share} of {counted(done, 'run')}"
        yield StudyFinding(text, decided(share_interval(count, done), self.at_least, self.at_most))


@dataclass(frozen=True, kw_only=True)
class Always(_Within):
    """Every run of some methods, of all of them by default, has a value from `low` to `high`: one
    that has not refutes it, as a theorem is refuted, which no number of runs confirms. A run
    without a schedule refutes an upper limit, and says nothing of a lower one.

    `name` is what the methods are called together.
    """

    judge: Literal["always"] = "always"
    name: str
    methods: tuple[str, ...] = ()

    @property
    def is_of_each_run(self) -> bool:
        return True

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        runs = [
            (value, method, group.label)
            for group in self.groups(cells)
            for method in self.methods or group.cells.labels
            if group.has(method)
            for value in self._values(group, method).tolist()
            if not isnan(value)
        ]
        if not runs:
            return
        values = np.array([value for value, _, _ in runs])
        count, outside = counted(len(runs), "run"), int((~self._is_inside(values)).sum())
        if outside:
            value, method, label = runs[int(self._beyond(values).argmax())]
            worst = f"worst {_number(value)} ({method}, {label})"
            yield StudyFinding(f"{self.name}: refuted in {outside:,} of {count}, {worst}", False)
        else:
            worst = f"worst {self._worst(values)}"
            yield StudyFinding(f"{self.name}: not refuted in {count} ({worst})", True)

    def _values(self, group: MeasuredGroup, method: str) -> Floats:
        values = group.of(self.measure, method)
        if not Measure.parse(self.measure).is_of_schedule:
            return values
        return np.where(group.lost(method), nan if self.high is None else inf, values)

    def _worst(self, values: Floats) -> str:
        """Write the value that is nearest to a limit, beside that limit."""
        ends = [(self.low, float(values.min())), (self.high, float(values.max()))]
        known = [(limit, value) for limit, value in ends if limit is not None]
        if not known:
            return _span(values)
        limit, value = min(known, key=lambda one: abs(one[1] - one[0]))
        return f"{significant(value)} of {significant(limit)}"


def _span(values: Floats) -> str:
    return f"{_number(values.min(), 3)} to {_number(values.max(), 3)}"


def _number(value: float, digits: int | None = None) -> str:
    if not isfinite(value):
        return "no schedule"
    return significant(value) if digits is None else significant(value, digits)
