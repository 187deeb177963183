"""How many processors are free from now on, according to plan: a step function of time.

Segment k of the profile lasts from `time[k]` until `time[k + 1]` (the last one for ever). Segments
`numbers[FIRST]:numbers[LAST]` are in use; the first one begins now, and neighbours differ.
"""

from typing import NamedTuple

import numpy as np

from algorithms.compiled import kernel
from algorithms.simulation.machine import Floats, Ints

FIRST, LAST = range(2)


class Profile(NamedTuple):
    """`time` is float64, seconds, `free` int64, processors, of shape (n_segments,)."""

    time: Floats
    free: Ints
    numbers: Ints


def new_profile(jobs: int, processors: int) -> Profile:
    """Return the profile of an idle machine at time 0, with room for so many reservations."""
    size = 2 * jobs + 4
    profile = Profile(np.empty(size), np.empty(size, np.int64), np.array([0, 1], np.int64))
    profile.time[0] = 0.0
    profile.free[0] = processors
    return profile


@kernel
def locate(profile: Profile, instant: float) -> int:
    """Return the segment that holds an instant which is not before the first segment."""
    low, high = profile.numbers[FIRST], profile.numbers[LAST]
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
    numbers = profile.numbers
    shift = numbers[FIRST]
    for k in range(shift, numbers[LAST]):
        profile.time[k - shift] = profile.time[k]
        profile.free[k - shift] = profile.free[k]
    numbers[FIRST] = 0
    numbers[LAST] -= shift


@kernel
def split(profile: Profile, instant: float) -> int:
    """Let a segment begin at an instant and return it."""
    if profile.numbers[LAST] == len(profile.time):
        pack(profile)
    times, frees, numbers = profile.time, profile.free, profile.numbers
    k = locate(profile, instant)
    if times[k] == instant:
        return k
    if k - numbers[FIRST] < numbers[LAST] - k and numbers[FIRST] > 0:
        for i in range(numbers[FIRST], k + 1):
            times[i - 1] = times[i]
            frees[i - 1] = frees[i]
        numbers[FIRST] -= 1
    else:
        for i in range(numbers[LAST], k + 1, -1):
            times[i] = times[i - 1]
            frees[i] = frees[i - 1]
        numbers[LAST] += 1
        k += 1
        frees[k] = frees[k - 1]
    times[k] = instant
    return k


@kernel
def join(profile: Profile, k: int) -> None:
    """Join segment k with the one before it if both have the same number of free processors."""
    times, frees, numbers = profile.time, profile.free, profile.numbers
    if k <= numbers[FIRST] or k >= numbers[LAST] or frees[k] != frees[k - 1]:
        return
    if k - numbers[FIRST] < numbers[LAST] - k:
        for i in range(k, numbers[FIRST], -1):
            times[i] = times[i - 1]
            frees[i] = frees[i - 1]
        numbers[FIRST] += 1
    else:
        numbers[LAST] -= 1
        for i in range(k, numbers[LAST]):
            times[i] = times[i + 1]
            frees[i] = frees[i + 1]


@kernel
def add(profile: Profile, begin: float, end: float, processors: int) -> None:
    """Add free processors (take away, if negative) from `begin` until `end`."""
    if begin >= end:
        return
    first = split(profile, begin)
    shift = first - profile.numbers[FIRST]
    last = split(profile, end)
    first = profile.numbers[FIRST] + shift
    for k in range(first, last):
        profile.free[k] += processors
    join(profile, last)
    join(profile, profile.numbers[FIRST] + shift)


@kernel
def forget_past(profile: Profile, now: float) -> None:
    """Let the profile begin now."""
    numbers = profile.numbers
    numbers[FIRST] = locate(profile, now)
    profile.time[numbers[FIRST]] = now


@kernel
def earliest(profile: Profile, width: int, length: float, limit: float) -> float:
    """Return the earliest instant before `limit` from which a job fits, else `limit`.

    What the profile holds from `limit` on is taken as room enough: there the job itself has its
    reservation (or `limit` is infinite).
    """
    times, frees, numbers = profile.time, profile.free, profile.numbers
    last = numbers[LAST]
    begin = np.nan
    for k in range(numbers[FIRST], last):
        if times[k] >= limit:
            return limit if np.isnan(begin) else begin
        if frees[k] < width:
            begin = np.nan
            continue
        if np.isnan(begin):
            begin = times[k]
        if k + 1 == last or begin + length <= times[k + 1]:
            return begin
    return limit
