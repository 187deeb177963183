"""The sites of a grid: the state of the queue engine, in rows.

All sites number the jobs as the workload does. A job is at one site only, so the columns of jobs
are shared; the rest has one row per site. A virtual schedule, and the copy of a site in which a
prediction looks ahead, see the same jobs in another way: each is a world with columns of its own.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import inlined, kernel
from parsched.base.compiled.records import RecordArray, RecordTable
from parsched.model.availability.profile import Chunk, Profile, ProfileSizes
from parsched.policies.online.classes import JobClasses
from parsched.policies.online.coming import Coming
from parsched.policies.online.events import make_pass
from parsched.policies.online.fair_share import Factors, Sharing, Usage
from parsched.policies.online.gaps import Gaps
from parsched.policies.online.machine import Counts, Floats, Ints, RigidJobs, RunningJobs
from parsched.policies.online.predictors import UserHistory
from parsched.policies.online.program import OrderProgram
from parsched.policies.online.site import (
    Beliefs,
    Ends,
    Index,
    Policy,
    ReservedStarts,
    SiteSimulation,
    SiteState,
    WaitingLine,
)
from parsched.policies.online.turns import TurnBlock, Turns, TurnSizes
from parsched.policies.online.waiting_queue import WaitingJobs

START, RUN, BELIEF, PREDICTED, RESERVED, VALUE = range(6)
CORRECTED, NUMBER = range(2)
END, PLANNED_END, RUNS_OUT = range(3)
HEAP_JOB, RANK, DUE, PLANNED_WIDTH, OUTLIVING = range(5)


class Queues(NamedTuple):
    """The waiting jobs of each row.

    `line`, int64 of shape (n_rows, n_jobs + 1), is `WaitingLine.jobs`, or `Index.came` where the
    pass is indexed; a row's jobs then have numbers of their own, in that order. By these numbers:
    `widths` and `beliefs`, of shape (n_rows, n_jobs), and the columns of
    `waiting_queue.WaitingJobs`, `width`, `level`, `least_width` and `least_estimate`, with one more
    axis in front.
    """

    line: Ints
    widths: Ints
    beliefs: Floats
    width: Ints
    level: NDArray[np.int8]
    least_width: Ints
    least_estimate: NDArray[np.float32]


class ManyTurns(NamedTuple):
    """The turns of each row: the columns of `Turns`, with one more axis in front."""

    job: Ints
    time: Floats
    least: Floats
    blocks: RecordTable[TurnBlock]
    block: Ints
    sizes: RecordArray[TurnSizes]


class Reservations(NamedTuple):
    """The reservations of each row: `turns`, and the columns of `Profile`, with one more axis in
    front; `gaps` serves all rows, one after the other."""

    turns: ManyTurns
    time: Floats
    free: Ints
    chunks: RecordTable[Chunk]
    chunk: Ints
    begin: Floats
    spare: Ints
    sizes: RecordArray[ProfileSizes]
    gaps: Gaps


class SiteShares(NamedTuple):
    """What each row knows of the usage of users and accounts: `fair_share.Factors`, with one more
    axis in front of what changes. `factors` has what does not, and room to sort."""

    rules: RecordArray[Sharing]
    accounts: RecordTable[Usage]
    associations: RecordTable[Usage]
    account_order: Ints
    association_order: Ints
    factors: Factors


class Sites(NamedTuple):
    """Sites in rows; times are in seconds.

    Of shape (n_jobs,): `release`, `asked` (the estimates of the users), `width` and `user`. Of
    shape (n_worlds, columns, n_jobs): `times`, float64, START, RUN, BELIEF (what is believed now),
    PREDICTED, RESERVED and VALUE; `numbers`, int64, CORRECTED and NUMBER.
    `backfilled` is bool of shape (n_worlds, n_jobs). Of shape (n_rows,): `world`, and the records
    of `SiteSimulation`. Of shape (n_rows, columns, n_running): `ends`, END, PLANNED_END and
    RUNS_OUT; `heap`, HEAP_JOB, RANK, DUE, PLANNED_WIDTH and OUTLIVING. `history` has shape (n_rows,
    n_users). `spare_jobs` and `spare_keys`, of shape (2, n_jobs + 1), serve all rows. Jobs come to
    the grid, so `no_arrivals` is what is known of jobs to come at a site; lines are sorted, so
    there are `no_classes`.
    """

    release: Floats
    asked: Floats
    width: Ints
    user: Ints
    times: Floats
    numbers: Ints
    backfilled: NDArray[np.bool_]
    world: Ints
    policy: RecordArray[Policy]
    state: RecordArray[SiteState]
    sizes: RecordArray[Ends]
    counts: RecordArray[Counts]
    ends: Floats
    heap: Ints
    queues: Queues
    plans: Reservations
    history: RecordTable[UserHistory]
    shares: SiteShares
    spare_jobs: Ints
    spare_keys: Floats
    order: OrderProgram
    backfill_order: OrderProgram
    no_classes: JobClasses
    no_arrivals: Coming


@inlined
def machine_at(sites: Sites, row: int) -> RunningJobs:
    """Return the running jobs of a row."""
    ends, heap = sites.ends[row], sites.heap[row]
    return RunningJobs(
        ends[END],
        heap[HEAP_JOB],
        heap[RANK],
        heap[DUE],
        ends[PLANNED_END],
        heap[PLANNED_WIDTH],
        sites.counts[row : row + 1],
    )


@inlined
def index_at(queues: Queues, number: Ints, row: int) -> Index:
    """Return the index of a row; jobs have numbers in order of arrival, which are their ranks."""
    line, beliefs = queues.line[row], queues.beliefs[row]
    ranked = RigidJobs(beliefs, beliefs, beliefs, queues.widths[row])
    waiting = WaitingJobs(
        queues.width[row], queues.level[row], queues.least_width[row], queues.least_estimate[row]
    )
    return Index(line, number, line, ranked, waiting, number, line, line)


@inlined
def beliefs_at(sites: Sites, row: int) -> Beliefs:
    """Return what is believed in a row."""
    world = sites.world[row]
    return Beliefs(
        sites.times[world][PREDICTED],
        sites.asked,
        sites.numbers[world][CORRECTED],
        sites.user,
        sites.history[row],
        sites.ends[row][RUNS_OUT],
        sites.heap[row][OUTLIVING],
    )


@inlined
def site_at(sites: Sites, row: int) -> SiteSimulation:
    """Return the site of a row."""
    world, jobs, keys = sites.world[row], sites.spare_jobs, sites.spare_keys
    times, line = sites.times[world], sites.queues.line[row]
    # Slices of one record, not records: kernels write through them.
    return SiteSimulation(
        times[START],
        sites.backfilled[world],
        RigidJobs(sites.release, times[RUN], times[BELIEF], sites.width),
        machine_at(sites, row),
        sites.policy[row : row + 1],
        sites.state[row : row + 1],
        sites.sizes[row : row + 1],
        WaitingLine(line, times[VALUE], jobs[0], keys[0], jobs[1], keys[1]),
        index_at(sites.queues, sites.numbers[world][NUMBER], row),
        sites.no_classes,
        plan_at(sites, row),
        beliefs_at(sites, row),
        factors_at(sites.shares, row),
        sites.order,
        sites.backfill_order,
        sites.no_arrivals,
    )


@inlined
def factors_at(shares: SiteShares, row: int) -> Factors:
    """Return what orders know of jobs in a row."""
    factors = shares.factors
    return Factors(
        factors.association,
        factors.partition,
        factors.qos,
        factors.nice,
        shares.rules[row : row + 1],
        shares.accounts[row],
        shares.associations[row],
        shares.account_order[row],
        shares.association_order[row],
        factors.ranked,
        factors.places,
        factors.keys,
        factors.spare_keys,
        factors.spare_order,
    )


@inlined
def profile_at(plans: Reservations, row: int) -> Profile:
    """Return the profile of a row."""
    return Profile(
        plans.time[row],
        plans.free[row],
        plans.chunks[row],
        plans.chunk[row],
        plans.begin[row],
        plans.spare[row],
        plans.sizes[row : row + 1],
    )


@inlined
def turns_at(turns: ManyTurns, reserved: Floats, row: int) -> Turns:
    """Return the turns of a row, whose jobs have these reservations."""
    return Turns(
        turns.job[row],
        turns.time[row],
        reserved,
        turns.least[row],
        turns.blocks[row],
        turns.block[row],
        turns.sizes[row : row + 1],
    )


@inlined
def plan_at(sites: Sites, row: int) -> ReservedStarts:
    """Return the plan of a row."""
    plans, reserved = sites.plans, sites.times[sites.world[row]][RESERVED]
    return ReservedStarts(turns_at(plans.turns, reserved, row), profile_at(plans, row), plans.gaps)


@kernel
def pass_at(sites: Sites, row: int, until: int) -> int:
    """Make the pass of a row up to a phase; return how much work it was."""
    site = site_at(sites, row)
    site.state[0].work = 0
    make_pass(site, until)
    return int(site.state[0].work)


@inlined
def waiting_at(sites: Sites, row: int) -> int:
    """Return how many jobs of a row wait."""
    return int(sites.state[row].arrived - sites.counts[row].started)
