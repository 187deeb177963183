"""Synthetic workloads and schedules for the Gantt benches: blocks on a skyline, in three orders."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule

PROCESSORS = 1024
LOAD = 0.75


def workload(jobs: int, seed: int = 1) -> Workload:
    """Powers of two wide, log-normal run times, Poisson arrivals, 300 users, 4 queues."""
    rng = np.random.default_rng(seed)
    width = 2 ** rng.integers(0, 9, jobs)
    width = np.where(rng.random(jobs) < 0.3, rng.integers(1, 200, jobs), width)
    runtime = np.clip(np.rint(rng.lognormal(7.3, 1.6, jobs)), 1, 3 * 86_400)
    gap = float((width * runtime).mean()) / (LOAD * PROCESSORS)
    release = np.floor(np.cumsum(rng.exponential(gap, jobs)))
    users = rng.zipf(1.4, jobs) % 300
    queues = np.searchsorted([600, 3_600, 36_000], runtime)
    return Workload(
        name=f"synthetic {jobs:,}",
        ids=np.arange(1, jobs + 1),
        release=release - release[0],
        profiles=Profiles.rigid(width, runtime),
        user=Labels(users.astype(np.int32), tuple(f"u{i}" for i in range(300))),
        queue=Labels(queues.astype(np.int32), ("express", "short", "medium", "long")),
    )


def schedules(jobs: Workload) -> dict[str, Schedule]:
    """First come first served; shortest and largest first within windows of the arrivals."""
    window = np.arange(len(jobs)) // max(1, len(jobs) // 60)
    return {
        "FCFS": _schedule(jobs, np.arange(len(jobs))),
        "SJF": _schedule(jobs, np.lexsort((jobs.runtime, window))),
        "LAF": _schedule(jobs, np.lexsort((-jobs.runtime * jobs.width, window))),
    }


def platform() -> Platform:
    """One cluster."""
    return Platform.of(PROCESSORS)


def _schedule(jobs: Workload, order: NDArray[np.int64]) -> Schedule:
    start, lo = _skyline(order, jobs.release, jobs.runtime, jobs.width, PROCESSORS)
    sets = ProcessorSets(np.arange(len(jobs) + 1), lo, lo + jobs.width)
    plain = Schedule.of(jobs, start, backfilled=np.append(False, np.diff(start) < 0))
    return Schedule(plain.start, plain.duration, plain.width, plain.site, plain.backfilled, sets)


@njit
def _skyline(order, release, runtime, width, processors):  # type: ignore[no-untyped-def]
    free = np.zeros(processors)
    start = np.zeros(len(order))
    lo = np.zeros(len(order), np.int64)
    queue = np.zeros(processors, np.int64)
    for job in order:
        head, tail, best, place = 0, 0, np.inf, 0
        for p in range(processors):
            while tail > head and free[queue[tail - 1]] <= free[p]:
                tail -= 1
            queue[tail] = p
            tail += 1
            if queue[head] <= p - width[job]:
                head += 1
            if p >= width[job] - 1 and free[queue[head]] < best:
                best, place = free[queue[head]], p - width[job] + 1
        start[job] = max(best, release[job])
        lo[job] = place
        free[place : place + width[job]] = start[job] + runtime[job]
    return start, lo
