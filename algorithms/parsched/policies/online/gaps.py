"""Which job could fit somewhere before an instant? A summary of the profile up to there.

While the profile is read from left to right, a stack holds the stretches that still go on: entry k
says that from `begin[k]` on at least `free[k]` processors are free; both rise with k. Stretches
that have ended are kept as a staircase: `height` rises, `length` falls, and a job of width w and
length e fits into one of them exactly if e is at most the length of the first stair of height w or
more.

Only stretches are asked for that begin before an instant, up to which room `grew` (see
`compression`): those that begin later are on the stack, as room may grow within them, but make no
stairs.

Reservations may be added to the profile after it was read: the summary then promises too much,
never too little. What a search finds out that was promised in vain is taken back: `refute`.
"""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.availability.profile import (
    CHUNK,
    Profile,
    chunk_at,
    first_of,
    segment_at,
)
from parsched.policies.online.machine import Floats, Ints
from parsched.policies.online.waiting_queue import level_of


class GapSizes(KernelRecord):
    """How many entries the stack has (its `depth`), and how many stairs there are."""

    depth: int
    stairs: int


class Gaps(NamedTuple):
    """Columns as described above, in seconds and processors; `level` is the level of each height,
    see `waiting_queue`."""

    begin: Floats
    free: Ints
    height: Ints
    length: Floats
    level: Ints
    sizes: RecordArray[GapSizes]


def new_gaps(jobs: int, processors: int) -> Gaps:
    """Return an empty summary."""
    size = min(processors, 3 * jobs + 4) + 2
    floats, ints = np.empty((2, size)), np.empty((3, size), np.int64)
    return Gaps(floats[0], ints[0], ints[1], floats[1], ints[2], GapSizes.new())


@kernel
def forget_gaps(gaps: Gaps) -> None:
    """Forget everything that was read."""
    gaps.sizes[0].depth = 0
    gaps.sizes[0].stairs = 0


@kernel
def first_stair(gaps: Gaps, height: int) -> int:
    """Return the first stair of at least this height."""
    low, high = 0, gaps.sizes[0].stairs
    while low < high:
        middle = (low + high) // 2
        if gaps.height[middle] < height:
            low = middle + 1
        else:
            high = middle
    return int(low)


@kernel
def shift_stairs(gaps: Gaps, begin: int, by: int) -> None:
    """Move the stairs from `begin` on up by `by` entries, or down where it is negative."""
    count = gaps.sizes[0].stairs
    for i in range(begin, count):
        k = i if by < 0 else count - 1 - i + begin
        gaps.height[k + by], gaps.length[k + by] = gaps.height[k], gaps.length[k]
        gaps.level[k + by] = gaps.level[k]
    gaps.sizes[0].stairs = count + by


@kernel
def add_stair(gaps: Gaps, height: int, length: float) -> None:
    """Keep a stretch that has ended, unless another one is at least as high and long."""
    behind, count = first_stair(gaps, height), gaps.sizes[0].stairs
    if behind < count and gaps.length[behind] >= length:
        return
    if behind < count and gaps.height[behind] == height:
        behind += 1
    # Heights rise strictly and lengths fall strictly, so the stairs that the new one makes
    # useless, lower and no longer, are those just before it.
    at = behind
    while at > 0 and gaps.length[at - 1] <= length:
        at -= 1
    if at + 1 != behind:
        shift_stairs(gaps, behind, at + 1 - behind)
    gaps.height[at], gaps.length[at], gaps.level[at] = height, length, level_of(height)


@kernel
def read_segment(gaps: Gaps, begin: float, free: int, grew: float) -> None:
    """Read the next segment of the profile."""
    depth = gaps.sizes[0].depth
    since = begin
    # Higher stretches end here. The last one removed began first: since then, no fewer than
    # `free` processors have been free.
    while depth > 0 and gaps.free[depth - 1] > free:
        depth -= 1
        since = gaps.begin[depth]
        if since < grew:
            add_stair(gaps, gaps.free[depth], begin - since)
    if free > 0 and (depth == 0 or gaps.free[depth - 1] < free):
        gaps.begin[depth] = since
        gaps.free[depth] = free
        depth += 1
    gaps.sizes[0].depth = depth


