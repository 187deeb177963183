"""The sites of a grid before the first instant."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled.records import RecordArray
from parsched.model.availability.profile import Chunk, ProfileSizes, new_profile
from parsched.model.problem.workload import Workload
from parsched.policies.grid.sites import (
    BELIEF,
    PREDICTED,
    RESERVED,
    RUN,
    START,
    ManyTurns,
    Queues,
    Reservations,
    Sites,
    SiteShares,
)
from parsched.policies.online.classes import new_classes
from parsched.policies.online.coming import no_arrivals
from parsched.policies.online.fair_share import Factors, Sharing, Usage
from parsched.policies.online.gaps import new_gaps
from parsched.policies.online.machine import Counts, Floats, Ints
from parsched.policies.online.policy import (
    QueueParams,
    backfill_order_of,
    factors_of,
    order_of,
    pass_of,
    policy_of,
)
from parsched.policies.online.predictors import UserHistory
from parsched.policies.online.program import new_program
from parsched.policies.online.queue import code_of, predictions, users_of
from parsched.policies.online.site import INDEXED, PLANNED, Ends, Policy, SiteState
from parsched.policies.online.turns import TurnBlock, TurnSizes, new_turns
from parsched.policies.online.waiting_queue import new_waiting

T = TypeVar("T", bound=np.generic)


def local_kind(params: QueueParams) -> int:
    """Return the kind of pass at a site: which jobs come to it is not known beforehand."""
    return pass_of(params, foreknown=False, alone=False)


def new_sites(workload: Workload, params: QueueParams, processors: Ints, world: Ints) -> Sites:
    """Return sites before the first instant.

    Parameters
    ----------
    workload
        Rigid jobs as the rules make them.
    params
        What all sites follow.
    processors, world
        Of each row, int64 of shape (n_rows,): its size, and which world it is in.
    """
    count, rows, kind = len(workload), len(processors), local_kind(params)
    most, predicted = int(processors.max()), predictions(workload, params)
    user, users = users_of(workload)
    counts, state = Counts.new(rows), SiteState.new(rows)
    state["shadow"] = np.nan
    state["last_full"] = state["grew"] = -np.inf
    counts["free"] = processors
    # With a plan, jobs of no length, or believed to have none, need no processors to start.
    none = (workload.runtime == 0) | (predicted == 0) | (workload.estimate == 0)
    instant = int(np.count_nonzero(none)) if kind == PLANNED else 0
    running = min(count, most + instant) + 1
    worlds = int(world.max()) + 1
    return Sites(
        np.array(workload.release),
        np.array(workload.estimate),
        np.array(workload.width),
        user,
        _new_times(workload.runtime, predicted, worlds),
        np.zeros((worlds, 2, count), np.int64),
        np.zeros((worlds, count), np.bool_),
        world,
        _new_policy(params, processors, workload.second),
        state,
        Ends.new(rows),
        counts,
        np.empty((rows, 3, running)),
        np.empty((rows, 5, running), np.int64),
        _new_queues(rows, count, most if kind == INDEXED else 0),
        _new_reservations(processors, count if kind == PLANNED else 0, running),
        UserHistory.table(rows, max(users, 1)),
        _new_shares(factors_of(workload, params), rows),
        np.empty((2, count + 1), np.int64),
        np.empty((2, count + 1)),
        new_program(*code_of(order_of(params), workload.second)),
        new_program(*code_of(backfill_order_of(params), workload.second)),
        new_classes(0),
        no_arrivals(),
    )


def _new_times(run: Floats, predicted: Floats, worlds: int) -> Floats:
    """Return `Sites.times` before any job has arrived."""
    times = np.empty((worlds, 6, len(run)))
    times[:, START], times[:, RESERVED], times[:, RUN] = np.nan, np.inf, run
    times[:, BELIEF] = times[:, PREDICTED] = predicted
    return times


def _new_policy(params: QueueParams, processors: Ints, second: float) -> RecordArray[Policy]:
    """Return what each row follows."""
    policy = Policy.new(len(processors))
    for row, own in enumerate(processors):
        policy[row] = policy_of(
            params, int(own), False, foreknown=False, alone=False, second=second
        )[0]
    return policy


def _new_queues(rows: int, jobs: int, most: int) -> Queues:
    """Return empty queues, with an index for jobs of at most `most` processors, if any."""
    indexed = jobs if most else 0
    one = new_waiting(indexed, most)
    return Queues(
        np.empty((rows, jobs + 1), np.int64),
        np.empty((rows, indexed), np.int64),
        np.empty((rows, indexed)),
        stacked(one.width, rows),
        stacked(one.level, rows),
        stacked(one.least_width, rows),
        stacked(one.least_estimate, rows),
    )


def _new_reservations(processors: Ints, jobs: int, running: int) -> Reservations:
    """Return plans without reservations, with room for the reservations of `jobs` jobs."""
    rows, most = len(processors), int(processors.max())
    one = new_profile(jobs + running if jobs else 0, most)
    slot = int(one.chunk[0])
    plans = Reservations(
        _new_turns(rows, jobs, most),
        np.empty((rows, *one.time.shape)),
        np.empty((rows, *one.free.shape), np.int64),
        Chunk.table(rows, len(one.chunk)),
        stacked(one.chunk, rows),
        stacked(one.begin, rows),
        stacked(one.spare, rows),
        ProfileSizes.new(rows),
        new_gaps(jobs, most),
    )
    for row in range(rows):
        own = new_profile(0, int(processors[row]))
        plans.chunks[row][slot] = own.chunks[own.chunk[0]]
        plans.time[row, slot, 0], plans.free[row, slot, 0] = 0.0, processors[row]
        plans.sizes[row] = one.sizes[0]
    return plans


def _new_turns(rows: int, jobs: int, most: int) -> ManyTurns:
    """Return turns without a job, with room for `jobs` jobs of at most `most` processors."""
    one = new_turns(jobs, most)
    return ManyTurns(
        np.empty((rows, *one.job.shape), np.int64),
        np.empty((rows, *one.time.shape)),
        np.empty((rows, *one.least.shape)),
        TurnBlock.table(rows, len(one.blocks)),
        stacked(one.block, rows),
        TurnSizes.new(rows),
    )


def _new_shares(one: Factors, rows: int) -> SiteShares:
    """Return what rows know before any job has run."""
    shares = SiteShares(
        Sharing.new(rows),
        Usage.table(rows, len(one.accounts)),
        Usage.table(rows, len(one.associations)),
        stacked(one.account_order, rows),
        stacked(one.association_order, rows),
        one,
    )
    for row in range(rows):
        shares.rules[row] = one.rules[0]
        shares.accounts[row][:] = one.accounts
        shares.associations[row][:] = one.associations
    return shares


def stacked(column: NDArray[T], rows: int) -> NDArray[T]:
    """Return an array of `rows` copies of a column."""
    return np.repeat(column[None], rows, axis=0)
