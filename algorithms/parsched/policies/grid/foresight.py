"""Looking ahead at a site that follows any policy: a copy of it, simulated.

In the copy every job takes as long as it is believed to now. What is proved of some policies is
asked first: a job that fits does not wait at a site with an empty queue, and where every job holds
a reservation that moves only when jobs end early, each starts at it.
"""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.availability.profile import Profile
from parsched.policies.grid.live_choice import MCT, MST
from parsched.policies.grid.loads import Load, last_planned_end, total_wait, wait_of
from parsched.policies.grid.sites import Sites, pass_at, site_at
from parsched.policies.online.events import arrive, begin_instant, own_event, take_ends
from parsched.policies.online.fair_share import are_known
from parsched.policies.online.held import first_instant
from parsched.policies.online.line import waits
from parsched.policies.online.machine import Floats, Ints, push
from parsched.policies.online.planned_pass import DONE as PASSED
from parsched.policies.online.planned_pass import START as STARTS
from parsched.policies.online.predictors import FIXED, learned
from parsched.policies.online.site import ALL, ARRIVED, CHANGING, PLANNED, SiteSimulation
from parsched.policies.online.turns import BLOCK, Turns, first_reserved, list_jobs, proved


class Question(NamedTuple):
    """A job that arrives now, the strategy, and which rows to look at.

    The row of a site is `shift` behind its number.
    """

    strategy: int
    shift: int
    job: int
    now: float


class Glance(KernelRecord):
    """A look ahead that may pause: `going` is 1 while it does, at `row`, for the question of a
    `job`; `waited` jobs waited at first. `by_usage` is 1 if some order looks at the usage of
    users."""

    going: int
    row: int
    job: int
    waited: int
    by_usage: int


class Ahead(NamedTuple):
    """What looks ahead have found.

    `jobs`, int64, those that waited at first. Of each site: `value`, float64, what was found when
    it had this `version`, int64, at the instant `made`, float64, seconds.
    """

    glance: RecordArray[Glance]
    jobs: Ints
    value: Floats
    version: Ints
    made: Floats


def new_ahead(sites: int, jobs: int, by_usage: bool) -> Ahead:
    """Return what is known before the first look ahead."""
    glance = Glance.new()
    glance[0].by_usage = by_usage
    ints = np.empty(jobs, np.int64), np.full(sites, -1)
    return Ahead(glance, ints[0], np.zeros(sites), ints[1], np.zeros(sites))


@inlined
def belief_of(site: SiteSimulation, job: int) -> float:
    """Return how long a job would be believed to run if it arrived at a site."""
    user, predict = site.beliefs.user[job], site.policy[0].predict
    if predict == FIXED or user < 0:
        return float(site.jobs.estimate[job])
    return float(learned(predict, site.beliefs.history[user], site.beliefs.estimate[job]))


@inlined
def is_overdue(site: SiteSimulation, now: float) -> bool:
    """Does a job still run that was planned to have ended?"""
    return bool(site.machine.counts[0].planned > 0 and site.machine.planned_end[0] <= now)


# Sites with an empty queue


@inlined
def unqueued_start(site: SiteSimulation, width: int, now: float) -> float:
    """Return when a job would start at a site with an empty queue."""
    free, k = site.machine.counts[0].free, 0
    while free < width:
        free += site.machine.planned_width[k]
        k += 1
    return float(max(now, site.machine.planned_end[k - 1])) if k > 0 else now


@inlined
def starts_unqueued(site: SiteSimulation) -> bool:
    """Does a job start as soon as it fits if no other job waits?"""
    return bool(site.policy[0].kind != PLANNED or site.policy[0].interval == 0.0)


# Sites where everybody holds a reservation


@inlined
def all_reserve(site: SiteSimulation) -> bool:
    """Does each job get a reservation when it arrives?"""
    policy = site.policy[0]
    reserves = policy.kind == PLANNED and policy.reservations == ALL and policy.depth == ALL
    limited = policy.window < np.inf or policy.interval > 0.0 or policy.if_fits == 1
    return bool(reserves and policy.order_kind == ARRIVED and not limited)


@inlined
def reservations_hold(sites: Sites, row: int, touched: int, now: float) -> bool:
    """Bring the reservations up to date and tell whether they hold; without an event of the site,
    those that have passed stay as they are."""
    site = site_at(sites, row)
    if touched == 0:
        return bool(first_reserved(site.plan.turns) >= now and site.state[0].stale == 0)
    # The pass of this instant will find all of this done. Reservations move, and are given to those
    # who have come, before anybody starts.
    pass_at(sites, row, STARTS)
    return True


