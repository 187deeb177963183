"""Judges of tables that a paper prints: whether the order of its methods is ours."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import isnan
from typing import Literal

import numpy as np

from parsched.model.problem.arrays import Floats
from parsched.report.phrases import listed
from parsched.report.units import significant
from parsched.studies.beside import Numbers, Ours, agreement
from parsched.studies.findings import FEW, FEWEST, UNFINISHED, StudyFinding, decided, weighed
from parsched.studies.judge import Judge
from parsched.studies.measured import Measured, MeasuredGroup
from parsched.studies.printed import PrintedLine, PrintedTable

RESAMPLES = 199
"""Resamples of the instances, for a 95 % interval."""
INSIDE = (2.5, 97.5)
"""Percentiles of its ends."""
RARE = 0.025
"""Share of resamples that leaves no doubt."""


@dataclass(frozen=True, kw_only=True)
class _OfLine(Judge):
    """What is about a line of a printed table, by its key and title; `measure` is its first."""

    table: str
    line: str

    @property
    def printed(self) -> tuple[str, str]:
        return self.table, self.line

    def named(self, finding: StudyFinding) -> StudyFinding:
        """Return the finding itself: it names its table and line."""
        return finding

    def groups(self, cells: Measured) -> list[MeasuredGroup]:
        """Return all groups of the parts that the line is about."""
        if self.table not in cells.tables:
            return []
        return cells.groups(cells.tables[self.table].line(self.line).parts)

    def _doubts(self, cells: Measured) -> Iterator[str]:
        """Yield why the line decides nothing: a part with too few instances, or unfinished."""
        for key in cells.tables[self.table].line(self.line).parts:
            part = cells.parts[key]
            few = not part.part.is_whole and part.is_done.sum() < FEWEST
            yield FEW if few else "" if part.is_done.all() else UNFINISHED

    def _found(self, cells: Measured) -> tuple[PrintedTable, PrintedLine, Numbers] | None:
        """Return the line with our numbers; None where there are none."""
        if self.table not in cells.tables:
            return None
        table = cells.tables[self.table]
        line = table.line(self.line)
        numbers = Ours(cells, table, line).numbers
        return (table, line, numbers) if numbers and None not in numbers else None

    def _drawn(self, cells: Measured, table: PrintedTable, line: PrintedLine) -> list[Numbers]:
        """Return our numbers of instances that are drawn with replacement, the same for each of
        the measures, many times."""
        ours = Ours(cells, table, line)
        return [ours.picked(partial(_some, seed=seed)) for seed in range(RESAMPLES)]


def _some(values: Floats, *, seed: int) -> Floats:
    rng = np.random.default_rng(seed)
    some: Floats = values[rng.integers(len(values), size=len(values))]
    return some


@dataclass(frozen=True, kw_only=True)
class Agrees(_OfLine):
    """The order of the methods in a line is ours: Spearman's rank correlation of both is at least
    `at_least`; judged by its bootstrap interval over instances."""

    judge: Literal["agrees"] = "agrees"
    at_least: float

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        found = self._found(cells)
        if found is None:
            return
        table, line, numbers = found
        value = agreement(line, numbers)
        others = [agreement(line, drawn) for drawn in self._drawn(cells, table, line)]
        known = [one for one in others if not isnan(one)] or [value]
        low, high = (float(end) for end in np.percentile(known, INSIDE))
        if isnan(value):
            return
        text = f"{table.number}, {self.line}: rank correlation {significant(value, 2)}"
        ends = "" if low == high else f" [{significant(low, 2)}, {significant(high, 2)}]"
        holds = decided((low, high), self.at_least, 1.0)
        yield weighed(f"{text}{ends}", holds, self._doubts(cells))


@dataclass(frozen=True, kw_only=True)
class Leads(_OfLine):
    """Some columns are the best of a line in any order, or with `is_last` the worst; open where
    that depends on which instances are drawn in the bootstrap."""

    judge: Literal["leads"] = "leads"
    columns: tuple[str, ...]
    is_last: bool = False

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        found = self._found(cells)
        if found is None:
            return
        table, line, numbers = found
        first = self._first(table, line, numbers)
        hits = [
            set(self._first(table, line, drawn)) == {*self.columns}
            for drawn in self._drawn(cells, table, line)
        ]
        share = sum(hits) / len(hits)
        place = "last" if self.is_last else "first"
        text = f"{table.number}, {self.line}: {listed(first)} {place}"
        holds = True if share >= 1 - RARE else False if share <= RARE else None
        yield weighed(text, holds, self._doubts(cells))

    def _first(self, table: PrintedTable, line: PrintedLine, numbers: Numbers) -> list[str]:
        """Return the best columns of a line, or the worst, as many as are named."""
        is_higher = line.form == "improvement" and not line.is_rank
        order = sorted(
            range(len(numbers)), key=lambda i: numbers[i] or 0.0, reverse=is_higher != self.is_last
        )
        return [table.columns[i].title for i in order[: len(self.columns)]]
