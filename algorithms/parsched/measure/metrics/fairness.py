"""Whether users are treated alike.

User u has the jobs J_u. Jobs of unknown users do not count, and nothing is known of a workload with
fewer than two users.
"""

from math import nan

import numpy as np
from numpy.typing import NDArray

from parsched.measure.metrics.registry import TAU, metric
from parsched.model.outcome import Outcome
from parsched.model.problem.arrays import Floats


@metric(
    "jain_index",
    title="Jain's index of users",
    unit="",
    better="higher",
    formula="(Σ x_u)² / (U·Σ x_u²), x_u = mean bounded slowdown of user u",
    cites=("jain1984",),
)
def jain_index(outcome: Outcome) -> float:
    """1 where the jobs of all users are slowed down alike on average, 1 / U where one user bears
    it all; unknown for fewer than two users."""
    known = _users(outcome)
    if known is None:
        return nan
    jobs, user = known
    slowdown = np.maximum(outcome.slowdown(TAU)[jobs], 1.0)
    mean = np.bincount(user, slowdown) / np.bincount(user)
    return float(mean.sum() ** 2 / (len(mean) * (mean @ mean)))


@metric(
    "fair_share_deviation",
    title="deviation from fair shares",
    unit="%",
    formula="Σ_u |received_u − fair_u| / (2·Σ q_j·p_j), fair_u = ∫ busy(t) / U(t) dt over all t at "
    "which a job of u is waiting or running",
    cites=("raz2004",),
)
def fair_share_deviation(outcome: Outcome) -> float:
    """Part of the processor time that would have had to change hands so that at each instant all
    users with jobs in the system had equal shares of the busy processors.

    Users who ask for less than an equal share deviate, too, so compare it between schedules of the
    same jobs. Unknown for fewer than two users.
    """
    known = _users(outcome)
    if known is None:
        return nan
    jobs, user = known
    schedule = outcome.schedule
    start, end, width = schedule.start[jobs], schedule.end[jobs], schedule.width[jobs]
    received = np.bincount(user, width * schedule.duration[jobs])
    # In a log, jobs may start before their release: then they are there from their start on.
    there = np.minimum(outcome.release[jobs], start)
    begin, until, whose = _presences(there, end, user)
    times = np.unique(np.concatenate([begin, until, start, end]))
    busy, present = _level(times, start, end, width), _level(times, begin, until)
    # Each user who is present all the time gets `each` of the processor time up to an instant.
    equal = np.divide(busy, present, out=np.zeros(len(times)), where=present > 0)
    each = np.concatenate([[0.0], np.cumsum(equal[:-1] * np.diff(times))])
    shares = each[np.searchsorted(times, until)] - each[np.searchsorted(times, begin)]
    fair = np.bincount(whose, shares, len(received))
    whole = float(received.sum())
    return float(np.abs(received - fair).sum()) / (2 * whole) if whole > 0 else nan


def _users(outcome: Outcome) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
    """Return the jobs of known users, and of each its user, numbered without gaps; None where
    there are not two."""
    column = outcome.workload.user
    if column is None:
        return None
    jobs = np.flatnonzero(column.codes >= 0)
    users, user = np.unique(column.codes[jobs], return_inverse=True)
    return (jobs, user) if len(users) > 1 else None


def _presences(
    release: Floats, end: Floats, user: NDArray[np.intp]
) -> tuple[Floats, Floats, NDArray[np.intp]]:
    """Return when users begin to have jobs in the system, until when, and which user each time."""
    users, times = np.concatenate([user, user]), np.concatenate([release, end])
    change = np.repeat([1, -1], len(user))
    # What begins and ends at one instant may come in either order: a presence of no length, or one
    # in two parts, has the same share.
    order = np.lexsort((times, users))
    # Every job of a user has ended before the next user's first begins, so one sum counts the jobs
    # of whichever user is at hand.
    count = np.cumsum(change[order])
    last = order[count == 0]
    first = order[np.flatnonzero(np.append(True, count[:-1] == 0))]
    return times[first], times[last], users[first]


def _level(
    times: Floats, begin: Floats, end: Floats, height: NDArray[np.int64] | None = None
) -> Floats:
    """Return what is active from each of the times to the next: how many, or how high together."""
    heights = np.ones(len(begin)) if height is None else height.astype(np.float64)
    change = np.bincount(np.searchsorted(times, begin), heights, len(times))
    change -= np.bincount(np.searchsorted(times, end), heights, len(times))
    return np.cumsum(change)
