"""What is installed where while a schedule runs: its deployments, and whether there is time for
them."""

from dataclasses import dataclass, replace
from typing import Self, TypeVar

import numpy as np

from parsched.model.problem.deployment import Stretches, environments
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.installed_replay import delay, replay
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.timetable import Timetable

T = TypeVar("T", bound=Timetable)


@dataclass(frozen=True, eq=False)
class Installed:
    """What came of following every processor through a schedule.

    Parameters
    ----------
    deployed
        int64, shape (n_jobs,): processors that were deployed for each job.
    rebooted
        int64, shape (n_jobs,): processors that changed to the environment of each job from another
        one or from nothing, by a deployment or to what they held beside.
    at_end
        What the processors run in the end, numbered through all sites.
    """

    deployed: Ints
    rebooted: Ints
    at_end: Stretches

    @classmethod
    def of(cls, workload: Workload, platform: Platform, schedule: Timetable) -> Self:
        """Follow a schedule with processors, in stretches that no job holds a part of.

        It is of any algorithm's making: this looks only at starts, ends and processors. Takes
        O(p log p) for the p intervals of all jobs, and a step for each stretch of each job, no more
        than it has processors.
        """
        followed = _Course(workload, platform, schedule).follow()
        return cls(followed.deployed, followed.rebooted, followed.at_end)


@dataclass(frozen=True)
class Early:
    """A job that starts before the deployment for it, or for its group, can be done.

    `processors` are those that the deployment is on, and `seconds` how long it takes.
    """

    job: int
    processors: int
    seconds: float


def too_early(
    workload: Workload, platform: Platform, schedule: Timetable, tolerance: float = 0.0
) -> Early | None:
    """Return the first job that starts too early for the machine's deployments, or None.

    A job's processors that do not hold its environment are deployed at once and are idle meanwhile,
    just before it starts. The environments of all jobs of a group are deployed at once, before the
    first of them starts (see `Deployed`), and no other job runs on these processors until they are
    used.
    """
    course = _Course(workload, platform, schedule)
    deployed, leader = course.follow().deployed, _leaders(schedule)
    together = np.bincount(leader, deployed, len(schedule)).astype(np.int64)[leader]
    seconds = platform.deployment.on_each(together)
    # Schedules of earlier versions, and of others, did not round what takes longer on many.
    tolerance += platform.deployment.step if platform.deployment.extra else 0.0
    early = course.follow(since=schedule.start[leader] - seconds, tolerance=tolerance).early
    return Early(early, int(together[early]), float(seconds[early])) if early >= 0 else None


def delayed(workload: Workload, platform: Platform, schedule: T, *, foreseen: bool) -> T:
    """Return a schedule with processors such that every job has time for its deployments.

    The algorithm planned as if they took no time. Each processor keeps its jobs and their order,
    and a job waits for its processors, for the deployment that it needs, and for the jobs before
    it and their delays. Where jobs are
    `foreseen`, processors that are idle are deployed ahead of the planned start; else from then on.
    """
    course = _Course(workload, platform, schedule)
    return replace(schedule, start=course.delayed_starts(foreseen=foreseen))


