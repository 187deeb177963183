"""Serial list scheduling: place jobs one by one, each at its earliest fit among those before."""

from collections.abc import Callable

import numpy as np

from parsched.base.compiled import kernel
from parsched.model.placing.filling import (
    HEAD,
    LONGEST,
    TAIL,
    FillingProfile,
    Place,
    gather,
    idle_profile,
    level,
    measure,
    occupy,
    step_time,
)
from parsched.model.problem.workload import Floats, Ints

__all__ = [
    "FillingProfile",
    "Tell",
    "earliest_fit",
    "idle_profile",
    "place_job",
    "serial",
    "start_at_earliest_fit",
    "step_time",
]

STEPS = 20_000_000
"""Steps of the profile between two calls of `tell`; a placement may pass one for each job."""
Tell = Callable[[int], None]
"""Called between chunks of work with the number of jobs placed."""
SHORTEST = 5e-324
"""The least positive number."""
ROUNDING = 2.0**-40
"""Relative error by which lengths, differences of instants and sums of them, may be too short."""
Span = tuple[Place, Place]
"""A first step, and the first one that is not before the end."""


@kernel
def following(profile: FillingProfile, p: int, q: int) -> tuple[int, int]:
    """Return the position of the next block."""
    if q + 1 < profile.counts[profile.groups[p]]:
        return p, q + 1
    return p + 1, 0


@kernel
def begin_of_tail(profile: FillingProfile, p: int, q: int, c: int) -> tuple[int, int]:
    """Return the first block that a stretch of a level, which goes on until the end of block
    (p, q), may begin in."""
    while True:
        g = profile.groups[p]
        # Invariant: the stretch goes on from the beginning of the block after (p, q).
        if profile.stretches[profile.members[g, q], c, HEAD] < profile.spans[g, q]:
            return p, q
        if q == 0 and p == 0:
            return p, q
        if q == 0:
            p -= 1
            q = profile.counts[profile.groups[p]]
        q -= 1


@kernel
def look(
    profile: FillingProfile,
    width: int,
    duration: float,
    at: tuple[int, int],
    until: tuple[int, int],
) -> tuple[bool, Place, Place]:
    """Look step by step from block `at` on for a span as long as the job.

    Returns
    -------
    bool
        False if no span begins in the blocks up to `until` and is long enough; then the first place
        is the block where to go on, and what was passed is measured.
    Place, Place
        The span.
    """
    (p, q), (last_p, last_q) = at, until
    found, end = False, 0.0
    first = (p, q, 0)
    while p < profile.used[0].groups:
        b = profile.members[profile.groups[p], q]
        block, time, free = profile.blocks[b], profile.time[b], profile.free[b]
        # Invariant: if `found`, `width` processors are free from the first step until this block.
        if not (found and block.least >= width and time[block.steps - 1] < end):
            need = width - block.offset
            for i in range(block.steps):
                if found and time[i] >= end:
                    return True, first, (p, q, i)
                fits = free[i] >= need
                if fits and not found:
                    first, end = (p, q, i), time[i] + duration
                found = fits
            if block.stale == 1:
                measure(profile, b)
        is_last = p > last_p or (p == last_p and q >= last_q)
        p, q = following(profile, p, q)
        if is_last and not found:
            return False, (p, q, 0), (p, q, 0)
    return True, first, (p, q, 0)


@kernel
def span_of(profile: FillingProfile, g: int) -> float:
    """Return how long a group lasts, seconds."""
    members = profile.members[g]
    last = members[profile.counts[g] - 1]
    return float(profile.blocks[last].end - profile.time[members[0], 0])


@kernel
def latest(profile: FillingProfile) -> float:
    """Return when the last step begins, seconds."""
    p = profile.used[0].groups - 1
    g = profile.groups[p]
    b = profile.members[g, profile.counts[g] - 1]
    return float(profile.time[b, profile.blocks[b].steps - 1])


@kernel
def promising(
    profile: FillingProfile, c: int, duration: float, p: int, q: int
) -> tuple[int, int, int, int]:
    """Return the first block from (p, q) on in which a stretch of a level that is long enough may
    lie or end, and in which block it may begin."""
    run = 0.0
    while True:
        # Invariant: the stretch that ends with the block before (p, q) is at most `run` long.
        g = profile.groups[p]
        if q == 0:
            lengths = profile.widest[c, p]
            if lengths[LONGEST] < duration and run + lengths[HEAD] < duration:
                is_whole = lengths[HEAD] > 0.0 and lengths[TAIL] > 0.0
                if is_whole and lengths[HEAD] >= (1.0 - ROUNDING) * span_of(profile, g):
                    run += lengths[HEAD]
                else:
                    run = lengths[TAIL]
                p += 1
                continue
        of = profile.stretches[profile.members[g, q], c]
        if of[LONGEST] >= duration or run + of[HEAD] >= duration:
            if run == 0.0:
                return p, q, p, q
            before = (p, q - 1) if q > 0 else (p - 1, profile.counts[profile.groups[p - 1]] - 1)
            begin_p, begin_q = begin_of_tail(profile, before[0], before[1], c)
            return p, q, begin_p, begin_q
        span = profile.spans[g, q]
        run = run + span if of[HEAD] >= span else of[TAIL]
        q += 1
        if q == profile.counts[g]:
            # Its blocks know better than the group did.
            gather(profile, p, c)
            p, q = p + 1, 0


@kernel
def earliest_fit(profile: FillingProfile, width: int, duration: float) -> Span:
    """Find the first step from which `width` processors stay free for `duration` seconds.

    The last step has all processors and no end, so there always is one.
    """
    # A job of no length needs a stretch, too.
    least = max(duration - ROUNDING * latest(profile), SHORTEST)
    c, p, q = level(width), 0, 0
    while True:
        # Invariant: no span that begins before block (p, q) is long enough.
        p, q, begin_p, begin_q = promising(profile, c, least, p, q)
        found, first, last = look(profile, width, duration, (begin_p, begin_q), (p, q))
        if found:
            return first, last
        p, q = first[0], first[1]


@kernel
def place_job(profile: FillingProfile, width: int, duration: float) -> float:
    """Hold `width` processors for `duration` seconds as early as they are free; return since
    when."""
    first, last = earliest_fit(profile, width, duration)
    start = step_time(profile, first)
    if start + duration > start:
        occupy(profile, first, last, width, start + duration)
    return start


@kernel
def serial(
    width: Ints, time: Floats, start: Floats, profile: FillingProfile, first: int, budget: int
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
        Jobs placed so far. A placement passes the groups of blocks before its place, n / 1400 at
        most, which lie in a row, and looks at blocks with stretches that are long enough at the
        level of its width: one to five of them, however many jobs there are.
    """
    last = min(first + budget, len(width))
    for job in range(first, last):
        start[job] = place_job(profile, width[job], time[job])
    return last


def start_at_earliest_fit(
    order: Ints, width: Ints, time: Floats, processors: int, tell: Tell
) -> Floats:
    """Place the jobs in list order, each at its earliest fit; all is as in
    `parsched.policies.lists.placement.start_what_fits`.

    If the order is by increasing start in some schedule, no job starts later than in that: those
    before it started no later there, and here no later than there, so while it ran there they hold
    no more processors than they did.
    """
    listed, times = width[order], time[order]
    profile = idle_profile(processors, len(order), int(width.max(initial=1)))
    placed = np.empty(len(order))
    done, chunk = 0, STEPS // (len(order) + 1) + 1
    while done < len(order):
        tell(done)
        done = serial(listed, times, placed, profile, done, chunk)
    start = np.zeros(len(time))
    start[order] = placed
    return start
