"""The event loop of one site: completions, corrections, arrivals, and a pass after them.

`events=batch` takes all events of an instant together, `events=sequential` one at a time; see
`parsched.model.problem.instance.Rules`. A job that waits for others arrives when the last of their
delays is over; without a delay that is at the instant of a completion. With `batch` it then arrives
after all completions of the instant, as others do, and so once more after jobs of zero length have
ended; with `sequential` right after that completion, before others.
"""

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.model.availability.changes import add
from parsched.model.availability.profile import forget_past
from parsched.policies.online.beliefs import (
    correct_beliefs,
    learn,
    next_correction,
    predict,
)
from parsched.policies.online.classes import join_class
from parsched.policies.online.coming import (
    ComingJob,
    announce,
    are_linked,
    free_successors,
    take_place,
)
from parsched.policies.online.fair_share import are_known, hold, refresh
from parsched.policies.online.line import join_line
from parsched.policies.online.machine import (
    available,
    complete_next,
    gather_due,
    next_end,
)
from parsched.policies.online.passes import arrive_indexed, indexed_pass
from parsched.policies.online.planned_pass import DONE, begin_pass, next_phase_of_pass
from parsched.policies.online.site import ALL, CLASSED, INDEXED, PLANNED, SiteSimulation
from parsched.policies.online.sorted_pass import sorted_pass
from parsched.policies.online.turns import first_reserved

INSTANT, EVENTS, PASS = range(3)
"""Phases of an instant; the phases of a pass follow with `planned_pass.REPLAN`."""


@inlined
def own_event(site: SiteSimulation) -> float:
    """Return when something happens next but for arrivals: a job ends, outlives its prediction or
    has its reservation, or a full pass is owed; infinity if nothing will."""
    state, ends = site.state[0], site.ends[0]
    instant = min(next_end(site.machine), next_correction(site))
    reserved = first_reserved(site.plan.turns)
    if reserved > state.now:
        instant = min(instant, reserved)
    if state.owed == 1 and ends.waiting > 0:
        instant = min(instant, state.last_full + site.policy[0].interval)
    return float(max(instant, state.now))


@inlined
def next_event(site: SiteSimulation) -> float:
    """Return when something happens next: a job arrives, or an event of the site's own."""
    arrived, release = site.state[0].arrived, site.jobs.release
    coming = release[arrived] if arrived < len(release) else np.inf
    return float(min(coming, own_event(site)))


@inlined
def pass_time(site: SiteSimulation, now: float, arrives: bool) -> None:
    """Let the clock move on to an instant at which a job `arrives` or not."""
    site.state[0].now = now
    site.state[0].passed = 0
    if are_known(site.factors) and (site.ends[0].waiting > 0 or arrives):
        refresh(site.factors, now)
    if site.policy[0].kind == PLANNED:
        forget_past(site.plan.profile, now)


@inlined
def begin_instant(site: SiteSimulation, now: float, arrives: bool) -> None:
    """Let the clock move on, and gather the jobs that end now."""
    pass_time(site, now, arrives)
    if site.policy[0].sequential == 1:
        correct_beliefs(site)
    gather_due(site.machine, site.jobs, site.start, now)


@inlined
def is_called(site: SiteSimulation) -> bool:
    """Has a reservation come, or the time of a full pass that is owed?"""
    state, ends = site.state[0], site.ends[0]
    if first_reserved(site.plan.turns) == state.now:
        return True
    if state.owed == 0 or ends.waiting == 0:
        return False
    return bool(state.now >= state.last_full + site.policy[0].interval)


@inlined
def write_place(site: SiteSimulation, job: ComingJob, place: int) -> None:
    """Write a job to its place in the columns of a site."""
    jobs, beliefs, factors = site.jobs, site.beliefs, site.factors
    jobs.run[place] = job.run
    jobs.estimate[place] = job.predicted
    jobs.width[place] = job.width
    beliefs.predicted[place] = job.predicted
    beliefs.estimate[place] = job.estimate
    beliefs.user[place] = job.user
    if are_known(factors):
        factors.association[place] = job.association
        factors.partition[place] = job.partition
        factors.qos[place] = job.qos
        factors.nice[place] = job.nice


@inlined
def appear(site: SiteSimulation, place: int) -> None:
    """Give a place to the job that arrives next, where some wait for others."""
    job = take_place(site.coming, site.jobs.release, place)
    write_place(site, site.coming.jobs[job], place)
    if site.policy[0].kind == INDEXED:
        site.ranks.ranked.estimate[place] = site.jobs.estimate[place]
        site.ranks.ranked.width[place] = site.jobs.width[place]
    # When the clock moved on, this arrival may not have been known.
    if are_known(site.factors):
        refresh(site.factors, site.state[0].now)


