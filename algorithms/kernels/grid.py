"""A two-level grid, event by event: jobs are placed as they arrive, each site runs by itself."""

from typing import NamedTuple

import numpy as np

from algorithms.kernels.compiled import inlined, inner, kernel
from algorithms.kernels.conservative import WORK
from algorithms.kernels.grid_choice import (
    LBAL_S,
    MCT,
    RANDOM,
    best_balanced,
    least_loaded,
    nearly_balanced,
)
from algorithms.kernels.grid_plan import Plans
from algorithms.kernels.grid_queues import (
    CONSERVATIVE,
    Queues,
    complete_all,
    first_waiting,
    pass_over,
)
from algorithms.kernels.grid_replan import plan_job
from algorithms.kernels.grid_reservations import (
    ENDLESS,
    Reservations,
    admit_last,
    begin_instant,
    settle_row,
    start_row,
)
from algorithms.kernels.grid_rows import BEGUN, IDLE, SETTLED, Rows, place
from algorithms.kernels.grid_search import Question, Search, best_predicted
from algorithms.kernels.machine import Floats, Ints, Jobs

PAUSED, DONE, FULL = range(3)
NEXT, SETTLE, ALLOCATE, START = range(4)
POLICY, STRATEGY, SITES, SHIFT, EXACT, PHASE, CURSOR, ARRIVED = range(8)


class Grid(NamedTuple):
    """A simulation, paused anywhere.

    Sites are in order of size. `rows` has a row for each of them, and, if `numbers[SHIFT]` is not
    0, another one for its virtual schedule, so many rows behind; predictions are about the latter
    then. Of shape (n_sites,): `processors`; `last`, the last site that is admissible to jobs for
    which this site is the first; `scale`, for `grid_choice.best_balanced` if `numbers[EXACT]`.
    `picked` is the site of each job where that is random, shape (n_jobs,). `clock[0]` is the
    instant at hand, `numbers[PHASE]` what happens next at it, from row `numbers[CURSOR]` on;
    `numbers[ARRIVED]` counts the jobs placed so far.
    """

    rows: Rows
    queues: Queues
    kept: Reservations
    plans: Plans
    search: Search
    processors: Ints
    last: Ints
    scale: Ints
    picked: Ints
    numbers: Ints
    clock: Floats


@inner
def pick(grid: Grid, jobs: Jobs, job: int, now: float) -> int:
    """Return the site for a job that arrives now; -1 if the work ran out."""
    numbers, width = grid.numbers, jobs.width[job]
    strategy = numbers[STRATEGY]
    if strategy == RANDOM:
        return int(grid.picked[job])
    first = 0
    while grid.processors[first] < width:
        first += 1
    last = grid.last[first]
    if first == last:
        return first
    if strategy >= MCT:
        ask = Question(strategy, numbers[POLICY], numbers[SHIFT], width, jobs.estimate[job], now)
        return best_predicted(
            grid.rows, grid.queues, grid.kept, grid.plans, grid.search, ask, first, last
        )
    if strategy != LBAL_S:
        return int(least_loaded(grid.rows, grid.processors, strategy, first, last))
    if numbers[EXACT] == 1:
        return int(best_balanced(grid.rows, grid.scale, width, first, last))
    return int(nearly_balanced(grid.rows, grid.processors, width, first, last))


@inner
def settle_reservations(grid: Grid, row: int, now: float, work: int) -> bool:
    """Complete what ends now and move reservations; return False if the work ran out."""
    rows = grid.rows
    if rows.touched[row] == SETTLED:
        return True
    if rows.touched[row] == IDLE:
        begin_instant(rows, grid.kept, row, now)
        rows.touched[row] = BEGUN
    done = settle_row(rows, grid.kept, row, work)
    grid.plans.spent[0] += grid.kept.numbers[row, WORK]
    if done:
        rows.touched[row] = SETTLED
    return done