@inlined
def reserved_value(site: SiteSimulation, load: Load, ask: Question) -> float:
    """Return the value of a site all of whose reservations hold."""
    plan, jobs = site.plan, site.jobs
    if ask.strategy == MST:
        width, length = jobs.width[ask.job], belief_of(site, ask.job)
        before = proved(plan.turns, jobs, plan.turns.sizes[0].blocks * BLOCK, width, length)
        grew = site.state[0].grew
        return first_instant(plan.profile, width, length, ask.now, grew, before, np.inf)
    last, total = last_planned_end(site, ask.now), 0.0
    for k in range(list_jobs(plan.turns, site.line.tried)):
        job = site.line.tried[k]
        last = max(last, plan.turns.reserved[job] + jobs.estimate[job])
        wait = plan.turns.reserved[job] - jobs.release[job]
        total += wait * (jobs.width[job] if load.by_width == 1 else 1)
    if ask.strategy == MCT:
        return float(last)
    return float((total_wait(load, site) + total) / load.counted)


# Any other site


@inlined
def carry(site: SiteSimulation, twin: SiteSimulation, job: int) -> None:
    """Let the copy know a job, which takes as long as believed."""
    twin.start[job] = site.start[job]
    twin.jobs.estimate[job] = twin.jobs.run[job] = site.jobs.estimate[job]
    twin.line.value[job] = site.line.value[job]
    twin.plan.turns.reserved[job] = site.plan.turns.reserved[job]


@kernel
def copy_running(site: SiteSimulation, twin: SiteSimulation, now: float) -> None:
    """Copy the running jobs; who is overdue will end now."""
    machine, own, counts = site.machine, site.machine.counts[0], twin.machine.counts[0]
    counts.free, counts.planned, counts.started = own.free, own.planned, own.started
    counts.pending = counts.running = counts.due_from = counts.due_to = 0
    for k in range(own.planned):
        twin.machine.planned_end[k] = machine.planned_end[k]
        twin.machine.planned_width[k] = machine.planned_width[k]
    for k in range(own.running):
        job = machine.job[k]
        carry(site, twin, job)
        push(
            twin.machine, max(site.start[job] + site.jobs.estimate[job], now), job, machine.rank[k]
        )


@kernel
def copy_line(site: SiteSimulation, twin: SiteSimulation, ahead: Ahead) -> None:
    """Copy the waiting jobs."""
    ends, count = twin.ends[0], 0
    for k in range(site.ends[0].first, site.ends[0].last):
        job = site.line.jobs[k]
        if waits(site, job):
            carry(site, twin, job)
            twin.line.jobs[count] = ahead.jobs[count] = job
            count += 1
    ends.first, ends.last, ends.waiting, ends.outlived = 0, count, count, 0
    ahead.glance[0].waited = count


@kernel
def copy_turns(own: Turns, other: Turns) -> None:
    """Copy who holds a reservation, and when."""
    for d in range(own.sizes[0].blocks):
        slot, into = own.block[d], other.block[d]
        other.blocks[into] = own.blocks[slot]
        for k in range(own.blocks[slot].count):
            other.job[into, k], other.time[into, k] = own.job[slot, k], own.time[slot, k]
        for c in range(own.least.shape[1]):
            other.least[into, c] = own.least[slot, c]
    other.sizes[0] = own.sizes[0]


@kernel
def copy_profile(own: Profile, other: Profile) -> None:
    """Copy what is free beside them."""
    sizes, spare = own.sizes[0], other.sizes[0].spare
    for d in range(other.sizes[0].first, other.sizes[0].last):
        other.spare[spare] = other.chunk[d]
        spare += 1
    for d in range(sizes.first, sizes.last):
        spare -= 1
        slot, into = own.chunk[d], other.spare[spare]
        other.chunk[d], other.begin[d] = into, own.begin[d]
        other.chunks[into] = own.chunks[slot]
        for k in range(own.chunks[slot].count):
            other.time[into, k], other.free[into, k] = own.time[slot, k], own.free[slot, k]
    # Invariant: both have as many chunks, so as many are left.
    other.sizes[0] = sizes


@kernel
def copy_factors(site: SiteSimulation, twin: SiteSimulation) -> None:
    """Copy what users and accounts have used, and their factors."""
    own, other = site.factors, twin.factors
    other.rules[0] = own.rules[0]
    for k in range(len(own.accounts)):
        other.accounts[k] = own.accounts[k]
        other.account_order[k] = own.account_order[k]
    for k in range(len(own.associations)):
        other.associations[k] = own.associations[k]
        other.association_order[k] = own.association_order[k]


