"""What runs within groups: a list schedule of each, as if it began at 0 on its own processors.

Every kernel that goes through items can be cut short after some work and goes on when it is called
again, also in the middle of an item, as one may hold all jobs.
"""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from parsched.base.compiled import allocating, kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.base.digits import counted
from parsched.model.placing.graham_placement import (
    NEVER,
    ONE_STATE,
    GrahamMachine,
    GrahamState,
    graham,
)
from parsched.model.schedules.processor_choice import (
    Floats,
    Ints,
    Pieces,
    give_back,
    grown,
    sort_pieces,
    take,
)
from parsched.model.stop import Stop

BESIDE = 8
"""Steps that a job takes beside those for each free block."""


class ItemJobs(NamedTuple):
    """Jobs of item after item: `offsets[i]:offsets[i + 1]` are the jobs of item i.

    `offsets` is int64 of shape (n_items + 1,), `limit` int64 of shape (n_items,): the processors of
    each item. `width` (int64) and `time` (float64, seconds, positive) have shape (n_jobs,), in list
    order; no job is wider than its item.
    """

    offsets: Ints
    limit: Ints
    width: Ints
    time: Floats


class ItemProgress(KernelRecord):
    """How far the choice of processors is: the `item`; jobs `served` and `ended` before; how many
    free `blocks` the item has, and how many `pieces` all jobs so far."""

    item: int
    served: int
    ended: int
    blocks: int
    pieces: int


class Placing(NamedTuple):
    """How far the choice of processors is, changed in place.

    `progress` is a single record. `lo` and `hi` (int64) are room for the free blocks of one item.
    Job j holds `pieces[j]` of them from `first[j]` on, int64 of shape (n_jobs,); `used` is int64 of
    shape (n_items,): how many processors of each item any of its jobs has held.
    """

    progress: RecordArray[ItemProgress]
    lo: Ints
    hi: Ints
    first: Ints
    pieces: Ints
    used: Ints


def room_for(jobs: int) -> GrahamMachine:
    """Return a machine for scheduling lists of at most `jobs` jobs, one after the other."""
    leaves = 1 << max(jobs - 1, 0).bit_length()
    ends, held = np.empty(jobs), np.empty(jobs, np.int64)
    return GrahamMachine(GrahamState.new(), ends, held, np.empty(2 * leaves, np.int64))


@kernel
def part_of(machine: GrahamMachine, jobs: int) -> GrahamMachine:
    """Return the part of a machine with room for `jobs` jobs."""
    leaves = 1
    while leaves < jobs:
        leaves *= 2
    state, ends, held, tree = machine
    return GrahamMachine(state, ends[:jobs], held[:jobs], tree[: 2 * leaves])


@kernel
def enter(machine: GrahamMachine, width: Ints, processors: int) -> None:
    """Let jobs wait before idle processors, at time 0."""
    tree, n = machine.tree, len(width)
    leaves = len(tree) // 2
    for leaf in range(leaves):
        tree[leaves + leaf] = width[leaf] if leaf < n else NEVER
    for node in range(leaves - 1, 0, -1):
        tree[node] = min(tree[2 * node], tree[2 * node + 1])
    state = machine.state[0]
    state.now, state.free, state.running, state.started = 0.0, processors, 0, 0


@allocating
def run_list(width: Ints, time: Floats, processors: int) -> float:
    """List-schedule jobs on processors of their own from 0 on; return when the last ends."""
    n = len(width)
    leaves = 1
    while leaves < n:
        leaves *= 2
    tree, state = np.empty(2 * leaves, np.int64), np.empty(1, ONE_STATE)
    machine = GrahamMachine(state, np.empty(n), np.empty(n, np.int64), tree)  # type: ignore[arg-type]
    start = np.empty(n)
    enter(machine, width, processors)
    graham(width, time, start, machine, n)
    return float((start + time).max())


@kernel
def run_lists(jobs: ItemJobs, item: int, machine: GrahamMachine, start: Floats, budget: int) -> int:
    """Go on with list schedules from that item; start about `budget` jobs and return the next item.

    Parameters
    ----------
    machine
        See `room_for`; in its first state when no item is under way.
    start
        float64, shape (n_jobs,), seconds, filled in place.
    """
    while item < len(jobs.limit) and budget > 0:
        a, b = jobs.offsets[item], jobs.offsets[item + 1]
        own, width = part_of(machine, b - a), jobs.width[a:b]
        before = own.state[0].started
        if before == 0:
            enter(own, width, jobs.limit[item])
        started = graham(width, jobs.time[a:b], start[a:b], own, budget)
        budget -= started - before
        if started == b - a:
            item += 1
            own.state[0].started = 0
    return item


