"""Which job could fit somewhere before an instant? A summary of the profile up to there.

While the profile is read from left to right, a stack holds the stretches that still go on: entry k
says that from `begin[k]` on at least `free[k]` processors are free; both rise with k. Stretches
that have ended are kept as a staircase: `height` rises, `length` falls, and a job of width w and
length e fits into one of them exactly if e is at most the length of the first stair of height w or
more.

Reservations may be added to the profile after it was read: the summary then promises too much,
never too little.
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


class GapSizes(KernelRecord):
    """How many entries the stack has (its `depth`), and how many stairs there are."""

    depth: int
    stairs: int


class Gaps(NamedTuple):
    """Columns as described above, in seconds and processors."""

    begin: Floats
    free: Ints
    height: Ints
    length: Floats
    sizes: RecordArray[GapSizes]


def new_gaps(jobs: int, processors: int) -> Gaps:
    """Return an empty summary."""
    size = min(processors, 2 * jobs + 4) + 2
    floats, ints = np.empty((2, size)), np.empty((2, size), np.int64)
    return Gaps(floats[0], ints[0], ints[1], floats[1], GapSizes.new())


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
def add_stair(gaps: Gaps, height: int, length: float) -> None:
    """Keep a stretch that has ended, unless another one is at least as high and long."""
    heights, lengths, count = gaps.height, gaps.length, gaps.sizes[0].stairs
    behind = first_stair(gaps, height)
    if behind < count and lengths[behind] >= length:
        return
    if behind < count and heights[behind] == height:
        behind += 1
    # Heights rise strictly and lengths fall strictly, so the stairs that the new one makes
    # useless, lower and no longer, are those just before it.
    at = behind
    while at > 0 and lengths[at - 1] <= length:
        at -= 1
    shift = at + 1 - behind
    if shift > 0:
        for k in range(count - 1, behind - 1, -1):
            heights[k + shift] = heights[k]
            lengths[k + shift] = lengths[k]
    elif shift < 0:
        for k in range(behind, count):
            heights[k + shift] = heights[k]
            lengths[k + shift] = lengths[k]
    heights[at] = height
    lengths[at] = length
    gaps.sizes[0].stairs = count + shift


@kernel
def read_segment(gaps: Gaps, begin: float, free: int) -> None:
    """Read the next segment of the profile."""
    depth = gaps.sizes[0].depth
    since = begin
    # Higher stretches end here. The last one removed began first: since then, no fewer than
    # `free` processors have been free.
    while depth > 0 and gaps.free[depth - 1] > free:
        depth -= 1
        since = gaps.begin[depth]
        add_stair(gaps, gaps.free[depth], begin - since)
    if free > 0 and (depth == 0 or gaps.free[depth - 1] < free):
        gaps.begin[depth] = since
        gaps.free[depth] = free
        depth += 1
    gaps.sizes[0].depth = depth


@kernel
def read_until(gaps: Gaps, profile: Profile, segment: int, instant: float) -> int:
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
            read_segment(gaps, time[k], free[k] + chunk.lift)
            k += 1
        d += 1
        k = 0
    return d * CHUNK + k


@kernel
def read_again(gaps: Gaps, profile: Profile, instant: float) -> int:
    """Read the profile from its beginning until an instant; return the next segment."""
    forget_gaps(gaps)
    sizes = profile.sizes[0]
    return read_until(gaps, profile, sizes.first * CHUNK + sizes.offset, instant)


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
def may_fit(gaps: Gaps, width: int, length: float, instant: float) -> bool:
    """May a job fit earlier than at the instant up to which the profile was read, where it is now?

    A stretch that goes on at that instant may go on within the job's own reservation.
    """
    depth = gaps.sizes[0].depth
    if depth > 0 and gaps.free[depth - 1] >= width:
        return True
    stair = first_stair(gaps, width)
    return bool(stair < gaps.sizes[0].stairs and length <= gaps.length[stair])
