"""The turns: the jobs that hold a reservation, in order of it (ties: of arrival).

They stand in blocks of up to `BLOCK` jobs. Of each block is known when the last of its jobs is
planned to end, and the least length among its jobs of at most 1, 2, 3, 4, 6, 8, 12, … processors
(the levels of `waiting_queue`). So blocks are skipped in which no job is as narrow and short as is
asked for.
"""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.policies.online.machine import Floats, Ints, RigidJobs
from parsched.policies.online.waiting_queue import level_of

BLOCK = 64
MERGED = 48
"""Neighbouring blocks with up to this number of jobs together become one."""
REFRESHED = 16
"""Jobs that leave a block before its bounds are found again."""


class TurnBlock(KernelRecord):
    """A block: its jobs are entries `0:count`, and no job is planned to end after `latest`,
    seconds. That and the least lengths are bounds, exact but for the `loose` jobs that have left
    since they were found."""

    count: int
    loose: int
    latest: float


class TurnSizes(KernelRecord):
    """How many `blocks` are in use, and how many `jobs`; `instants` of these have no length."""

    blocks: int
    jobs: int
    instants: int


class Turns(NamedTuple):
    """The jobs that hold a reservation, and when that is.

    Of shape (n_blocks, BLOCK): `job`, int64, and its reservation, `time`, float64, seconds. Of
    shape (n_jobs,): `reserved`, float64, seconds, infinite for jobs without a reservation; of the
    others it is as it was when the job last moved by itself, left or was listed, before the shifts
    that `begin_earlier` made since. Of shape (n_blocks, n_levels): `least`, float64, seconds. Of
    shape (n_blocks,): `blocks`, and the directory, which block is the d-th (`block`, int64), where
    those in use come first. The k-th job of the d-th block is at the *place* d * BLOCK + k.
    """

    job: Ints
    time: Floats
    reserved: Floats
    least: Floats
    blocks: RecordArray[TurnBlock]
    block: Ints
    sizes: RecordArray[TurnSizes]


def new_turns(jobs: int, processors: int) -> Turns:
    """Return turns without a job, with room for all jobs."""
    # Invariant: two neighbours have more than MERGED jobs together. So at most
    # 2 * jobs / MERGED + 1 blocks are in use, and one more while one is halved.
    count = 2 * jobs // MERGED + 3
    return Turns(
        np.empty((count, BLOCK), np.int64),
        np.empty((count, BLOCK)),
        np.full(jobs, np.inf),
        np.empty((count, level_of(processors) + 1)),
        TurnBlock.new(count),
        np.arange(count),
        TurnSizes.new(),
    )


def reservations(turns: Turns) -> dict[int, float]:
    """Return the reservation of each job that holds one, in turn."""
    return {
        int(turns.job[slot, k]): float(turns.time[slot, k])
        for slot in turns.block[: turns.sizes[0].blocks]
        for k in range(turns.blocks[slot].count)
    }


@kernel
def clear_turns(turns: Turns) -> None:
    """Let no job hold a reservation."""
    sizes = turns.sizes[0]
    sizes.blocks = sizes.jobs = sizes.instants = 0


@inlined
def first_reserved(turns: Turns) -> float:
    """Return the first reservation, infinity without any."""
    return float(turns.time[turns.block[0], 0]) if turns.sizes[0].jobs > 0 else np.inf


@kernel
def is_before(turns: Turns, slot: int, k: int, instant: float, job: int) -> bool:
    """Is the k-th job of a block in turn before another one that has its reservation at an
    instant?"""
    time = turns.time[slot, k]
    return bool(time < instant or (time == instant and turns.job[slot, k] < job))


@kernel
def block_for(turns: Turns, instant: float, job: int) -> int:
    """Return the last block that does not begin after a job's turn; the first one if all do."""
    low, high = 0, turns.sizes[0].blocks
    # Invariant: block `low` does not begin after the turn, unless it is the first; `high` does.
    while high - low > 1:
        middle = (low + high) // 2
        if is_before(turns, turns.block[middle], 0, instant, job + 1):
            low = middle
        else:
            high = middle
    return int(low)


