"""Serial list scheduling: place jobs one by one, each at its earliest fit among those before.

Earliest fits bound later ones (`StartBounds`): while a machine only fills up, a job at least as
wide and as long as an earlier one fits no earlier than that one did. The search for its place
begins there.
"""

from math import frexp
from typing import NamedTuple

import numpy as np

from algorithms.compiled import kernel
from algorithms.problem.workload import Floats, Ints

WIDTHS, DURATIONS = 2, 4
"""Levels in an octave of widths and in one of durations."""
SHORTEST, LONGEST = -16, 54
"""Durations from 2^SHORTEST to 2^LONGEST seconds have levels."""


class StartBounds(NamedTuple):
    """Earliest fits by level of width and duration.

    `start` is float64 of shape (width levels, duration levels), seconds: a two-dimensional Fenwick
    tree, so that the latest start at up to some width and up to some duration is found, or put in,
    in a few steps.
    """

    start: Floats


def start_bounds(processors: int) -> StartBounds:
    """Return an empty table of start bounds for a machine of `processors` processors."""
    return StartBounds(
        np.zeros((WIDTHS * (processors.bit_length() + 1), DURATIONS * (LONGEST - SHORTEST)))
    )


@kernel
def level(value: float, steps: int) -> tuple[int, bool]:
    """Return the level that a positive value has reached, and whether it is just that.

    Between two powers of two there are `steps` levels, equally far apart.
    """
    mantissa, exponent = frexp(value)
    above = (2 * mantissa - 1) * steps
    return (exponent - 1) * steps + int(above), above == int(above)


@kernel
def earliest_start(bounds: StartBounds, width: int, duration: float) -> float:
    """Return a lower bound on the start of a job of positive duration, seconds."""
    rows, columns = bounds.start.shape
    start = 0.0
    row = min(level(float(width), WIDTHS)[0] + 1, rows)
    first = min(level(duration, DURATIONS)[0] - SHORTEST * DURATIONS + 1, columns)
    while row > 0:
        column = first
        while column > 0:
            start = max(start, bounds.start[row - 1, column - 1])
            column -= column & -column
        row -= row & -row
    return start


@kernel
def add_start(bounds: StartBounds, width: int, duration: float, start: float) -> None:
    """Add the earliest fit of a job of positive duration to the bounds."""
    rows, columns = bounds.start.shape
    row, exact = level(float(width), WIDTHS)
    row += 1 if exact else 2
    first, exact = level(duration, DURATIONS)
    first = max(first - SHORTEST * DURATIONS + (1 if exact else 2), 1)
    while row <= rows:
        column = first
        while column <= columns:
            bounds.start[row - 1, column - 1] = max(bounds.start[row - 1, column - 1], start)
            column += column & -column
        row += row & -row


class Profile(NamedTuple):
    """Free processors over time, as a step function cut into blocks of consecutive steps.

    Block b holds `steps[b]` steps: from `time[b, i]` (float64, seconds), `free[b, i] + offset[b]`
    processors are free; `least[b]` and `most[b]` are the extremes of that. `sequence[:used[0]]`
    lists the blocks in order of time. All but `time` are int64. Times and free processors have the
    shape (blocks, capacity), `used` (1,), the others (blocks,). `bounds` shortens searches.
    """

    time: Floats
    free: Ints
    steps: Ints
    offset: Ints
    least: Ints
    most: Ints
    sequence: Ints
    used: Ints
    bounds: StartBounds


def idle_profile(processors: int, jobs: int, capacity: int = 0) -> Profile:
    """Return the profile of an idle machine with room for `jobs`, in blocks of about √jobs
    steps."""
    capacity = capacity or max(64, int(0.6 * np.sqrt(jobs)))
    blocks = 2 + jobs // (capacity // 2)
    time, free = np.zeros((blocks, capacity)), np.zeros((blocks, capacity), np.int64)
    steps, offset, least, most, sequence = np.zeros((5, blocks), np.int64)
    free[0, 0] = least[0] = most[0] = processors
    steps[0] = 1
    used = np.ones(1, np.int64)
    bounds = start_bounds(processors)
    return Profile(time, free, steps, offset, least, most, sequence, used, bounds)


Span = tuple[int, int, int, int]
"""Positions (in the sequence, in the block) of a first step and of the one after a last."""


@kernel
def locate(profile: Profile, at: float) -> tuple[int, int]:
    """Return the position of the last step that begins by time `at`."""
    time, steps, sequence = profile.time, profile.steps, profile.sequence
    k, after = 0, profile.used[0]
    while after - k > 1:
        middle = (k + after) // 2
        if time[sequence[middle], 0] <= at:
            k = middle
        else:
            after = middle
    b = sequence[k]
    i, after = 0, steps[b]
    while after - i > 1:
        middle = (i + after) // 2
        if time[b, middle] <= at:
            i = middle
        else:
            after = middle
    return k, i


