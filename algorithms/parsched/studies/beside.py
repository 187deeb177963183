"""Ours beside what a paper prints: the same lines, computed from cells."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan
from typing import TypeAlias

import numpy as np

from parsched.measure.metrics import Better
from parsched.model.problem.arrays import Floats
from parsched.report.ranking.degradation import (
    Degradations,
    improvement,
    rank_correlation,
    ranks,
    without_nan,
)
from parsched.studies.measured import Measured, PartCells
from parsched.studies.measures import Measure
from parsched.studies.printed import PrintedLine, PrintedTable

Numbers: TypeAlias = tuple[float | None, ...]
"""One for each column, None where there is none; empty where nothing is computed."""
Pick: TypeAlias = Callable[[Floats], Floats]
"""Takes the instances that count, of values of shape (n_instances, n_methods)."""
Means: TypeAlias = Mapping[str, float]
"""By label of the method."""


def all_instances(values: Floats) -> Floats:
    """Let every instance count once."""
    return values


@dataclass(frozen=True)
class Ours:
    """Our numbers of one line of a table.

    Each method counts with its mean over all instances on which every method of the line has a
    value; degradations and improvements are computed from the means.
    """

    cells: Measured
    table: PrintedTable
    line: PrintedLine

    @property
    def numbers(self) -> Numbers:
        """What the line says."""
        return self.picked(all_instances)

    def picked(self, pick: Pick) -> Numbers:
        """What the line says of the instances that are picked."""
        if not self._known:
            return ()
        means = {
            key: {
                measure: dict(zip(self._labels, pick(values).mean(axis=0).tolist(), strict=True))
                for measure, values in each.items()
            }
            for key, each in self._known.items()
        }
        if self.line.form == "choice":
            part, measure = self.cells.parts[self.line.parts[0]], self.line.measures[0]
            return tuple(self._choices(part, measure, means[part.part.key][measure]))
        values = without_nan(self._values(means))
        return tuple(ranks(values, self._better)) if self.line.is_rank else values

    @cached_property
    def _known(self) -> Mapping[str, Mapping[str, Floats]]:
        """Values by part and measure, of shape (n_instances, n_methods), on the instances on which
        all methods have one; nothing where a part or such an instance is missing."""
        parts = [self.cells.parts[key] for key in self.line.parts if key in self.cells.parts]
        if len(parts) < len(self.line.parts):
            return {}
        found = {
            part.part.key: {
                measure: self._complete(part, measure) for measure in self.line.measures
            }
            for part in parts
        }
        return found if all(len(of) for each in found.values() for of in each.values()) else {}

    @property
    def _better(self) -> Better:
        """Which direction of the numbers is better."""
        if self.line.form == "value":
            return _better(self.line.measures[0])
        return "higher" if self.line.form == "improvement" else "lower"

    def _values(self, means: Mapping[str, Mapping[str, Means]]) -> Sequence[float]:
        """Return the numbers before they are ranked, NaN for none."""
        if self.line.form == "degradation":
            better = {measure: _better(measure) for measure in self.line.measures}
            best = {
                part: {measure: self._of_columns(measure, of) for measure, of in each.items()}
                for part, each in means.items()
            }
            titles = [column.title for column in self.table.columns]
            behind: list[float] = Degradations.of(titles, better, best).mean().tolist()
            return behind
        compute = self._of_columns if self.line.form == "value" else self._improvements
        rows = [compute(measure, of) for each in means.values() for measure, of in each.items()]
        return [sum(column) / len(column) for column in zip(*rows, strict=True)]

    def _complete(self, part: PartCells, measure: str) -> Floats:
        """Return the values of all methods on the instances on which each has one."""
        if not set(self._labels) <= set(part.labels):
            return np.empty((0, len(self._labels)))
        values = part.of(measure)[..., [part.labels.index(label) for label in self._labels]]
        values = values.reshape(-1, len(self._labels))
        complete: Floats = values[np.isfinite(values).all(axis=1)]
        return complete

    @cached_property
    def _labels(self) -> list[str]:
        """All methods and bases, each once."""
        return [*dict.fromkeys(x for base, of in self._columns for x in (*of, base) if x)]

    @cached_property
    def _columns(self) -> list[tuple[str, tuple[str, ...]]]:
        """The base of each column, blank where it does not count, and its methods."""
        counts = self.line.form in ("improvement", "choice")
        methods = self.table.methods(self.line)
        return [
            (column.base if counts else "", of)
            for column, of in zip(self.table.columns, methods, strict=True)
        ]

    def _of_columns(self, measure: str, means: Means) -> list[float]:
        """Return the mean of the best method of each column."""
        best = max if _better(measure) == "higher" else min
        return [best(means[label] for label in methods) for _, methods in self._columns]

    def _improvements(self, measure: str, means: Means) -> list[float]:
        best = self._of_columns(measure, means)
        found = (
            improvement(value, means[base], _better(measure))
            for value, (base, _) in zip(best, self._columns, strict=True)
        )
        return [nan if percent is None else percent for percent in found]

    def _choices(self, part: PartCells, measure: str, means: Means) -> Iterator[float | None]:
        """Yield the parameter of the best method of each column; None where that is the base."""
        requests = {request.label: request for request in part.part.requests}
        best = self._of_columns(measure, means)
        for value, (base, methods) in zip(best, self._columns, strict=True):
            label = next(label for label in (base, *methods) if means[label] == value)
            chosen = requests[label].params.flat().get(self.table.along)
            yield None if label == base or chosen is None else float(chosen)


def _better(measure: str) -> Better:
    return Measure.parse(measure).better


def agreement(line: PrintedLine, numbers: Numbers) -> float:
    """Return Spearman's rank correlation of our numbers with those that are printed; NaN where one
    is missing."""
    known = [one for one in numbers if one is not None]
    printed = [one for one in line.numbers if one is not None]
    if not len(known) == len(printed) == len(line.published):
        return nan
    return rank_correlation(known, printed)
