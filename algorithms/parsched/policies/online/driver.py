"""What the on-line algorithms share: the columns that kernels read, and the loop over chunks.

The rules of estimates and of simultaneous events are declared by the instance: see `Rules`.
"""

import time
from collections.abc import Callable

import numpy as np

from parsched.base.digits import counted
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.online.machine import RigidJobs
from parsched.policies.registry import Supports

ONLINE = Supports(online=True, release_times=True, dependencies=True)

FIRST_CHUNK = 1_000
CHUNK_SECONDS = 0.05
"""A chunk of work is aimed to last this long."""


def columns(workload: Workload) -> RigidJobs:
    """Return the columns that kernels read, of the jobs of an instance, in new arrays."""
    return RigidJobs(
        np.array(workload.release),
        np.array(workload.runtime),
        np.array(workload.estimate),
        np.array(workload.width),
    )


def simulate(
    advance: Callable[[int], bool], started: Callable[[], int], jobs: int, stop: Stop
) -> None:
    """Advance a simulation to its end, in chunks short enough to notice a cancellation.

    Parameters
    ----------
    advance
        Does so much work and returns True when all is done.
    started
        Tells how many jobs have started.
    jobs
        Number of jobs in all.

    Raises
    ------
    TimeLimitReached, Cancelled
        When the run has to end.
    """
    chunk, done = FIRST_CHUNK, jobs == 0
    while not done:
        began = time.perf_counter()
        done = advance(chunk)
        seconds = time.perf_counter() - began
        chunk = max(int(chunk * min(CHUNK_SECONDS / max(seconds, 1e-9), 4.0)), FIRST_CHUNK)
        stop.report(started() / jobs, f"{started():,} of {counted(jobs, 'job')} started")
