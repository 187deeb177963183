"""EASY as one would write it first, compiled: how fast is this machine, this minute?

It looks at every waiting job in turn and keeps what runs in a sorted list, so it is quick while few
jobs wait, as on traces. Its jobs per second rise and fall with the engine's when other programs
take caches or cores, which a number of jobs per second from another day does not.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba
import numpy as np

from parsched.model.problem.workload import Floats, Ints, Workload

Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """Compile a function for the types that it is called with, with the signature it has."""
    return cast("Function", numba.njit(function))


def plain_easy(workload: Workload, processors: int) -> Floats:
    """Return the starts of rigid jobs in order of release on an empty machine.

    The same starts as `parsched.policies.online` with `QueueParams()`; times in seconds, shape
    (n_jobs,).
    """
    columns = workload.release, workload.runtime, workload.estimate, workload.width
    return np.asarray(_simulated(*columns, processors))


@compiled
def _simulated(
    release: Floats, runtime: Floats, estimate: Floats, width: Ints, processors: int
) -> Floats:
    start, planned = np.full(len(release), np.inf), np.full(len(release), np.inf)
    queue, running = np.empty(len(release), np.int64), np.empty(processors, np.int64)
    waiting, busy, arrived, free = 0, 0, 0, processors
    while arrived < len(release) or waiting > 0 or busy > 0:
        now = release[arrived] if arrived < len(release) else np.inf
        for k in running[:busy]:
            now = min(now, start[k] + runtime[k])
        kept = 0
        for k in running[:busy]:
            if start[k] + runtime[k] > now:
                running[kept] = k
                kept += 1
            else:
                free += width[k]
        busy = kept
        while arrived < len(release) and release[arrived] <= now:
            queue[waiting] = arrived
            waiting, arrived = waiting + 1, arrived + 1
        shadow, extra, kept = np.inf, processors, 0
        for job in queue[:waiting]:
            ends = now + estimate[job]
            if width[job] <= free and (ends <= shadow or width[job] <= extra):
                if ends > shadow:
                    extra -= width[job]
                start[job], planned[job] = now, ends
                free -= width[job]
                _insert(running, busy, planned, job)
                busy += 1
                continue
            if kept == 0:
                shadow, extra = _shadow(running[:busy], planned, width, now, free, width[job])
            queue[kept] = job
            kept += 1
        waiting = kept
    return start


@compiled
def _insert(running: Ints, busy: int, planned: Floats, job: int) -> None:
    """Keep what runs in order of planned ends."""
    place = busy
    while place > 0 and planned[running[place - 1]] > planned[job]:
        running[place] = running[place - 1]
        place -= 1
    running[place] = job


@compiled
def _shadow(
    running: Ints, planned: Floats, width: Ints, now: float, free: int, need: int
) -> tuple[float, int]:
    """Return when the head of the queue is planned to start, and the processors it then leaves."""
    shadow = now
    for k in running:
        if free >= need and planned[k] > shadow:
            break
        shadow = max(shadow, planned[k])
        free += width[k]
    return shadow, free - need