@kernel
def place_for(turns: Turns, instant: float, job: int) -> int:
    """Return the place of the first job that is not before a job's turn; it may be that behind all
    jobs of a block."""
    d = block_for(turns, instant, job)
    slot = turns.block[d]
    low, high = 0, turns.blocks[slot].count
    while low < high:
        middle = (low + high) // 2
        if is_before(turns, slot, middle, instant, job):
            low = middle + 1
        else:
            high = middle
    return d * BLOCK + low


@kernel
def include(turns: Turns, jobs: RigidJobs, slot: int, k: int) -> None:
    """Let the bounds of a block hold for its k-th job, too."""
    job, least, block = turns.job[slot, k], turns.least[slot], turns.blocks[slot]
    length = jobs.estimate[job]
    block.latest = max(block.latest, turns.time[slot, k] + length)
    c = level_of(jobs.width[job])
    while c < len(least) and length < least[c]:
        least[c] = length
        c += 1


@kernel
def find_bounds(turns: Turns, jobs: RigidJobs, slot: int) -> None:
    """Find the bounds of a block."""
    block = turns.blocks[slot]
    block.loose, block.latest = 0, -np.inf
    turns.least[slot, :] = np.inf
    for k in range(block.count):
        include(turns, jobs, slot, k)


@kernel
def put(turns: Turns, slot: int, k: int, other: int, i: int) -> None:
    """Write the i-th job of another block, or of the same, to the k-th entry of a block."""
    turns.job[slot, k], turns.time[slot, k] = turns.job[other, i], turns.time[other, i]


@kernel
def open_block(turns: Turns, d: int) -> int:
    """Make place in the directory for a d-th block; return which one it is, an empty one."""
    sizes = turns.sizes[0]
    slot = turns.block[sizes.blocks]
    for e in range(sizes.blocks, d, -1):
        turns.block[e] = turns.block[e - 1]
    sizes.blocks += 1
    turns.block[d] = slot
    turns.blocks[slot].count = 0
    return int(slot)


@kernel
def close_block(turns: Turns, d: int) -> None:
    """Take the d-th block out of those in use."""
    sizes, slot = turns.sizes[0], turns.block[d]
    sizes.blocks -= 1
    for e in range(d, sizes.blocks):
        turns.block[e] = turns.block[e + 1]
    turns.block[sizes.blocks] = slot


@kernel
def merge_blocks(turns: Turns, jobs: RigidJobs, d: int) -> None:
    """Join the d-th block with the next one if they have few jobs together."""
    if d < 0 or d + 1 >= turns.sizes[0].blocks:
        return
    left, right = turns.block[d], turns.block[d + 1]
    into, of = turns.blocks[left], turns.blocks[right]
    if into.count + of.count > MERGED:
        return
    for k in range(of.count):
        put(turns, left, into.count + k, right, k)
    into.count += of.count
    close_block(turns, d + 1)
    find_bounds(turns, jobs, left)


@kernel
def halve_block(turns: Turns, jobs: RigidJobs, d: int) -> None:
    """Let the second half of a full block become a block of its own."""
    old, half = turns.block[d], BLOCK // 2
    new = open_block(turns, d + 1)
    for k in range(half, BLOCK):
        put(turns, new, k - half, old, k)
    turns.blocks[old].count, turns.blocks[new].count = half, BLOCK - half
    find_bounds(turns, jobs, old)
    find_bounds(turns, jobs, new)
    merge_blocks(turns, jobs, d + 1)
    merge_blocks(turns, jobs, d - 1)


