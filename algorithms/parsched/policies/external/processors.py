"""Which processors running jobs hold, as chosen by the code that decides."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from parsched.base.digits import counted
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.policies.external.clock import DecisionError

_INTERVAL = re.compile(r"(\d{1,10})(?:-(\d{1,10}))?", re.ASCII)
_SHOWN = 40
"""Characters of a wrong text that are shown."""
Intervals = list[tuple[int, int]]
"""Closed intervals, ascending, disjoint and not touching."""


class Processors:
    """The processors of one machine, numbered from 0; a set of them is a number with those bits."""

    def __init__(self, processors: int, names: Sequence[int | str]) -> None:
        self._count, self._names = processors, names
        self._free = (1 << processors) - 1
        self._held: dict[int, int] = {}
        self._intervals: dict[int, Intervals] = {}

    def take(self, job: int, width: int, alloc: str | None) -> None:
        """Let a job hold the processors that a text names, such as "0-3 7"; without one the lowest
        free ones, if there are enough.

        Raises
        ------
        DecisionError
            When the text names other than `width` of them, or one that is held or not there.
        """
        chosen = self._lowest(width) if alloc is None else self._named(job, width, alloc)
        self._free &= ~chosen
        self._held[job] = chosen
        self._intervals[job] = intervals_of(chosen)

    def give(self, job: int) -> None:
        """Let a job hold none any more."""
        self._free |= self._held.pop(job)

    def text(self, job: int) -> str:
        """Return those that a job has or had, as Batsim writes them."""
        return text_of(self._intervals[job])

    def sets(self, jobs: int) -> ProcessorSets:
        """Return the processors of all jobs; each job has held some."""
        rows = [self._intervals[job] for job in range(jobs)]
        offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows], dtype=np.int64)])
        ends = np.array([pair for row in rows for pair in row], np.int64).reshape(-1, 2)
        return ProcessorSets(offsets, ends[:, 0], ends[:, 1] + 1)

    def _named(self, job: int, width: int, alloc: str) -> int:
        name = f"job {self._names[job]}"
        chosen = _parsed(alloc, self._count, name)
        if (count := chosen.bit_count()) != width:
            held = counted(count, "processor")
            raise DecisionError(
                f"{name} needs {counted(width, 'processor')}, and its alloc names {held}"
            )
        if taken := chosen & ~self._free:
            first = _lowest_bit(taken)
            holder = next(other for other, held in self._held.items() if held >> first & 1)
            raise DecisionError(
                f"{name} cannot have processor {first}, which job {self._names[holder]} holds"
            )
        return chosen

    def _lowest(self, width: int) -> int:
        """Return the lowest free ones."""
        chosen, left = 0, width
        for low, high in intervals_of(self._free):
            last = min(high, low + left - 1)
            chosen |= _interval(low, last)
            left -= last - low + 1
            if not left:
                break
        return chosen


def intervals_of(chosen: int) -> Intervals:
    """Return the closed intervals of a set of processors.

    Examples
    --------
    >>> intervals_of(0b10001111)
    [(0, 3), (7, 7)]
    """
    found, base = [], 0
    while chosen:
        low = _lowest_bit(chosen)
        chosen >>= low
        length = _lowest_bit(~chosen)
        found.append((base + low, base + low + length - 1))
        chosen >>= length
        base += low + length
    return found


def text_of(intervals: Intervals) -> str:
    """Write a set of processors as Batsim does: "0-3 7"."""
    return " ".join(f"{low}" if low == high else f"{low}-{high}" for low, high in intervals)


def state_names(processors: int) -> list[Mapping[str, object]]:
    """Describe each processor as Batsim does at the beginning."""
    return [
        {"id": number, "name": f"p{number}", "state": "idle", "properties": {}}
        for number in range(processors)
    ]


def _parsed(alloc: str, processors: int, name: str) -> int:
    chosen = 0
    for word in alloc.split(" "):
        if not word:
            continue
        match = _INTERVAL.fullmatch(word)
        if match is None:
            rule = 'must be processors such as "0-3 7"'
            raise DecisionError(f"the alloc of {name} {rule}, got {alloc[:_SHOWN]!r}")
        low = int(match[1])
        high = low if match[2] is None else int(match[2])
        if high < low or high >= processors:
            rule = f"must be within 0-{processors - 1}, the lower end first"
            raise DecisionError(f"the alloc of {name} {rule}, got {word!r}")
        chosen |= _interval(low, high)
    return chosen


def _interval(low: int, high: int) -> int:
    return ((1 << (high - low + 1)) - 1) << low


def _lowest_bit(number: int) -> int:
    return (number & -number).bit_length() - 1