@inlined
def arrive(site: SiteSimulation, job: int) -> bool:
    """Let a job arrive; return whether it could start at once."""
    if are_linked(site.coming):
        appear(site, job)
    predict(site, job)
    site.state[0].arrived += 1
    if site.policy[0].kind == INDEXED:
        arrive_indexed(site, job)
    elif site.policy[0].kind == CLASSED:
        join_class(site.classes, site.beliefs.predicted, site.jobs, job)
        site.ends[0].waiting += 1
    else:
        join_line(site, job)
    return bool(site.jobs.width[job] <= available(site.machine))


@inlined
def complete(site: SiteSimulation) -> None:
    """Complete the first due job."""
    state = site.state[0]
    job = complete_next(site.machine, site.jobs, site.start, state.now)
    state.changed = 1
    if are_linked(site.coming):
        free_successors(site.coming, job, site.start[job] + site.jobs.run[job])
        announce(site.coming, site.jobs.release, state.arrived)
    learn(site, job)
    if are_known(site.factors):
        hold(site.factors, job, -float(site.jobs.width[job]), state.now)
    planned = site.start[job] + site.jobs.estimate[job]
    if site.policy[0].kind == PLANNED and planned > state.now:
        state.early = 1
        # A profile that is stale is rebuilt before it is read.
        if state.stale == 0:
            add(site.plan.profile, state.now, planned, site.jobs.width[job])
            state.grew = max(state.grew, planned)


@inlined
def is_arriving(site: SiteSimulation, now: float) -> bool:
    """Does the next job arrive by now?"""
    state, release = site.state[0], site.jobs.release
    return bool(state.arrived < len(release) and release[state.arrived] <= now)


@inlined
def take_ends(site: SiteSimulation) -> bool:
    """Take all events of an instant but the arrivals; return whether a pass follows though jobs
    arrive that do not fit."""
    counts = site.machine.counts[0]
    calls = site.policy[0].if_fits == 0 or is_called(site)
    while counts.due_from < counts.due_to:
        complete(site)
        calls = True
    if correct_beliefs(site):
        calls = True
    return bool(calls)


@inlined
def take_all(site: SiteSimulation) -> bool:
    """Take all events of an instant; return whether a pass follows."""
    state = site.state[0]
    calls = take_ends(site)
    calls = calls or not is_arriving(site, state.now)
    while is_arriving(site, state.now):
        fits = arrive(site, state.arrived)
        calls = calls or fits
    state.passed = 1
    return calls


@inlined
def take_one(site: SiteSimulation) -> bool:
    """Take one event, an arrival before a completion; return whether a pass follows."""
    state, counts = site.state[0], site.machine.counts[0]
    if is_arriving(site, state.now):
        fits = arrive(site, state.arrived)
        calls = fits or site.policy[0].if_fits == 0
    elif counts.due_from < counts.due_to:
        complete(site)
        calls = True
    else:
        calls = is_called(site)
    if calls:
        state.passed = 1
    return calls


@inlined
def make_pass(site: SiteSimulation, until: int) -> None:
    """Make a pass at once: all of it with DONE, or just up to a phase of those with a plan."""
    state, kind = site.state[0], site.policy[0].kind
    if kind == INDEXED:
        indexed_pass(site)
    elif kind != PLANNED:
        sorted_pass(site)
    else:
        state.phase = begin_pass(site)
        while state.phase < until:
            state.phase = next_phase_of_pass(site, ALL)


@inlined
def after_pass(site: SiteSimulation) -> int:
    """Return EVENTS if this instant has more of them, else INSTANT."""
    state, counts = site.state[0], site.machine.counts[0]
    if counts.due_from < counts.due_to:
        return EVENTS
    if site.policy[0].sequential == 0:
        return INSTANT
    if is_arriving(site, state.now) or (state.passed == 0 and is_called(site)):
        return EVENTS
    return INSTANT


@inlined
def next_phase(site: SiteSimulation, work: int) -> int:
    """Do what is next and return the phase that follows."""
    phase, policy = site.state[0].phase, site.policy[0]
    if phase == INSTANT:
        now = next_event(site)
        begin_instant(site, now, is_arriving(site, now))
        return EVENTS
    if phase == EVENTS:
        calls = take_one(site) if policy.sequential == 1 else take_all(site)
        return PASS if calls else after_pass(site)
    if phase == PASS:
        if policy.kind == PLANNED:
            return begin_pass(site)
        if policy.kind == INDEXED:
            indexed_pass(site)
        else:
            sorted_pass(site)
        return after_pass(site)
    following = next_phase_of_pass(site, work)
    return after_pass(site) if following == DONE else following


@kernel
def advance(site: SiteSimulation, work: int) -> bool:
    """Simulate for so much `work` (events, jobs and segments looked at); return True when all jobs
    are done.

    Parameters
    ----------
    site
        Changed in place. Its jobs are rigid, in order of release, 1 processor to the machine wide;
        times are finite and not negative.
    """
    state = site.state[0]
    state.work = 0
    while state.work < work:
        if state.phase == INSTANT and next_event(site) == np.inf:
            return True
        state.work += 1
        state.phase = next_phase(site, work)
    return False
