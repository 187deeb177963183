"""Passes with reservations that are kept from one pass to the next, for two jobs or more.

A full pass takes back the reservations of jobs that are no longer among the first, then makes all
of them again (if one has passed, or a belief has grown) or lets them move forward (if a job ended
early), then gives reservations to those who are new among the first, starts whose reservation has
come, and lets others start that move no reservation. Other passes only start jobs.
"""

import numpy as np

from parsched.base.compiled import inlined
from parsched.model.availability.changes import add
from parsched.model.availability.search import Wanted, earliest, fits_now
from parsched.policies.online.beliefs import start
from parsched.policies.online.compression import compress_in_turn
from parsched.policies.online.heaps import sort_entries
from parsched.policies.online.held import (
    drop,
    move,
    rebuild_profile,
    reserve_first,
)
from parsched.policies.online.line import (
    comes_before,
    first_waiting,
    is_overtaking,
    list_tried,
    looked_at,
    order_line,
    tidy,
    waits,
)
from parsched.policies.online.machine import available
from parsched.policies.online.site import (
    ALL,
    BY_ARRIVAL,
    BY_RESERVATION,
    UNCOMPRESSED,
    SiteSimulation,
)
from parsched.policies.online.sorted_pass import is_full
from parsched.policies.online.turns import (
    clear_turns,
    enter,
    first_reserved,
    leave,
    list_jobs,
    place_for,
)

REPLAN, COMPRESS, HOLD, START, BACKFILL, DONE = range(10, 16)
"""Phases of a pass."""


@inlined
def most_held(site: SiteSimulation) -> int:
    """Return how many jobs from the head on may hold a reservation."""
    return int(min(site.policy[0].reservations, site.policy[0].depth))


@inlined
def begin_pass(site: SiteSimulation) -> int:
    """Begin a pass and return its first phase."""
    state, ends, turns = site.state[0], site.ends[0], site.plan.turns
    order_line(site)
    state.work += (ends.last - ends.first) // 16
    state.full = 1 if is_full(site) else 0
    state.cursor = 0
    if state.full == 0:
        return START
    if most_held(site) < ALL:
        drop_behind(site)
    early, state.early = state.early == 1, 0
    if first_reserved(turns) < state.now or state.stale == 1:
        state.listed = list_jobs(turns, site.line.tried)
        state.work += state.listed // 16
        clear_turns(turns)
        rebuild_profile(site)
        state.stale = 0
        return REPLAN
    if early and turns.sizes[0].jobs > 0 and site.policy[0].compress != UNCOMPRESSED:
        begin_compression(site)
        return COMPRESS
    return begin_holding(site)


@inlined
def drop_behind(site: SiteSimulation) -> None:
    """Take back the reservations of jobs that are not among the first of the line."""
    ends, most = site.ends[0], most_held(site)
    if ends.last - ends.first <= most:
        return
    last = site.line.jobs[ends.first + most - 1]
    count = list_jobs(site.plan.turns, site.line.tried)
    site.state[0].work += count // 16
    for k in range(count):
        if comes_before(site, last, site.line.tried[k]):
            drop(site.plan, site.jobs, site.state[0], site.line.tried[k])


@inlined
def begin_compression(site: SiteSimulation) -> None:
    """Prepare to move the jobs that hold a reservation, one after the other."""
    state, plan, line, rule = site.state[0], site.plan, site.line, site.policy[0].compress
    if rule == BY_RESERVATION:
        planned = site.machine.counts[0].planned
        last = site.machine.planned_end[planned - 1] if planned > 0 else state.now
        state.settled = max(state.now, last)
        state.moved = 0
        return
    state.freed = -np.inf
    state.listed = list_jobs(plan.turns, line.tried)
    state.work += state.listed // 16
    for k in range(state.listed):
        line.keys[k] = 0.0 if rule == BY_ARRIVAL else line.value[line.tried[k]]
    sort_entries(line.keys, line.tried, 0, state.listed, line.spare_keys, line.spare_jobs)


@inlined
def replan(site: SiteSimulation, work: int) -> bool:
    """Renew the reservation of each job in turn; return True when done."""
    state = site.state[0]
    while state.cursor < state.listed:
        # Invariant: the profile holds the running jobs and the jobs before the cursor, no others:
        # a job later in the old order delays no earlier one.
        job = site.line.tried[state.cursor]
        site.plan.turns.reserved[job] = np.inf
        reserve_first(site, job)
        state.cursor += 1
        if state.work >= work:
            break
    return bool(state.cursor == state.listed)


@inlined
def compress(site: SiteSimulation, work: int) -> bool:
    """Move each reservation in turn to its earliest instant; return True when done.

    In another order than by reservation, a job that has been tried may begin earlier
    again, as far as others have moved since: before `freed`.
    """
    state, plan, jobs, line = site.state[0], site.plan, site.jobs, site.line
    if site.policy[0].compress == BY_RESERVATION:
        done = compress_in_turn(plan, jobs, line, site.state, work)
        if done:
            state.grew = -np.inf
        return done
    while state.cursor < state.listed:
        job = line.tried[state.cursor]
        length, reserved = jobs.estimate[job], plan.turns.reserved[job]
        sizes = plan.profile.sizes[0]
        state.work += 8 + 4 * (sizes.last - sizes.first)
        until = min(reserved, state.grew)
        instant = earliest(
            plan.profile, Wanted(jobs.width[job], length, state.now, until, reserved)
        )
        if instant < reserved:
            move(plan, jobs, place_for(plan.turns, reserved, job), instant)
            state.freed = max(state.freed, reserved + length)
            state.grew = max(state.grew, state.freed)
        state.cursor += 1
        if state.work >= work:
            return False
    state.grew = state.freed
    return True


