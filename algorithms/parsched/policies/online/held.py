"""The plan: which jobs hold a reservation, in turn, and what is free beside them and the running
jobs."""

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.model.availability.changes import add
from parsched.model.availability.profile import Profile, clear
from parsched.model.availability.search import Wanted, earliest
from parsched.policies.online.machine import Ints, RigidJobs
from parsched.policies.online.site import ReservedStarts, SiteSimulation, SiteState
from parsched.policies.online.turns import (
    BLOCK,
    enter,
    leave,
    move_up,
    place_for,
    proved,
)


@inlined
def drop(plan: ReservedStarts, jobs: RigidJobs, state: SiteState, job: int) -> None:
    """Take back a reservation that was listed."""
    begin = plan.turns.reserved[job]
    leave(plan.turns, jobs, place_for(plan.turns, begin, job))
    end = begin + jobs.estimate[job]
    # The profile begins now, also where the reservation began before.
    add(plan.profile, max(begin, state.now), end, jobs.width[job])
    state.grew = max(state.grew, end)
    plan.turns.reserved[job] = np.inf


@inlined
def move(plan: ReservedStarts, jobs: RigidJobs, place: int, instant: float) -> int:
    """Move the reservation of the job at a place to an earlier instant; return the place of the
    next one in turn."""
    slot, k = plan.turns.block[place // BLOCK], place % BLOCK
    job, old = plan.turns.job[slot, k], plan.turns.time[slot, k]
    width, length = jobs.width[job], jobs.estimate[job]
    # Where the old and the new interval overlap, what they share stays taken.
    add(plan.profile, instant, min(instant + length, old), -width)
    add(plan.profile, max(instant + length, old), old + length, width)
    return move_up(plan.turns, jobs, place, instant)


@inlined
def reserve_first(site: SiteSimulation, job: int) -> None:
    """Give a job without a reservation the earliest one that moves no other, within the window."""
    plan, state = site.plan, site.state[0]
    width, length = site.jobs.width[job], site.jobs.estimate[job]
    sizes, latest = plan.profile.sizes[0], state.now + site.policy[0].window
    state.work += 8 + 4 * (sizes.last - sizes.first)
    before = proved(plan.turns, site.jobs, plan.turns.sizes[0].blocks * BLOCK, width, length)
    instant = first_instant(plan.profile, width, length, state.now, state.grew, before, latest)
    if instant <= latest:
        add(plan.profile, instant, instant + length, -width)
        enter(plan.turns, site.jobs, job, instant)


@kernel
def first_instant(
    profile: Profile,
    width: int,
    length: float,
    now: float,
    grew: float,
    before: float,
    latest: float,
) -> float:
    """Return the earliest instant at which a job fits that holds no reservation, or a later one
    than `latest` if that is later; it is proved not to fit `before` an instant, but where room was
    added, before that `grew`."""
    if before > now and grew > now:
        instant = earliest(profile, Wanted(width, length, now, min(grew, before), np.inf))
        if instant < np.inf:
            return float(instant)
    if before > latest:
        return np.inf
    until = np.nextafter(latest, np.inf)
    return float(earliest(profile, Wanted(width, length, max(before, now), until, np.inf)))


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
