"""Sites of a grid that follow FCFS or EASY: the kernels of one machine, applied to its row."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import inlined, kernel
from algorithms.grid.machines import (
    COUNT,
    NEXT_AT,
    START,
    Rows,
    jobs_of,
    leave,
    machine_of,
    stacked,
)
from algorithms.grid.plan import Plans, are_made, heed_ends
from algorithms.simulation import easy
from algorithms.simulation.easy import ARRIVED, CHANGED, HEAD, Easy, start_heads
from algorithms.simulation.machine import (
    DUE_FROM,
    DUE_TO,
    RUNNING,
    Floats,
    Ints,
    complete_next,
    gather_due,
)
from algorithms.simulation.waiting_queue import ABSENT, Waiting, enqueue, new_waiting

FCFS, EASY, CONSERVATIVE = range(3)


class Queues(NamedTuple):
    """What `waiting.Waiting` and `easy.Easy` keep, one row per machine."""

    width: Ints
    level: NDArray[np.int8]
    least_width: Ints
    least_estimate: Floats
    numbers: Ints
    shadow: Floats


def new_queues(processors: Ints, places: int) -> Queues:
    """Return empty queues with so many places each."""
    rows = len(processors)
    one = new_waiting(places, int(processors.max()))
    return Queues(
        stacked(one.width, rows),
        stacked(one.level, rows),
        stacked(one.least_width, rows),
        stacked(one.least_estimate, rows),
        np.zeros((rows, 5), np.int64),
        np.full((rows, 1), np.nan),
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
        queues.numbers[row],
        queues.shadow[row],
    )


@kernel
def refill(rows: Rows, queues: Queues) -> None:
    """Make the trees anew, after the queues have got more places."""
    for row in range(len(rows.numbers)):
        jobs, waiting = jobs_of(rows, row), easy_of(rows, queues, row).waiting
        for job in range(rows.numbers[row, COUNT]):
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
    while sim.machine.numbers[DUE_FROM] < sim.machine.numbers[DUE_TO]:
        complete_next(sim.machine, jobs, sim.start, now)
        sim.numbers[CHANGED] = 1


@kernel
def pass_over(
    rows: Rows, queues: Queues, plans: Plans | None, site: int, row: int, policy: int, now: float
) -> None:
    """Make the pass of a row; again while jobs of zero length end."""
    sim, jobs = easy_of(rows, queues, row), jobs_of(rows, row)
    sim.numbers[ARRIVED] = rows.numbers[row, COUNT]
    while True:
        if policy == EASY:
            easy.schedule(sim, jobs, now)
        else:
            start_heads(sim, jobs, now)
        if sim.machine.numbers[DUE_FROM] == sim.machine.numbers[DUE_TO]:
            break
        complete_all(rows, queues, plans, site, row, now)
    rows.sums[row, NEXT_AT] = sim.machine.end[0] if sim.machine.numbers[RUNNING] > 0 else np.inf


@inlined
def first_waiting(queues: Queues, row: int) -> int:
    """Return the job that has waited longest."""
    return int(queues.numbers[row, HEAD])
