"""Means of the measures of a study by method, on instances that all methods have solved."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any, Self

import numpy as np

from parsched.base.digits import plus_minus
from parsched.report.units import DisplayUnit, unit_for
from parsched.studies.measured import Measured, MeasuredGroup
from parsched.studies.measures import BEST, Measure
from parsched.studies.samples import Average, MethodSample


@dataclass(frozen=True, kw_only=True)
class Means:
    """The mean of one measure for each method of some groups of instances.

    Parameters
    ----------
    part, measure
        Keys of both; the part is blank where the groups are of several.
    values
        Means by label of the method, in the measure's unit, degradations in per cent; methods for
        which the measure is never known are not in it.
    instances
        Instances that the means are over: those on which the measure is known for each of these
        methods, so that the means can be compared.
    left_out
        Instances that are computed, and on which it is unknown for some of them.
    planned
        Instances in all, also those that are still to be computed; 0 where that is not known.
    halves
        Half of the 95 % interval of each mean by Student's t, by label. It is missing for one
        instance, and where the instances are all that there are, as then nothing was drawn.
    named
        Labels of the methods that a claim names, in its order; empty where no claim asks.
    average
        What the means are: "mean", or "ratio_of_sums" in studies that average ratios so.
    least
        Labels of methods with runs without a schedule that count with the longest makespan that
        they tried: the mean is at least this.

    Examples
    --------
    >>> found = Means(part="p", measure="makespan", values={"a": 2.0, "b": 3.0}, instances=4)
    >>> found.best, found.behind("b", "a"), found.text("a")
    ('a', 0.5, '2')
    """

    part: str
    measure: str
    values: Mapping[str, float]
    instances: int
    left_out: int = 0
    planned: int = 0
    halves: Mapping[str, float] = field(default_factory=dict)
    named: tuple[str, ...] = ()
    average: Average = "mean"
    least: tuple[str, ...] = ()

    @property
    def declared(self) -> Measure:
        """The measure."""
        return Measure.parse(self.measure)

    @property
    def unit(self) -> DisplayUnit:
        """The unit that all values are written in."""
        if self.declared.bottom == BEST:
            return DisplayUnit("%", 1.0)
        return unit_for(self.declared.unit, self.values.values())

    @property
    def best(self) -> str:
        """Label of the best method, the first of equals; blank where no direction is better."""
        if self.declared.better == "neither" or not self.values:
            return ""
        choose = max if self.declared.better == "higher" else min
        return choose(self.values, key=lambda label: self.values[label])

    @property
    def sign(self) -> int:
        """Factor of values by which the best are the least."""
        return -1 if self.declared.better == "higher" else 1

    def is_best(self, label: str) -> bool:
        """Tell whether no method has a better mean."""
        return bool(self.best) and self.values.get(label) == self.values[self.best]

    def behind(self, method: str, baseline: str) -> float | None:
        """Return how far a mean is above the mean of a baseline, as a share of the latter; None
        where one is missing or the latter is not above 0."""
        value, base = self.values.get(method), self.values.get(baseline)
        if value is None or base is None or base <= 0:
            return None
        return value / base - 1

    def text(self, label: str) -> str:
        """Write a mean in the unit of all, with half of its interval if it has one."""
        value, half = self.values[label], self.halves.get(label)
        least = "at least " if label in self.least else ""
        if half is None:
            return f"{least}{self.unit.text(value)}"
        return f"{least}{plus_minus(value / self.unit.size, half / self.unit.size)}"

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Build from the values of `as_json`; earlier versions stored no intervals."""
        labels = {name: tuple(values.get(name, ())) for name in ("named", "least")}
        return cls(**{**values, **labels})

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        mappings = {"values": dict(self.values), "halves": dict(self.halves)}
        return {**vars(self), **mappings, "named": list(self.named), "least": list(self.least)}


def means_of(cells: Measured) -> Iterator[Means]:
    """Yield the means of every measure of every part that is known in part."""
    for key, part in cells.parts.items():
        for measure in part.part.typed_measures:
            found = means_over(cells.groups((key,)), measure.key)
            if found is not None:
                yield found


def means_over(
    groups: Sequence[MeasuredGroup], measure: str, named: Sequence[str] = ()
) -> Means | None:
    """Return the means over all instances of some groups; None where nothing is known.

    Parameters
    ----------
    named
        Labels of methods that all groups have; by default all of these.
    """
    shared = [label for label in groups[0].cells.labels if all(g.has(label) for g in groups)]
    labels = [label for label in named or shared if label in shared]
    if not labels:
        return None
    samples = {
        label: MethodSample.joined([group.sample(measure, label) for group in groups])
        for label in labels
    }
    known = np.column_stack([of.known & np.isfinite(of.above) for of in samples.values()])
    measured = known.any(axis=0)
    common = np.asarray(known[:, measured].all(axis=1) & measured.any())
    if not common.any():
        return None
    kept = {labels[i]: samples[labels[i]].only(common) for i in np.flatnonzero(measured).tolist()}
    parts = {group.cells.part.key for group in groups}
    return Means(
        part=parts.pop() if len(parts) == 1 else "",
        measure=measure,
        values={label: of.value for label, of in kept.items()},
        instances=int(common.sum()),
        left_out=sum(int(g.cells.is_done[g.value].sum()) for g in groups) - int(common.sum()),
        planned=len(known),
        halves={} if all(g.cells.part.is_whole for g in groups) else dict(_halves(kept)),
        named=tuple(label for label in named if label in kept),
        average=samples[labels[0]].average,
        least=tuple(label for label, of in kept.items() if of.has_least),
    )


def _halves(samples: Mapping[str, MethodSample]) -> Iterator[tuple[str, float]]:
    """Yield half of the interval of each mean that has one."""
    for label, of in samples.items():
        low, high = of.measured
        if not isnan(low):
            yield label, (high - low) / 2


def missing(cells: Measured) -> dict[str, int]:
    """Return how many runs of each method have no schedule, where there are any."""
    counts: dict[str, int] = {}
    for part in cells.parts.values():
        for _, _, method in part.unsolved:
            label = part.labels[method]
            counts[label] = counts.get(label, 0) + 1
    return counts