@dataclass(frozen=True, eq=False)
class Deployed:
    """The deployments of a schedule, by their ends, and the stretches of processors they are of.

    One is made at once on all its processors, in the `seconds` before its `end`. It is for one job
    and ends where that starts; but where a schedule has groups, it is for all jobs of a group. A
    group deploys its environment when it begins, on all processors that its jobs will run on and
    that do not hold it, and its first job waits for that. Its other jobs find everything
    deployed: processors may be idle between the deployment and the first of their jobs, which the
    group keeps from others. So each of them is deployed for a group at most once, and all
    deployments together count as many as `Installed.deployed`.

    Parameters
    ----------
    job, interval
        int64, shape (n_stretches,): which job is the first of the group to run there, and with
        which interval of `Schedule.processors`, in rows of the schedule and of these. What follows
        each other in the interval is one stretch.
    lo, hi
        int64, shape (n_stretches,): processors [lo, hi), numbered within the site as in schedules.
    offsets
        int64, shape (n_deployments + 1,): stretches `offsets[d]:offsets[d + 1]` belong to
        deployment d.
    first
        int64, shape (n_deployments,): of the jobs that it is for, the one that starts first.
    jobs
        int64, shape (n_deployments,): how many they are.
    end, seconds
        float64, shape (n_deployments,): when it ends, and how long it takes.
    """

    job: Ints
    interval: Ints
    lo: Ints
    hi: Ints
    offsets: Ints
    first: Ints
    jobs: Ints
    end: Floats
    seconds: Floats

    def __len__(self) -> int:
        return len(self.first)

    @property
    def number(self) -> Ints:
        """The deployment of each stretch, int64 of shape (n_stretches,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    @property
    def processors(self) -> ProcessorSets:
        """The processors of each deployment."""
        columns = self.offsets, self.lo, self.hi  # are changed in place
        return ProcessorSets.canonical(*(column.copy() for column in columns))

    @classmethod
    def of(cls, workload: Workload, platform: Platform, schedule: Timetable) -> Self:
        """Follow a schedule with processors as `Installed.of`: once to count the stretches, and
        once to note them. Memory goes with jobs, intervals and stretches, never with processors."""
        course = _Course(workload, platform, schedule)
        followed = course.follow(room=course.follow().count)
        leader = _leaders(schedule)
        head = leader[course.job[followed.interval]]
        order = np.lexsort((head, schedule.start[head]))
        begins = np.flatnonzero(np.diff(head[order], prepend=-1))
        first, interval = head[order][begins], followed.interval[order]
        together = np.bincount(leader, followed.deployed, len(schedule)).astype(np.int64)
        return cls(
            job=course.job[interval],
            interval=interval,
            lo=course.cuts[followed.first[order]] - course.base[interval],
            hi=course.cuts[followed.last[order]] - course.base[interval],
            offsets=np.append(begins, len(order)),
            first=first,
            jobs=np.bincount(leader, minlength=len(schedule))[first],
            end=schedule.start[first],
            seconds=platform.deployment.on_each(together[first]),
        )


def _leaders(schedule: Timetable) -> Ints:
    """Return for each job the first to start of those that are deployed for with it."""
    leader = np.arange(len(schedule))
    if schedule.groups is None:
        return leader
    order = np.argsort(schedule.start, kind="stable")
    order = order[((schedule.groups.job >= 0) & (schedule.duration > 0))[order]]
    _, first, group = np.unique(schedule.groups.job[order], return_index=True, return_inverse=True)
    leader[order] = order[first][group]
    return leader


@dataclass(frozen=True, eq=False)
class _Found:
    """What the kernel finds; `interval`, `first` and `last` hold as many parts as asked for."""

    deployed: Ints
    rebooted: Ints
    early: int
    count: int
    at_end: Stretches
    interval: Ints
    first: Ints
    last: Ints


class _Course:
    """A schedule whose processors are cut into stretches that no job holds a part of."""

    def __init__(self, workload: Workload, platform: Platform, schedule: Timetable) -> None:
        sets = schedule.processors
        if sets is None:
            raise ValueError("the schedule does not say which processors its jobs hold")
        self.schedule, self.environment = schedule, environments(workload)
        self.job = np.repeat(np.arange(len(schedule)), np.diff(sets.offsets))
        begins = np.cumsum([0, *(site.processors for site in platform.sites)])
        self.base = begins[schedule.site][self.job]
        lo, hi = sets.lo + self.base, sets.hi + self.base
        initial = Stretches.at_first(workload, platform)
        self.cuts = np.unique(np.concatenate([[0], lo, hi, initial.ends]))
        first, last = np.searchsorted(self.cuts, lo), np.searchsorted(self.cuts, hi)
        self.sets = sets.offsets, first, last
        there = initial.codes[np.searchsorted(initial.ends, self.cuts[:-1], side="right")]
        self.at_first = np.full((len(there), platform.systems), -1)
        self.at_first[:, 0] = there
        self.deployment, self.after = platform.deployment, workload.after

    def follow(
        self, *, since: Floats | None = None, tolerance: float = 0.0, room: int = 0
    ) -> _Found:
        """Run through the jobs by start; note as many parts of deployments as there is room for.

        `since` says when the deployment for each job begins, seconds; None checks nothing.
        """
        installed, idle = self.at_first.copy(), np.zeros(len(self.at_first))
        deployed, rebooted = np.zeros((2, len(self.schedule)), np.int64)
        parts = (np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room, np.int64))
        early, count = replay(
            np.argsort(self.schedule.start, kind="stable"),
            self.schedule.start,
            self.schedule.end,
            self.environment,
            self.sets,
            np.diff(self.cuts),
            np.full(len(self.schedule), np.inf) if since is None else since,
            tolerance,
            installed,
            idle,
            deployed,
            rebooted,
            parts,
        )
        at_end = Stretches(self.cuts[1:], np.ascontiguousarray(installed[:, 0]))
        return _Found(deployed, rebooted, early, count, at_end, *parts)

    def delayed_starts(self, *, foreseen: bool) -> Floats:
        """Return when jobs start that wait for their deployments, float64 of shape (n_jobs,)."""
        start, none = self.schedule.start.copy(), np.zeros(0, np.int64)
        order, waits = np.argsort(start, kind="stable"), (none, none, np.zeros(0))
        if (after := self.after) is not None:
            order = np.lexsort((after.depth, start))
            first = np.searchsorted(after.job, np.arange(len(start) + 1)).astype(np.int64)
            waits = first, after.before.copy(), after.delay.copy()
        delay(
            order,
            start,
            self.schedule.duration,
            self.environment,
            self.sets,
            np.diff(self.cuts),
            self.deployment.steps,
            foreseen,
            waits,
            self.at_first.copy(),
            np.zeros(len(self.at_first)),
        )
        return start