@kernel
def enter(turns: Turns, jobs: RigidJobs, job: int, instant: float) -> None:
    """Let a job hold a reservation."""
    turns.reserved[job] = instant
    if turns.sizes[0].blocks == 0:
        find_bounds(turns, jobs, open_block(turns, 0))
    d = block_for(turns, instant, job)
    if turns.blocks[turns.block[d]].count == BLOCK:
        halve_block(turns, jobs, d)
    place = place_for(turns, instant, job)
    slot, k = turns.block[place // BLOCK], place % BLOCK
    for i in range(turns.blocks[slot].count, k, -1):
        put(turns, slot, i, slot, i - 1)
    turns.job[slot, k], turns.time[slot, k] = job, instant
    turns.blocks[slot].count += 1
    include(turns, jobs, slot, k)
    turns.sizes[0].jobs += 1
    if jobs.estimate[job] == 0.0:
        turns.sizes[0].instants += 1


@kernel
def leave(turns: Turns, jobs: RigidJobs, place: int) -> int:
    """Take the job at a place out of the turns, and return it; when its reservation was stays
    known."""
    d, k = place // BLOCK, place % BLOCK
    slot = turns.block[d]
    job, block = turns.job[slot, k], turns.blocks[slot]
    turns.reserved[job] = turns.time[slot, k]
    turns.sizes[0].jobs -= 1
    if jobs.estimate[job] == 0.0:
        turns.sizes[0].instants -= 1
    block.count -= 1
    for i in range(k, block.count):
        put(turns, slot, i, slot, i + 1)
    block.loose += 1
    if block.loose == REFRESHED:
        find_bounds(turns, jobs, slot)
    if block.count == 0:
        close_block(turns, d)
    else:
        merge_blocks(turns, jobs, d)
        merge_blocks(turns, jobs, d - 1)
    return int(job)


@kernel
def move_up(turns: Turns, jobs: RigidJobs, place: int, instant: float) -> int:
    """Let the job at a place have an earlier reservation; return the place of the next in turn."""
    d, k = place // BLOCK, place % BLOCK
    slot = turns.block[d]
    job, old, i = turns.job[slot, k], turns.time[slot, k], k
    while i > 0 and not is_before(turns, slot, i - 1, instant, job):
        i -= 1
    if i == 0 and d > 0:
        before = turns.block[d - 1]
        if not is_before(turns, before, turns.blocks[before].count - 1, instant, job):
            leave(turns, jobs, place)
            enter(turns, jobs, job, instant)
            return place_for(turns, old, job)
    # Mostly the jobs between have moved as far, and there are none: the block keeps its bounds.
    for m in range(k, i, -1):
        put(turns, slot, m, slot, m - 1)
    turns.job[slot, i], turns.time[slot, i], turns.reserved[job] = job, instant, instant
    return place + 1


@kernel
def list_jobs(turns: Turns, listed: Ints) -> int:
    """Write the jobs down in turn, and the reservation of each; return how many there are."""
    count = 0
    for d in range(turns.sizes[0].blocks):
        slot = turns.block[d]
        for k in range(turns.blocks[slot].count):
            listed[count] = turns.job[slot, k]
            turns.reserved[listed[count]] = turns.time[slot, k]
            count += 1
    return count


@kernel
def begin_earlier(turns: Turns, place: int, by: float) -> None:
    """Let all jobs from a place on have their reservations so much earlier; their order is to stay,
    and they are to stay behind the others."""
    k = place % BLOCK
    for d in range(place // BLOCK, turns.sizes[0].blocks):
        slot = turns.block[d]
        block = turns.blocks[slot]
        # Where only some jobs of a block move, its `latest` is a bound as before.
        if k == 0:
            block.latest -= by
        for i in range(k, block.count):
            turns.time[slot, i] -= by
        k = 0


@kernel
def proved(turns: Turns, jobs: RigidJobs, place: int, width: int, length: float) -> float:
    """Return an instant before which no job so wide and long can begin, by the jobs before a place;
    minus infinity if there is no proof.

    *Proofs by smaller jobs*: if job i cannot begin before its reservation, no job can that is as
    wide and as long or more, for where that one fits, i fits. So the latest reservation of such a
    job is one. The places are looked at from the last to the first.
    """
    d, k, c = place // BLOCK, place % BLOCK, level_of(width)
    while True:
        # Invariant: no job at place d * BLOCK + k or behind it, but before `place`, is a proof.
        while k > 0:
            k -= 1
            job = turns.job[turns.block[d], k]
            if jobs.width[job] <= width and jobs.estimate[job] <= length:
                return float(turns.time[turns.block[d], k])
        d -= 1
        while d >= 0 and turns.least[turns.block[d], c] > length:
            d -= 1
        if d < 0:
            return -np.inf
        k = turns.blocks[turns.block[d]].count
