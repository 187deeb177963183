"""What runs inside groups: a list schedule of each, as if it began at 0 on its own processors."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from algorithms.kernels.insides import ITEM, SERVED, Jobs, Placing, place, room_for, run_lists
from algorithms.kernels.processors import Pieces
from algorithms.stop import Stop
from algorithms.workload import Floats, Ints

LISTED = 100_000
"""Jobs that are list-scheduled between two reports: about 0.03 s."""
STEPS = 20_000_000
"""Free blocks that are looked at between two reports: about 0.05 s."""


@dataclass(frozen=True, eq=False)
class Inside:
    """Schedules of items, each from 0 on, on processors numbered from 0.

    Parameters
    ----------
    start, end
        float64, shape (n_jobs,), seconds.
    by_start, by_end
        int64, shape (n_jobs,): the jobs of each item, counted from its first, by start, and by end
        and then start.
    first, count
        int64, shape (n_jobs,): job j holds `[lo[c], hi[c])` for the `count[j]` entries c from
        `first[j]` on.
    lo, hi
        int32.
    used
        int64, shape (n_items,): processors of each item that jobs of it run on, the lowest ones.
    """

    start: Floats
    end: Floats
    by_start: Ints
    by_end: Ints
    first: Ints
    count: Ints
    lo: Pieces
    hi: Pieces
    used: Ints

    @classmethod
    def of(cls, jobs: Jobs, stop: Stop) -> Self:
        """Schedule the jobs of each item, in list order.

        Raises
        ------
        Cancelled, TimeLimitReached
            With nothing to keep.
        """
        start = starts(jobs, stop.part(0.0, 0.5, ""))
        end = start + jobs.time
        orders = _sorted(jobs, start, end)
        placing, (lo, hi) = _places(jobs, start, end, orders, stop.part(0.5, 1.0, ""))
        first, count, used = placing.first, placing.pieces, placing.used
        return cls(start, end, *orders, first, count, lo, hi, used)


def starts(jobs: Jobs, stop: Stop) -> Floats:
    """List-schedule the jobs of each item from 0 on; float64 of shape (n_jobs,), seconds."""
    start = np.zeros(len(jobs.width))
    machine = room_for(int(np.diff(jobs.offsets).max(initial=0)))
    item, count = 0, len(jobs.limit)
    while item < count:
        item = run_lists(jobs, item, machine, start, LISTED)
        stop.report(item / count, f"{item:,} of {count:,} groups listed")
    return start


def _sorted(jobs: Jobs, start: Floats, end: Floats) -> tuple[Ints, Ints]:
    """Sort the jobs of each item by start, and by end and then start."""
    sizes = np.diff(jobs.offsets)
    item = np.repeat(np.arange(len(sizes)), sizes)
    some = np.flatnonzero(sizes[item] > 1)
    base, start, end, item = jobs.offsets[item[some]], start[some], end[some], item[some]
    by_start, by_end = np.zeros((2, len(jobs.width)), np.int64)
    by_start[some] = some[np.lexsort((start, item))] - base
    by_end[some] = some[np.lexsort((start, end, item))] - base
    return by_start, by_end


def _places(
    jobs: Jobs, start: Floats, end: Floats, orders: tuple[Ints, Ints], stop: Stop
) -> tuple[Placing, tuple[Pieces, Pieces]]:
    listed, count = len(jobs.width), len(jobs.limit)
    room = int(np.diff(jobs.offsets).max(initial=0)) + 2
    placing = Placing(
        counts=np.zeros(5, np.int64),
        lo=np.empty(room, np.int64),
        hi=np.empty(room, np.int64),
        first=np.zeros(listed, np.int64),
        pieces=np.zeros(listed, np.int64),
        used=np.zeros(count, np.int64),
    )
    held = np.empty(listed, np.int32), np.empty(listed, np.int32)
    while placing.counts[ITEM] < count:
        held = place(jobs, start, end, orders, placing, held, STEPS)
        done = int(placing.counts[SERVED])
        stop.report(done / listed, f"{done:,} of {listed:,} jobs placed in groups")
    return placing, held