@kernel
def earliest_fit(profile: Profile, width: int, duration: float) -> Span:
    """Find the first step from which `width` processors stay free for `duration` seconds.

    The span ends before the first step that is not earlier than the end of the job.
    """
    time, free, steps, offset, least, most, sequence, used, bounds = profile
    found, end = False, 0.0
    first_k, first_i = 0, 0
    # The profile only fills up, so no job that is as wide and long fits earlier than one did.
    if duration > 0:
        first_k, first_i = locate(profile, earliest_start(bounds, width, duration))
    low = first_i
    for k in range(first_k, used[0]):
        b = sequence[k]
        origin, low = low, 0
        # Invariant: if `found`, `width` processors are free from the first step of the span until
        # this block. One that is too full throughout, or leaves room throughout, needs no closer
        # look.
        if not found and most[b] < width:
            continue
        if found and least[b] >= width and time[b, steps[b] - 1] < end:
            continue
        for i in range(origin, steps[b]):
            if found and time[b, i] >= end:
                return first_k, first_i, k, i
            fits = free[b, i] + offset[b] >= width
            if fits and not found:
                first_k, first_i, end = k, i, time[b, i] + duration
            found = fits
    return first_k, first_i, used[0], 0


@kernel
def insert(profile: Profile, k: int, i: int, at: float) -> tuple[int, int]:
    """Cut the step before position (k, i) at time `at`; return the position of the new step."""
    time, free, steps, sequence = profile.time, profile.free, profile.steps, profile.sequence
    if i == 0:
        k -= 1
        i = steps[sequence[k]]
    b = sequence[k]
    for c in range(steps[b], i, -1):
        time[b, c], free[b, c] = time[b, c - 1], free[b, c - 1]
    time[b, i], free[b, i] = at, free[b, i - 1]
    steps[b] += 1
    return k, i


@kernel
def summarise(profile: Profile, b: int) -> None:
    """Bring the extremes of block b up to date."""
    _, free, steps, offset, least, most, _, _, _ = profile
    low, high = free[b, 0], free[b, 0]
    for i in range(1, steps[b]):
        low, high = min(low, free[b, i]), max(high, free[b, i])
    least[b], most[b] = low + offset[b], high + offset[b]


@kernel
def occupy(profile: Profile, span: Span, width: int) -> None:
    """Take `width` processors from the steps of a span."""
    _, free, steps, offset, least, most, sequence, used, _ = profile
    first_k, first_i, last_k, last_i = span
    for k in range(first_k, min(last_k + 1, used[0])):
        b = sequence[k]
        low = first_i if k == first_k else 0
        high = last_i if k == last_k else steps[b]
        if low == 0 and high == steps[b]:
            offset[b] -= width
            least[b] -= width
            most[b] -= width
        elif low < high:
            for i in range(low, high):
                free[b, i] -= width
            summarise(profile, b)


@kernel
def split(profile: Profile, k: int) -> None:
    """Move the second half of the k-th block into a new block behind it."""
    time, free, steps, offset, _, _, sequence, used, _ = profile
    b, new = sequence[k], used[0]
    half = steps[b] // 2
    moved = steps[b] - half
    for c in range(moved):
        time[new, c], free[new, c] = time[b, half + c], free[b, half + c]
    steps[new], steps[b], offset[new] = moved, half, offset[b]
    for c in range(new, k + 1, -1):
        sequence[c] = sequence[c - 1]
    sequence[k + 1] = new
    used[0] += 1
    summarise(profile, b)
    summarise(profile, new)


@kernel
def reserve(profile: Profile, span: Span, width: int, start: float, duration: float) -> None:
    """Hold `width` processors for a job that `earliest_fit` placed in a span, from its start on."""
    k, i, end_k, end_i = span
    end = start + duration
    if duration > 0:
        add_start(profile.bounds, width, duration, start)
    if end <= start:
        return
    exists = end_k < profile.used[0] and profile.time[profile.sequence[end_k], end_i] == end
    if not exists:
        end_k, end_i = insert(profile, end_k, end_i, end)
    occupy(profile, (k, i, end_k, end_i), width)
    if not exists:
        b = profile.sequence[end_k]
        if profile.steps[b] == profile.time.shape[1]:
            split(profile, end_k)
        else:
            summarise(profile, b)


@kernel
def serial(
    width: Ints, time: Floats, start: Floats, profile: Profile, first: int, budget: int
) -> int:
    """Place up to `budget` jobs from `first` on; called again with the next job, go on.

    Parameters
    ----------
    width, time
        int64 and float64 (seconds), shape (n_jobs,), in list order; no job is wider than the
        machine.
    start
        float64, shape (n_jobs,), seconds, filled in place.

    Returns
    -------
    int
        Jobs placed so far. A placement takes O(√n) steps plus the gaps that it passes and that are
        too short; those that were too short for a job of lower levels are not passed again.
    """
    last = min(first + budget, len(width))
    for job in range(first, last):
        span = earliest_fit(profile, width[job], time[job])
        start[job] = profile.time[profile.sequence[span[0]], span[1]]
        reserve(profile, span, width[job], start[job], time[job])
    return last
