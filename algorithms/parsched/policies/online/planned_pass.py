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
from parsched.policies.online.gaps import first_from, may_fit, read_again, read_until
from parsched.policies.online.heaps import sort_entries
from parsched.policies.online.held import drop, hold, let_go, move, rebuild_profile, reserve_first
from parsched.policies.online.line import (
    comes_before,
    first_waiting,
    list_tried,
    looked_at,
    order_line,
    tidy,
    waits,
)
from parsched.policies.online.machine import available
from parsched.policies.online.site import (
    ALL,
    ARRIVED,
    BY_ARRIVAL,
    BY_RESERVATION,
    UNCOMPRESSED,
    SiteSimulation,
)
from parsched.policies.online.sorted_pass import is_full

REPLAN, COMPRESS, HOLD, START, BACKFILL, DONE = range(10, 16)
"""Phases of a pass."""


@inlined
def most_held(site: SiteSimulation) -> int:
    """Return how many jobs from the head on may hold a reservation."""
    return int(min(site.policy[0].reservations, site.policy[0].depth))


@inlined
def begin_pass(site: SiteSimulation) -> int:
    """Begin a pass and return its first phase."""
    state, ends = site.state[0], site.ends[0]
    order_line(site)
    state.work += (ends.last - ends.first) // 16
    state.full = 1 if is_full(site) else 0
    state.cursor = 0
    if state.full == 0:
        return START
    if most_held(site) < ALL:
        drop_behind(site)
    passed = ends.held > 0 and site.plan.reserved[site.plan.held[0]] < state.now
    early, state.early = state.early == 1, 0
    if passed or state.stale == 1:
        list_turns(site, BY_RESERVATION)
        ends.held = 0
        rebuild_profile(site)
        state.stale = 0
        return REPLAN
    if early and ends.held > 0 and site.policy[0].compress != UNCOMPRESSED:
        list_turns(site, site.policy[0].compress)
        return COMPRESS
    return begin_holding(site)


@inlined
def drop_behind(site: SiteSimulation) -> None:
    """Take back the reservations of jobs that are not among the first of the line."""
    ends, most = site.ends[0], most_held(site)
    if ends.last - ends.first <= most:
        return
    last = site.line.jobs[ends.first + most - 1]
    k = 0
    while k < ends.held:
        # Invariant: entries before k stay; a dropped job leaves its entry to another.
        job = site.plan.held[k]
        if comes_before(site, last, job):
            drop(site, job)
            k = 0
        else:
            k += 1


@inlined
def list_turns(site: SiteSimulation, rule: int) -> None:
    """List the jobs that hold a reservation as they are to move, one after the other."""
    state, plan, line = site.state[0], site.plan, site.line
    count, state.turns = state.turns, 0
    # Jobs of the previous pass come first, in order except for some that have moved.
    for k in range(count):
        job = plan.turn[k]
        plan.listed[job] = 0
        if not waits(site, job) or plan.reserved[job] == np.inf:
            continue
        plan.listed[job] = 1
        plan.turn[state.turns] = job
        if rule == BY_RESERVATION:
            line.keys[state.turns] = plan.reserved[job]
        elif rule == BY_ARRIVAL:
            line.keys[state.turns] = 0.0
        else:
            line.keys[state.turns] = line.value[job]
        state.turns += 1
    sort_entries(line.keys, plan.turn, 0, state.turns, line.spare_keys, line.spare_jobs)


@inlined
def replan(site: SiteSimulation, work: int) -> bool:
    """Renew the reservation of each job in turn; return True when done."""
    state, plan = site.state[0], site.plan
    while state.cursor < state.turns:
        # Invariant: the profile holds the running jobs and the jobs before the cursor, no others:
        # a job later in the old order delays no earlier one.
        job = plan.turn[state.cursor]
        plan.reserved[job] = np.inf
        reserve_first(site, job)
        state.cursor += 1
        if state.work >= work:
            break
    return bool(state.cursor == state.turns)


