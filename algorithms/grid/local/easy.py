"""EASY backfilling on one machine: a reservation for the head of the queue, the others may
overtake."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
from algorithms.compiled.records import Record, Records
from algorithms.simulation.machine import (
    Floats,
    Jobs,
    Machine,
    available,
    new_machine,
    start_job,
)
from algorithms.simulation.waiting_queue import (
    Room,
    Waiting,
    admits,
    dequeue,
    enqueue,
    level_of,
    new_waiting,
    next_admissible,
)


class Queue(Record):
    """Where a simulation stands.

    `arrived` counts the jobs that have arrived, `head` is the first waiting job (`arrived` if none
    waits), `indexed` counts the jobs that `waiting` knows; `changed` is 1 if processors came free
    since the last pass. `extra` is what the last pass left at the `shadow` time (NaN if unknown).
    """

    arrived: int
    head: int
    indexed: int
    changed: int
    extra: int
    shadow: float


class Easy(NamedTuple):
    """A simulation between two instants.

    `start` is float64 of shape (n_jobs,), seconds, NaN until known; `backfilled` is bool of shape
    (n_jobs,). `queue` is a single record.
    """

    start: Floats
    backfilled: NDArray[np.bool_]
    machine: Machine
    waiting: Waiting
    queue: Records[Queue]


def new_easy(jobs: int, processors: int, sequential: bool) -> Easy:
    """Return a simulation before its first instant."""
    queue = Queue.new()
    queue[0].shadow = np.nan
    return Easy(
        np.full(jobs, np.nan),
        np.zeros(jobs, np.bool_),
        new_machine(jobs, processors, sequential),
        new_waiting(jobs, processors),
        queue,
    )


@kernel
def reserve(sim: Easy, jobs: Jobs, now: float) -> None:
    """Find the shadow time, when the head is planned to start, and the processors it leaves."""
    machine, queue = sim.machine, sim.queue[0]
    need = jobs.width[queue.head]
    free, k, shadow = machine.counts[0].free, 0, now
    # Invariant: as planned, `free` processors are free at `shadow`, by the first k ends. Ends equal
    # to the shadow time count, too: their processors are there when the head starts.
    while free < need or (k < machine.counts[0].planned and machine.planned_end[k] <= shadow):
        shadow = max(shadow, machine.planned_end[k])
        free += machine.planned_width[k]
        k += 1
    queue.shadow = shadow
    queue.extra = free - need


@kernel
def start_heads(sim: Easy, jobs: Jobs, now: float) -> None:
    """Start the head of the queue as long as it fits."""
    queue, machine = sim.queue[0], sim.machine
    while queue.head < queue.arrived:
        head = queue.head
        if np.isnan(sim.start[head]):
            if jobs.width[head] > available(machine):
                return
            sim.start[head] = now
            start_job(machine, jobs, head, now)
            if head < queue.indexed:
                dequeue(sim.waiting, jobs, head)
        queue.head += 1


@kernel
def overtake(sim: Easy, jobs: Jobs, job: int, now: float) -> None:
    """Start a job ahead of the head of the queue."""
    queue = sim.queue[0]
    sim.start[job] = now
    sim.backfilled[job] = True
    # Who ends by the shadow time gives back in time what the head needs; others use what it leaves.
    if not now + jobs.estimate[job] <= queue.shadow:
        queue.extra -= jobs.width[job]
    start_job(sim.machine, jobs, job, now)


@kernel
def room_now(sim: Easy, now: float) -> Room:
    """Return what a job must be to overtake now."""
    free, queue = available(sim.machine), sim.queue[0]
    return Room(now, free, queue.extra, queue.shadow, level_of(free))


@kernel
def backfill_old(sim: Easy, jobs: Jobs, now: float) -> None:
    """Let jobs overtake that waited before this pass."""
    job = sim.queue[0].head
    room = room_now(sim, now)
    while room.free > 0:
        job = next_admissible(sim.waiting, jobs, room, job + 1)
        if job < 0:
            return
        overtake(sim, jobs, job, now)
        dequeue(sim.waiting, jobs, job)
        room = room_now(sim, now)


@kernel
def backfill_new(sim: Easy, jobs: Jobs, now: float) -> None:
    """Let jobs overtake that arrived since the last pass, and queue the others."""
    queue = sim.queue[0]
    for job in range(max(queue.indexed, queue.head), queue.arrived):
        if job > queue.head and admits(room_now(sim, now), jobs.width[job], jobs.estimate[job]):
            overtake(sim, jobs, job, now)
        else:
            enqueue(sim.waiting, jobs, job)
    queue.indexed = queue.arrived


@kernel
def schedule(sim: Easy, jobs: Jobs, now: float) -> None:
    """Make one pass over the queue.

    While no processors come free, jobs that could not start in the last pass cannot start in this
    one: then only new arrivals are looked at. Due jobs and overdue ones (planned to have ended
    before now) make the pass full.
    """
    queue, machine = sim.queue[0], sim.machine
    full = queue.changed == 1 or machine.counts[0].pending > 0
    full = full or (machine.counts[0].planned > 0 and machine.planned_end[0] < now)
    if full or queue.head >= queue.indexed:
        start_heads(sim, jobs, now)
        full = True
    queue.changed = 0
    if full:
        queue.shadow = np.nan
    if queue.head + 1 < queue.arrived:
        # Where the pass is not full, shadow time and extra processors still hold: nothing came free
        # since, and who started since leaves the head its processors.
        if np.isnan(queue.shadow):
            reserve(sim, jobs, now)
        if full and queue.head + 1 < queue.indexed:
            backfill_old(sim, jobs, now)
    backfill_new(sim, jobs, now)
