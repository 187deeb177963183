"""Sets of processors: which ones each job holds, their text form, their assignment to jobs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.base.errors import FormatError, InfeasibleError
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.ticks import after
from parsched.model.schedules.affinity import assign_near
from parsched.model.schedules.interval_text import (
    NOT_A_NUMBER,
    REVERSED,
    TOO_LARGE,
    merge_intervals,
    read_intervals,
    write_intervals,
)
from parsched.model.schedules.processor_choice import assign_processors

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_FAULTS = {
    NOT_A_NUMBER: 'must be a processor such as "7" or an interval such as "0-3"',
    REVERSED: "must be an interval with its lower end first",
    TOO_LARGE: f"must name processors below {MAX_PROCESSORS:,}",
}
_SHOWN = 40
"""Characters of a word that are shown."""


class WrongSet(FormatError):
    """A row of text that is no set of processors: `row`, from 0, and what is wrong with it."""

    def __init__(self, row: int, reason: str) -> None:
        self.row, self.reason = int(row), reason
        super().__init__(f"row {self.row + 1}: {reason}")


@dataclass(frozen=True, eq=False)
class ProcessorSets:
    """One set of processors per job, as intervals in compressed rows.

    Job i holds the processors [lo[c], hi[c]) for c in `offsets[i]:offsets[i + 1]`: half-open,
    ascending, disjoint and not touching. `offsets` is int64 of shape (n_jobs + 1,), `lo` and `hi`
    are int64 of shape (n_intervals,).
    """

    offsets: Ints
    lo: Ints
    hi: Ints

    def __post_init__(self) -> None:
        for name in ("offsets", "lo", "hi"):
            column = np.array(getattr(self, name), np.int64)
            column.setflags(write=False)
            object.__setattr__(self, name, column)

    @classmethod
    def gather(cls, jobs: int, parts: Sequence[tuple[NDArray[Any], "ProcessorSets"]]) -> Self:
        """Join sets of disjoint groups of jobs; each part is (indices of its jobs, their sets)."""
        counts = np.zeros(jobs, np.int64)
        for where, sets in parts:
            counts[where] = np.diff(sets.offsets)
        offsets = np.concatenate([[0], np.cumsum(counts)])
        lo, hi = np.empty(offsets[-1], np.int64), np.empty(offsets[-1], np.int64)
        for where, sets in parts:
            shift = offsets[where] - sets.offsets[:-1]
            rows = np.repeat(shift, np.diff(sets.offsets)) + np.arange(len(sets.lo))
            lo[rows], hi[rows] = sets.lo, sets.hi
        return cls(offsets, lo, hi)

    @classmethod
    def parse(cls, rows: Sequence[str]) -> Self:
        """Read one set per row, e.g. "0-3 7 9-12", in any order; blank means empty.

        Raises
        ------
        FormatError
            Names the first bad row (from 1) and word, or the processor that a row names twice.
        """
        odd = next((i for i, row in enumerate(rows) if "\n" in row or not row.isascii()), None)
        if odd is not None:
            raise WrongSet(odd, f"{rows[odd][:_SHOWN]!r} is not a set of processors")
        text = np.frombuffer(("\n".join(rows) + "\n").encode("ascii"), np.uint8)
        words = int(np.count_nonzero(text == ord(" "))) + len(rows)
        lo, hi, offsets = (np.empty(size, np.int64) for size in (words, words, len(rows) + 1))
        fault, row, at = read_intervals(text, len(rows), MAX_PROCESSORS, lo, hi, offsets)
        if fault:
            excerpt = text[at : at + _SHOWN].tobytes().decode("ascii").partition("\n")[0]
            raise WrongSet(row, f"{excerpt.partition(' ')[0]!r} {_FAULTS[fault]}")
        return cls.canonical(offsets, lo[: offsets[-1]], hi[: offsets[-1]])

    @classmethod
    def canonical(cls, offsets: Ints, lo: Ints, hi: Ints) -> Self:
        """Build from intervals in any order, which are sorted and joined where they touch.

        Raises
        ------
        FormatError
            When a row names a processor twice.
        """
        owner = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        if bool(((np.diff(lo) < 0) & (np.diff(owner) == 0)).any()):
            order = np.lexsort((lo, owner))
            lo, hi = lo[order], hi[order]
        row, processor = merge_intervals(offsets, lo, hi)
        if row >= 0:
            raise WrongSet(row, f"processor {processor} is named twice")
        return cls(offsets, lo[: offsets[-1]], hi[: offsets[-1]])

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def sizes(self) -> Ints:
        """Number of processors in each set, int64 of shape (n_jobs,)."""
        total = np.concatenate([[0], np.cumsum(self.hi - self.lo)])
        return np.diff(total[self.offsets])

    def intervals(self, job: int) -> tuple[Ints, Ints]:
        """Return `lo` and `hi` of one job."""
        part = slice(int(self.offsets[job]), int(self.offsets[job + 1]))
        return self.lo[part], self.hi[part]

    def take(self, jobs: NDArray[Any] | slice) -> "ProcessorSets":
        """Return the sets of the chosen jobs (a mask, indices or a slice), in that order."""
        jobs = np.arange(len(self))[jobs]
        counts = np.diff(self.offsets)[jobs]
        offsets = np.concatenate([[0], np.cumsum(counts)])
        rows = np.repeat(self.offsets[jobs] - offsets[:-1], counts) + np.arange(offsets[-1])
        return ProcessorSets(offsets, self.lo[rows], self.hi[rows])

    def text(self) -> list[str]:
        """Return each set as Batsim writes it: closed and ascending, e.g. "0-3 7 9-12"."""
        lines = write_intervals(self.offsets, self.lo, self.hi).tobytes().decode("ascii")
        return lines.split("\n")[:-1]


def assign(
    start: Floats,
    duration: Floats,
    width: Ints,
    processors: int,
    environment: Ints | None = None,
    initial: tuple[Ints, Ints] | None = None,
) -> ProcessorSets:
    """Choose processors for every job of a schedule.

    Jobs are served in order of start (then jobs of zero length first, then by index), ends before
    starts. A job gets the lowest-numbered contiguous block that is free, if one is large enough;
    else as few blocks as possible: the largest again and again (ties: the lowest), until the rest
    fits into a block; the lowest-numbered such block serves. A job of zero length is shown on
    processors by the same rule but takes them from no other job. O(n log n + n·b) for b free blocks
    at a time.

    Parameters
    ----------
    start
        float64, shape (n_jobs,), seconds; a job whose start is NaN gets the empty set.
    duration
        float64, shape (n_jobs,), seconds.
    width
        int64, shape (n_jobs,), processors.
    processors
        Processors of the machine, numbered from 0.
    environment
        int64, shape (n_jobs,), -1 for none: jobs go where theirs is installed, by the rules of
        `parsched.model.schedules.affinity`, instead of the first block that fits.
    initial
        What is installed at first, as `parsched.model.schedules.affinity` takes it; nothing by
        default.

    Raises
    ------
    InfeasibleError
        When fewer processors are free than a job needs.
    """
    if environment is None:
        sets, lacking = assign_where_free(start, duration, width, processors)
        if (lacking >= 0).any():
            failed = int(np.where(lacking >= 0, start, np.inf).argmin())
            raise _too_few(failed, start, width)
        return sets
    end = after(start, duration)
    by_start, by_end = _in_order(start, end)
    first, count, lo, hi, failed = assign_near(
        by_start,
        by_end,
        start,
        end,
        np.ascontiguousarray(width, np.int64),
        environment,
        *next_of(environment, by_start),
        initial or (np.array([processors]), np.array([-1])),
    )
    if failed >= 0:
        raise _too_few(failed, start, width)
    offsets = np.concatenate([[0], np.cumsum(count)])
    rows = np.repeat(first - offsets[:-1], count) + np.arange(offsets[-1])
    return ProcessorSets.canonical(offsets, lo[rows].astype(np.int64), hi[rows].astype(np.int64))


def assign_where_free(
    start: Floats, duration: Floats, width: Ints, processors: int
) -> tuple[ProcessorSets, Ints]:
    """Choose processors as `assign` does, for all jobs for which enough are free.

    Returns
    -------
    sets
        Empty for a job without a start, and for one that lacks processors, which takes none.
    lacking
        int64, shape (n_jobs,): how many processors are free where they are too few; else -1.
    """
    end = after(start, duration)
    by_start, by_end = _in_order(start, end)
    first, count, lo, hi, lacking = assign_processors(
        by_start, by_end, start, end, width, processors
    )
    offsets = np.concatenate([[0], np.cumsum(count)])
    rows = np.repeat(first - offsets[:-1], count) + np.arange(offsets[-1])
    return ProcessorSets(offsets, lo[rows], hi[rows]), lacking


def _in_order(start: Floats, end: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return all jobs by start, jobs of zero length first, and the jobs that last by end."""
    lasting = np.flatnonzero(end > start)
    by_end = lasting[np.argsort(end[lasting], kind="stable")]
    by_start = np.lexsort((end > start, start))[: int(np.count_nonzero(start == start))]
    return by_start, by_end


def _too_few(job: int, start: Floats, width: Ints) -> InfeasibleError:
    needs = f"needs {counted(width[job], 'processor')} at {start[job]:g}, but fewer are free"
    return InfeasibleError([f"row {job + 1} of the schedule {needs}"], 1)


def next_of(environment: Ints, order: NDArray[Any]) -> tuple[Ints, Ints]:
    """Return where in an order of jobs the environment of each is needed again, and all first.

    Returns
    -------
    later
        int64, shape (n_jobs,): position of the next job with the same environment; the number of
        positions if there is none, or no environment.
    first
        int64, shape (n_environments + 1,): position of the first job of each; the last entry is the
        number of positions.
    """
    count = len(order)
    codes = environment[order]
    later = np.full(len(environment), count)
    first = np.full(int(environment.max(initial=-1)) + 2, count)
    positions = np.flatnonzero(codes >= 0)
    by_code = positions[np.argsort(codes[positions], kind="stable")]
    same = np.flatnonzero(codes[by_code[1:]] == codes[by_code[:-1]])
    later[order[by_code[same]]] = by_code[same + 1]
    first[codes[by_code[::-1]]] = by_code[::-1]
    return later, first
