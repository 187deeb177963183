"""The plan: which jobs hold a reservation, in a heap by reservation (ties: arrival), and what is
free beside them and the running jobs."""

import numpy as np

from parsched.base.compiled import inlined
from parsched.model.availability.changes import add
from parsched.model.availability.known import forget, prove, proved
from parsched.model.availability.profile import clear
from parsched.model.availability.search import Wanted, earliest
from parsched.policies.online.machine import Ints
from parsched.policies.online.site import ReservedStarts, SiteSimulation


@inlined
def precedes(plan: ReservedStarts, one: int, other: int) -> bool:
    """Does a job have its reservation before another one?"""
    reserved = plan.reserved
    return bool(
        reserved[one] < reserved[other] or (reserved[one] == reserved[other] and one < other)
    )


@inlined
def rise(plan: ReservedStarts, k: int) -> None:
    """Move the k-th entry of the heap up to where it belongs."""
    held, place = plan.held, plan.place
    job = held[k]
    while k > 0 and precedes(plan, job, held[(k - 1) // 2]):
        held[k] = held[(k - 1) // 2]
        place[held[k]] = k
        k = (k - 1) // 2
    held[k] = job
    place[job] = k


@inlined
def sink(plan: ReservedStarts, k: int, count: int) -> None:
    """Move the k-th entry of a heap of so many down to where it belongs."""
    held, place = plan.held, plan.place
    job, child = held[k], 2 * k + 1
    # Invariant: entry k is free, and `job` comes after all entries above it.
    while child < count:
        if child + 1 < count and precedes(plan, held[child + 1], held[child]):
            child += 1
        if precedes(plan, job, held[child]):
            break
        held[k] = held[child]
        place[held[k]] = k
        k, child = child, 2 * child + 1
    held[k] = job
    place[job] = k


@inlined
def hold(site: SiteSimulation, job: int, instant: float) -> None:
    """Let a job hold a reservation; the profile knows it already."""
    plan, ends, state = site.plan, site.ends[0], site.state[0]
    if plan.listed[job] == 0:
        plan.listed[job] = 1
        plan.turn[state.turns] = job
        state.turns += 1
    plan.reserved[job] = instant
    plan.held[ends.held] = job
    ends.held += 1
    rise(plan, ends.held - 1)


@inlined
def let_go(site: SiteSimulation, job: int) -> None:
    """Take a job out of the heap of those that hold a reservation; the profile stays."""
    plan, ends = site.plan, site.ends[0]
    k = plan.place[job]
    ends.held -= 1
    if k < ends.held:
        plan.held[k] = plan.held[ends.held]
        plan.place[plan.held[k]] = k
        # The last entry comes from another branch: it may belong lower than the hole, or higher.
        sink(plan, k, ends.held)
        rise(plan, plan.place[plan.held[k]])


@inlined
def drop(site: SiteSimulation, job: int) -> None:
    """Take a reservation back."""
    jobs, plan = site.jobs, site.plan
    let_go(site, job)
    begin = plan.reserved[job]
    now = site.state[0].now
    # The profile begins now, also where the reservation began before.
    add(plan.profile, max(begin, now), begin + jobs.estimate[job], jobs.width[job])
    forget(plan.known)
    plan.reserved[job] = np.inf


@inlined
def move(site: SiteSimulation, job: int, instant: float) -> None:
    """Move a reservation to an earlier instant."""
    plan, width, length = site.plan, site.jobs.width[job], site.jobs.estimate[job]
    old = plan.reserved[job]
    forget(plan.known)
    if instant + length > old:
        # The old and the new interval overlap: what they share stays taken.
        add(plan.profile, instant, old, -width)
        add(plan.profile, instant + length, old + length, width)
    else:
        add(plan.profile, instant, instant + length, -width)
        add(plan.profile, old, old + length, width)
    plan.reserved[job] = instant
    rise(plan, plan.place[job])


@inlined
def reserve_first(site: SiteSimulation, job: int) -> None:
    """Give a job without a reservation the earliest one that moves no other, within the window."""
    plan, state = site.plan, site.state[0]
    width, length = site.jobs.width[job], site.jobs.estimate[job]
    sizes = plan.profile.sizes[0]
    state.work += 8 + 4 * (sizes.last - sizes.first)
    instant = earliest_known(plan, width, length, state.now)
    if instant > state.now + site.policy[0].window:
        return
    add(plan.profile, instant, instant + length, -width)
    hold(site, job, instant)


@inlined
def earliest_known(plan: ReservedStarts, width: int, length: float, now: float) -> float:
    """Return the earliest instant at which a job fits, by what earlier searches proved since a
    reservation moved: then room came up behind it."""
    known, profile = plan.known, plan.profile
    before = proved(known, width, length)
    instant = np.inf
    if before > now:
        # Proofs fail only where room was added since: look there, then from `before` on.
        until = min(known.room[0].until, before)
        if until > now:
            instant = earliest(profile, Wanted(width, length, now, until, np.inf))
    if instant == np.inf:
        instant = earliest(profile, Wanted(width, length, max(before, now), np.inf, np.inf))
    prove(known, width, length, instant)
    return instant


@inlined
def occupy(site: SiteSimulation, jobs: Ints, begin: int, end: int) -> None:
    """Enter some running jobs into the profile, until their planned ends."""
    for k in range(begin, end):
        job = jobs[k]
        planned = site.start[job] + site.jobs.estimate[job]
        add(site.plan.profile, site.state[0].now, planned, -site.jobs.width[job])


@inlined
def rebuild_profile(site: SiteSimulation) -> None:
    """Rebuild the profile of the running jobs alone; overdue ones are planned to end now."""
    machine, counts = site.machine, site.machine.counts[0]
    clear(site.plan.profile, site.state[0].now, site.policy[0].processors)
    forget(site.plan.known)
    occupy(site, machine.job, 0, counts.running)
    occupy(site, machine.due, counts.due_from, counts.due_to)
