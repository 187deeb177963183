"""Means of the measures of a study by method, on instances that all methods have solved."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from algorithms.report.units import Unit, unit_for
from algorithms.studies.measured import Measured, PartCells
from algorithms.studies.measures import BEST, Measure


@dataclass(frozen=True, kw_only=True)
class Means:
    """The mean of one measure for each method of a part, over all of its values.

    Parameters
    ----------
    part, measure
        Keys of both.
    values
        Means by label of the method, in the measure's unit, degradations in per cent; methods for
        which the measure is never known are not in it.
    instances
        Instances that the means are over: those on which the measure is known for each of these
        methods, so that the means can be compared.
    left_out
        Instances that are computed, and on which it is unknown for some of them.

    Examples
    --------
    >>> found = Means(part="p", measure="makespan", values={"a": 2.0, "b": 3.0}, instances=4)
    >>> found.best, found.behind("b", "a")
    ('a', 0.5)
    """

    part: str
    measure: str
    values: Mapping[str, float]
    instances: int
    left_out: int = 0

    @property
    def declared(self) -> Measure:
        """The measure."""
        return Measure.parse(self.measure)

    @property
    def unit(self) -> Unit:
        """The unit that all values are written in."""
        if self.declared.bottom == BEST:
            return Unit("%", 1.0)
        return unit_for(self.declared.unit, self.values.values())

    @property
    def best(self) -> str:
        """Label of the best method, the first of equals; blank where no direction is better."""
        if self.declared.better == "neither" or not self.values:
            return ""
        choose = max if self.declared.better == "higher" else min
        return choose(self.values, key=lambda label: self.values[label])

    def is_best(self, label: str) -> bool:
        """Tell whether no method has a better mean."""
        return bool(self.best) and self.values.get(label) == self.values[self.best]

    def behind(self, method: str, baseline: str) -> float | None:
        """Return how far a mean is above that of a baseline, as a share of the latter; None where
        one is missing or the latter is not above 0."""
        value, base = self.values.get(method), self.values.get(baseline)
        if value is None or base is None or base <= 0:
            return None
        return value / base - 1

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Build from the values of `as_json`."""
        return cls(**values)

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {**vars(self), "values": dict(self.values)}


def means_of(cells: Measured) -> Iterator[Means]:
    """Yield the means of every measure of every part of which anything is known."""
    for part in cells.parts.values():
        for measure in part.part.typed_measures:
            found = _means(part, measure.key)
            if found.values:
                yield found


def _means(part: PartCells, measure: str) -> Means:
    values = part.of(measure).reshape(-1, len(part.labels))
    known = np.isfinite(values)
    measured = known.any(axis=0)
    common = known[:, measured].all(axis=1) & measured.any()
    count = int(common.sum())
    labels = np.flatnonzero(measured).tolist() if count else []
    return Means(
        part=part.part.key,
        measure=measure,
        values={part.labels[i]: float(values[common, i].mean()) for i in labels},
        instances=count,
        left_out=int(part.is_done.sum()) - count,
    )


def missing(cells: Measured) -> dict[str, int]:
    """Return how many runs of each method have no schedule, where there are any."""
    counts: dict[str, int] = {}
    for part in cells.parts.values():
        for _, _, method in part.problems:
            label = part.labels[method]
            counts[label] = counts.get(label, 0) + 1
    return counts
