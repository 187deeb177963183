"""Conservative backfilling on one machine, event by event."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
from algorithms.simulation.availability import (
    FIRST,
    LAST,
    Profile,
    add,
    earliest,
    forget_past,
    locate,
    new_profile,
)
from algorithms.simulation.gaps import Gaps, may_fit, new_gaps, read_again, read_until
from algorithms.simulation.machine import (
    DUE_FROM,
    DUE_TO,
    RUNNING,
    SEQUENTIAL,
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

ARRIVED, HEAD, QUEUE_FROM, QUEUE_TO, PHASE, CURSOR, STALE, ADMIT, WORK, PROCESSORS = range(10)
INSTANT, EVENTS, COMPRESS, REPLAN, ARRIVALS, STARTS = range(6)


class Conservative(NamedTuple):
    """A simulation, paused anywhere.

    Columns of shape (n_jobs,): `start` float64, seconds, NaN until known; `backfilled` bool;
    `reserved` float64, seconds, the reservations of waiting jobs; `queue` int64, the waiting jobs
    in order of reservation (ties: of arrival), entries `numbers[QUEUE_FROM]:numbers[QUEUE_TO]`.
    `clock[0]` is the instant at hand, `numbers[PHASE]` what happens next at it, `numbers[CURSOR]`
    how far compression or replanning has come, `numbers[STALE]` is 1 if reservations were added
    since `gaps` read the profile, `numbers[ADMIT]` counts arrivals at hand, `numbers[HEAD]` is the
    job that has waited longest.
    """

    start: Floats
    backfilled: NDArray[np.bool_]
    reserved: Floats
    queue: Ints
    clock: Floats
    numbers: Ints
    machine: Machine
    profile: Profile
    gaps: Gaps


def new_conservative(jobs: int, processors: int, sequential: bool) -> Conservative:
    """Return a simulation before its first instant."""
    numbers = np.zeros(10, np.int64)
    numbers[PROCESSORS] = processors
    return Conservative(
        np.full(jobs, np.nan),
        np.zeros(jobs, np.bool_),
        np.full(jobs, np.nan),
        np.empty(jobs + 1, np.int64),
        np.zeros(1),
        numbers,
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
    place = place_in_queue(sim, job, sim.numbers[QUEUE_FROM], position)
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
    numbers, profile, gaps = sim.numbers, sim.profile, sim.gaps
    segment = read_again(gaps, profile, sim.clock[0])
    numbers[STALE] = 0
    while numbers[CURSOR] < numbers[QUEUE_TO]:
        job = sim.queue[numbers[CURSOR]]
        reserved, width, length = sim.reserved[job], jobs.width[job], jobs.estimate[job]
        numbers[WORK] += 1
        segment = read_until(gaps, profile, segment, reserved)
        if may_fit(gaps, width, length, reserved):
            numbers[WORK] += segment - profile.numbers[FIRST]
            instant = earliest(profile, width, length, reserved)
            if instant < reserved:
                reserve_again(sim, jobs, job, instant)
                move_forward(sim, job, numbers[CURSOR])
                segment = locate(profile, reserved)
                if profile.time[segment] < reserved:
                    segment += 1
                numbers[STALE] = 1
            elif numbers[STALE] == 1:
                segment = read_again(gaps, profile, reserved)
                numbers[STALE] = 0
        numbers[CURSOR] += 1
        if numbers[WORK] >= work:
            break
    return bool(numbers[CURSOR] == numbers[QUEUE_TO])


@kernel
def occupy(sim: Conservative, jobs: Jobs, job: int) -> None:
    """Enter a running job into the profile, until its planned end."""
    add(sim.profile, sim.clock[0], sim.start[job] + jobs.estimate[job], -jobs.width[job])


@kernel
def forget_plan(sim: Conservative, jobs: Jobs) -> None:
    """Make the profile anew from the running jobs alone; overdue ones are planned to end now."""
    machine = sim.machine
    sim.profile.numbers[FIRST] = 0
    sim.profile.numbers[LAST] = 1
    sim.profile.time[0] = sim.clock[0]
    sim.profile.free[0] = sim.numbers[PROCESSORS]
    for k in range(machine.numbers[RUNNING]):
        occupy(sim, jobs, machine.job[k])
    for k in range(machine.numbers[DUE_FROM], machine.numbers[DUE_TO]):
        occupy(sim, jobs, machine.due[k])


@kernel
def replan(sim: Conservative, jobs: Jobs, work: int) -> bool:
    """Reserve anew for each waiting job, in order of its old reservation; return True when done."""
    numbers = sim.numbers
    if numbers[CURSOR] == numbers[QUEUE_FROM]:
        forget_plan(sim, jobs)
    while numbers[CURSOR] < numbers[QUEUE_TO]:
        job = sim.queue[numbers[CURSOR]]
        reserve_first(sim, jobs, job)
        move_forward(sim, job, numbers[CURSOR])
        numbers[CURSOR] += 1
        if numbers[WORK] >= work:
            break
    return bool(numbers[CURSOR] == numbers[QUEUE_TO])


@kernel
def reserve_first(sim: Conservative, jobs: Jobs, job: int) -> None:
    """Give a job that has no reservation the earliest one that moves no other."""
    width, length, profile = jobs.width[job], jobs.estimate[job], sim.profile
    sim.numbers[WORK] += 1 + profile.numbers[LAST] - profile.numbers[FIRST]
    instant = earliest(profile, width, length, np.inf)
    sim.reserved[job] = instant
    add(profile, instant, instant + length, -width)


@kernel
def admit(sim: Conservative, jobs: Jobs, work: int) -> bool:
    """Reserve for the jobs that arrive now, in order of arrival; return True when done."""
    numbers, queue = sim.numbers, sim.queue
    while numbers[ADMIT] > 0:
        job = numbers[ARRIVED]
        reserve_first(sim, jobs, job)
        queue[numbers[QUEUE_TO]] = job
        move_forward(sim, job, numbers[QUEUE_TO])
        numbers[QUEUE_TO] += 1
        numbers[ARRIVED] += 1
        numbers[ADMIT] -= 1
        if numbers[WORK] >= work:
            break
    return bool(numbers[ADMIT] == 0)


@kernel
def start_one(sim: Conservative, jobs: Jobs, job: int) -> bool:
    """Start a job whose reservation has come, if it fits; a job of no length always does."""
    numbers, machine, now = sim.numbers, sim.machine, sim.clock[0]
    if jobs.width[job] > available(machine) and (jobs.estimate[job] > 0.0 or jobs.run[job] > 0.0):
        return False
    while not np.isnan(sim.start[numbers[HEAD]]):
        numbers[HEAD] += 1
    sim.backfilled[job] = numbers[HEAD] < job
    sim.start[job] = now
    start_job(machine, jobs, job, now)
    return True


@kernel
def start_reserved(sim: Conservative, jobs: Jobs) -> None:
    """Start the jobs whose reservation has come, in order of reservation, as far as they fit."""
    numbers, queue, now = sim.numbers, sim.queue, sim.clock[0]
    k, kept = numbers[QUEUE_FROM], 0
    while k < numbers[QUEUE_TO] and sim.reserved[queue[k]] <= now:
        job = queue[k]
        if not start_one(sim, jobs, job):
            queue[numbers[QUEUE_FROM] + kept] = job
            kept += 1
        k += 1
    for i in range(kept - 1, -1, -1):
        queue[k - kept + i] = queue[numbers[QUEUE_FROM] + i]
    numbers[QUEUE_FROM] = k - kept


@kernel
def complete_one(sim: Conservative, jobs: Jobs) -> bool:
    """Complete the first due job; return True if it was planned to end later."""
    now = sim.clock[0]
    job = complete_next(sim.machine, jobs, sim.start, now)
    planned = sim.start[job] + jobs.estimate[job]
    add(sim.profile, now, planned, jobs.width[job])
    return bool(planned > now)


@kernel
def take_events(sim: Conservative, jobs: Jobs) -> int:
    """Complete jobs and count arrivals, all of the instant or just one; return the next phase."""
    numbers, machine, now = sim.numbers, sim.machine, sim.clock[0]
    sequential = machine.numbers[SEQUENTIAL] == 1
    numbers[ADMIT] = 0
    arrived, early = numbers[ARRIVED], False
    if sequential and arrived < len(jobs.release) and jobs.release[arrived] <= now:
        numbers[ADMIT] = 1
    else:
        while machine.numbers[DUE_FROM] < machine.numbers[DUE_TO]:
            early = complete_one(sim, jobs) or early
            if sequential:
                break
    if not sequential:
        while arrived < len(jobs.release) and jobs.release[arrived] <= now:
            arrived += 1
        numbers[ADMIT] = arrived - numbers[ARRIVED]
    numbers[CURSOR] = numbers[QUEUE_FROM]
    if numbers[CURSOR] == numbers[QUEUE_TO]:
        return ARRIVALS
    if sim.reserved[sim.queue[numbers[CURSOR]]] < now:
        return REPLAN
    return COMPRESS if early else ARRIVALS


@kernel
def after_starts(sim: Conservative, jobs: Jobs) -> int:
    """Return EVENTS if this instant has more of them, else INSTANT."""
    arrived, numbers = sim.numbers[ARRIVED], sim.machine.numbers
    more = numbers[DUE_FROM] < numbers[DUE_TO]
    if numbers[SEQUENTIAL] == 1 and arrived < len(jobs.release):
        more = more or jobs.release[arrived] <= sim.clock[0]
    return EVENTS if more else INSTANT


@kernel
def next_event(sim: Conservative, jobs: Jobs) -> float:
    """Return when the next job arrives, ends or has its reservation, infinity if there is none."""
    instant = next_instant(sim.machine, jobs, sim.numbers[ARRIVED])
    if sim.numbers[QUEUE_FROM] < sim.numbers[QUEUE_TO]:
        reserved = sim.reserved[sim.queue[sim.numbers[QUEUE_FROM]]]
        if reserved > sim.clock[0]:
            instant = min(instant, reserved)
    return instant


@kernel
def next_phase(sim: Conservative, jobs: Jobs, work: int) -> int:
    """Do what is next and return the phase that follows (the same one if the work ran out)."""
    phase = sim.numbers[PHASE]
    if phase == INSTANT:
        sim.clock[0] = next_event(sim, jobs)
        gather_due(sim.machine, jobs, sim.start, sim.clock[0])
        forget_past(sim.profile, sim.clock[0])
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
    """Simulate until so many steps of work are done (segments read, jobs looked at).

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
    numbers = sim.numbers
    numbers[WORK] = 0
    while numbers[WORK] < work:
        if numbers[PHASE] == INSTANT and next_event(sim, jobs) == np.inf:
            return True
        numbers[WORK] += 1
        numbers[PHASE] = next_phase(sim, jobs, work)
    return False
