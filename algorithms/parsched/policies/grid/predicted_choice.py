"""Where to, with predictions: the strategies that look for the best predicted timeline.

Each site has a bound from below on its value. The site with the least bound is looked at more
closely until it has the least value for certain, so that plans are made no further than needed.

There is one predictor for each kind of local policy (see `simulate.Settings.plans`). With the order
of arrival and at most one reservation (FCFS, EASY, first-fit) a job that comes changes nothing
before its own start, so a plan is kept between arrivals: see `plan`, `plan_queue`, `forecast` and
`replan`. Any other policy is simulated in a copy of the site: see `foresight`. Where both apply,
they give the same schedules, but with 2,000 jobs on 2 to 8 sites at loads of 0.7 to 1.4 copies took
4.5 times as long as plans (median of 144 runs; at most 19 times), and copies kept between arrivals
still 1.6 times (median of 216 runs; at most 7 times, and 5 to 10 times with 10,000 jobs at a load
of 2): a pass of a plan is much cheaper than one of the queue with all that it can do.
"""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.base.compiled.records import RecordArray
from parsched.policies.grid.forecast import last_end_of, mean_wait_of, prepare, start_of
from parsched.policies.grid.foresight import (
    Ahead,
    Question,
    belief_of,
    foreseen,
    starts_unqueued,
    unqueued_start,
)
from parsched.policies.grid.live_choice import MCT, MST
from parsched.policies.grid.loads import Load, last_planned_end, total_wait
from parsched.policies.grid.plan import Plans, SitePlan, are_made, plan_of
from parsched.policies.grid.sites import Sites, site_at, waiting_at
from parsched.policies.online.machine import Floats, Ints


class SiteSearch(NamedTuple):
    """What is known so far, of shape (n_sites,): bounds, 1 where they are the values, and for which
    job."""

    bound: Floats
    known: Ints
    job: Ints


def new_search(sites: int) -> SiteSearch:
    """Return what a search writes to."""
    return SiteSearch(np.zeros(sites), np.zeros(sites, np.int64), np.full(sites, -1))


@inlined
def idle_value(load: Load, ask: Question) -> float:
    """Return the value of a site without unfinished jobs: now, or the mean wait of those that are
    counted."""
    if ask.strategy in (MST, MCT):
        return ask.now
    return float(load.waited / load.counted) if load.counted > 0 else 0.0


@inlined
def unqueued_value(sites: Sites, load: Load, row: int, ask: Question) -> float:
    """Return the value of a site where jobs run and none waits."""
    site = site_at(sites, row)
    if ask.strategy == MST:
        return unqueued_start(site, sites.width[ask.job], ask.now)
    if ask.strategy == MCT:
        return last_planned_end(site, ask.now)
    return total_wait(load, site) / load.counted


@inlined
def pursue(
    sites: Sites, plan: SitePlan, load: Load, row: int, ask: Question, limit: float
) -> tuple[float, bool]:
    """Raise the bound of a site with a plan above a limit, unless its value is found before."""
    if ask.strategy == MST:
        length = belief_of(site_at(sites, row), ask.job)
        return start_of(plan, sites.width[ask.job], length, ask.now, limit)
    if ask.strategy == MCT:
        return last_end_of(plan, ask.now, limit)
    return mean_wait_of(plan, load.waited, load.counted, limit)


@kernel
def look(
    sites: Sites,
    load: Load,
    plans: Plans,
    ahead: Ahead,
    at: int,
    ask: Question,
    limit: float,
) -> tuple[float, bool]:
    """Return the first bound of a site with unfinished jobs, and whether it is the value."""
    row = at + ask.shift
    waits = waiting_at(sites, row) > 0
    if not waits and (ask.strategy != MST or starts_unqueued(site_at(sites, row))):
        return unqueued_value(sites, load, row, ask), True
    if are_made(plans):
        plan = plan_of(plans, at)
        prepare(plan, site_at(sites, row), ask.now)
        return pursue(sites, plan, load, row, ask, -np.inf)
    return foreseen(sites, ahead, at, load, ask, plans.spent, limit)


@inlined
def least_bound(search: SiteSearch, first: int, last: int, but: int) -> int:
    """Return the site with the least bound, the first of several; -1 if there is no other."""
    best = -1
    for site in range(first, last + 1):
        if site != but and (best < 0 or search.bound[site] < search.bound[best]):
            best = site
    return best


@kernel
def look_closer(
    sites: Sites,
    loads: RecordArray[Load],
    plans: Plans,
    search: SiteSearch,
    ask: Question,
    first: int,
    last: int,
) -> int:
    """Raise the least bound until it is a value; return its site, or -1 if the work ran out."""
    while True:
        at = least_bound(search, first, last, -1)
        if search.known[at] == 1:
            return at
        if plans.spent[0] >= plans.spent[1]:
            return -1
        other = least_bound(search, first, last, at)
        limit = np.inf if other < 0 else search.bound[other]
        row = at + ask.shift
        bound, known = pursue(sites, plan_of(plans, at), loads[row], row, ask, limit)
        search.bound[at], search.known[at] = bound, known


@kernel
def best_predicted(
    sites: Sites,
    loads: RecordArray[Load],
    plans: Plans,
    ahead: Ahead,
    search: SiteSearch,
    ask: Question,
    first: int,
    last: int,
) -> int:
    """Return the site whose predicted timeline is best; -1 if the work ran out.

    Behind an idle site that has the least value that there can be, a start or an end now, or no
    wait, no site is looked at.
    """
    least, limit = ask.now if ask.strategy in (MST, MCT) else 0.0, np.inf
    for at in range(first, last + 1):
        load = loads[at + ask.shift]
        idle = load.unfinished == 0
        if idle and (ask.strategy != MST or starts_unqueued(site_at(sites, at + ask.shift))):
            search.bound[at], search.known[at] = idle_value(load, ask), 1
            if search.bound[at] <= least:
                last = at
                break
        elif are_made(plans) or search.job[at] != ask.job:
            bound, known = look(sites, load, plans, ahead, at, ask, limit)
            if bound == -np.inf:
                return -1
            search.bound[at], search.known[at], search.job[at] = bound, known, ask.job
        if search.known[at] == 1:
            limit = min(limit, search.bound[at])
    return look_closer(sites, loads, plans, search, ask, first, last)
