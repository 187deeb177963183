"""First come, first served, on one machine."""

from typing import NamedTuple

import numpy as np

from algorithms.compiled import kernel
from algorithms.kernels.machine import (
    FREE,
    RUNNING,
    STARTED,
    Floats,
    Jobs,
    Machine,
    new_machine,
    pop,
    push,
)


class Fcfs(NamedTuple):
    """A simulation between two starts.

    `start` is float64 of shape (n_jobs,), seconds, NaN until known.
    """

    start: Floats
    machine: Machine


def new_fcfs(jobs: int, processors: int) -> Fcfs:
    """Return a simulation before its first start."""
    return Fcfs(np.full(jobs, np.nan), new_machine(jobs, processors, False))


@kernel
def advance_fcfs(sim: Fcfs, jobs: Jobs, starts: int) -> bool:
    """Start up to so many jobs; return True when all have started.

    A job starts as soon as its predecessor has started and enough processors are free. The order of
    events within an instant cannot matter: all completions of the instant are over before the clock
    moves on, and nobody overtakes.
    """
    machine = sim.machine
    numbers, ends = machine.numbers, machine.end
    first = numbers[STARTED]
    last = min(first + starts, len(jobs.release))
    now = sim.start[first - 1] if first > 0 else 0.0
    for job in range(first, last):
        now = max(now, jobs.release[job])
        width = jobs.width[job]
        while numbers[RUNNING] > 0 and (ends[0] <= now or numbers[FREE] < width):
            now = max(now, ends[0])
            numbers[FREE] += jobs.width[pop(machine)]
        sim.start[job] = now
        numbers[FREE] -= width
        push(machine, now + jobs.run[job], job, job)
    numbers[STARTED] = last
    return bool(last == len(jobs.release))
