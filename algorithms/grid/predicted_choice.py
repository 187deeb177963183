"""Where to, with predictions: the strategies that look for the best predicted timeline.

Each site has a bound from below on its value. The site with the least bound is looked at more
closely until it has the least value for certain, so that plans are made no further than needed.
"""

from typing import NamedTuple

import numpy as np

from algorithms.compiled import inlined, kernel
from algorithms.grid.conservative_sites import (
    Reservations,
    last_reserved_end,
    mean_reserved_wait,
    reservation_of,
)
from algorithms.grid.forecast import last_end_of, mean_wait_of, plan_for, start_of
from algorithms.grid.live_choice import MCT, MST, MWWT_S
from algorithms.grid.machines import (
    HEAP_JOB,
    PLANNED_END,
    PLANNED_WIDTH,
    RELEASE,
    START,
    WIDTH,
    Rows,
)
from algorithms.grid.plan import Plan, Plans, plan_of
from algorithms.grid.queueing_sites import Queues, first_waiting
from algorithms.simulation.machine import Floats, Ints


class Question(NamedTuple):
    """A job that arrives now, the strategy, and which rows to look at.

    The row of a site is `shift` behind its number.
    """

    strategy: int
    shift: int
    width: int
    estimate: float
    now: float


class Search(NamedTuple):
    """What is known so far, of shape (n_sites,): bounds, and 1 where they are the values."""

    bound: Floats
    known: Ints


def new_search(sites: int) -> Search:
    """Return what a search writes to."""
    return Search(np.zeros(sites), np.zeros(sites, np.int64))


@kernel
def reserved_value(rows: Rows, kept: Reservations, row: int, ask: Question) -> float:
    """Return the value of a site with reservations and unfinished jobs."""
    if ask.strategy == MST:
        return reservation_of(rows, kept, row, ask.width, ask.estimate, ask.now)
    if ask.strategy == MCT:
        return last_reserved_end(rows, kept, row, ask.now)
    return mean_reserved_wait(rows, kept, row, ask.strategy == MWWT_S, ask.now)


@kernel
def unqueued_value(rows: Rows, row: int, ask: Question) -> float:
    """Return the value of a site where jobs run and none waits."""
    counts, ends = rows.machines[row], rows.ends[row, PLANNED_END]
    if ask.strategy == MST:
        free, k = counts.free, 0
        while free < ask.width:
            free += rows.heap[row, PLANNED_WIDTH, k]
            k += 1
        return float(max(ask.now, ends[k - 1])) if k > 0 else ask.now
    if ask.strategy == MCT:
        return float(max(ask.now, ends[counts.planned - 1]))
    total = rows.loads[row].waited
    for k in range(counts.running):
        job = rows.heap[row, HEAP_JOB, k]
        wait = rows.times[row, START, job] - rows.times[row, RELEASE, job]
        total += wait * (rows.ids[row, WIDTH, job] if ask.strategy == MWWT_S else 1)
    return float(total / rows.loads[row].counted)


@kernel
def pursue(rows: Rows, plan: Plan, row: int, ask: Question, limit: float) -> tuple[float, bool]:
    """Raise the bound of a site with a plan above a limit, unless its value is found before."""
    if ask.strategy == MST:
        return start_of(plan, ask.width, ask.estimate, ask.now, limit)
    if ask.strategy == MCT:
        return last_end_of(plan, ask.now, limit)
    return mean_wait_of(plan, rows.loads[row].waited, rows.loads[row].counted, limit)


@inlined
def idle_value(rows: Rows, row: int, ask: Question) -> float:
    """Return the value of a site without unfinished jobs: now, or the mean wait of those that are
    counted."""
    if ask.strategy in (MST, MCT):
        return ask.now
    load = rows.loads[row]
    return float(load.waited / load.counted) if load.counted > 0 else 0.0


@kernel
def look(
    rows: Rows,
    queues: Queues | None,
    kept: Reservations | None,
    plans: Plans | None,
    site: int,
    ask: Question,
) -> tuple[float, bool]:
    """Return the first bound of a site with unfinished jobs, and whether it is the value."""
    row = site + ask.shift
    if kept is not None:
        return reserved_value(rows, kept, row, ask), True
    if queues is not None and plans is not None:
        first = first_waiting(queues, row)
        if first < rows.loads[row].placed:
            plan = plan_for(plans, site, rows, row, first, ask.now)
            return pursue(rows, plan, row, ask, -np.inf)
    return unqueued_value(rows, row, ask), True


@inlined
def least_bound(search: Search, first: int, last: int, but: int) -> int:
    """Return the site with the least bound, the first of several; -1 if there is no other."""
    best = -1
    for site in range(first, last + 1):
        if site != but and (best < 0 or search.bound[site] < search.bound[best]):
            best = site
    return best


@kernel
def look_closer(
    rows: Rows, plans: Plans | None, search: Search, ask: Question, first: int, last: int
) -> int:
    """Raise the least bound until it is a value; return its site, or -1 if the work ran out."""
    while True:
        site = least_bound(search, first, last, -1)
        if search.known[site] == 1:
            return site
        if plans is not None:
            if plans.spent[0] >= plans.spent[1]:
                return -1
            other = least_bound(search, first, last, site)
            limit = np.inf if other < 0 else search.bound[other]
            plan = plan_of(plans, site)
            bound, known = pursue(rows, plan, site + ask.shift, ask, limit)
            search.bound[site], search.known[site] = bound, known


@kernel
def best_predicted(
    rows: Rows,
    queues: Queues | None,
    kept: Reservations | None,
    plans: Plans | None,
    search: Search,
    ask: Question,
    first: int,
    last: int,
) -> int:
    """Return the site whose predicted timeline is best; -1 if the work ran out.

    Behind an idle site that has the least value that there can be, a start or an end now, or no
    wait, no site is looked at.
    """
    least = ask.now if ask.strategy in (MST, MCT) else 0.0
    for site in range(first, last + 1):
        if rows.loads[site + ask.shift].unfinished == 0:
            search.bound[site] = idle_value(rows, site + ask.shift, ask)
            search.known[site] = 1
            if search.bound[site] > least:
                continue
            last = site
            break
        bound, known = look(rows, queues, kept, plans, site, ask)
        search.bound[site], search.known[site] = bound, known
    return look_closer(rows, plans, search, ask, first, last)
