"""Sites of a grid that follow FCFS, EASY or list scheduling: the kernels of one machine, applied to
its row."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import inlined, kernel
from algorithms.compiled.records import Records
from algorithms.grid.local import easy
from algorithms.grid.local.easy import Easy, Queue, start_heads
from algorithms.grid.local.list_pass import start_all_that_fit
from algorithms.grid.machines import (
    START,
    Rows,
    jobs_of,
    leave,
    machine_of,
    stacked,
)
from algorithms.grid.plan import Plans, are_made, heed_ends
from algorithms.simulation.machine import (
    Floats,
    Ints,
    complete_next,
    gather_due,
)
from algorithms.simulation.waiting_queue import ABSENT, Waiting, enqueue, new_waiting

FCFS, EASY, CONSERVATIVE, LIST = range(4)


class Queues(NamedTuple):
    """What `waiting_queue.Waiting` and `easy.Easy` keep, one row per machine."""

    width: Ints
    level: NDArray[np.int8]
    least_width: Ints
    least_estimate: Floats
    queues: Records[Queue]


def new_queues(processors: Ints, places: int) -> Queues:
    """Return empty queues with `places` places each."""
    rows = len(processors)
    one = new_waiting(places, int(processors.max()))
    queues = Queue.new(rows)
    queues["shadow"] = np.nan
    return Queues(
        stacked(one.width, rows),
        stacked(one.level, rows),
        stacked(one.least_width, rows),
        stacked(one.least_estimate, rows),
        queues,
    )


@inlined
def easy_of(rows: Rows, queues: Queues, row: int) -> Easy:
    """Return the simulation of a row."""
    return Easy(
        rows.times[row, START],
        rows.backfilled[row],
        machine_of(rows, row),
        Waiting(
            queues.width[row],
            queues.level[row],
            queues.least_width[row],
            queues.least_estimate[row],
        ),
        queues.queues[row : row + 1],
    )


@kernel
def refill(rows: Rows, queues: Queues) -> None:
    """Make the trees anew, after the queues have got more places."""
    for row in range(len(rows.loads)):
        jobs, waiting = jobs_of(rows, row), easy_of(rows, queues, row).waiting
        for job in range(rows.loads[row].placed):
            if waiting.width[job] != ABSENT:
                enqueue(waiting, jobs, job)


@inlined
def complete_all(
    rows: Rows, queues: Queues, plans: Plans | None, site: int, row: int, now: float
) -> None:
    """Complete the jobs of a row that end now; its plan is that of `site`, if not negative."""
    sim, jobs = easy_of(rows, queues, row), jobs_of(rows, row)
    gather_due(sim.machine, jobs, sim.start, now)
    leave(rows, row)
    if plans is not None and are_made(plans) and site >= 0:
        heed_ends(plans, site, rows, row, now)
    while sim.machine.counts[0].due_from < sim.machine.counts[0].due_to:
        complete_next(sim.machine, jobs, sim.start, now)
        sim.queue[0].changed = 1


@kernel
def pass_over(
    rows: Rows, queues: Queues, plans: Plans | None, site: int, row: int, policy: int, now: float
) -> None:
    """Make the pass of a row; again while jobs of zero length end."""
    sim, jobs = easy_of(rows, queues, row), jobs_of(rows, row)
    sim.queue[0].arrived = rows.loads[row].placed
    while True:
        if policy == EASY:
            easy.schedule(sim, jobs, now)
        elif policy == LIST:
            start_all_that_fit(sim, jobs, now)
        else:
            start_heads(sim, jobs, now)
        if sim.machine.counts[0].due_from == sim.machine.counts[0].due_to:
            break
        complete_all(rows, queues, plans, site, row, now)
    rows.loads[row].next_at = sim.machine.end[0] if sim.machine.counts[0].running > 0 else np.inf


@inlined
def first_waiting(queues: Queues, row: int) -> int:
    """Return the job that has waited longest."""
    return int(queues.queues[row].head)