@kernel
def copy_site(sites: Sites, ahead: Ahead, row: int, ask: Question) -> None:
    """Copy a site as it is now into the last row, with the job that asks behind all others if the
    question is when it would start."""
    last = len(sites.state) - 1
    site, twin = site_at(sites, row), site_at(sites, last)
    sites.state[last] = sites.state[row]
    sites.sizes[last] = sites.sizes[row]
    sites.policy[last] = sites.policy[row]
    copy_running(site, twin, ask.now)
    copy_line(site, twin, ahead)
    if site.policy[0].kind == PLANNED:
        copy_turns(site.plan.turns, twin.plan.turns)
        copy_profile(site.plan.profile, twin.plan.profile)
    if ahead.glance[0].by_usage == 1:
        for user in range(len(site.beliefs.history)):
            twin.beliefs.history[user] = site.beliefs.history[user]
    if are_known(site.factors):
        copy_factors(site, twin)
    begin_instant(twin, ask.now, ask.strategy == MST)
    if ask.strategy == MST:
        job = ask.job
        carry(site, twin, job)
        twin.plan.turns.reserved[job] = np.inf
        user = site.beliefs.user[job]
        if user >= 0:
            twin.beliefs.history[user] = site.beliefs.history[user]
        arrive(twin, job)
        twin.jobs.run[job] = twin.jobs.estimate[job]


@kernel
def move_on(twin: SiteSimulation) -> None:
    """Let a copy, in which jobs wait, come to its next pass."""
    counts = twin.machine.counts[0]
    now = twin.state[0].now if counts.due_from < counts.due_to else own_event(twin)
    begin_instant(twin, now, False)
    take_ends(twin)


@inlined
def is_answered(twin: SiteSimulation, ask: Question) -> bool:
    """Has the copy come far enough?"""
    if ask.strategy == MST:
        return not waits(twin, ask.job)
    return bool(twin.ends[0].waiting == 0)


@inlined
def is_beyond(twin: SiteSimulation, ask: Question, limit: float) -> bool:
    """Is the value surely no less than a limit?"""
    if ask.strategy == MST:
        return bool(twin.state[0].now >= limit)
    return bool(ask.strategy == MCT and last_planned_end(twin, ask.now) >= limit)


@inlined
def answer(
    site: SiteSimulation, twin: SiteSimulation, ahead: Ahead, load: Load, ask: Question
) -> float:
    """Return the value that the copy shows."""
    if ask.strategy == MST:
        return float(twin.start[ask.job])
    if ask.strategy == MCT:
        return last_planned_end(twin, ask.now)
    total = total_wait(load, site)
    for k in range(ahead.glance[0].waited):
        total += wait_of(load, twin, ahead.jobs[k])
    return float(total / load.counted)


@kernel
def look_ahead(
    sites: Sites, ahead: Ahead, row: int, load: Load, ask: Question, spent: Ints, limit: float
) -> tuple[float, bool]:
    """Return the value of a site and True, or a bound that is no less than the limit; minus
    infinity if the work of this call ran out: the same question goes on from there."""
    glance, last = ahead.glance[0], len(sites.state) - 1
    twin = site_at(sites, last)
    if glance.going == 0 or glance.row != row or glance.job != ask.job:
        glance.going, glance.row, glance.job = 1, row, ask.job
        copy_site(sites, ahead, row, ask)
        spent[0] += (glance.waited + twin.machine.counts[0].running) // 16
    else:
        move_on(twin)
    while True:
        spent[0] += 1 + pass_at(sites, last, PASSED) // 16
        if is_answered(twin, ask):
            break
        if is_beyond(twin, ask, limit):
            glance.going = 0
            return limit, False
        if spent[0] >= spent[1]:
            return -np.inf, False
        move_on(twin)
    glance.going = 0
    return answer(site_at(sites, row), twin, ahead, load, ask), True


@inlined
def is_steady(site: SiteSimulation) -> bool:
    """Does a pass without an event change nothing?"""
    policy = site.policy[0]
    changes = policy.order_kind == CHANGING or policy.backfill_kind == CHANGING
    return not changes and policy.window == np.inf and policy.interval == 0.0


@inlined
def is_known(ahead: Ahead, site: SiteSimulation, at: int, version: int, ask: Question) -> bool:
    """Does what was found of a site last time still hold?"""
    if ask.strategy == MST or ahead.version[at] != version:
        return False
    return bool(ahead.made[at] == ask.now or (is_steady(site) and not is_overdue(site, ask.now)))


@inlined
def foreseen(
    sites: Sites, ahead: Ahead, at: int, load: Load, ask: Question, spent: Ints, limit: float
) -> tuple[float, bool]:
    """Return the value of a site where jobs wait, as `look_ahead` does, or from what is known."""
    site = site_at(sites, at + ask.shift)
    if is_known(ahead, site, at, load.version, ask):
        return float(
            max(ahead.value[at], ask.now) if ask.strategy == MCT else ahead.value[at]
        ), True
    if all_reserve(site) and reservations_hold(sites, at + ask.shift, load.touched, ask.now):
        value, known = reserved_value(site, load, ask), True
    else:
        value, known = look_ahead(sites, ahead, at + ask.shift, load, ask, spent, limit)
    if known:
        ahead.value[at], ahead.version[at], ahead.made[at] = value, load.version, ask.now
    return value, known
