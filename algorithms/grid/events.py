"""A two-level grid, event by event: jobs are placed as they arrive, each site runs by itself.

What only some settings need comes as arguments that may be None: compiling leaves the branches for
it away then, which is most of the code.
"""

from typing import NamedTuple

import numpy as np

from algorithms.compiled import inlined, kernel
from algorithms.compiled.records import Record, Records
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
from algorithms.grid.machines import BEGUN, IDLE, SETTLED, Rows, place
from algorithms.grid.plan import Plans, are_made
from algorithms.grid.predicted_choice import Question, Search, best_predicted
from algorithms.grid.queueing_sites import Queues, complete_all, first_waiting, pass_over
from algorithms.grid.replan import plan_job
from algorithms.simulation.machine import Ints, Jobs

PAUSED, DONE, FULL = range(3)
NEXT, SETTLE, ALLOCATE, PASS = range(4)


class State(Record):
    """Where a simulation stands, and what it follows.

    Numbers of the local `policy`, of the `strategy` and of `sites`; `shift`, so many rows behind a
    site is that of its virtual schedule, 0 without any; `exact` is 1 if balance can be reckoned in
    whole numbers. `now` is the instant at hand, `phase` what happens next at it, from row
    `cursor` on; `arrived` counts the jobs placed so far.
    """

    policy: int
    strategy: int
    sites: int
    shift: int
    exact: int
    now: float
    phase: int
    cursor: int
    arrived: int


class Grid(NamedTuple):
    """A simulation, paused anywhere.

    Sites are in order of size. `rows` has a row for each of them, and, if there is a shift, another
    one for its virtual schedule, so many rows behind; predictions are about the latter
    then. Of shape (n_sites,): `processors`; `scale`, for `live_choice.best_balanced` if that is
    exact. Of shape (n_jobs,): `last`, the last site that is admissible to each job; `picked`, its
    site where that is random. `state` is a single record. `spent` counts the work of one call, as
    in `plan.Plan`.
    """

    rows: Rows
    search: Search
    processors: Ints
    last: Ints
    scale: Ints
    picked: Ints
    state: Records[State]
    spent: Ints


@inlined
def pick_by_load(grid: Grid, width: int, first: int, last: int) -> int:
    """Return the site that a strategy without predictions takes."""
    strategy = grid.state[0].strategy
    if strategy != LBAL_S:
        return least_loaded(grid.rows, grid.processors, strategy, first, last)
    if grid.state[0].exact == 1:
        return best_balanced(grid.rows, grid.scale, width, first, last)
    return nearly_balanced(grid.rows, grid.processors, width, first, last)


@kernel
def settle_reservations(
    rows: Rows, kept: Reservations, spent: Ints, row: int, now: float, work: int
) -> bool:
    """Complete what ends now and move reservations; return False if the work ran out."""
    if rows.loads[row].touched == SETTLED:
        return True
    if rows.loads[row].touched == IDLE:
        begin_instant(rows, kept, row, now)
        rows.loads[row].touched = BEGUN
    done = settle_row(rows, kept, row, work)
    spent[0] += kept.states[row].work
    if done:
        rows.loads[row].touched = SETTLED
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
    rows, state, now = grid.rows, grid.state[0], grid.state[0].now
    for copy in range(2 if state.shift > 0 else 1):
        row = site + copy * state.sites
        if kept is not None:
            settle_reservations(rows, kept, grid.spent, row, now, ENDLESS)
            place(rows, row, jobs, job, copy == 1)
            admit_last(rows, kept, row)
        else:
            rows.loads[row].touched = SETTLED
            at = place(rows, row, jobs, job, copy == 1)
            if queues is not None and plans is not None and are_made(plans) and row >= state.shift:
                first = first_waiting(queues, row)
                plan_job(plans, row - state.shift, at, rows, row, first)


@inlined
def next_instant(grid: Grid, jobs: Jobs) -> float:
    """Return when something happens next, infinity if nothing does."""
    now, arrived = np.inf, grid.state[0].arrived
    if arrived < len(jobs.release):
        now = jobs.release[arrived]
    for row in range(len(grid.rows.loads)):
        now = min(now, grid.rows.loads[row].next_at)
    return float(now)


@kernel
def settle_all(
    grid: Grid, queues: Queues | None, kept: Reservations | None, plans: Plans | None, work: int
) -> bool:
    """Settle the rows that have an event now; return False if the work ran out."""
    rows, state, now = grid.rows, grid.state[0], grid.state[0].now
    while state.cursor < len(rows.loads):
        row = state.cursor
        if rows.loads[row].next_at <= now:
            if queues is not None:
                complete_all(rows, queues, plans, row - state.shift, row, now)
                rows.loads[row].touched = SETTLED
            if kept is not None and not settle_reservations(rows, kept, grid.spent, row, now, work):
                return False
        state.cursor += 1
    return True


@kernel
def start_all(
    grid: Grid, queues: Queues | None, kept: Reservations | None, plans: Plans | None, work: int
) -> bool:
    """Make the passes of the rows that have an event now; return False if the work ran out."""
    rows, state, now = grid.rows, grid.state[0], grid.state[0].now
    while state.cursor < len(rows.loads):
        row = state.cursor
        if rows.loads[row].touched != IDLE:
            if queues is not None:
                site = row - state.shift
                pass_over(rows, queues, plans, site, row, state.policy, now)
            if kept is not None and not start_row(rows, kept, row, work):
                grid.spent[0] += work
                return False
            rows.loads[row].touched = IDLE
        state.cursor += 1
    return True


@inlined
def is_full(rows: Rows) -> bool:
    """Has some row no place for another job?"""
    most = 0
    for row in range(len(rows.loads)):
        most = max(most, rows.loads[row].placed)
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
    state = grid.state[0]
    job, shift = state.arrived, state.shift
    width, first = jobs.width[job], 0
    while grid.processors[first] < width:
        first += 1
    last = grid.last[job]
    if state.strategy == RANDOM:
        site = int(grid.picked[job])
    elif first == last:
        site = first
    elif state.strategy < MCT:
        site = pick_by_load(grid, width, first, last)
    else:
        ask = Question(state.strategy, shift, width, jobs.estimate[job], state.now)
        site = best_predicted(grid.rows, queues, kept, plans, grid.search, ask, first, last)
    if site >= 0:
        allocate(grid, queues, kept, plans, jobs, job, site)
        state.arrived += 1


@kernel
def advance_grid(
    grid: Grid,
    queues: Queues | None,
    kept: Reservations | None,
    plans: Plans | None,
    jobs: Jobs,
    work: int,
) -> int:
    """Simulate for `work` steps: instants, arrivals, passes of predictions.

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
    state, spent = grid.state[0], grid.spent
    spent[0], spent[1] = 0, work
    while spent[0] < work:
        spent[0] += 1
        if state.phase == NEXT:
            state.now = next_instant(grid, jobs)
            if state.now == np.inf:
                return DONE
            state.cursor, state.phase = 0, SETTLE
        if state.phase == SETTLE and settle_all(grid, queues, kept, plans, work):
            state.phase = ALLOCATE
        if state.phase == ALLOCATE:
            arrived = state.arrived
            if arrived < len(jobs.release) and jobs.release[arrived] <= state.now:
                if is_full(grid.rows):
                    return FULL
                allocate_next(grid, queues, kept, plans, jobs)
                continue
            state.cursor, state.phase = 0, PASS
        if state.phase == PASS and start_all(grid, queues, kept, plans, work):
            state.phase = NEXT
    return PAUSED
