"""A schedule of length 3/2 λ from the two shelves of an accepted guess λ."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.measure.allotment.choices import Choices, narrowest
from parsched.model.problem.workload import Floats, Ints

NOWHERE = -1
"""A job that takes no time needs no place."""
SMALL, FIRST, SECOND, WHOLE, BEARING = 0, 1, 2, 3, 4
"""Where a job stands: nowhere yet, on one of the two shelves, on processors that the shelves do not
use, or on the first shelf with another job behind it on one of its processors."""


class Shelves(NamedTuple):
    """Two shelves on their way to three, for a guess λ = `limits[0]` and `limits[1]` = 3/2 λ.

    `chosen` (int64, index into `Choices`), `shelf` (int8) and `below` (int64, the job that a job
    follows on the same processor, or -1) have the shape (n_jobs,). `used` is int64 of shape (3,):
    processors that no shelf uses, processors of the first shelf, processors of the second. `single`
    is int64 of shape (1,): the sequential job of at most 3/4 λ that stands alone on the first
    shelf, or -1.
    """

    chosen: Ints
    shelf: NDArray[np.int8]
    below: Ints
    limits: Floats
    used: Ints
    single: Ints


@kernel
def settle(state: Shelves, offsets: Ints, widths: Ints, times: Floats, job: int) -> None:
    """Put a job that takes at most λ on the first shelf, or on fewer processors besides.

    A job of at most 3/4 λ moves to its next narrower choice if that takes at most 3/2 λ. Two
    sequential ones follow each other on one processor.
    """
    c = state.chosen[job]
    state.shelf[job] = FIRST
    # Two jobs of at most 3/4 λ, one after the other, end by 3/2 λ.
    if times[c] <= 0.75 * state.limits[0]:
        if c > offsets[job] and times[c - 1] <= state.limits[1]:
            state.chosen[job], state.shelf[job] = c - 1, WHOLE
            state.used[0] += widths[c - 1]
            return
        if widths[c] == 1 and state.single[0] >= 0:
            state.below[job], state.shelf[job] = state.single[0], WHOLE
            state.shelf[state.single[0]] = WHOLE
            state.single[0] = -1
            state.used[0] += 1
            state.used[1] -= 1
            return
        if widths[c] == 1:
            state.single[0] = job
    state.used[1] += widths[c]


@kernel
def settle_first(state: Shelves, offsets: Ints, widths: Ints, times: Floats, narrow: Ints) -> None:
    """Settle the jobs of the first shelf; find what the others need.

    `narrow` is int64 of shape (n_jobs,), filled in place: the narrowest choice of each job in at
    most 3/2 λ.
    """
    for job in range(len(narrow)):
        narrow[job] = narrowest(offsets, times, job, state.limits[1])
        if state.shelf[job] == SECOND:
            state.used[2] += widths[state.chosen[job]]
        elif state.shelf[job] == FIRST:
            settle(state, offsets, widths, times, job)


@kernel
def lift(
    state: Shelves,
    offsets: Ints,
    widths: Ints,
    times: Floats,
    second: Ints,
    narrow: Ints,
    processors: int,
) -> int:
    """Move jobs from the second shelf to processors that the first shelf leaves idle.

    Parameters
    ----------
    second
        The jobs of the second shelf by increasing width of their choices in `narrow`, int64.

    Returns
    -------
    int
        How many were moved, from the first on.
    """
    for k in range(len(second)):
        job = second[k]
        c = narrow[job]
        # The others are no narrower.
        if widths[c] > processors - state.used[0] - state.used[1]:
            return k
        state.used[2] -= widths[state.chosen[job]]
        state.chosen[job] = c
        if times[c] > state.limits[0]:
            state.shelf[job] = WHOLE
            state.used[0] += widths[c]
        else:
            settle(state, offsets, widths, times, job)
    return len(second)


@kernel
def stack_single(state: Shelves, times: Floats) -> bool:
    """Let the single sequential job follow the shortest other job of the first shelf; return
    whether the two take at most 3/2 λ."""
    job, under = state.single[0], -1
    if job < 0:
        return False
    for other in range(len(state.chosen)):
        shorter = under < 0 or times[state.chosen[other]] < times[state.chosen[under]]
        if other != job and state.shelf[other] == FIRST and shorter:
            under = other
    if under < 0 or times[state.chosen[under]] + times[state.chosen[job]] > state.limits[1]:
        return False
    state.below[job], state.shelf[job], state.shelf[under] = under, WHOLE, BEARING
    # One processor leaves the first shelf with the single job, and one of the job under it is
    # now used to the end: together one that no shelf uses.
    state.used[0] += 1
    state.used[1] -= 2
    state.single[0] = -1
    return True


@kernel
def fill(
    jobs: Ints,
    time: Floats,
    low_until: Ints,
    low: Floats,
    high_until: Ints,
    high: Floats,
    start: Floats,
) -> int:
    """Put small sequential jobs one after the other on the processors, between two shelves.

    When the next job does not fit a processor any more, the one after it is next.

    Parameters
    ----------
    jobs
        int64: the small jobs.
    low_until, low, high_until, high
        Runs of processors that are free from and until the same time: numbers of the processors
        behind each run, int64, and times, float64, seconds. Both end with the last processor.
    start
        float64, shape (n_jobs,), seconds, filled in place.

    Returns
    -------
    int
        How many jobs found room.
    """
    i, j, processor = 0, 0, 0
    at, fresh = low[0], True
    for k in range(len(jobs)):
        job = jobs[k]
        while at + time[job] > high[j]:
            # No other processor of these two runs has more room than one without small jobs.
            processor = min(low_until[i], high_until[j]) if fresh else processor + 1
            if processor >= low_until[len(low_until) - 1]:
                return k
            while low_until[i] <= processor:
                i += 1
            while high_until[j] <= processor:
                j += 1
            at, fresh = low[i], True
        start[job] = at
        at += time[job]
        fresh = False
    return len(jobs)


class ShelfSchedule(NamedTuple):
    """A schedule: choices, int64, and starts, float64, seconds, both of shape (n_jobs,)."""

    chosen: Ints
    start: Floats


def build(
    choices: Choices,
    processors: int,
    guess: float,
    chosen: Ints,
    shelf: NDArray[np.int8],
) -> ShelfSchedule | None:
    """Build the three shelves.

    Parameters
    ----------
    chosen, shelf
        Allotment and shelves as in `DualApproximation`; `NOWHERE` for jobs that take no time.

    Returns
    -------
    Placed or None
        None when the second shelf stays wider than the machine or a small job finds no room, which
        does not happen to monotone jobs with a choice for every number of processors.
    """
    state = Shelves(
        chosen.copy(),
        shelf.copy(),
        np.full(choices.jobs, -1),
        np.array([guess, guess + guess / 2]),
        np.zeros(3, np.int64),
        np.full(1, -1),
    )
    _transform(state, choices, processors)
    if state.used[0] + state.used[2] > processors:
        return None
    start = _starts(state, choices, processors)
    return None if start is None else ShelfSchedule(state.chosen, start)


def _transform(state: Shelves, choices: Choices, processors: int) -> None:
    """Apply the rules as long as one of them applies."""
    offsets, widths, times, _, _ = choices
    narrow = np.empty(choices.jobs, np.int64)
    settle_first(state, offsets, widths, times, narrow)
    second = np.flatnonzero(state.shelf == SECOND)
    second = second[np.argsort(widths[narrow[second]], kind="stable")]
    more = True
    while more:
        moved = lift(state, offsets, widths, times, second, narrow, processors)
        second = second[moved:]
        more = stack_single(state, times)


def _starts(state: Shelves, choices: Choices, processors: int) -> Floats | None:
    """Start the second shelf so late that it ends at 3/2 λ, and put the small jobs in between."""
    width, time = choices.taken(state.chosen)
    start = np.zeros(choices.jobs)
    behind = np.flatnonzero(state.below >= 0)
    start[behind] = time[state.below[behind]]
    second, small = np.flatnonzero(state.shelf == SECOND), np.flatnonzero(state.shelf == SMALL)
    start[second] = _latest(time[second], state.limits)
    upper = state.shelf == WHOLE
    upper[state.below[behind]] = False
    whole, first = np.flatnonzero(upper), np.flatnonzero(np.isin(state.shelf, (FIRST, BEARING)))
    bears = state.shelf[first] == BEARING
    low = _runs(
        np.concatenate([width[whole], width[first] - bears]),
        np.concatenate([start[whole] + time[whole], time[first]]),
        processors,
        0.0,
    )
    high = _runs(
        np.concatenate([state.used[:1], width[second]]),
        np.concatenate([state.limits[1:], start[second]]),
        processors,
        state.limits[1],
    )
    small = small[np.argsort(-time[small], kind="stable")]
    placed = fill(small, time, *low, *high, start)
    return start if placed == len(small) else None


def _latest(time: Floats, limits: Floats) -> Floats:
    """Return the latest starts from λ on with which the sum of start and time, as it is rounded,
    is at most 3/2 λ."""
    start = limits[1] - time
    late = start + time > limits[1]
    start[late] = np.nextafter(start[late], 0)
    latest: Floats = np.maximum(start, limits[0])
    return latest


def _runs(counts: Ints, values: Floats, processors: int, rest: float) -> tuple[Ints, Floats]:
    """Return where each run of processors ends and its value; `rest` is the value of the others."""
    until = np.append(np.cumsum(counts), processors)
    keep = np.diff(until, prepend=0) > 0
    return until[keep], np.append(values, rest)[keep]
