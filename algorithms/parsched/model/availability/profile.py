"""The profile: segments in chunks, and above them the least and most free processors of each chunk.

Segment k of the profile lasts from its time until the time of the next one (the last one for ever);
the first one begins now, and neighbours differ. A chunk holds up to `CHUNK` consecutive segments.
What is added to all segments of a chunk is written down once, as its `lift`. So an interval is
entered in O(n / CHUNK + CHUNK) steps for n segments, and a search skips chunks without room, and
those that are all room.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CHUNK = 128
MERGED = 96
"""Neighbouring chunks with up to this number of segments together become one."""


class Chunk(KernelRecord):
    """A chunk: its segments are entries `0:count`, each with `lift` more free processors than
    written; no less than `least` are free, and no more than `most`, lift included. These are the
    extremes, but for `loose` changes since they were found."""

    count: int
    lift: int
    least: int
    most: int
    loose: int


class ProfileSizes(KernelRecord):
    """What is in use: entries `first:last` of the directory, and of the first chunk the segments
    from `offset` on; `spare` chunks are not in use."""

    first: int
    last: int
    offset: int
    spare: int


class Profile(NamedTuple):
    """A profile.

    Of shape (n_chunks, CHUNK): `time`, float64, seconds, and `free`, int64, processors without the
    lift. Of shape (n_chunks,): `chunks`; the directory, which chunk is the d-th (`chunk`, int64)
    and when it begins (`begin`, float64, seconds); and `spare`, int64, the chunks not in use.
    """

    time: Floats
    free: Ints
    chunks: RecordArray[Chunk]
    chunk: Ints
    begin: Floats
    spare: Ints
    sizes: RecordArray[ProfileSizes]


def new_profile(intervals: int, processors: int) -> Profile:
    """Return the profile of an idle machine at time 0, with room for `intervals` at once.

    Examples
    --------
    >>> from parsched.model.availability.profile import new_profile, segments
    >>> segments(new_profile(3, 64))
    [(0.0, 64)]
    """
    # Invariant: two neighbours behind the first chunk have more than MERGED segments together. So
    # at most 2 * segments / MERGED + 2 chunks are in use, and one more while one is halved.
    count = 2 * (2 * intervals + 4) // MERGED + 4
    profile = Profile(
        np.empty((count, CHUNK)),
        np.empty((count, CHUNK), np.int64),
        Chunk.new(count),
        np.empty(count, np.int64),
        np.empty(count),
        np.arange(count)[::-1].copy(),
        ProfileSizes.new(),
    )
    sizes = profile.sizes[0]
    sizes.spare = count
    clear(profile, 0.0, processors)
    return profile


@kernel
def clear(profile: Profile, now: float, processors: int) -> None:
    """Let a number of processors be free from now on."""
    sizes = profile.sizes[0]
    for d in range(sizes.first, sizes.last):
        profile.spare[sizes.spare] = profile.chunk[d]
        sizes.spare += 1
    sizes.spare -= 1
    slot = profile.spare[sizes.spare]
    sizes.first, sizes.last, sizes.offset = 0, 1, 0
    profile.chunk[0], profile.begin[0] = slot, now
    profile.time[slot, 0], profile.free[slot, 0] = now, processors
    chunk = profile.chunks[slot]
    chunk.count, chunk.lift, chunk.loose = 1, 0, 0
    chunk.least = chunk.most = processors


@kernel
def chunk_at(profile: Profile, instant: float) -> int:
    """Return the entry of the directory that holds an instant not before the profile."""
    low, high = profile.sizes[0].first, profile.sizes[0].last
    begin = profile.begin
    # Invariant: begin[low] <= instant, and instant < begin[high] unless `high` is the end.
    while high - low > 1:
        middle = (low + high) // 2
        if begin[middle] <= instant:
            low = middle
        else:
            high = middle
    return int(low)


@kernel
def first_of(profile: Profile, d: int) -> int:
    """Return the first segment in use of the d-th chunk."""
    return int(profile.sizes[0].offset) if d == profile.sizes[0].first else 0


@kernel
def segment_at(profile: Profile, d: int, instant: float) -> int:
    """Return the segment of the d-th chunk that holds an instant of it."""
    slot = profile.chunk[d]
    low, high = first_of(profile, d), profile.chunks[slot].count
    time = profile.time[slot]
    while high - low > 1:
        middle = (low + high) // 2
        if time[middle] <= instant:
            low = middle
        else:
            high = middle
    return int(low)


@kernel
def forget_past(profile: Profile, now: float) -> None:
    """Let the profile begin now."""
    sizes = profile.sizes[0]
    d = chunk_at(profile, now)
    for gone in range(sizes.first, d):
        profile.spare[sizes.spare] = profile.chunk[gone]
        sizes.spare += 1
    k = segment_at(profile, d, now)
    # Segments before k stay in the chunk; `offset` skips them, which costs O(1).
    sizes.first, sizes.offset = d, k
    slot = profile.chunk[d]
    profile.time[slot, k] = now
    profile.begin[d] = now


def segments(profile: Profile) -> list[tuple[float, int]]:
    """Return (begin, free processors) of each segment."""
    sizes, listed = profile.sizes[0], []
    for d in range(sizes.first, sizes.last):
        slot = profile.chunk[d]
        chunk = profile.chunks[slot]
        for k in range(sizes.offset if d == sizes.first else 0, chunk.count):
            listed.append((float(profile.time[slot, k]), int(profile.free[slot, k] + chunk.lift)))
    return listed
