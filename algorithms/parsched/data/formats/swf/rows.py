"""The rows of a block of SWF lines: what they mean to a scheduler, and the rules they must obey."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.data.files.findings import FindingKind, shown
from parsched.data.formats.swf import kinds, line_parser
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.ticks import after
from parsched.model.problem.workload import Floats, Ints

LABELS = {
    "user": line_parser.USER,
    "group": line_parser.GROUP,
    "executable": line_parser.EXECUTABLE,
    "queue": line_parser.QUEUE,
    "partition": line_parser.PARTITION,
    "status": line_parser.STATUS,
}
"""Row of the parsed values for each name column of a workload."""


@dataclass(frozen=True, eq=False)
class SwfRows:
    """Parsed values, float64 of shape (kernel.COLUMNS, n_rows), and the line number of each row.

    Times are whole seconds, rounded down, unless a file says that it `has_decimals`.
    """

    values: Floats
    lines: Ints
    has_decimals: bool = field(default=False, kw_only=True)

    def __len__(self) -> int:
        return len(self.lines)

    def take(self, mask: NDArray[np.bool_]) -> "SwfRows":
        """Return the chosen rows."""
        if mask.all():
            return self
        return replace(self, values=self.values[:, mask], lines=self.lines[mask])

    def _time(self, row: int) -> Floats:
        times = _row(self.values, row)
        return times if self.has_decimals else np.floor(times)

    @cached_property
    def submit(self) -> Floats:
        """Submit times, seconds."""
        return self._time(line_parser.SUBMIT)

    @cached_property
    def recorded(self) -> Floats:
        """When jobs started in the log: submit time and wait, seconds; NaN where the wait is −1,
        or no number."""
        wait = self._time(line_parser.WAIT)
        return np.where(wait == -1, np.nan, after(self.submit, wait))

    @cached_property
    def run(self) -> Floats:
        """Run times, seconds."""
        return self._time(line_parser.RUN)

    @cached_property
    def estimate(self) -> Floats:
        """Requested times, seconds; NaN where missing."""
        estimate = self._time(line_parser.ESTIMATE)
        return np.where(estimate > 0, estimate, np.nan)

    @cached_property
    def size(self) -> Floats:
        """Processors: requested, else allocated."""
        requested = self.requested
        size: Floats = np.where(requested > 0, requested, self.allocated)
        return size

    @property
    def allocated(self) -> Floats:
        """Allocated processors, as given."""
        return _row(self.values, line_parser.ALLOCATED)

    @cached_property
    def other_size(self) -> Ints | None:
        """Processors allocated to jobs that requested another number, int64, 0 for the others;
        None where there is no such job."""
        given, asked = self.allocated, self.requested
        told = (given > 0) & (asked > 0) & (given != asked)
        told &= (given == np.floor(given)) & (given <= MAX_PROCESSORS)
        return np.where(told, given, 0).astype(np.int64) if told.any() else None

    @property
    def requested(self) -> Floats:
        """Requested processors, as given."""
        return _row(self.values, line_parser.REQUESTED)

    @property
    def status(self) -> Floats:
        """Status, as given."""
        return _row(self.values, line_parser.STATUS)

    @property
    def preceding(self) -> Floats:
        """Preceding job, as given."""
        return _row(self.values, line_parser.PRECEDING)

    @property
    def memory(self) -> Floats:
        """Requested memory, as given."""
        return _row(self.values, line_parser.MEMORY)

    @property
    def think(self) -> Floats:
        """Think time from the preceding job, as given."""
        return _row(self.values, line_parser.THINK)

    @cached_property
    def fractional(self) -> Floats:
        """The first of submit, run and requested time that is rounded; NaN if none is."""
        first = np.full(len(self), np.nan)
        if self.has_decimals:
            return first
        for column in (line_parser.ESTIMATE, line_parser.RUN, line_parser.SUBMIT):
            times = self.values[column]
            first = np.where(times != np.floor(times), times, first)
        return first


def _row(values: Floats, row: int) -> Floats:
    column: Floats = values[row]
    return column


@dataclass(frozen=True)
class RowRule:
    """A kind of finding, the rows that it applies to, and what to show of one of them."""

    kind: FindingKind
    applies: Callable[[SwfRows], NDArray[np.bool_]]
    value: Callable[[SwfRows, Any], Any]


ERRORS = (
    RowRule(kinds.NEGATIVE_SUBMIT, lambda r: r.submit < 0, lambda r, i: r.submit[i]),
    RowRule(kinds.NO_PROCESSORS, lambda r: r.size <= 0, lambda r, i: r.size[i]),
    RowRule(kinds.PART_PROCESSORS, lambda r: r.size != np.floor(r.size), lambda r, i: r.size[i]),
    RowRule(kinds.TOO_MANY_PROCESSORS, lambda r: r.size > MAX_PROCESSORS, lambda r, i: r.size[i]),
    RowRule(kinds.NEGATIVE_RUN, lambda r: r.run < 0, lambda r, i: r.run[i]),
)
"""Rows that are left out, each for the first rule that it breaks."""

REMARKS = (
    RowRule(kinds.ROUNDED, lambda r: ~np.isnan(r.fractional), lambda r, i: r.fractional[i]),
    RowRule(
        kinds.NO_ESTIMATE,
        lambda r: np.isnan(r.estimate),
        lambda r, i: r.values[line_parser.ESTIMATE, i],
    ),
    RowRule(
        kinds.OVERRUN,
        lambda r: r.run > r.estimate,
        lambda r, i: f"{shown(r.run[i])} above {shown(r.estimate[i])}",
    ),
    RowRule(kinds.ZERO_RUN, lambda r: r.run == 0, lambda r, i: ""),
    RowRule(kinds.ALLOCATED_USED, lambda r: r.requested <= 0, lambda r, i: r.size[i]),
    RowRule(
        kinds.REQUESTED_USED,
        lambda r: (r.requested > 0) & (r.allocated > 0) & (r.requested != r.allocated),
        lambda r, i: f"{shown(r.requested[i])}, not {shown(r.allocated[i])}",
    ),
    RowRule(kinds.MEMORY, lambda r: r.memory > 0, lambda r, i: r.memory[i]),
    RowRule(kinds.PARTS, lambda r: (r.status >= 2) & (r.status <= 4), lambda r, i: r.status[i]),
)
"""What is said about rows that are kept."""
