"""A two-level grid, event by event: jobs are placed as they arrive, each site runs by itself."""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.policies.grid.foresight import Ahead, Question
from parsched.policies.grid.live_choice import (
    LBAL_S,
    MCT,
    RANDOM,
    best_balanced,
    least_loaded,
    nearly_balanced,
)
from parsched.policies.grid.loads import Loads, join, leave
from parsched.policies.grid.plan import Plans, are_made, heed_ends, plan_of
from parsched.policies.grid.predicted_choice import SiteSearch, best_predicted
from parsched.policies.grid.replan import plan_job
from parsched.policies.grid.sites import Sites, pass_at, site_at, waiting_at
from parsched.policies.online.beliefs import next_correction
from parsched.policies.online.coming import (
    Coming,
    announce,
    are_linked,
    free_successors,
    take_place,
)
from parsched.policies.online.events import (
    arrive,
    begin_instant,
    is_called,
    own_event,
    pass_time,
    take_ends,
    write_place,
)
from parsched.policies.online.fair_share import are_known, refresh
from parsched.policies.online.machine import Ints
from parsched.policies.online.planned_pass import DONE as PASSED
from parsched.policies.online.site import INDEXED, SiteSimulation

PAUSED, DONE, FULL = range(3)
NEXT, ALLOCATE, PASS = range(3)


class GridState(KernelRecord):
    """Where a simulation stands, and what it follows.

    `strategy` is the number of the strategy, `sites` counts the sites. The virtual schedule of site
    k is in row k + `shift`; `shift` is 0 without virtual schedules. `exact` is 1 if balance can be
    computed in whole numbers. `now` is the current instant, seconds, `phase` what happens next at
    it, from row `cursor` on; `arrived` counts the jobs placed so far.
    """

    strategy: int
    sites: int
    shift: int
    exact: int
    now: float
    phase: int
    cursor: int
    arrived: int


class GridSimulation(NamedTuple):
    """A simulation, paused anywhere.

    Sites are in order of size. `coming` has the jobs still to come where some wait for others;
    columns of jobs are by place then, as in `online.site.SiteSimulation`. `sites` and `loads` have
    a row for each site and, with virtual schedules, one for each of these (see `GridState`), which
    predictions are about then. Where predictions simulate a copy of a site, `sites` has a last row
    for that copy, described by `ahead`. Of shape (n_sites,): `processors`; `scale`, for
    `live_choice.best_balanced` if that is exact. Of shape (n_jobs,): `last`, the last site that is
    admissible to each job, and `picked`, its site where that is random, both by job; `chosen`, its
    site, by place. `state` is a single record.
    """

    sites: Sites
    coming: Coming
    loads: Loads
    ahead: Ahead
    search: SiteSearch
    processors: Ints
    last: Ints
    scale: Ints
    picked: Ints
    chosen: Ints
    state: RecordArray[GridState]


@inlined
def pick_by_load(grid: GridSimulation, width: int, first: int, last: int) -> int:
    """Return the site that a strategy without predictions takes."""
    strategy = grid.state[0].strategy
    if strategy != LBAL_S:
        return least_loaded(grid.loads, grid.processors, strategy, first, last)
    if grid.state[0].exact == 1:
        return best_balanced(grid.loads, grid.scale, width, first, last)
    return nearly_balanced(grid.loads, grid.processors, width, first, last)


@inlined
def release_others(grid: GridSimulation, row: int) -> None:
    """Tell those who wait for the jobs of a row that end now; in virtual schedules nothing ends."""
    if not are_linked(grid.coming) or row >= grid.state[0].sites:
        return
    site = site_at(grid.sites, row)
    counts = site.machine.counts[0]
    for k in range(counts.due_from, counts.due_to):
        job = site.machine.due[k]
        free_successors(grid.coming, job, site.start[job] + site.jobs.run[job])
    announce(grid.coming, grid.sites.release, grid.coming.sizes[0].taken)


@kernel
def take_leave(grid: GridSimulation, plans: Plans, row: int) -> None:
    """Complete the jobs of a row that end now, and take note of it in its plan, if it has one."""
    site, load, at = site_at(grid.sites, row), grid.loads[row], row - grid.state[0].shift
    leave(load, site)
    release_others(grid, row)
    if at >= 0 and are_made(plans):
        plan = plan_of(plans, at)
        heed_ends(plan, site, site.state[0].now)
        if next_correction(site) <= site.state[0].now:
            plan.state[0].valid = 0
    load.calls = take_ends(site)
    load.version += 1


@inlined
def settle(grid: GridSimulation, plans: Plans, row: int) -> None:
    """Let the clock of a site move on, and take all that happens there but arrivals."""
    site, load, now = site_at(grid.sites, row), grid.loads[row], grid.state[0].now
    load.touched, load.came = 1, 0
    if load.next_at <= now:
        begin_instant(site, now, False)
        take_leave(grid, plans, row)
    else:
        pass_time(site, now, False)
        # Only of a second round at one instant may a reservation come that could not be kept.
        load.calls = site.policy[0].if_fits == 0 or is_called(site)


@inlined
def number(site: SiteSimulation, job: int) -> None:
    """Give a job a number in the index of a site."""
    came = site.state[0].arrived
    site.ranks.came[came] = job
    site.ranks.rank[job] = came
    site.ranks.ranked.estimate[came] = site.jobs.estimate[job]
    site.ranks.ranked.width[came] = site.jobs.width[job]


