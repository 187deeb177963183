"""Conservative backfilling on one machine, event by event."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
from algorithms.compiled.records import Record, Records
from algorithms.grid.local.availability import (
    Profile,
    add,
    earliest,
    forget_past,
    locate,
    new_profile,
)
from algorithms.grid.local.gaps import Gaps, may_fit, new_gaps, read_again, read_until
from algorithms.simulation.machine import (
    Floats,
    Ints,
    Jobs,
    Machine,
    available,
    complete_next,
    gather_due,
    new_machine,
    next_instant,
    start_job,
)

INSTANT, EVENTS, COMPRESS, REPLAN, ARRIVALS, STARTS = range(6)
"""Phases of an instant."""


class State(Record):
    """Where a simulation stands.

    `now` is the instant at hand, and `phase` what happens next at it; `cursor` is how far
    compression or replanning has come in the queue. `arrived` counts the jobs that have arrived,
    `to_admit` those of the instant that have no reservation yet; `head` is the job that has waited
    longest. The waiting jobs are entries `queue_from:queue_to` of the queue. `stale` is 1 if
    reservations were added since `gaps` read the profile. `work` counts steps of one call.
    """

    now: float
    phase: int
    cursor: int
    arrived: int
    to_admit: int
    head: int
    queue_from: int
    queue_to: int
    stale: int
    work: int
    processors: int


class Conservative(NamedTuple):
    """A simulation, paused anywhere.

    Columns of shape (n_jobs,): `start` float64, seconds, NaN until known; `backfilled` bool;
    `reserved` float64, seconds, the reservations of waiting jobs; `queue` int64, the waiting jobs
    in order of reservation (ties: of arrival). `state` is a single record.
    """

    start: Floats
    backfilled: NDArray[np.bool_]
    reserved: Floats
    queue: Ints
    state: Records[State]
    machine: Machine
    profile: Profile
    gaps: Gaps


def new_conservative(jobs: int, processors: int, sequential: bool) -> Conservative:
    """Return a simulation before its first instant."""
    state = State.new()
    state[0].processors = processors
    return Conservative(
        np.full(jobs, np.nan),
        np.zeros(jobs, np.bool_),
        np.full(jobs, np.nan),
        np.empty(jobs + 1, np.int64),
        state,
        new_machine(jobs, processors, sequential),
        new_profile(jobs, processors),
        new_gaps(jobs, processors),
    )


@kernel
def place_in_queue(sim: Conservative, job: int, begin: int, end: int) -> int:
    """Return where between two positions of the queue a job belongs by its reservation."""
    reserved, queue = sim.reserved, sim.queue
    while begin < end:
        middle = (begin + end) // 2
        other = queue[middle]
        if reserved[other] < reserved[job] or (reserved[other] == reserved[job] and other < job):
            begin = middle + 1
        else:
            end = middle
    return begin


@kernel
def move_forward(sim: Conservative, job: int, position: int) -> None:
    """Move the job at a position of the queue to where its new reservation belongs."""
    queue = sim.queue
    place = place_in_queue(sim, job, sim.state[0].queue_from, position)
    # Entries before `position` are in order of (reservation, arrival), and the job goes among them.
    for k in range(position, place, -1):
        queue[k] = queue[k - 1]
    queue[place] = job


@kernel
def reserve_again(sim: Conservative, jobs: Jobs, job: int, instant: float) -> None:
    """Move the reservation of a job to an earlier instant."""
    width, length, old = jobs.width[job], jobs.estimate[job], sim.reserved[job]
    if instant + length > old:
        add(sim.profile, instant, old, -width)
        add(sim.profile, instant + length, old + length, width)
    else:
        add(sim.profile, instant, instant + length, -width)
        add(sim.profile, old, old + length, width)
    sim.reserved[job] = instant


@kernel
def compress(sim: Conservative, jobs: Jobs, work: int) -> bool:
    """Move each reservation, in their order, to the earliest instant; return True when done.

    The profile is read along with the queue, so that a job is tried only if a gap before its
    reservation may hold it.
    """
    state, profile, gaps = sim.state[0], sim.profile, sim.gaps
    segment = read_again(gaps, profile, state.now)
    state.stale = 0
    while state.cursor < state.queue_to:
        # Invariant: the profile holds the running jobs and all reservations, new ones of jobs
        # before the cursor and old ones from there on. So a job needs to be tried only before its
        # own reservation: from there on it has its processors already.
        job = sim.queue[state.cursor]
        reserved, width, length = sim.reserved[job], jobs.width[job], jobs.estimate[job]
        state.work += 1
        segment = read_until(gaps, profile, segment, reserved)
        if may_fit(gaps, width, length, reserved):
            state.work += segment - profile.segments[0].first
            instant = earliest(profile, width, length, reserved)
            if instant < reserved:
                reserve_again(sim, jobs, job, instant)
                move_forward(sim, job, state.cursor)
                segment = locate(profile, reserved)
                if profile.time[segment] < reserved:
                    segment += 1
                state.stale = 1
            # Moved reservations make the summary promise too much, never too little (see `gaps`):
            # it is read again only when it kept no promise.
            elif state.stale == 1:
                segment = read_again(gaps, profile, reserved)
                state.stale = 0
        state.cursor += 1
        if state.work >= work:
            break
    return bool(state.cursor == state.queue_to)


@kernel
def occupy(sim: Conservative, jobs: Jobs, job: int) -> None:
    """Enter a running job into the profile, until its planned end."""
    add(sim.profile, sim.state[0].now, sim.start[job] + jobs.estimate[job], -jobs.width[job])


@kernel
def forget_plan(sim: Conservative, jobs: Jobs) -> None:
    """Make the profile anew from the running jobs alone; overdue ones are planned to end now."""
    machine, state = sim.machine, sim.state[0]
    segments = sim.profile.segments[0]
    segments.first, segments.last = 0, 1
    sim.profile.time[0] = state.now
    sim.profile.free[0] = state.processors
    for k in range(machine.counts[0].running):
        occupy(sim, jobs, machine.job[k])
    for k in range(machine.counts[0].due_from, machine.counts[0].due_to):
        occupy(sim, jobs, machine.due[k])


@kernel
def replan(sim: Conservative, jobs: Jobs, work: int) -> bool:
    """Reserve anew for each waiting job, in order of its old reservation; return True when done."""
    state = sim.state[0]
    if state.cursor == state.queue_from:
        forget_plan(sim, jobs)
    while state.cursor < state.queue_to:
        # Invariant: the profile holds the running jobs and the jobs before the cursor, nobody else:
        # who comes later in the old order holds nobody up.
        job = sim.queue[state.cursor]
        reserve_first(sim, jobs, job)
        move_forward(sim, job, state.cursor)
        state.cursor += 1
        if state.work >= work:
            break
    return bool(state.cursor == state.queue_to)


@kernel
def reserve_first(sim: Conservative, jobs: Jobs, job: int) -> None:
    """Give a job that has no reservation the earliest one that moves no other."""
    width, length, profile = jobs.width[job], jobs.estimate[job], sim.profile
    sim.state[0].work += 1 + profile.segments[0].last - profile.segments[0].first
    instant = earliest(profile, width, length, np.inf)
    sim.reserved[job] = instant
    add(profile, instant, instant + length, -width)


@kernel
def admit(sim: Conservative, jobs: Jobs, work: int) -> bool:
    """Reserve for the jobs that arrive now, in order of arrival; return True when done."""
    state, queue = sim.state[0], sim.queue
    while state.to_admit > 0:
        job = state.arrived
        reserve_first(sim, jobs, job)
        queue[state.queue_to] = job
        move_forward(sim, job, state.queue_to)
        state.queue_to += 1
        state.arrived += 1
        state.to_admit -= 1
        if state.work >= work:
            break
    return bool(state.to_admit == 0)


@kernel
def start_one(sim: Conservative, jobs: Jobs, job: int) -> bool:
    """Start a job whose reservation has come, if it fits; a job of no length always does."""
    state, machine, now = sim.state[0], sim.machine, sim.state[0].now
    if jobs.width[job] > available(machine) and (jobs.estimate[job] > 0.0 or jobs.run[job] > 0.0):
        return False
    while not np.isnan(sim.start[state.head]):
        state.head += 1
    sim.backfilled[job] = state.head < job
    sim.start[job] = now
    start_job(machine, jobs, job, now)
    return True


@kernel
def start_reserved(sim: Conservative, jobs: Jobs) -> None:
    """Start the jobs whose reservation has come, in order of reservation, as far as they fit."""
    state, queue, now = sim.state[0], sim.queue, sim.state[0].now
    k, kept = state.queue_from, 0
    while k < state.queue_to and sim.reserved[queue[k]] <= now:
        job = queue[k]
        if not start_one(sim, jobs, job):
            queue[state.queue_from + kept] = job
            kept += 1
        k += 1
    # Invariant: the first `kept` entries are those that wait on; up to k all others have started.
    for i in range(kept - 1, -1, -1):
        queue[k - kept + i] = queue[state.queue_from + i]
    state.queue_from = k - kept


@kernel
def complete_one(sim: Conservative, jobs: Jobs) -> bool:
    """Complete the first due job; return True if it was planned to end later."""
    now = sim.state[0].now
    job = complete_next(sim.machine, jobs, sim.start, now)
    planned = sim.start[job] + jobs.estimate[job]
    add(sim.profile, now, planned, jobs.width[job])
    return bool(planned > now)


@kernel
def take_events(sim: Conservative, jobs: Jobs) -> int:
    """Complete jobs and count arrivals, all of the instant or just one; return the next phase."""
    state, machine, now = sim.state[0], sim.machine, sim.state[0].now
    sequential = machine.counts[0].sequential == 1
    state.to_admit = 0
    arrived, early = state.arrived, False
    if sequential and arrived < len(jobs.release) and jobs.release[arrived] <= now:
        state.to_admit = 1
    else:
        while machine.counts[0].due_from < machine.counts[0].due_to:
            early = complete_one(sim, jobs) or early
            if sequential:
                break
    if not sequential:
        while arrived < len(jobs.release) and jobs.release[arrived] <= now:
            arrived += 1
        state.to_admit = arrived - state.arrived
    state.cursor = state.queue_from
    if state.cursor == state.queue_to:
        return ARRIVALS
    if sim.reserved[sim.queue[state.cursor]] < now:
        return REPLAN
    return COMPRESS if early else ARRIVALS


@kernel
def after_starts(sim: Conservative, jobs: Jobs) -> int:
    """Return EVENTS if this instant has more of them, else INSTANT."""
    state, counts = sim.state[0], sim.machine.counts[0]
    more = counts.due_from < counts.due_to
    if counts.sequential == 1 and state.arrived < len(jobs.release):
        more = more or jobs.release[state.arrived] <= state.now
    return EVENTS if more else INSTANT


@kernel
def next_event(sim: Conservative, jobs: Jobs) -> float:
    """Return when the next job arrives, ends or has its reservation, infinity if there is none."""
    state = sim.state[0]
    instant = next_instant(sim.machine, jobs, state.arrived)
    if state.queue_from < state.queue_to:
        reserved = sim.reserved[sim.queue[state.queue_from]]
        if reserved > state.now:
            instant = min(instant, reserved)
    return instant


@kernel
def next_phase(sim: Conservative, jobs: Jobs, work: int) -> int:
    """Do what is next and return the phase that follows (the same one if the work ran out)."""
    state = sim.state[0]
    phase = state.phase
    if phase == INSTANT:
        state.now = next_event(sim, jobs)
        gather_due(sim.machine, jobs, sim.start, state.now)
        forget_past(sim.profile, state.now)
        return EVENTS
    if phase == EVENTS:
        return take_events(sim, jobs)
    if phase == COMPRESS:
        return ARRIVALS if compress(sim, jobs, work) else COMPRESS
    if phase == REPLAN:
        return ARRIVALS if replan(sim, jobs, work) else REPLAN
    if phase == ARRIVALS:
        return STARTS if admit(sim, jobs, work) else ARRIVALS
    start_reserved(sim, jobs)
    return after_starts(sim, jobs)


@kernel
def advance_conservative(sim: Conservative, jobs: Jobs, work: int) -> bool:
    """Simulate for `work` steps (segments read, jobs looked at).

    Parameters
    ----------
    sim
        Changed in place.
    jobs
        Rigid jobs in order of release, 1 processor to the machine wide; times finite, not negative.

    Returns
    -------
    True when all jobs are done.
    """
    state = sim.state[0]
    state.work = 0
    while state.work < work:
        if state.phase == INSTANT and next_event(sim, jobs) == np.inf:
            return True
        state.work += 1
        state.phase = next_phase(sim, jobs, work)
    return False
