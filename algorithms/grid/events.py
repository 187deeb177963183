"""A two-level grid, event by event: jobs are placed as they arrive, each site runs by itself.

What only some settings need comes as arguments that may be None: compiling leaves the branches for
it away then, which is most of the code.
"""

from typing import NamedTuple

import numpy as np

from algorithms.compiled import inlined, kernel
from algorithms.grid.conservative_sites import (
    ENDLESS,
    Reservations,
    admit_last,
    begin_instant,
    settle_row,
    start_row,
)
from algorithms.grid.live_choice import (
    LBAL_S,
    MCT,
    RANDOM,
    best_balanced,
    least_loaded,
    nearly_balanced,
)
from algorithms.grid.machines import BEGUN, COUNT, IDLE, NEXT_AT, SETTLED, TOUCHED, Rows, place
from algorithms.grid.plan import Plans, are_made
from algorithms.grid.predicted_choice import Question, Search, best_predicted
from algorithms.grid.queueing_sites import Queues, complete_all, first_waiting, pass_over
from algorithms.grid.replan import plan_job
from algorithms.simulation.machine import Floats, Ints, Jobs
from algorithms.simulation.reservations import WORK

PAUSED, DONE, FULL = range(3)
NEXT, SETTLE, ALLOCATE, PASS = range(4)
POLICY, STRATEGY, SITES, SHIFT, EXACT, PHASE, CURSOR, ARRIVED = range(8)


class Grid(NamedTuple):
    """A simulation, paused anywhere.

    Sites are in order of size. `rows` has a row for each of them, and, if `numbers[SHIFT]` is not
    0, another one for its virtual schedule, so many rows behind; predictions are about the latter
    then. Of shape (n_sites,): `processors`; `last`, the last site that is admissible to jobs for
    which this site is the first; `scale`, for `grid_choice.best_balanced` if `numbers[EXACT]`.
    `picked` is the site of each job where that is random, shape (n_jobs,). `clock[0]` is the
    instant at hand, `numbers[PHASE]` what happens next at it, from row `numbers[CURSOR]` on;
    `numbers[ARRIVED]` counts the jobs placed so far. `spent` counts the work of one call, as in
    `grid_plan.Plan`.
    """

    rows: Rows
    search: Search
    processors: Ints
    last: Ints
    scale: Ints
    picked: Ints
    numbers: Ints
    clock: Floats
    spent: Ints


@inlined
def pick_by_load(grid: Grid, width: int, first: int, last: int) -> int:
    """Return the site that a strategy without predictions takes."""
    strategy = grid.numbers[STRATEGY]
    if strategy != LBAL_S:
        return least_loaded(grid.rows, grid.processors, strategy, first, last)
    if grid.numbers[EXACT] == 1:
        return best_balanced(grid.rows, grid.scale, width, first, last)
    return nearly_balanced(grid.rows, grid.processors, width, first, last)


@kernel
def settle_reservations(
    rows: Rows, kept: Reservations, spent: Ints, row: int, now: float, work: int
) -> bool:
    """Complete what ends now and move reservations; return False if the work ran out."""
    if rows.numbers[row, TOUCHED] == SETTLED:
        return True
    if rows.numbers[row, TOUCHED] == IDLE:
        begin_instant(rows, kept, row, now)
        rows.numbers[row, TOUCHED] = BEGUN
    done = settle_row(rows, kept, row, work)
    spent[0] += kept.numbers[row, WORK]
    if done:
        rows.numbers[row, TOUCHED] = SETTLED
    return done


@kernel
def allocate(
    grid: Grid,
    queues: Queues | None,
    kept: Reservations | None,
    plans: Plans | None,
    jobs: Jobs,
    job: int,
    site: int,
) -> None:
    """Put a job into the queue of a site, and into that of its virtual schedule."""
    rows, numbers, now = grid.rows, grid.numbers, grid.clock[0]
    for copy in range(2 if numbers[SHIFT] > 0 else 1):
        row = site + copy * numbers[SITES]
        if kept is not None:
            settle_reservations(rows, kept, grid.spent, row, now, ENDLESS)
            place(rows, row, jobs, job, copy == 1)
            admit_last(rows, kept, row)
        else:
            rows.numbers[row, TOUCHED] = SETTLED
            at = place(rows, row, jobs, job, copy == 1)
            if (
                queues is not None
                and plans is not None
                and are_made(plans)
                and row >= numbers[SHIFT]
            ):
                first = first_waiting(queues, row)
                plan_job(plans, row - numbers[SHIFT], at, rows, row, first)


@inlined
def next_instant(grid: Grid, jobs: Jobs) -> float:
    """Return when something happens next, infinity if nothing does."""
    now, arrived = np.inf, grid.numbers[ARRIVED]
    if arrived < len(jobs.release):
        now = jobs.release[arrived]
    for row in range(len(grid.rows.sums)):
        now = min(now, grid.rows.sums[row, NEXT_AT])
    return float(now)