@inlined
def allocate(grid: Grid, jobs: Jobs, job: int, site: int, now: float) -> None:
    """Put a job into the queue of a site, and into that of its virtual schedule."""
    rows, numbers = grid.rows, grid.numbers
    for copy in range(2 if numbers[SHIFT] > 0 else 1):
        row = site + copy * numbers[SITES]
        if numbers[POLICY] == CONSERVATIVE:
            settle_reservations(grid, row, now, ENDLESS)
        rows.touched[row] = SETTLED
        at = place(rows, row, jobs, job, copy == 1)
        if numbers[POLICY] == CONSERVATIVE:
            admit_last(rows, grid.kept, row)
        elif numbers[STRATEGY] >= MCT and row >= numbers[SHIFT]:
            first = first_waiting(grid.queues, row)
            plan_job(grid.plans, row - numbers[SHIFT], at, rows, row, first)


@inlined
def next_instant(grid: Grid, jobs: Jobs) -> float:
    """Return when something happens next, infinity if nothing does."""
    now, arrived = np.inf, grid.numbers[ARRIVED]
    if arrived < len(jobs.release):
        now = jobs.release[arrived]
    for row in range(len(grid.rows.next_at)):
        now = min(now, grid.rows.next_at[row])
    return float(now)


@inlined
def settle_all(grid: Grid, now: float, work: int) -> bool:
    """Settle the rows that have an event now; return False if the work ran out."""
    rows, numbers = grid.rows, grid.numbers
    while numbers[CURSOR] < len(rows.size):
        row = numbers[CURSOR]
        if rows.next_at[row] <= now:
            if numbers[POLICY] != CONSERVATIVE:
                site = row - numbers[SHIFT]
                complete_all(rows, grid.queues, grid.plans, site, row, now)
                rows.touched[row] = SETTLED
            elif not settle_reservations(grid, row, now, work):
                return False
        numbers[CURSOR] += 1
    return True


@inlined
def start_all(grid: Grid, now: float, work: int) -> bool:
    """Make the passes of the rows that have an event now; return False if the work ran out."""
    rows, numbers = grid.rows, grid.numbers
    while numbers[CURSOR] < len(rows.size):
        row = numbers[CURSOR]
        if rows.touched[row] != IDLE:
            if numbers[POLICY] == CONSERVATIVE:
                if not start_row(rows, grid.kept, row, work):
                    grid.plans.spent[0] += work
                    return False
            else:
                site = row - numbers[SHIFT]
                pass_over(rows, grid.queues, grid.plans, site, row, numbers[POLICY], now)
            rows.touched[row] = IDLE
        numbers[CURSOR] += 1
    return True


@inlined
def is_full(grid: Grid) -> bool:
    """Has some row no place for another job?"""
    most = 0
    for row in range(len(grid.rows.size)):
        most = max(most, grid.rows.size[row])
    return bool(most == grid.rows.release.shape[1])


@inlined
def allocate_next(grid: Grid, jobs: Jobs, now: float) -> None:
    """Place the job that arrives next, unless the work runs out."""
    numbers = grid.numbers
    job = numbers[ARRIVED]
    site = pick(grid, jobs, job, now)
    if site < 0:
        return
    allocate(grid, jobs, job, site, now)
    numbers[ARRIVED] += 1


@kernel
def advance_grid(grid: Grid, jobs: Jobs, work: int) -> int:
    """Simulate until so many steps of work are done: instants, arrivals, passes of predictions.

    Parameters
    ----------
    grid
        Changed in place.
    jobs
        Rigid jobs in order of release, 1 processor to as many as the largest site has; times
        finite, not negative.

    Returns
    -------
    DONE, PAUSED, or FULL: some row has no room for another job.
    """
    numbers, spent = grid.numbers, grid.plans.spent
    spent[0], spent[1] = 0, work
    while spent[0] < work:
        spent[0] += 1
        if numbers[PHASE] == NEXT:
            grid.clock[0] = next_instant(grid, jobs)
            if grid.clock[0] == np.inf:
                return DONE
            numbers[CURSOR], numbers[PHASE] = 0, SETTLE
        now = grid.clock[0]
        if numbers[PHASE] == SETTLE and settle_all(grid, now, work):
            numbers[PHASE] = ALLOCATE
        if numbers[PHASE] == ALLOCATE:
            if numbers[ARRIVED] < len(jobs.release) and jobs.release[numbers[ARRIVED]] <= now:
                if is_full(grid):
                    return FULL
                allocate_next(grid, jobs, now)
                continue
            numbers[CURSOR], numbers[PHASE] = 0, START
        if numbers[PHASE] == START and start_all(grid, now, work):
            numbers[PHASE] = NEXT
    return PAUSED
