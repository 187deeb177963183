"""Changing a profile: more or fewer free processors during an interval."""

from parsched.base.compiled import kernel
from parsched.model.availability.profile import (
    CHUNK,
    MERGED,
    Profile,
    chunk_at,
    first_of,
    segment_at,
)

REFRESHED = 16
"""Number of changes after which the bounds of a chunk are loose: its extremes are found again."""


@kernel
def refresh(profile: Profile, d: int) -> None:
    """Find the extremes of the d-th chunk."""
    slot = profile.chunk[d]
    chunk, free = profile.chunks[slot], profile.free[slot]
    begin = first_of(profile, d)
    least = most = free[begin]
    for k in range(begin + 1, chunk.count):
        least = min(least, free[k])
        most = max(most, free[k])
    chunk.least = least + chunk.lift
    chunk.most = most + chunk.lift
    chunk.loose = 0


@kernel
def widen(profile: Profile, d: int, begin: int, end: int) -> None:
    """Let the bounds of the d-th chunk hold for the changed segments `begin:end`, too; now and then
    find the extremes again."""
    slot = profile.chunk[d]
    chunk, free = profile.chunks[slot], profile.free[slot]
    chunk.loose += 1
    if chunk.loose == REFRESHED:
        refresh(profile, d)
        return
    # Bounds only move apart here: true, but loose where the former extreme is gone.
    least, most = chunk.least - chunk.lift, chunk.most - chunk.lift
    for k in range(begin, end):
        least = min(least, free[k])
        most = max(most, free[k])
    chunk.least = least + chunk.lift
    chunk.most = most + chunk.lift


@kernel
def pack_first(profile: Profile) -> None:
    """Move the segments in use of the first chunk to its front."""
    sizes = profile.sizes[0]
    slot, shift = profile.chunk[sizes.first], sizes.offset
    time, free, chunk = profile.time[slot], profile.free[slot], profile.chunks[slot]
    for k in range(shift, chunk.count):
        time[k - shift] = time[k]
        free[k - shift] = free[k]
    chunk.count -= shift
    sizes.offset = 0


@kernel
def open_entry(profile: Profile, d: int) -> None:
    """Make place in the directory for a d-th chunk."""
    sizes = profile.sizes[0]
    if sizes.last == len(profile.begin):
        for e in range(sizes.first, sizes.last):
            profile.chunk[e - sizes.first] = profile.chunk[e]
            profile.begin[e - sizes.first] = profile.begin[e]
        d -= sizes.first
        sizes.last -= sizes.first
        sizes.first = 0
    for e in range(sizes.last, d, -1):
        profile.chunk[e] = profile.chunk[e - 1]
        profile.begin[e] = profile.begin[e - 1]
    sizes.last += 1
    sizes.spare -= 1
    profile.chunk[d] = profile.spare[sizes.spare]


@kernel
def close_entry(profile: Profile, d: int) -> None:
    """Take the d-th chunk, which is empty, out of the directory."""
    sizes = profile.sizes[0]
    profile.spare[sizes.spare] = profile.chunk[d]
    sizes.spare += 1
    sizes.last -= 1
    for e in range(d, sizes.last):
        profile.chunk[e] = profile.chunk[e + 1]
        profile.begin[e] = profile.begin[e + 1]


@kernel
def merge(profile: Profile, d: int) -> None:
    """Join the d-th chunk with the next one if they have few segments together."""
    sizes = profile.sizes[0]
    if d < sizes.first or d + 1 >= sizes.last:
        return
    left, right = profile.chunk[d], profile.chunk[d + 1]
    into, of = profile.chunks[left], profile.chunks[right]
    if into.count + of.count > MERGED:
        return
    for k in range(of.count):
        profile.time[left, into.count + k] = profile.time[right, k]
        profile.free[left, into.count + k] = profile.free[right, k] + of.lift - into.lift
    into.count += of.count
    into.least = min(into.least, of.least)
    into.most = max(into.most, of.most)
    close_entry(profile, d + 1)


@kernel
def halve(profile: Profile, d: int) -> None:
    """Let the second half of a full chunk become a chunk of its own."""
    old, half = profile.chunk[d], CHUNK // 2
    first = profile.sizes[0].first
    open_entry(profile, d + 1)
    # The directory may have moved to its front to make room.
    d -= first - profile.sizes[0].first
    new = profile.chunk[d + 1]
    for k in range(half, CHUNK):
        profile.time[new, k - half] = profile.time[old, k]
        profile.free[new, k - half] = profile.free[old, k]
    profile.chunks[new].count = CHUNK - half
    profile.chunks[new].lift = profile.chunks[old].lift
    profile.chunks[old].count = half
    profile.begin[d + 1] = profile.time[new, 0]
    refresh(profile, d)
    refresh(profile, d + 1)
    merge(profile, d + 1)
    merge(profile, d - 1)


@kernel
def split(profile: Profile, instant: float) -> None:
    """Let a segment begin at an instant."""
    d = chunk_at(profile, instant)
    slot = profile.chunk[d]
    if profile.chunks[slot].count == CHUNK:
        if first_of(profile, d) > 0:
            pack_first(profile)
        else:
            halve(profile, d)
            d = chunk_at(profile, instant)
            slot = profile.chunk[d]
    k = segment_at(profile, d, instant)
    if profile.time[slot, k] == instant:
        return
    # The new segment has as many free as the one it was part of: extremes stay.
    insert(profile, slot, k + 1, instant)


