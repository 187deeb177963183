"""How many processors are free from now on, according to plan: a step function of time.

Segment k of the profile lasts from `time[k]` until `time[k + 1]` (the last one for ever). Those in
use are `first:last`; the first one begins now, and neighbours differ.
"""

from typing import NamedTuple

import numpy as np

from algorithms.compiled import kernel
from algorithms.compiled.records import Record, Records
from algorithms.simulation.machine import Floats, Ints


class Segments(Record):
    """Which segments are in use: `first:last`."""

    first: int
    last: int


class Profile(NamedTuple):
    """`time` is float64, seconds, `free` int64, processors, of shape (n_segments,)."""

    time: Floats
    free: Ints
    segments: Records[Segments]


def new_profile(jobs: int, processors: int) -> Profile:
    """Return the profile of an idle machine at time 0, with room for `jobs` reservations."""
    size = 2 * jobs + 4
    profile = Profile(np.empty(size), np.empty(size, np.int64), Segments.new())
    profile.segments[0].last = 1
    profile.time[0] = 0.0
    profile.free[0] = processors
    return profile


@kernel
def locate(profile: Profile, instant: float) -> int:
    """Return the segment that holds an instant which is not before the first segment."""
    low, high = profile.segments[0].first, profile.segments[0].last
    while high - low > 1:
        middle = (low + high) // 2
        if profile.time[middle] <= instant:
            low = middle
        else:
            high = middle
    return int(low)


@kernel
def pack(profile: Profile) -> None:
    """Move the segments in use to the front of their arrays."""
    segments = profile.segments[0]
    shift = segments.first
    for k in range(shift, segments.last):
        profile.time[k - shift] = profile.time[k]
        profile.free[k - shift] = profile.free[k]
    segments.first = 0
    segments.last -= shift


@kernel
def split(profile: Profile, instant: float) -> int:
    """Let a segment begin at an instant and return it."""
    if profile.segments[0].last == len(profile.time):
        pack(profile)
    times, frees, segments = profile.time, profile.free, profile.segments[0]
    k = locate(profile, instant)
    if times[k] == instant:
        return k
    if k - segments.first < segments.last - k and segments.first > 0:
        for i in range(segments.first, k + 1):
            times[i - 1] = times[i]
            frees[i - 1] = frees[i]
        segments.first -= 1
    else:
        for i in range(segments.last, k + 1, -1):
            times[i] = times[i - 1]
            frees[i] = frees[i - 1]
        segments.last += 1
        k += 1
        frees[k] = frees[k - 1]
    times[k] = instant
    return k


@kernel
def join(profile: Profile, k: int) -> None:
    """Join segment k with the one before it if both have the same number of free processors."""
    times, frees, segments = profile.time, profile.free, profile.segments[0]
    if k <= segments.first or k >= segments.last or frees[k] != frees[k - 1]:
        return
    if k - segments.first < segments.last - k:
        for i in range(k, segments.first, -1):
            times[i] = times[i - 1]
            frees[i] = frees[i - 1]
        segments.first += 1
    else:
        segments.last -= 1
        for i in range(k, segments.last):
            times[i] = times[i + 1]
            frees[i] = frees[i + 1]


@kernel
def add(profile: Profile, begin: float, end: float, processors: int) -> None:
    """Add free processors (take away, if negative) from `begin` until `end`."""
    if begin >= end:
        return
    first = split(profile, begin)
    shift = first - profile.segments[0].first
    last = split(profile, end)
    # The second split may have moved all segments by one: only the distance stays.
    first = profile.segments[0].first + shift
    for k in range(first, last):
        profile.free[k] += processors
    join(profile, last)
    join(profile, profile.segments[0].first + shift)


@kernel
def forget_past(profile: Profile, now: float) -> None:
    """Let the profile begin now."""
    segments = profile.segments[0]
    segments.first = locate(profile, now)
    profile.time[segments.first] = now


@kernel
def earliest(profile: Profile, width: int, length: float, limit: float) -> float:
    """Return the earliest instant before `limit` from which a job fits, else `limit`.

    What the profile holds from `limit` on is taken as room enough: there the job itself has its
    reservation (or `limit` is infinite).
    """
    times, frees, segments = profile.time, profile.free, profile.segments[0]
    last = segments.last
    begin = np.nan
    for k in range(segments.first, last):
        if times[k] >= limit:
            return limit if np.isnan(begin) else begin
        # Invariant: if `begin` is a number, `width` processors are free from then until times[k].
        if frees[k] < width:
            begin = np.nan
            continue
        if np.isnan(begin):
            begin = times[k]
        if k + 1 == last or begin + length <= times[k + 1]:
            return begin
    return limit