@inlined
def place(grid: GridSimulation, plans: Plans, row: int, job: int) -> None:
    """Put a job into the queue of a row."""
    load, shift = grid.loads[row], grid.state[0].shift
    if load.touched == 0:
        settle(grid, plans, row)
    site = site_at(grid.sites, row)
    if site.policy[0].kind == INDEXED:
        number(site, job)
    if are_known(site.factors):
        refresh(site.factors, grid.state[0].now)
    if arrive(site, job):
        load.calls = 1
    if row >= grid.state[0].sites:
        # What was planned: the job takes as long as believed.
        site.jobs.run[job] = site.jobs.estimate[job]
    join(load, site, job)
    load.came += 1
    load.version += 1
    if row >= shift and are_made(plans):
        plan_job(plan_of(plans, row - shift), site, job, waiting_at(grid.sites, row))


@inlined
def is_arriving(grid: GridSimulation) -> bool:
    """Does the next job arrive by now?"""
    arrived, release = grid.state[0].arrived, grid.sites.release
    return bool(arrived < len(release) and release[arrived] <= grid.state[0].now)


@inlined
def appear(grid: GridSimulation) -> None:
    """Give a place to the job that arrives next, where some wait for others, in every world."""
    coming, place, world = grid.coming, grid.coming.sizes[0].taken, -1
    job = take_place(coming, grid.sites.release, place)
    for row in range(len(grid.sites.world)):
        if grid.sites.world[row] > world:
            world = grid.sites.world[row]
            write_place(site_at(grid.sites, row), coming.jobs[job], place)


@inlined
def pass_over(grid: GridSimulation, plans: Plans, row: int) -> int:
    """Make the pass of a row; again while jobs of zero length end, unless others arrive at once
    who waited for these. Return the work done."""
    site, load = site_at(grid.sites, row), grid.loads[row]
    counts, work = site.machine.counts[0], 0
    calls = load.calls == 1 or load.came == 0
    while True:
        if calls:
            work += pass_at(grid.sites, row, PASSED)
        if counts.due_from == counts.due_to:
            break
        take_leave(grid, plans, row)
        calls = True
        if is_arriving(grid):
            return work
    load.next_at = own_event(site)
    load.touched = 0
    load.version += 1
    return work


@inlined
def next_instant(grid: GridSimulation) -> float:
    """Return when something happens next, infinity if nothing does."""
    now, arrived = np.inf, grid.state[0].arrived
    if arrived < len(grid.sites.release):
        now = grid.sites.release[arrived]
    for row in range(len(grid.loads)):
        now = min(now, grid.loads[row].next_at)
    return float(now)


@inlined
def is_full(sites: Sites, plans: Plans, rows: int) -> bool:
    """Is there a row that the plans hardly have room for?"""
    if not are_made(plans):
        return False
    most = 0
    for row in range(rows):
        most = max(most, waiting_at(sites, row))
    return bool(2 * most > len(plans.order[0]) and len(plans.order[0]) < len(sites.release))


@inlined
def allocate_next(grid: GridSimulation, plans: Plans) -> None:
    """Place the job that arrives next, unless the work runs out."""
    state, sites = grid.state[0], grid.sites
    job, shift = state.arrived, state.shift
    who = job
    if are_linked(grid.coming):
        if grid.coming.sizes[0].taken == job:
            appear(grid)
        who = int(grid.coming.who[job])
    width, first = sites.width[job], 0
    while grid.processors[first] < width:
        first += 1
    last = grid.last[who]
    if state.strategy == RANDOM:
        at = int(grid.picked[who])
    elif first == last:
        at = first
    elif state.strategy < MCT:
        at = pick_by_load(grid, width, first, last)
    else:
        ask = Question(state.strategy, shift, job, state.now)
        at = best_predicted(sites, grid.loads, plans, grid.ahead, grid.search, ask, first, last)
    if at >= 0:
        grid.chosen[job] = at
        for copy in range(2 if shift > 0 else 1):
            place(grid, plans, at + copy * state.sites, job)
        state.arrived += 1


@kernel
def advance_grid(grid: GridSimulation, plans: Plans, work: int) -> int:
    """Simulate for `work` steps: instants, arrivals, passes of predictions.

    Parameters
    ----------
    grid
        Changed in place, as are the plans. Its jobs are rigid, in order of release, 1 processor to
        as many as the largest site has; times are finite, not negative.
    plans
        Of sites that follow the order of arrival with at most one reservation, if a strategy
        predicts; else none.

    Returns
    -------
    DONE, PAUSED, or FULL: the plans have too little room.
    """
    state, spent, rows = grid.state[0], plans.spent, len(grid.loads)
    spent[0], spent[1] = 0, work
    while spent[0] < work:
        spent[0] += 1
        if state.phase == NEXT:
            state.now = next_instant(grid)
            if state.now == np.inf:
                return DONE
            for row in range(rows):
                if grid.loads[row].next_at <= state.now:
                    settle(grid, plans, row)
            state.phase = ALLOCATE
        if state.phase == ALLOCATE:
            if is_arriving(grid):
                if is_full(grid.sites, plans, rows):
                    return FULL
                allocate_next(grid, plans)
                continue
            state.cursor, state.phase = 0, PASS
        while state.cursor < rows and spent[0] < work:
            if grid.loads[state.cursor].touched == 1:
                spent[0] += pass_over(grid, plans, state.cursor) // 16
            state.cursor += 1
        if state.cursor == rows:
            # Jobs of zero length have ended, and others arrive who waited for them.
            state.phase = ALLOCATE if is_arriving(grid) else NEXT
    return PAUSED
