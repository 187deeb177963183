"""The plan: which jobs hold a reservation, in turn, and what is free beside them and the running
jobs."""

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.model.availability.changes import add
from parsched.model.availability.profile import clear
from parsched.model.availability.search import Wanted, earliest
from parsched.policies.online.machine import Ints, RigidJobs
from parsched.policies.online.site import ReservedStarts, SiteSimulation
from parsched.policies.online.turns import (
    BLOCK,
    enter,
    first_held,
    leave,
    move_up,
    place_for,
    proved,
)


@inlined
def first_reserved(site: SiteSimulation) -> float:
    """Return the first reservation, infinity without any."""
    turns = site.plan.turns
    return float(turns.reserved[first_held(turns)]) if site.ends[0].held > 0 else np.inf


@inlined
def hold(site: SiteSimulation, job: int, instant: float) -> None:
    """Let a job hold a reservation; the profile knows it already."""
    enter(site.plan.turns, site.jobs, job, instant)
    site.ends[0].held += 1


@inlined
def let_go(site: SiteSimulation, job: int) -> None:
    """Take a job out of those that hold a reservation; the profile stays."""
    turns = site.plan.turns
    leave(turns, site.jobs, place_for(turns, turns.reserved[job], job))
    site.ends[0].held -= 1


@inlined
def drop(site: SiteSimulation, job: int) -> None:
    """Take a reservation back."""
    turns, state = site.plan.turns, site.state[0]
    let_go(site, job)
    begin = turns.reserved[job]
    end = begin + site.jobs.estimate[job]
    # The profile begins now, also where the reservation began before.
    add(site.plan.profile, max(begin, state.now), end, site.jobs.width[job])
    state.grew = max(state.grew, end)
    turns.reserved[job] = np.inf


@inlined
def move(plan: ReservedStarts, jobs: RigidJobs, place: int, instant: float) -> int:
    """Move the reservation of the job at a place to an earlier instant; return the place of the
    next one in turn."""
    job = plan.turns.job[plan.turns.block[place // BLOCK], place % BLOCK]
    width, length, old = jobs.width[job], jobs.estimate[job], plan.turns.reserved[job]
    # Where the old and the new interval overlap, what they share stays taken.
    add(plan.profile, instant, min(instant + length, old), -width)
    add(plan.profile, max(instant + length, old), old + length, width)
    return move_up(plan.turns, jobs, place, instant)


@inlined
def reserve_first(site: SiteSimulation, job: int) -> None:
    """Give a job without a reservation the earliest one that moves no other, within the window."""
    plan, state = site.plan, site.state[0]
    width, length = site.jobs.width[job], site.jobs.estimate[job]
    sizes = plan.profile.sizes[0]
    state.work += 8 + 4 * (sizes.last - sizes.first)
    instant = first_instant(plan, site.jobs, job, state.now, state.grew)
    if instant > state.now + site.policy[0].window:
        return
    add(plan.profile, instant, instant + length, -width)
    hold(site, job, instant)


@kernel
def first_instant(
    plan: ReservedStarts, jobs: RigidJobs, job: int, now: float, grew: float
) -> float:
    """Return the earliest instant at which a job fits that holds no reservation."""
    width, length, profile = jobs.width[job], jobs.estimate[job], plan.profile
    before = proved(plan.turns, jobs, plan.turns.sizes[0].blocks * BLOCK, width, length)
    instant = np.inf
    # Jobs are tight but where room was added: look there, then from the proof on.
    if before > now and grew > now:
        instant = earliest(profile, Wanted(width, length, now, min(grew, before), np.inf))
    if instant == np.inf:
        instant = earliest(profile, Wanted(width, length, max(before, now), np.inf, np.inf))
    return float(instant)


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
    site.state[0].grew = -np.inf
    occupy(site, machine.job, 0, counts.running)
    occupy(site, machine.due, counts.due_from, counts.due_to)
