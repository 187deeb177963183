"""What one machine with a queue is made of, for kernels: the state that all parts share.

`SiteSimulation` has a part for each of the three that a policy consists of: the queue, in `line`,
`ranks` or `classes`; the plan, in `plan`; the beliefs, in `beliefs`.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.availability.profile import Profile, new_profile
from parsched.policies.online.classes import JobClasses, new_classes
from parsched.policies.online.coming import Coming
from parsched.policies.online.fair_share import Factors
from parsched.policies.online.gaps import Gaps, new_gaps
from parsched.policies.online.machine import Floats, Ints, RigidJobs, RunningJobs, new_machine
from parsched.policies.online.predictors import UserHistory
from parsched.policies.online.program import OrderProgram, new_program
from parsched.policies.online.turns import Turns, new_turns
from parsched.policies.online.waiting_queue import WaitingJobs, new_waiting

ALL = 2**62
"""So many reservations are one for every job; so many jobs are no limit."""
INDEXED, CLASSED, SORTED, PLANNED = range(4)
"""Kinds of passes: see `passes`, `sorted_pass` (two of them) and `planned_pass`."""
ARRIVED, VALUED, CHANGING = range(3)
"""Kinds of orders: of arrival, of a value that stays, of one that changes while a job waits."""
BY_RESERVATION, BY_ARRIVAL, BY_ORDER, UNCOMPRESSED = range(4)
"""Which jobs move first when reservations are compressed; `UNCOMPRESSED`: none moves."""
INCREMENTS, ESTIMATE, DOUBLING = range(3)
"""What is believed of a job that outlives its prediction."""


Code: TypeAlias = tuple[tuple[int, ...], tuple[float, ...], float]
"""What `new_program` takes."""


class Policy(KernelRecord):
    """What a site follows: the parameters of `queue` as numbers. What is on is 1; `reservations`
    and `depth` may be ALL, `window` infinite. `own_backfill` is 1 if jobs behind the reservations
    are tried in an order of their own, of the kind `backfill_kind`; `all_hold` is 1 if every job
    holds a reservation from its first full pass on. A second has `second` units of time."""

    kind: int
    sequential: int
    order_kind: int
    own_backfill: int
    backfill_kind: int
    reservations: int
    all_hold: int
    backfill: int
    predict: int
    correct: int
    compress: int
    if_fits: int
    depth: int
    window: float
    interval: float
    second: float
    processors: int


class SiteState(KernelRecord):
    """Where a simulation stands.

    `now` is the instant at hand, `phase` what happens next at it. `arrived` jobs have arrived.
    `changed` is 1 if the last pass may be outdated: processors came free, beliefs or the head
    changed. `shadow` and `extra` are from the last pass (NaN if unknown). No job that came before
    `head` waits; `indexed` counts the jobs that the index knows.

    Of full passes: `last_full` is when the last one was, `owed` is 1 if a pass since then was not
    full; `full` is 1 if the pass at hand is, and `passed` if the instant had one.

    Of the plan: `early` is 1 if a job ended before its planned end since the last full pass,
    `stale` is 1 if the profile must be rebuilt. All room that was added to the plan since its
    jobs were last tried lies before `grew`: at that instant or later, but before its reservation,
    no job can begin.

    Of a phase of a pass: `cursor` is how far it has come, of the `listed` jobs of `WaitingLine`
    where it tries these; `freed` is the latest old end of a job that it moved. Where it tries jobs
    in order of reservation, `moved` jobs have moved further than those still to come, and no other
    job planned before these lasts longer than `settled`. `work` counts steps of one call.
    """

    now: float
    phase: int
    arrived: int
    changed: int
    head: int
    indexed: int
    extra: int
    shadow: float
    last_full: float
    owed: int
    full: int
    early: int
    stale: int
    grew: float
    cursor: int
    listed: int
    freed: float
    moved: int
    settled: float
    passed: int
    work: int


class Ends(KernelRecord):
    """How many entries `WaitingLine`, `Beliefs` and `Index` use: the line `first:last`, where
    `waiting` jobs wait; beliefs to be `outlived`; `heads`."""

    first: int
    last: int
    waiting: int
    outlived: int
    heads: int


class WaitingLine(NamedTuple):
    """The waiting jobs in order: entries of `jobs`, int64; some of them may have started already.

    `value` is what the order makes of each job, of shape (n_jobs,). `tried` has jobs that a pass
    lists beside the line, as it tries them in another order; `keys` has the values by which these
    jobs, or the line's jobs, are sorted; `spare_jobs` and `spare_keys` serve to sort. While
    reservations are compressed in order of reservation, `tried` has the jobs that have moved, and
    `keys` says by how much further than the jobs still to come.
    """

    jobs: Ints
    value: Floats
    tried: Ints
    keys: Floats
    spare_jobs: Ints
    spare_keys: Floats


class Index(NamedTuple):
    """The waiting jobs by rank, where ranks are known beforehand.

    `came` has the jobs in order of arrival. `rank` is the place of each job in the order in which
    jobs are tried, `job` the job of each rank; `waiting` and `ranked` have jobs by these ranks.
    `order` is the place of each job in the
    order of the queue, `heads` a heap of such places, whose jobs may have started, and `headed`
    the job at each place.
    """

    came: Ints
    rank: Ints
    job: Ints
    ranked: RigidJobs
    waiting: WaitingJobs
    order: Ints
    headed: Ints
    heads: Ints


class ReservedStarts(NamedTuple):
    """Reservations: who holds them, in turn; the profile of what is free beside these jobs and the
    running ones; and a summary of its gaps."""

    turns: Turns
    profile: Profile
    gaps: Gaps


class Beliefs(NamedTuple):
    """What the scheduler believes.

    `predicted`, float64, is the run time believed at arrival, and `jobs.estimate` the one believed
    now; `estimate` is what the user asked for. `corrected` counts corrections, `user` is the row of
    `history`, -1 if unknown. `runs_out` and `outliving` are a heap: which jobs will outlive what is
    believed of them, and when.
    """

    predicted: Floats
    estimate: Floats
    corrected: Ints
    user: Ints
    history: RecordArray[UserHistory]
    runs_out: Floats
    outliving: Ints


class SiteSimulation(NamedTuple):
    """A simulation, paused anywhere.

    `start` is float64 of shape (n_jobs,), seconds, NaN until known; `backfilled` is bool of shape
    (n_jobs,). `jobs` has what is believed now as estimates. Where jobs wait for others, these and
    all other columns of jobs are by place, see `coming`.
    """

    start: Floats
    backfilled: NDArray[np.bool_]
    jobs: RigidJobs
    machine: RunningJobs
    policy: RecordArray[Policy]
    state: RecordArray[SiteState]
    ends: RecordArray[Ends]
    line: WaitingLine
    ranks: Index
    classes: JobClasses
    plan: ReservedStarts
    beliefs: Beliefs
    factors: Factors
    order: OrderProgram
    backfill_order: OrderProgram
    coming: Coming


def new_index(jobs: RigidJobs, order: Ints, rank: Ints, processors: int) -> Index:
    """Return an empty index of jobs whose places in both orders are known."""
    job, headed = np.empty_like(rank), np.empty_like(order)
    job[rank] = headed[order] = np.arange(len(rank))
    came, heads = np.arange(len(rank)), np.empty(len(rank) + 1, np.int64)
    # In order of arrival, columns by rank are the columns by job: a change of one changes both.
    ranked = jobs
    if len(rank) < len(jobs.release) or not np.array_equal(rank, came):
        ranked = RigidJobs(jobs.release[job], jobs.run[job], jobs.estimate[job], jobs.width[job])
    waiting = new_waiting(len(rank), processors)
    return Index(came, rank, job, ranked, waiting, order, headed, heads)


def new_line(jobs: int) -> WaitingLine:
    """Return an empty line with room for all jobs."""
    ints, floats = np.empty((3, jobs + 1), np.int64), np.empty((3, jobs + 1))
    return WaitingLine(ints[0], floats[0], ints[1], floats[1], ints[2], floats[2])


def new_plan(jobs: int, processors: int) -> ReservedStarts:
    """Return a plan without reservations."""
    return ReservedStarts(
        new_turns(jobs, processors),
        new_profile(jobs + 1, processors),
        new_gaps(jobs, processors),
    )


def new_beliefs(predicted: Floats, estimate: Floats, user: Ints, users: int) -> Beliefs:
    """Return what is believed before the first job arrives."""
    jobs = len(predicted)
    return Beliefs(
        predicted,
        estimate,
        np.zeros(jobs, np.int64),
        user,
        UserHistory.new(max(users, 1)),
        np.empty(jobs + 1),
        np.empty(jobs + 1, np.int64),
    )


class OrderPrograms(NamedTuple):
    """Programs of both orders, and the places of all jobs in them where these are known."""

    order: Code
    backfill: Code
    place: Ints
    rank: Ints


def new_site(
    policy: RecordArray[Policy],
    jobs: RigidJobs,
    beliefs: Beliefs,
    factors: Factors,
    orders: OrderPrograms,
    coming: Coming,
) -> SiteSimulation:
    """Return a simulation before its first instant; parts that its kind of pass does without are
    empty."""
    count, one = len(jobs.release), policy[0]
    indexed, planned = one.kind == INDEXED, one.kind == PLANNED
    none = np.zeros(0, np.int64)
    state = SiteState.new()
    state[0].shadow = np.nan
    state[0].last_full = state[0].grew = -np.inf
    processors = int(one.processors)
    return SiteSimulation(
        np.full(count, np.nan),
        np.zeros(count, np.bool_),
        jobs,
        new_machine(count, processors, bool(one.sequential)),
        policy,
        state,
        Ends.new(),
        new_line(0 if indexed else count),
        new_index(jobs, orders.place, orders.rank, processors)
        if indexed
        else new_index(jobs, none, none, processors),
        new_classes(count if one.kind == CLASSED else 0),
        new_plan(count if planned else 0, processors),
        beliefs,
        factors,
        new_program(*orders.order),
        new_program(*orders.backfill),
        coming,
    )
