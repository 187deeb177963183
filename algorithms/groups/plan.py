"""A list of items, jobs or groups of jobs, and the schedule that it makes on a machine."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from algorithms.bounds.deployments import least_makespan
from algorithms.deployment import DeployTime, Groups, Stretches, environments
from algorithms.kernels.deploying import Items, begun, dispatch
from algorithms.platform import Platform
from algorithms.procset import ProcessorSets, next_of
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.workload import Floats, Ints, Workload

CHUNK = 2_000
"""Items started between two reports."""


@dataclass(frozen=True, eq=False)
class Plan:
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
        cls, groups: Sequence[tuple[Ints, int]], workload: Workload, target: float
    ) -> Self:
        """List groups, each as its jobs and its width, by decreasing work."""
        work = workload.width * workload.runtime
        groups = sorted(groups, key=lambda group: -float(work[group[0]].sum()))
        counts = np.array([0, *(len(jobs) for jobs, _ in groups)], np.int64)
        jobs = np.concatenate([np.empty(0, np.int64), *(jobs for jobs, _ in groups)])
        width = np.array([width for _, width in groups], np.int64)
        return cls(jobs, np.cumsum(counts), width, np.array([0, len(groups)]), target)


def follow(
    plan: Plan, workload: Workload, platform: Platform, deployment: DeployTime, stop: Stop
) -> Schedule:
    """List-schedule the items of a plan, each on processors where its environment is, if possible.

    Raises
    ------
    Cancelled, TimeLimitReached
        With nothing to keep: a schedule is complete only at the end.
    """
    codes = environments(workload)
    of_item = codes[plan.jobs[plan.offsets[:-1]]]
    count = len(of_item)
    later, _ = next_of(of_item, np.arange(count))
    items = Items(
        plan.width,
        of_item,
        plan.offsets,
        np.ascontiguousarray(workload.width[plan.jobs]),
        np.ascontiguousarray(workload.runtime[plan.jobs]),
        later,
        plan.stages,
    )
    known = Stretches.at_first(workload, platform)
    state = begun(items, int(codes.max(initial=-1)) + 1, known.pair)
    listed = len(plan.jobs)
    start = np.zeros(listed)
    held = (np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0, np.int32))
    made = (*_columns(listed), held[0], held[1], np.zeros(1, np.int64))
    stop.report(0.0)
    while state.counts[3] < count:
        held, made = dispatch(items, deployment.values, state, held, start, made, CHUNK)
        done = int(state.counts[3])
        stop.report(done / count, f"{done:,} of {count:,} items started")
    return _schedule(plan, of_item, workload, start, made, deployment)


def _columns(jobs: int) -> tuple[Ints, Ints]:
    return np.zeros(jobs, np.int64), np.zeros(jobs, np.int64)


def _schedule(
    plan: Plan,
    of_item: Ints,
    workload: Workload,
    start: Floats,
    made: Any,
    deployment: DeployTime,
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
        processors=_processors(plan.jobs, workload, made),
        deployment=deployment,
        groups=groups,
    )


def _processors(jobs: Ints, workload: Workload, made: Any) -> ProcessorSets:
    """Jobs of zero length, which take no processors from anybody, are shown on the first ones."""
    first, count, lo, hi, _ = made
    counts = np.ones(len(workload), np.int64)
    counts[jobs] = count
    offsets = np.concatenate([[0], np.cumsum(counts)])
    all_lo = np.zeros(offsets[-1], np.int64)
    all_hi = np.repeat(workload.width, counts)
    shift = offsets[jobs]
    rows = np.repeat(shift, count) + _within(count)
    source = np.repeat(first, count) + _within(count)
    all_lo[rows], all_hi[rows] = lo[source], hi[source]
    return ProcessorSets.canonical(offsets, all_lo, all_hi)


def _within(counts: Ints) -> Ints:
    """Return 0 … c - 1 for each count c, one after the other."""
    begins = np.cumsum(counts) - counts
    return np.arange(int(counts.sum())) - np.repeat(begins, counts)


def close(schedule: Schedule, workload: Workload, platform: Platform, stop: Stop) -> Schedule:
    """Return a finished schedule, after telling what its deployments prove of the makespan."""
    if not (schedule.deployment.is_instant or platform.installed) and len(workload):
        least = least_makespan(workload, platform.processors, schedule.deployment)
        stop.report(1.0, best=schedule, bound=least)
    return schedule