@kernel
def join(profile: Profile, instant: float) -> None:
    """Join the segment that begins at an instant with the one before, if as many are free in both.

    Extremes stay as they are: what goes has an equal neighbour, or has it in the chunk before.
    """
    d = chunk_at(profile, instant)
    k = segment_at(profile, d, instant)
    slot = profile.chunk[d]
    time, free, chunk = profile.time[slot], profile.free[slot], profile.chunks[slot]
    if k > first_of(profile, d):
        if free[k] != free[k - 1]:
            return
    else:
        if d == profile.sizes[0].first:
            return
        before = profile.chunk[d - 1]
        last = profile.chunks[before].count - 1
        if free[k] + chunk.lift != profile.free[before, last] + profile.chunks[before].lift:
            return
        profile.begin[d] = time[1] if chunk.count > 1 else instant
    remove(profile, slot, k)
    if chunk.count == 0:
        close_entry(profile, d)
        return
    merge(profile, d)
    merge(profile, d - 1)


@kernel
def add_to_part(profile: Profile, d: int, begin: int, end: int, processors: int) -> None:
    """Add free processors to the segments `begin:end` of the d-th chunk."""
    free = profile.free[profile.chunk[d]]
    for k in range(begin, end):
        free[k] += processors
    widen(profile, d, begin, end)


@kernel
def insert(profile: Profile, slot: int, k: int, instant: float) -> None:
    """Let a segment of a chunk with room begin at an instant, as its k-th."""
    time, free, chunk = profile.time[slot], profile.free[slot], profile.chunks[slot]
    for i in range(chunk.count, k, -1):
        time[i] = time[i - 1]
        free[i] = free[i - 1]
    chunk.count += 1
    time[k] = instant
    free[k] = free[k - 1]


@kernel
def remove(profile: Profile, slot: int, k: int) -> None:
    """Let the segment before the k-th of a chunk last on."""
    time, free, chunk = profile.time[slot], profile.free[slot], profile.chunks[slot]
    chunk.count -= 1
    for i in range(k, chunk.count):
        time[i] = time[i + 1]
        free[i] = free[i + 1]


@kernel
def add_within(profile: Profile, d: int, begin: float, end: float, processors: int) -> bool:
    """Add free processors within the d-th chunk, in one go; return False, with nothing done, where
    that would touch another one."""
    slot = profile.chunk[d]
    time, free, chunk = profile.time[slot], profile.free[slot], profile.chunks[slot]
    first = first_of(profile, d)
    k, until = segment_at(profile, d, begin), segment_at(profile, d, end)
    at_edge = k == first and time[k] == begin and d > profile.sizes[0].first
    if chunk.count + 2 > CHUNK or at_edge:
        return False
    if time[until] < end:
        until += 1
        insert(profile, slot, until, end)
    if time[k] < begin:
        k += 1
        until += 1
        insert(profile, slot, k, begin)
    # Invariant: segment k begins at `begin` and segment `until` at `end`.
    for i in range(k, until):
        free[i] += processors
    widen(profile, d, k, until)
    if free[until] == free[until - 1]:
        remove(profile, slot, until)
    if k > first and free[k] == free[k - 1]:
        remove(profile, slot, k)
    merge(profile, d)
    merge(profile, d - 1)
    return True


@kernel
def add(profile: Profile, begin: float, end: float, processors: int) -> None:
    """Add free processors (take away, if negative) from `begin`, not before the profile, until
    `end`."""
    if begin >= end:
        return
    d, last = chunk_at(profile, begin), chunk_at(profile, end)
    if d == last and add_within(profile, d, begin, end, processors):
        return
    split(profile, end)
    split(profile, begin)
    d, last = chunk_at(profile, begin), chunk_at(profile, end)
    k, until = segment_at(profile, d, begin), segment_at(profile, last, end)
    if d == last:
        add_to_part(profile, d, k, until, processors)
    else:
        add_to_part(profile, d, k, profile.chunks[profile.chunk[d]].count, processors)
        # Whole chunks: the lift alone changes, and the extremes with it.
        for e in range(d + 1, last):
            chunk = profile.chunks[profile.chunk[e]]
            chunk.lift += processors
            chunk.least += processors
            chunk.most += processors
        if until > 0:
            add_to_part(profile, last, 0, until, processors)
    join(profile, end)
    join(profile, begin)


@kernel
def bring_forward(profile: Profile, instant: float, by: float) -> None:
    """Let all that is planned from an instant on begin so much earlier. For that time before the
    instant all processors have to be free, and at the instant some have to be taken."""
    d = chunk_at(profile, instant)
    slot, k = profile.chunk[d], segment_at(profile, d, instant)
    taken = profile.free[slot, k] + profile.chunks[slot].lift - free_before(profile, d, k)
    # The segment of the instant begins earlier; those behind it follow.
    add(profile, instant - by, instant, taken)
    d = chunk_at(profile, instant)
    k = segment_at(profile, d, instant) + 1
    for e in range(d, profile.sizes[0].last):
        slot = profile.chunk[e]
        if e > d:
            profile.begin[e] -= by
        for i in range(k, profile.chunks[slot].count):
            profile.time[slot, i] -= by
        k = 0


@kernel
def free_before(profile: Profile, d: int, k: int) -> int:
    """Return how many processors are free in the segment before the k-th of the d-th chunk."""
    if k == first_of(profile, d):
        d -= 1
        k = profile.chunks[profile.chunk[d]].count
    slot = profile.chunk[d]
    return int(profile.free[slot, k - 1] + profile.chunks[slot].lift)
