"""Schedules read off the shares of a linear program."""

import numpy as np
from numpy.typing import NDArray

from parsched.measure.time_indexed.insertion import insert_all
from parsched.measure.time_indexed.placed import PlacedUnits
from parsched.measure.time_indexed.slots import Slots
from parsched.model.problem.workload import Floats, Ints

ONE = 1 - 1e-6
"""A share that is at least this counts as 1."""


def exact(slots: Slots, shares: Floats) -> NDArray[np.bool_]:
    """Tell which jobs have a share of 1, and so no other."""
    return np.asarray(slots.most(shares) >= ONE)


def pure(slots: Slots, shares: Floats, makespan: int) -> PlacedUnits | None:
    """Return the schedule if every job has a share of 1, else None."""
    if not exact(slots, shares).all():
        return None
    return hybrid(slots, shares, makespan)


def hybrid(slots: Slots, shares: Floats, makespan: int) -> PlacedUnits | None:
    """Keep the jobs that have a share of 1 and place the others around them by LTF; None if that
    takes longer than `makespan` units.

    The others come in order of decreasing least work, each where it ends first (ties: least work,
    then fewest processors).
    """
    instance = slots.instance
    fixed = exact(slots, shares)
    chosen, start = np.empty((2, slots.jobs), np.int64)
    free = np.full(makespan, instance.processors)
    held = np.flatnonzero(shares >= ONE)
    chosen[slots.job[held]], start[slots.job[held]] = slots.choice[held], slots.start[held]
    for s in held:
        free[slots.start[s] : slots.start[s] + slots.time[s]] -= slots.width[s]
    others = _largest_first(instance.least_work, np.flatnonzero(~fixed))
    if free.min(initial=0) < 0:
        return None
    last = insert_all(
        others, instance.offsets, instance.widths, instance.times, free, chosen, start
    )
    if last < 0:
        return None
    ends = start[fixed] + instance.times[chosen[fixed]]
    return PlacedUnits(chosen, start, max(last, int(ends.max(initial=0))))


def _largest_first(work: Ints, jobs: Ints) -> Ints:
    return np.asarray(jobs[np.argsort(-work[jobs], kind="stable")])