@inlined
def begin_holding(site: SiteSimulation) -> int:
    """Let the cursor stand where the first job may be that has to get a reservation."""
    state, ends = site.state[0], site.ends[0]
    state.cursor = ends.first
    if site.policy[0].all_hold == 1:
        # All hold one but the last to arrive.
        state.cursor = ends.last - (ends.waiting - site.plan.turns.sizes[0].jobs)
    return HOLD


@inlined
def hold_first(site: SiteSimulation, work: int) -> bool:
    """Give reservations to jobs among the first of the line that hold none; return True when
    done."""
    state, ends = site.state[0], site.ends[0]
    end = min(ends.last, ends.first + min(most_held(site), ends.last))
    while state.cursor < end:
        job = site.line.jobs[state.cursor]
        if waits(site, job) and site.plan.turns.reserved[job] == np.inf:
            reserve_first(site, job)
        state.cursor += 1
        state.work += 1
        if state.work >= work:
            break
    return bool(state.cursor >= end)


@inlined
def may_start(site: SiteSimulation, job: int) -> bool:
    """Are the processors there? A job of no length always starts as planned."""
    jobs = site.jobs
    if jobs.width[job] <= available(site.machine):
        return True
    return bool(jobs.estimate[job] == 0.0 and jobs.run[job] == 0.0)


@inlined
def start_planned(site: SiteSimulation, job: int, overtakes: bool) -> None:
    """Start a job of the line."""
    site.backfilled[job] = overtakes
    start(site, job)
    site.ends[0].waiting -= 1


@inlined
def start_due(site: SiteSimulation) -> bool:
    """Start the jobs whose reservation has come, in order of reservation, as far as they fit;
    return whether any did."""
    state, ends, turns = site.state[0], site.ends[0], site.plan.turns
    left, waiting = 0, ends.waiting
    while first_reserved(turns) <= state.now:
        job = leave(turns, site.jobs, 0)
        if may_start(site, job):
            if turns.reserved[job] < state.now:
                state.stale = 1
            start_planned(site, job, is_overtaking(site, job))
        else:
            site.line.tried[left] = job
            left += 1
    for k in range(left):
        job = site.line.tried[k]
        enter(turns, site.jobs, job, turns.reserved[job])
    if ends.waiting == waiting:
        return False
    if state.full == 0:
        tidy(site, ends.last)
    elif most_held(site) < ALL:
        # All who hold one are among the first: others lost it when the pass began.
        tidy(site, min(ends.last, ends.first + min(most_held(site), ends.last)))
    elif ends.last - ends.first > 2 * ends.waiting + 64:
        tidy(site, ends.last)
    return True


@inlined
def after_starts(site: SiteSimulation, any_started: bool) -> int:
    """Return what follows the start of jobs: others may have become the first."""
    state, ends = site.state[0], site.ends[0]
    if state.full == 0:
        return DONE
    if any_started and most_held(site) < ALL and ends.waiting > 0:
        return begin_holding(site)
    return BACKFILL


@inlined
def backfill_planned(site: SiteSimulation) -> None:
    """Let jobs behind those that hold reservations start now if they move no reservation."""
    ends, line, jobs, profile = site.ends[0], site.line, site.jobs, site.plan.profile
    count, begin, end = 0, ends.first + most_held(site), looked_at(site)
    for k in range(begin, end):
        job = line.jobs[k]
        # What fits shrinks while others start: a job that does not fit now is not tried again.
        if may_start(site, job) and fits_now(profile, jobs.width[job], jobs.estimate[job]):
            line.tried[count] = job
            count += 1
    if site.policy[0].own_backfill == 1:
        list_tried(site, count)
    started = False
    for k in range(count):
        job = line.tried[k]
        width, length = jobs.width[job], jobs.estimate[job]
        if may_start(site, job) and fits_now(profile, width, length):
            add(profile, site.state[0].now, site.state[0].now + length, -width)
            start_planned(site, job, first_waiting(site) != job)
            started = True
    if started:
        tidy(site, end)


@inlined
def next_phase_of_pass(site: SiteSimulation, work: int) -> int:
    """Do a part of a pass and return the phase that follows (the same one if the work ran out)."""
    phase = site.state[0].phase
    if phase == REPLAN:
        return begin_holding(site) if replan(site, work) else REPLAN
    if phase == COMPRESS:
        return begin_holding(site) if compress(site, work) else COMPRESS
    if phase == HOLD:
        return START if hold_first(site, work) else HOLD
    if phase == START:
        return after_starts(site, start_due(site))
    if most_held(site) < ALL:
        backfill_planned(site)
    return DONE
