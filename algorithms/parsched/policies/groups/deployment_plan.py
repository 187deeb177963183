"""A list of items, jobs or groups of jobs, and the schedule that it makes on a machine."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.deployment import Groups, Stretches, environments
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.processor_sets import ProcessorSets, next_of
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.groups.deploying import (
    DeployingState,
    Held,
    Items,
    begun,
    dispatch,
)
from parsched.policies.groups.within_groups import Inside, ItemJobs

STEPS = 2_000_000
"""Steps of starting items between two reports: about 0.02 s."""
PLACED = 200_000
"""Pieces of jobs that are numbered within the machine between two reports: about 0.05 s."""


@dataclass(frozen=True, eq=False)
class DeploymentPlan:
    """Items in list order; jobs of zero length are in none.

    Parameters
    ----------
    jobs
        int64, shape (n_listed,): the jobs of item after item.
    offsets
        int64, shape (n_items + 1,): item i is made of `jobs[offsets[i]:offsets[i + 1]]`, all of one
        environment.
    width
        int64, shape (n_items,): processors of each item.
    stages
        int64: item `stages[s]` begins stage s, which waits for the one before; the last entry is
        the number of items.
    target
        λ of the groups, seconds; NaN when the items are no groups.
    """

    jobs: Ints
    offsets: Ints
    width: Ints
    stages: Ints
    target: float = nan

    @classmethod
    def of_jobs(cls, order: NDArray[Any], workload: Workload, stage: Ints | None = None) -> Self:
        """Make each job an item; `stage` (int64, shape (n_jobs,)) must not fall along the order."""
        jobs = order[workload.runtime[order] > 0].astype(np.int64)
        count = len(jobs)
        begins = np.zeros(min(count, 1), np.int64)
        if stage is not None and count:
            begins = np.concatenate([begins, 1 + np.flatnonzero(np.diff(stage[jobs]))])
        stages = np.append(begins, count)
        return cls(jobs, np.arange(count + 1), workload.width[jobs], stages)

    @classmethod
    def of_groups(
        cls,
        groups: Sequence[tuple[Ints, int]],
        workload: Workload,
        target: float,
        *,
        in_order: bool = False,
    ) -> Self:
        """List groups, each as its jobs and its width, by decreasing work, or as they come if they
        are `in_order`."""
        if not in_order:
            work = workload.width * workload.runtime
            groups = sorted(groups, key=lambda group: -float(work[group[0]].sum()))
        counts = np.array([0, *(len(jobs) for jobs, _ in groups)], np.int64)
        jobs = np.concatenate([np.empty(0, np.int64), *(jobs for jobs, _ in groups)])
        width = np.array([width for _, width in groups], np.int64)
        return cls(jobs, np.cumsum(counts), width, np.array([0, len(groups)]), target)


def follow(plan: DeploymentPlan, workload: Workload, platform: Platform, stop: Stop) -> Schedule:
    """List-schedule the items of a plan, each on processors where its environment is, if possible.

    Raises
    ------
    ValueError
        When a job is wider than its item.
    Cancelled, TimeLimitReached
        With nothing to keep: a schedule is complete only at the end.
    """
    return follow_and_count(plan, workload, platform, stop)[0]


def follow_and_count(
    plan: DeploymentPlan, workload: Workload, platform: Platform, stop: Stop
) -> tuple[Schedule, int]:
    """Do as `follow`, and count the deployments, as `parsched.model.schedules.installed` would.

    Both plan for processors that hold one system. Where they hold more, fewer deployments are
    needed and everything that is planned is still in time; the simulation counts them.
    """
    codes = environments(workload)
    needed = codes[plan.jobs[plan.offsets[:-1]]]
    width = np.ascontiguousarray(workload.width[plan.jobs])
    if (width > np.repeat(plan.width, np.diff(plan.offsets))).any():
        raise ValueError("a job is wider than the group that it is in")
    times = np.ascontiguousarray(workload.runtime[plan.jobs])
    jobs = ItemJobs(plan.offsets, plan.width, width, times)
    inside = Inside.of(jobs, stop.part(0.0, 0.4, ""))
    items = _items(plan, needed, times, inside)
    state = begun(
        items, int(codes.max(initial=-1)) + 1, Stretches.at_first(workload, platform).pair
    )
    start, count = np.zeros(len(plan.jobs)), len(needed)
    held: Held = (np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0, np.int32))
    while (done := int(state.progress[0].started)) < count:
        stop.report(0.4 + 0.4 * done / count, f"{done:,} of {count:,} items started")
        held = dispatch(items, platform.deployment.steps, state, held, start, STEPS)
    sets = _processors(plan, workload, inside, state, held, stop.part(0.8, 1.0, ""))
    schedule = _schedule(plan, needed, workload, start, sets)
    return schedule, int(state.progress[0].deployed)


def _items(plan: DeploymentPlan, of_item: Ints, times: Floats, inside: Inside) -> Items:
    later, _ = next_of(of_item, np.arange(len(of_item)))
    return Items(
        width=plan.width,
        used=inside.used,
        environment=of_item,
        offsets=plan.offsets,
        times=times,
        starts=inside.start,
        later=later,
        stages=plan.stages,
    )


def _schedule(
    plan: DeploymentPlan,
    of_item: Ints,
    workload: Workload,
    start: Floats,
    sets: ProcessorSets,
) -> Schedule:
    n = len(workload)
    starts = np.zeros(n)
    starts[plan.jobs] = start
    groups = None
    if plan.target == plan.target:
        job = np.full(n, -1)
        job[plan.jobs] = np.repeat(np.arange(len(plan.width)), np.diff(plan.offsets))
        groups = Groups(job, plan.width, of_item, plan.target)
    return Schedule(
        start=starts,
        duration=workload.runtime,
        width=workload.width,
        site=np.zeros(n, np.int32),
        backfilled=np.zeros(n, np.bool_),
        processors=sets,
        groups=groups,
    )


def _processors(
    plan: DeploymentPlan,
    workload: Workload,
    inside: Inside,
    state: DeployingState,
    held: Held,
    stop: Stop,
) -> ProcessorSets:
    """Say which processors of the machine jobs run on: an item's processors are numbered along its
    pieces, `held`.

    Jobs of zero length, which take no processors from anybody, are shown on the first ones.
    """
    jobs, lo = plan.jobs, held[0][: state.progress[0].pieces].astype(np.int64)
    passed = np.concatenate([[0], np.cumsum(held[1][: len(lo)] - lo)])
    item = np.repeat(np.arange(len(plan.width)), np.diff(plan.offsets))
    # A job has about as large a share of the pieces of its item as of the processors.
    share = (state.last - state.first)[item] * workload.width[jobs] // plan.width[item]
    total, base = np.cumsum(inside.count + share), passed[state.first[item]]
    others = np.ones(len(workload), np.bool_)
    others[jobs] = False
    idle, width = np.flatnonzero(others), workload.width[others]
    sets = ProcessorSets(np.arange(len(idle) + 1), np.zeros(len(idle), np.int64), width)
    parts, begin = [(idle, sets)], 0
    while begin < len(jobs):
        stop.report(begin / len(jobs), "which processors jobs run on")
        end = int(np.searchsorted(total, total[begin] + PLACED))
        some = slice(begin, max(begin + 1, end))
        parts.append((jobs[some], _mapped(inside, some, base[some], passed, lo)))
        begin = some.stop
    return ProcessorSets.gather(len(workload), parts)


def _mapped(inside: Inside, jobs: slice, base: Ints, passed: Ints, lo: Ints) -> ProcessorSets:
    """Number processors of some jobs within the machine; an item's processors begin at `base`."""
    count = inside.count[jobs]
    row = np.repeat(np.arange(len(count)), count)
    piece = np.repeat(inside.first[jobs], count) + _within(count)
    begin, end = base[row] + inside.lo[piece], base[row] + inside.hi[piece]
    first = np.searchsorted(passed, begin, side="right") - 1
    cuts = np.searchsorted(passed, end) - first
    at = np.repeat(first, cuts) + _within(cuts)
    low = lo[at] + np.maximum(np.repeat(begin, cuts) - passed[at], 0)
    high = lo[at] + np.minimum(np.repeat(end, cuts), passed[at + 1]) - passed[at]
    offsets = np.concatenate([[0], np.cumsum(cuts)])[np.concatenate([[0], np.cumsum(count)])]
    return ProcessorSets.canonical(offsets, low, high)


def _within(counts: Ints) -> Ints:
    """Return 0 … c - 1 for each count c, one after the other."""
    begins = np.cumsum(counts) - counts
    return np.arange(int(counts.sum())) - np.repeat(begins, counts)
