"""Sites of a grid that follow conservative backfilling, and what their reservations predict.

If all jobs take as long as estimated, each starts at its reservation. So the predicted timeline is
there already, but for one case: where jobs overran their estimates and reservations have passed,
the next event will make all of them anew. The prediction does that on a copy.
"""

from typing import NamedTuple

import numpy as np

from algorithms.compiled import kernel
from algorithms.compiled.records import Records
from algorithms.grid.local.availability import Profile, Segments, earliest, forget_past, new_profile
from algorithms.grid.local.gaps import Gaps, Sizes, new_gaps
from algorithms.grid.local.reservations import (
    ARRIVALS,
    EVENTS,
    INSTANT,
    STARTS,
    Conservative,
    State,
    admit,
    next_event,
    next_phase,
    replan,
)
from algorithms.grid.machines import (
    ESTIMATE,
    HEAP_JOB,
    RELEASE,
    START,
    WIDTH,
    Rows,
    jobs_of,
    leave,
    machine_of,
)
from algorithms.simulation.machine import Floats, Ints, gather_due

ENDLESS = 2**62


class Reservations(NamedTuple):
    """What `reservations.Conservative` keeps, one row per machine; the last row is for copies.

    `states`, `segments` and `sizes` are those of the simulation, of its profile (`time`, `free`)
    and of its gaps, shape (n_rows,). `spans`, float64, and `heights`, int64, have shape (n_rows, 2,
    n_gaps): begin and length, free and height of `gaps.Gaps`.
    """

    reserved: Floats
    queue: Ints
    states: Records[State]
    segments: Records[Segments]
    sizes: Records[Sizes]
    time: Floats
    free: Ints
    spans: Floats
    heights: Ints


def new_reservations(processors: Ints, places: int) -> Reservations:
    """Return the reservations before the first instant: none."""
    rows, most = len(processors) + 1, int(processors.max())
    states, segments = State.new(rows), Segments.new(rows)
    states["processors"][:-1] = processors
    profiles = [new_profile(places, int(m)) for m in (*processors, most)]
    segments["last"] = [profile.segments[0].last for profile in profiles]
    gaps = new_gaps(places, most)
    return Reservations(
        np.full((rows, places), np.nan),
        np.empty((rows, places + 1), np.int64),
        states,
        segments,
        Sizes.new(rows),
        np.stack([profile.time for profile in profiles]),
        np.stack([profile.free for profile in profiles]),
        np.empty((rows, 2, len(gaps.begin))),
        np.empty((rows, 2, len(gaps.begin)), np.int64),
    )


@kernel
def sim_of(rows: Rows, kept: Reservations, row: int, at: int) -> Conservative:
    """Return the simulation of a row, with the reservations of row `at`."""
    return Conservative(
        rows.times[row, START],
        rows.backfilled[row],
        kept.reserved[at],
        kept.queue[at],
        kept.states[at : at + 1],
        machine_of(rows, row),
        Profile(kept.time[at], kept.free[at], kept.segments[at : at + 1]),
        Gaps(
            kept.spans[at, 0],
            kept.heights[at, 0],
            kept.heights[at, 1],
            kept.spans[at, 1],
            kept.sizes[at : at + 1],
        ),
    )


@kernel
def begin_instant(rows: Rows, kept: Reservations, row: int, now: float) -> None:
    """Let the clock of a row move on."""
    sim = sim_of(rows, kept, row, row)
    sim.state[0].now = now
    gather_due(sim.machine, jobs_of(rows, row), sim.start, now)
    forget_past(sim.profile, now)
    sim.state[0].phase = EVENTS


@kernel
def settle_row(rows: Rows, kept: Reservations, row: int, work: int) -> bool:
    """Complete jobs and move reservations; return True when the row is ready for arrivals."""
    sim, jobs = sim_of(rows, kept, row, row), jobs_of(rows, row)
    state = sim.state[0]
    state.work = 0
    while state.phase != ARRIVALS and state.work < work:
        if state.phase == EVENTS:
            leave(rows, row)
        state.phase = next_phase(sim, jobs, work)
    return bool(state.phase == ARRIVALS)


