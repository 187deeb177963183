"""EASY backfilling: a reservation for the head of the queue, the others may overtake."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
from algorithms.compiled.records import Record, Records
from algorithms.declare.parameters import Params
from algorithms.declare.registry import Display, register
from algorithms.problem.instance import Instance
from algorithms.schedules.schedule import Schedule
from algorithms.simulation.driver import ONLINE, columns, simulate
from algorithms.simulation.machine import (
    Floats,
    Jobs,
    Machine,
    available,
    complete_next,
    gather_due,
    new_machine,
    next_instant,
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
from algorithms.stop import Stop


@register(
    "easy",
    title="EASY backfilling",
    version=1,
    params=Params,
    supports=ONLINE,
    cites=("lifka1995", "feitelson1998", "mualem2001"),
    display=Display(order=1, color=1, marker=1, proposed=1),
)
def easy(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Start jobs in order of arrival; a later job may overtake if it does not delay the head.

    While the head of the queue fits, it starts. Then it gets a reservation at the shadow time, the
    earliest planned end of running jobs at which it fits; extra processors are those that remain
    free then. Each later job, in order, that fits now starts if it is planned to end by the shadow
    time, or else if it needs no more than the extra processors, which it uses up.

    Unless jobs overrun their estimates, no job that is head of the queue is ever delayed beyond its
    reservation; other jobs can be. See `algorithms.problem.instance.Rules` for the rules of the
    event loop. A job counts as backfilled if it started while an earlier one was still waiting.

    Complexity: O(r) per completion for r running jobs, and O(log n) per job that overtakes as long
    as width and estimate of the waiting jobs single it out; O(n) at worst.
    """
    workload, platform = instance.jobs, instance.platform
    jobs = columns(workload)
    sim = new_easy(len(workload), platform.processors, instance.rules.is_sequential)
    simulate(
        lambda chunk: advance_easy(sim, jobs, chunk),
        lambda: int(sim.machine.counts[0].started),
        len(workload),
        stop,
    )
    return Schedule.of(workload, sim.start, backfilled=sim.backfilled)


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


@kernel
def batch_instant(sim: Easy, jobs: Jobs, now: float) -> None:
    """All completions, all arrivals, one pass; again while jobs of zero length end."""
    queue, machine = sim.queue[0], sim.machine
    while True:
        while machine.counts[0].due_from < machine.counts[0].due_to:
            complete_next(machine, jobs, sim.start, now)
            queue.changed = 1
        while queue.arrived < len(jobs.release) and jobs.release[queue.arrived] <= now:
            queue.arrived += 1
        schedule(sim, jobs, now)
        if machine.counts[0].due_from == machine.counts[0].due_to:
            return


@kernel
def sequential_instant(sim: Easy, jobs: Jobs, now: float) -> None:
    """One event at a time, arrivals before completions, a pass after each."""
    queue, machine = sim.queue[0], sim.machine
    while queue.arrived < len(jobs.release) and jobs.release[queue.arrived] <= now:
        queue.arrived += 1
        schedule(sim, jobs, now)
    while machine.counts[0].due_from < machine.counts[0].due_to:
        complete_next(machine, jobs, sim.start, now)
        queue.changed = 1
        schedule(sim, jobs, now)


@kernel
def advance_easy(sim: Easy, jobs: Jobs, instants: int) -> bool:
    """Simulate up to `instants` instants; return True when all jobs are done.

    Parameters
    ----------
    sim
        Changed in place.
    jobs
        Rigid jobs in order of release, 1 processor to the machine wide; times finite, not negative.
    """
    for _ in range(instants):
        now = next_instant(sim.machine, jobs, sim.queue[0].arrived)
        if now == np.inf:
            return True
        gather_due(sim.machine, jobs, sim.start, now)
        if sim.machine.counts[0].sequential == 1:
            sequential_instant(sim, jobs, now)
        else:
            batch_instant(sim, jobs, now)
    return False
