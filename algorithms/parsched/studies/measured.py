"""What was measured in the parts of a study: numbers of every run."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import nan
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.arrays import Floats
from parsched.model.problem.unmodelled import NO_BOUND
from parsched.report.phrases import counted
from parsched.studies.findings import FEW, FEWEST, UNFINISHED, Range
from parsched.studies.instances import Value
from parsched.studies.measures import Measure
from parsched.studies.part import Part, Unit
from parsched.studies.printed import PrintedTable
from parsched.studies.samples import Average, MethodSample

COUNTED = ("jobs", "processors", "systems")
"""Values that are so many of something."""


@dataclass(frozen=True)
class UnitRow:
    """What came out of one unit: numbers of each method, float64 of shape (n_methods, n_numbers),
    NaN where there is none, and for methods without a schedule the sentence that says why; and
    the processor time that all of it took, NaN where it was not kept."""

    numbers: Floats
    problems: Mapping[int, str] = field(default_factory=dict)
    seconds: float = nan


def possible(part: Part, row: UnitRow) -> UnitRow:
    """Return a row without the numbers of methods that are below what is proved of all schedules:
    a bound or a schedule is wrong then, and a problem says it."""
    numbers, problems = row.numbers.copy(), dict(row.problems)
    by_name = {name: row.numbers[:, i] for i, name in enumerate(part.numbers)}
    for measure in part.typed_measures:
        values = measure.of(by_name)
        for method in np.flatnonzero(values < measure.least).tolist():
            problems[method] = (
                f"{measure.title} is {values[method]:.6g}, below 1, which no schedule can be: "
                "its numbers are not kept"
            )
            numbers[method] = np.nan
    return replace(row, numbers=numbers, problems=problems)


@dataclass(frozen=True, eq=False)
class PartCells:
    """The cells of one part.

    Parameters
    ----------
    numbers
        float64, shape (n_values, n_repetitions, n_methods, n_numbers); NaN where there is none.
    is_done
        bool, shape (n_values, n_repetitions).
    seconds
        Processor time, float64, shape (n_values, n_repetitions); NaN where it was not kept.
    average
        How the study averages.
    problems
        Sentences by value, repetition and method: why there is no schedule, and the run lost, or no
        bound.
    """

    part: Part
    numbers: Floats
    is_done: NDArray[np.bool_]
    seconds: Floats
    average: Average = "mean"
    problems: dict[tuple[int, int, int], str] = field(default_factory=dict)

    @classmethod
    def empty(cls, part: Part, average: Average = "mean") -> Self:
        """Build without any cell."""
        shape = len(part.instances.values), part.repetitions
        rest = len(part.requests), len(part.numbers)
        numbers = np.full((*shape, *rest), np.nan)
        done, seconds = np.zeros(shape, bool), np.full(shape, np.nan)
        return cls(part, numbers, done, seconds, average)

    def put(self, unit: Unit, row: UnitRow) -> None:
        """Take what came out of a unit."""
        at = unit.value, unit.repetition
        row = possible(self.part, row)
        self.numbers[at] = row.numbers
        self.is_done[at] = True
        self.seconds[at] = row.seconds
        for method, problem in row.problems.items():
            self.problems[*at, method] = problem

    @property
    def unsolved(self) -> list[tuple[int, int, int]]:
        """Where a method has no schedule: it lost."""
        return [at for at, text in self.problems.items() if not text.startswith(NO_BOUND)]

    @property
    def unbounded(self) -> dict[str, int]:
        """Why runs with a schedule lack numbers, and how many of them do."""
        lost = set(self.unsolved)
        return Counter(text for at, text in self.problems.items() if at not in lost)

    @property
    def labels(self) -> list[str]:
        """Methods in their order."""
        return [request.label for request in self.part.requests]

    @cached_property
    def by_number(self) -> dict[str, Floats]:
        """Numbers by name, each float64 of shape (n_values, n_repetitions, n_methods)."""
        return {name: self.numbers[..., i] for i, name in enumerate(self.part.numbers)}

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Runs without a schedule, bool of shape (n_values, n_repetitions, n_methods)."""
        found = np.zeros(self.numbers.shape[:-1], bool)
        for at in self.unsolved:
            found[at] = True
        return found

    def of(self, measure: str) -> Floats:
        """Return a measure, float64 of shape (n_values, n_repetitions, n_methods)."""
        return Measure.parse(measure).of(self.by_number, self.lost)