@kernel
def admit_last(rows: Rows, kept: Reservations, row: int) -> None:
    """Reserve for the job that was placed last; the row is ready for arrivals."""
    sim = sim_of(rows, kept, row, row)
    sim.state[0].to_admit = 1
    sim.state[0].work = 0
    admit(sim, jobs_of(rows, row), ENDLESS)


@kernel
def start_row(rows: Rows, kept: Reservations, row: int, work: int) -> bool:
    """Start jobs, and settle again while jobs of zero length end; return True when done."""
    sim, jobs = sim_of(rows, kept, row, row), jobs_of(rows, row)
    state = sim.state[0]
    while True:
        if state.phase != ARRIVALS and not settle_row(rows, kept, row, work):
            return False
        state.phase = STARTS
        state.phase = next_phase(sim, jobs, work)
        if state.phase == INSTANT:
            break
    rows.loads[row].next_at = next_event(sim, jobs)
    return True


@kernel
def predicted(rows: Rows, kept: Reservations, row: int, now: float) -> int:
    """Return the row with the reservations that hold if nothing unplanned happens from now on."""
    state = kept.states[row]
    first, last = state.queue_from, state.queue_to
    if first == last or kept.reserved[row, kept.queue[row, first]] >= now:
        forget_past(sim_of(rows, kept, row, row).profile, now)
        return row
    copy = len(kept.states) - 1
    for k in range(first, last):
        job = kept.queue[row, k]
        kept.queue[copy, k] = job
        kept.reserved[copy, job] = kept.reserved[row, job]
    kept.states[copy] = state
    kept.segments[copy] = kept.segments[row]
    kept.sizes[copy] = kept.sizes[row]
    copied = kept.states[copy]
    copied.cursor, copied.work, copied.now = first, 0, now
    replan(sim_of(rows, kept, row, copy), jobs_of(rows, row), ENDLESS)
    return copy


@kernel
def reservation_of(
    rows: Rows, kept: Reservations, row: int, width: int, estimate: float, now: float
) -> float:
    """Return when a job would have its reservation that is placed now."""
    at = predicted(rows, kept, row, now)
    return earliest(sim_of(rows, kept, row, at).profile, width, estimate, np.inf)


@kernel
def last_reserved_end(rows: Rows, kept: Reservations, row: int, now: float) -> float:
    """Return when the last unfinished job is planned to end."""
    at = predicted(rows, kept, row, now)
    last = now
    for k in range(kept.states[at].queue_from, kept.states[at].queue_to):
        job = kept.queue[at, k]
        last = max(last, kept.reserved[at, job] + rows.times[row, ESTIMATE, job])
    for k in range(rows.machines[row].running):
        job = rows.heap[row, HEAP_JOB, k]
        last = max(last, rows.times[row, START, job] + rows.times[row, ESTIMATE, job])
    return float(last)


@kernel
def mean_reserved_wait(
    rows: Rows, kept: Reservations, row: int, weighted: bool, now: float
) -> float:
    """Return the mean wait of the counted jobs, of which there are some, or of width × wait."""
    at = predicted(rows, kept, row, now)
    total = rows.loads[row].waited
    for k in range(kept.states[at].queue_from, kept.states[at].queue_to):
        job = kept.queue[at, k]
        wait = kept.reserved[at, job] - rows.times[row, RELEASE, job]
        total += wait * (rows.ids[row, WIDTH, job] if weighted else 1)
    for k in range(rows.machines[row].running):
        job = rows.heap[row, HEAP_JOB, k]
        wait = rows.times[row, START, job] - rows.times[row, RELEASE, job]
        total += wait * (rows.ids[row, WIDTH, job] if weighted else 1)
    return float(total / rows.loads[row].counted)