@kernel
def read_until(gaps: Gaps, profile: Profile, segment: int, instant: float, grew: float) -> int:
    """Read the segments that begin before an instant, from one on; return the next segment.

    Segment k of the d-th chunk has the number d * CHUNK + k.
    """
    d, k = segment // CHUNK, segment % CHUNK
    while d < profile.sizes[0].last and profile.begin[d] < instant:
        slot = profile.chunk[d]
        chunk, time, free = profile.chunks[slot], profile.time[slot], profile.free[slot]
        while k < chunk.count:
            if time[k] >= instant:
                return d * CHUNK + k
            read_segment(gaps, time[k], free[k] + chunk.lift, grew)
            k += 1
        d += 1
        k = 0
    return d * CHUNK + k


@kernel
def read_again(gaps: Gaps, profile: Profile, instant: float, grew: float) -> int:
    """Read the profile from its beginning until an instant; return the next segment."""
    forget_gaps(gaps)
    sizes = profile.sizes[0]
    return read_until(gaps, profile, sizes.first * CHUNK + sizes.offset, instant, grew)


@kernel
def first_from(profile: Profile, instant: float) -> int:
    """Return the number of the first segment that does not begin before an instant."""
    d = chunk_at(profile, instant)
    k = segment_at(profile, d, instant)
    slot = profile.chunk[d]
    # That segment was read with those before the instant.
    if profile.time[slot, k] < instant:
        k += 1
    if k == profile.chunks[slot].count:
        d += 1
        k = first_of(profile, d)
    return d * CHUNK + k


@kernel
def is_any_open(gaps: Gaps, grew: float) -> bool:
    """Does a stretch go on that began before room last grew?"""
    return bool(gaps.sizes[0].depth > 0 and gaps.begin[0] < grew)


@kernel
def open_free(gaps: Gaps, grew: float) -> int:
    """Return how many processors are free in a stretch that goes on and began before room last
    grew; 0 without one."""
    k = gaps.sizes[0].depth - 1
    while k >= 0 and gaps.begin[k] >= grew:
        k -= 1
    return int(gaps.free[k]) if k >= 0 else 0


@kernel
def has_stair(gaps: Gaps, width: int, length: float) -> bool:
    """May a job fit into a stretch that has ended?"""
    stair = first_stair(gaps, width)
    return bool(stair < gaps.sizes[0].stairs and length <= gaps.length[stair])


@kernel
def may_hold(gaps: Gaps, least: Floats) -> bool:
    """May one of several jobs fit into a stretch that has ended? `least` is the least length among
    the jobs of each level at most."""
    k, count = 0, gaps.sizes[0].stairs
    while k < count and least[gaps.level[k]] > gaps.length[k]:
        k += 1
    return bool(k < count)


@kernel
def refute(gaps: Gaps, width: int, length: float, instant: float, grew: float) -> None:
    """Take back what was promised in vain to a job that cannot begin before its reservation; up to
    an instant the profile was read, and the reservation is there or later.

    *Failed searches are proofs*: no stretch of `width` processors or more is as long as the job,
    and none goes on at its reservation. What is promised to narrower jobs stays. If the reservation
    is later than the instant, no stretch goes on there that began before `grew`. One that began
    since ends before the reservation, as the job is tight, and jobs that move from there on or
    later add no room to it: it counts for no job, and is forgotten.
    """
    most, depth, since = np.nextafter(length, -np.inf), gaps.sizes[0].depth, instant
    while depth > 0 and gaps.free[depth - 1] >= width:
        depth -= 1
        since = gaps.begin[depth]
        # A reservation that was added has cut this stretch: some of it is a stretch that has ended.
        if since < grew and length > 0.0:
            add_stair(gaps, gaps.free[depth], min(instant - since, most))
    is_cut = depth < gaps.sizes[0].depth and width > 1
    if is_cut and (depth == 0 or gaps.free[depth - 1] < width - 1):
        gaps.begin[depth], gaps.free[depth] = since, width - 1
        depth += 1
    gaps.sizes[0].depth = depth
    cut_stairs(gaps, width, length, most)


@kernel
def cut_stairs(gaps: Gaps, width: int, length: float, most: float) -> None:
    """Let all stretches for a width, or more, that are as long as a length be so long at most."""
    first = last = first_stair(gaps, width)
    while last < gaps.sizes[0].stairs and gaps.length[last] >= length:
        last += 1
    if first == last:
        return
    longest, highest = gaps.length[first], gaps.height[last - 1]
    shift_stairs(gaps, last, first - last)
    if width > 1:
        add_stair(gaps, width - 1, longest)
    if length > 0.0:
        add_stair(gaps, highest, most)