@dataclass(frozen=True, eq=False)
class MeasuredGroup:
    """All repetitions of one value of a part; `label` says which, such as "weak, 25 jobs"."""

    cells: PartCells
    value: int
    label: str

    @property
    def name(self) -> Value:
        """The value itself."""
        return self.cells.part.instances.values[self.value]

    def has(self, method: str) -> bool:
        """True where the part has a method."""
        return method in self.cells.labels

    def of(self, measure: str, method: str) -> Floats:
        """Return a measure of a method on each instance, float64 of shape (n_repetitions,)."""
        values: Floats = self.cells.of(measure)[self.value, :, self.cells.labels.index(method)]
        return values

    def doubt(self, *samples: MethodSample) -> str:
        """Say why an average over its instances decides nothing, as `doubt_of` does."""
        return doubt_of([self], *samples)

    def lost(self, method: str) -> NDArray[np.bool_]:
        """Tell which runs of a method have no schedule, bool of shape (n_repetitions,)."""
        found: NDArray[np.bool_] = self.cells.lost[self.value, :, self.cells.labels.index(method)]
        return found

    def worst(self, measure: str, method: str) -> Floats:
        """Return a measure as `of` does, in which each run without a schedule is as bad as can
        be, whatever it tried."""
        declared, values = Measure.parse(measure), self.of(measure, method)
        if not declared.is_of_schedule:
            return values
        return np.where(self.lost(method), declared.worst, values)

    def sample(self, measure: str, method: str) -> MethodSample:
        """Return what a method reached, to be averaged as the study does."""
        declared, values = Measure.parse(measure), self.of(measure, method)
        lost = self.lost(method) & declared.is_of_schedule
        above = np.where(lost & np.isnan(values), declared.worst, values)
        below, average = np.ones_like(values), self.cells.average
        if average == "ratio_of_sums" and declared.is_ratio:
            top, bottom = self._ratio(declared, method)
            is_worst = np.isinf(above)
            above, below = np.where(is_worst, above, top), np.where(is_worst, 1.0, bottom)
        else:
            average = "mean"
        return MethodSample(above, below, lost & np.isfinite(above), average)

    def _ratio(self, measure: Measure, method: str) -> tuple[Floats, Floats]:
        at = self.cells.labels.index(method)
        top, bottom = (self.cells.by_number[n][self.value, :, at] for n in measure.numbers)
        return top, bottom

    def sums(self, measure: str, method: str) -> tuple[Floats, Floats]:
        """Return values and denominators of a ratio, where both are known."""
        top, bottom = self._ratio(Measure.parse(measure), method)
        known = np.isfinite(top) & np.isfinite(bottom)
        return top[known], bottom[known]


def doubt_of(groups: Sequence[MeasuredGroup], *samples: MethodSample) -> str:
    """Say why an average over the instances of groups decides nothing; blank where it may.

    Parameters
    ----------
    samples
        Each of all instances of the groups; an instance counts where all of them know it.
    """
    if not all(group.cells.is_done[group.value].all() for group in groups):
        return UNFINISHED
    known = np.logical_and.reduce([each.known for each in samples])
    is_whole = all(group.cells.part.is_whole for group in groups)
    return "" if is_whole or known.sum() >= FEWEST else FEW


class Measured:
    """The cells of some parts, as far as they are computed, and the printed tables about them."""

    def __init__(
        self,
        parts: Iterable[Part],
        tables: Iterable[PrintedTable] = (),
        average: Average = "mean",
    ) -> None:
        self.parts = {part.key: PartCells.empty(part, average) for part in parts}
        self.tables = {table.key: table for table in tables}

    def put(self, unit: Unit, row: UnitRow) -> None:
        """Take what came out of a unit."""
        self.parts[unit.part].put(unit, row)

    def groups(
        self, parts: Sequence[str] = (), between: Mapping[str, Range] | None = None
    ) -> list[MeasuredGroup]:
        """Return the groups of some parts, by default of all, whose values lie between limits, both
        inclusive."""
        return [
            MeasuredGroup(cells, i, self.label(cells.part, value))
            for key, cells in self.parts.items()
            if not parts or key in parts
            for i, value in enumerate(cells.part.instances.values)
            if all(low <= value[name] <= high for name, (low, high) in (between or {}).items())
        ]

    def label(self, part: Part, value: Value) -> str:
        """Name the value and its part, without what all have in common."""
        varying = [name for name in value if _varies(part, name)]
        words = [worded(name, value[name]) for name in varying]
        title = [part.title] if len(self.parts) > 1 or not words else []
        return ", ".join([*title, *words])


def _varies(part: Part, name: str) -> bool:
    return len({value[name] for value in part.instances.values}) > 1


def worded(name: str, value: Any) -> str:
    """Say a value in few words."""
    if name in COUNTED and isinstance(value, int):
        return counted(value, name.removesuffix("s"))
    return f"{name.replace('_', ' ')} {value}"