@kernel
def place(
    jobs: ItemJobs,
    start: Floats,
    end: Floats,
    orders: tuple[Ints, Ints],
    placing: Placing,
    held: tuple[Pieces, Pieces],
    budget: int,
) -> tuple[Pieces, Pieces]:
    """Go on giving jobs processors of their items, by the rule of `processor_choice`.

    An item's jobs take its processors from the lowest on, so processors that no job ever holds are
    the last ones.

    Parameters
    ----------
    orders
        Jobs of each item, counted from its first, by start and by end; int64, shape (n_jobs,).
    held
        Pieces of the jobs: (lo, hi), int32; they grow and are returned.
    budget
        Steps, a job taking one for each free block and each of its pieces.
    """
    records, free_lo, free_hi, first, held_by, used = placing
    progress = records[0]
    by_start, by_end = orders
    lo, hi = held
    while progress.item < len(jobs.limit) and budget > 0:
        i = progress.item
        a, b = jobs.offsets[i], jobs.offsets[i + 1]
        if progress.served == a:
            free_lo[0], free_hi[0], progress.blocks = 0, jobs.limit[i], 1
        job = a + by_start[progress.served]
        budget -= BESIDE
        while progress.ended < b and end[a + by_end[progress.ended]] <= start[job]:
            done = a + by_end[progress.ended]
            for c in range(first[done], first[done] + held_by[done]):
                progress.blocks = give_back(free_lo, free_hi, progress.blocks, lo[c], hi[c])
                budget -= progress.blocks
            progress.ended += 1
        blocks, pieces = progress.blocks, progress.pieces
        lo, hi = grown(lo, pieces, blocks + 1), grown(hi, pieces, blocks + 1)
        progress.blocks, progress.pieces = take(
            free_lo, free_hi, blocks, jobs.width[job], lo, hi, pieces
        )
        first[job], held_by[job] = pieces, progress.pieces - pieces
        budget -= blocks * held_by[job]
        sort_pieces(lo, hi, pieces, progress.pieces)
        # Pieces ascend, so the last one has the highest processor.
        used[i] = max(used[i], hi[progress.pieces - 1])
        progress.served += 1
        if progress.served == b:
            progress.item, progress.ended = i + 1, b
    return lo, hi


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
    def of(cls, jobs: ItemJobs, stop: Stop) -> Self:
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


def starts(jobs: ItemJobs, stop: Stop) -> Floats:
    """List-schedule the jobs of each item from 0 on; float64 of shape (n_jobs,), seconds."""
    start = np.zeros(len(jobs.width))
    machine = room_for(int(np.diff(jobs.offsets).max(initial=0)))
    item, count = 0, len(jobs.limit)
    while item < count:
        item = run_lists(jobs, item, machine, start, LISTED)
        stop.report(item / count, f"{item:,} of {count:,} groups listed")
    return start


def _sorted(jobs: ItemJobs, start: Floats, end: Floats) -> tuple[Ints, Ints]:
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
    jobs: ItemJobs, start: Floats, end: Floats, orders: tuple[Ints, Ints], stop: Stop
) -> tuple[Placing, tuple[Pieces, Pieces]]:
    listed, count = len(jobs.width), len(jobs.limit)
    room = int(np.diff(jobs.offsets).max(initial=0)) + 2
    placing = Placing(
        progress=ItemProgress.new(),
        lo=np.empty(room, np.int64),
        hi=np.empty(room, np.int64),
        first=np.zeros(listed, np.int64),
        pieces=np.zeros(listed, np.int64),
        used=np.zeros(count, np.int64),
    )
    held = np.empty(listed, np.int32), np.empty(listed, np.int32)
    while placing.progress[0].item < count:
        held = place(jobs, start, end, orders, placing, held, STEPS)
        done = int(placing.progress[0].served)
        stop.report(done / listed, f"{done:,} of {counted(listed, 'job')} placed in groups")
    return placing, held
