"""First come, first served."""

from typing import NamedTuple

import numpy as np

from algorithms.compiled import kernel
from algorithms.declare.parameters import Params
from algorithms.declare.registry import Display, register
from algorithms.problem.instance import Instance
from algorithms.schedules.schedule import Schedule
from algorithms.simulation.driver import ONLINE, columns, simulate
from algorithms.simulation.machine import (
    Floats,
    Jobs,
    Machine,
    new_machine,
    pop,
    push,
)
from algorithms.stop import Stop


@register(
    "fcfs",
    title="First come, first served",
    version=1,
    params=Params,
    supports=ONLINE,
    cites=("schwiegelshohn1998",),
    baseline=1,
    display=Display(order=0, color=0, marker=0, proposed=0),
)
def fcfs(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Start jobs strictly in order of arrival: nobody overtakes.

    A job starts as soon as its predecessor in the queue has started and enough processors are free.
    Estimates matter only under `estimates=kill`, and both rules of `events` give the same starts.

    Complexity: O(n log r) for n jobs, r of them running at a time.
    """
    workload, platform = instance.jobs, instance.platform
    jobs, sim = columns(workload), new_fcfs(len(workload), platform.processors)
    simulate(
        lambda chunk: advance_fcfs(sim, jobs, chunk),
        lambda: int(sim.machine.counts[0].started),
        len(workload),
        stop,
    )
    return Schedule.of(workload, sim.start)


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
    """Start up to `starts` jobs; return True when all have started.

    A job starts as soon as its predecessor has started and enough processors are free. The order of
    events within an instant cannot matter: all completions of the instant are over before the clock
    moves on, and nobody overtakes.
    """
    machine = sim.machine
    counts, ends = machine.counts[0], machine.end
    first = counts.started
    last = min(first + starts, len(jobs.release))
    now = sim.start[first - 1] if first > 0 else 0.0
    for job in range(first, last):
        now = max(now, jobs.release[job])
        width = jobs.width[job]
        while counts.running > 0 and (ends[0] <= now or counts.free < width):
            now = max(now, ends[0])
            counts.free += jobs.width[pop(machine)]
        sim.start[job] = now
        counts.free -= width
        push(machine, now + jobs.run[job], job, job)
    counts.started = last
    return bool(last == len(jobs.release))