@inlined
def compress(site: SiteSimulation, work: int) -> bool:
    """Move each reservation in turn to its earliest instant; return True when done."""
    if site.policy[0].compress == BY_RESERVATION:
        return compress_along(site, work)
    state, plan, jobs = site.state[0], site.plan, site.jobs
    while state.cursor < state.turns:
        job = plan.turn[state.cursor]
        reserved = plan.reserved[job]
        sizes = plan.profile.sizes[0]
        state.work += 8 + 4 * (sizes.last - sizes.first)
        wanted = Wanted(jobs.width[job], jobs.estimate[job], state.now, reserved, reserved)
        instant = earliest(plan.profile, wanted)
        if instant < reserved:
            move(site, job, instant)
        state.cursor += 1
        if state.work >= work:
            break
    return bool(state.cursor == state.turns)


@inlined
def compress_along(site: SiteSimulation, work: int) -> bool:
    """Move each reservation, in their order, to its earliest instant; return True when done.

    The profile is read along with them, so that a job is tried only if a gap before its reservation
    may hold it.
    """
    state, plan, gaps, profile = site.state[0], site.plan, site.plan.gaps, site.plan.profile
    segment = read_again(gaps, profile, state.now)
    outdated = False
    while state.cursor < state.turns:
        job = plan.turn[state.cursor]
        reserved, width, length = plan.reserved[job], site.jobs.width[job], site.jobs.estimate[job]
        state.work += 4
        segment = read_until(gaps, profile, segment, reserved)
        if may_fit(gaps, width, length, reserved):
            state.work += 4 + 4 * (profile.sizes[0].last - profile.sizes[0].first)
            wanted = Wanted(width, length, state.now, reserved, reserved)
            instant = earliest(profile, wanted)
            if instant < reserved:
                move(site, job, instant)
                segment = first_from(profile, reserved)
                outdated = True
            # Moved reservations make the summary promise too much, never too little (see `gaps`):
            # it is read again only when it kept no promise.
            elif outdated:
                segment = read_again(gaps, profile, reserved)
                outdated = False
        state.cursor += 1
        if state.work >= work:
            break
    return bool(state.cursor == state.turns)


@inlined
def begin_holding(site: SiteSimulation) -> int:
    """Let the cursor stand where the first job may be that has to get a reservation."""
    state, ends, policy = site.state[0], site.ends[0], site.policy[0]
    state.cursor = ends.first
    if most_held(site) == ALL and policy.order_kind == ARRIVED and policy.window == np.inf:
        # Everybody holds one but the last to arrive.
        state.cursor = ends.last - (ends.waiting - ends.held)
    return HOLD


@inlined
def hold_first(site: SiteSimulation, work: int) -> bool:
    """Give reservations to jobs among the first of the line that hold none; return True when
    done."""
    state, ends = site.state[0], site.ends[0]
    end = min(ends.last, ends.first + min(most_held(site), ends.last))
    while state.cursor < end:
        job = site.line.jobs[state.cursor]
        if waits(site, job) and site.plan.reserved[job] == np.inf:
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
def start_planned(site: SiteSimulation, job: int) -> None:
    """Start a job of the line."""
    site.backfilled[job] = first_waiting(site) != job
    start(site, job)
    site.ends[0].waiting -= 1


@inlined
def start_due(site: SiteSimulation) -> bool:
    """Start the jobs whose reservation has come, in order of reservation, as far as they fit;
    return whether any did."""
    state, ends, plan = site.state[0], site.ends[0], site.plan
    left, waiting = 0, ends.waiting
    while ends.held > 0 and plan.reserved[plan.held[0]] <= state.now:
        job = plan.held[0]
        let_go(site, job)
        if may_start(site, job):
            if plan.reserved[job] < state.now:
                state.stale = 1
            start_planned(site, job)
        else:
            site.line.tried[left] = job
            left += 1
    for k in range(left):
        hold(site, site.line.tried[k], plan.reserved[site.line.tried[k]])
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
        state.cursor = ends.first
        return HOLD
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
            start_planned(site, job)
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