@kernel
def settle_all(
    grid: Grid, queues: Queues | None, kept: Reservations | None, plans: Plans | None, work: int
) -> bool:
    """Settle the rows that have an event now; return False if the work ran out."""
    rows, numbers, now = grid.rows, grid.numbers, grid.clock[0]
    while numbers[CURSOR] < len(rows.sums):
        row = numbers[CURSOR]
        if rows.sums[row, NEXT_AT] <= now:
            if queues is not None:
                complete_all(rows, queues, plans, row - numbers[SHIFT], row, now)
                rows.numbers[row, TOUCHED] = SETTLED
            if kept is not None and not settle_reservations(rows, kept, grid.spent, row, now, work):
                return False
        numbers[CURSOR] += 1
    return True


@kernel
def start_all(
    grid: Grid, queues: Queues | None, kept: Reservations | None, plans: Plans | None, work: int
) -> bool:
    """Make the passes of the rows that have an event now; return False if the work ran out."""
    rows, numbers, now = grid.rows, grid.numbers, grid.clock[0]
    while numbers[CURSOR] < len(rows.sums):
        row = numbers[CURSOR]
        if rows.numbers[row, TOUCHED] != IDLE:
            if queues is not None:
                site = row - numbers[SHIFT]
                pass_over(rows, queues, plans, site, row, numbers[POLICY], now)
            if kept is not None and not start_row(rows, kept, row, work):
                grid.spent[0] += work
                return False
            rows.numbers[row, TOUCHED] = IDLE
        numbers[CURSOR] += 1
    return True


@inlined
def is_full(rows: Rows) -> bool:
    """Has some row no place for another job?"""
    most = 0
    for row in range(len(rows.sums)):
        most = max(most, rows.numbers[row, COUNT])
    return bool(most == rows.backfilled.shape[1])


@kernel
def allocate_next(
    grid: Grid,
    queues: Queues | None,
    kept: Reservations | None,
    plans: Plans | None,
    jobs: Jobs,
) -> None:
    """Place the job that arrives next, unless the work runs out."""
    numbers = grid.numbers
    job, shift = numbers[ARRIVED], numbers[SHIFT]
    width, first = jobs.width[job], 0
    while grid.processors[first] < width:
        first += 1
    last = grid.last[first]
    if numbers[STRATEGY] == RANDOM:
        site = int(grid.picked[job])
    elif first == last:
        site = first
    elif numbers[STRATEGY] < MCT:
        site = pick_by_load(grid, width, first, last)
    else:
        ask = Question(numbers[STRATEGY], shift, width, jobs.estimate[job], grid.clock[0])
        site = best_predicted(grid.rows, queues, kept, plans, grid.search, ask, first, last)
    if site >= 0:
        allocate(grid, queues, kept, plans, jobs, job, site)
        numbers[ARRIVED] += 1


@kernel
def advance_grid(
    grid: Grid,
    queues: Queues | None,
    kept: Reservations | None,
    plans: Plans | None,
    jobs: Jobs,
    work: int,
) -> int:
    """Simulate until so many steps of work are done: instants, arrivals, passes of predictions.

    Parameters
    ----------
    grid
        Changed in place, as are the next three.
    queues
        Of sites that follow FCFS or EASY.
    kept
        Of sites that follow conservative backfilling; either these or queues are there.
    plans
        With queues, and a strategy that predicts.
    jobs
        Rigid jobs in order of release, 1 processor to as many as the largest site has; times
        finite, not negative.

    Returns
    -------
    DONE, PAUSED, or FULL: some row has no room for another job.
    """
    numbers, spent = grid.numbers, grid.spent
    spent[0], spent[1] = 0, work
    while spent[0] < work:
        spent[0] += 1
        if numbers[PHASE] == NEXT:
            grid.clock[0] = next_instant(grid, jobs)
            if grid.clock[0] == np.inf:
                return DONE
            numbers[CURSOR], numbers[PHASE] = 0, SETTLE
        if numbers[PHASE] == SETTLE and settle_all(grid, queues, kept, plans, work):
            numbers[PHASE] = ALLOCATE
        if numbers[PHASE] == ALLOCATE:
            arrived = numbers[ARRIVED]
            if arrived < len(jobs.release) and jobs.release[arrived] <= grid.clock[0]:
                if is_full(grid.rows):
                    return FULL
                allocate_next(grid, queues, kept, plans, jobs)
                continue
            numbers[CURSOR], numbers[PHASE] = 0, PASS
        if numbers[PHASE] == PASS and start_all(grid, queues, kept, plans, work):
            numbers[PHASE] = NEXT
    return PAUSED
