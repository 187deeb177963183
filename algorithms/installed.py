"""What is installed where while a schedule runs: its deployments, and if there is time for them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from algorithms.deployment import Stretches, environments
from algorithms.kernels.installed import replay
from algorithms.platform import Platform
from algorithms.workload import Floats, Ints, Workload

if TYPE_CHECKING:
    from algorithms.schedule import Schedule


@dataclass(frozen=True, eq=False)
class Installed:
    """What came of following every processor through a schedule.

    Parameters
    ----------
    deployed
        int64, shape (n_jobs,): processors that were deployed for each job.
    early
        A job before which its processors were not idle for long enough to be deployed, or -1.
    at_end
        What the processors have in the end, numbered through all sites.
    """

    deployed: Ints
    early: int
    at_end: Stretches

    @classmethod
    def of(
        cls,
        workload: Workload,
        platform: Platform,
        schedule: "Schedule",
        tolerance: float = 0.0,
    ) -> Self:
        """Follow a schedule with processors, in stretches that no job holds a part of.

        It is of any algorithm's making: this looks only at starts, ends and processors. Takes
        O(p log p) for the p intervals of all jobs, and a step for each stretch of each job, no more
        than it has processors.
        """
        found = _Course(workload, platform, schedule).follow(tolerance)
        return cls(found.deployed, found.early, found.at_end)


@dataclass(frozen=True, eq=False)
class Deployed:
    """Which processors were deployed for which job: columns of shape (n_parts,), by start of job.

    Processors of one interval of a job that are deployed together and follow each other are one
    part. A deployment is made at once on all parts of its job, in the `seconds` before its start.

    Parameters
    ----------
    job
        int64, row of the schedule.
    interval
        int64, index into the intervals of `Schedule.processors`.
    lo, hi
        int64, the processors [lo, hi), numbered within the site as those of the schedule.
    seconds
        float64, how long the deployment of the whole job takes.
    """

    job: Ints
    interval: Ints
    lo: Ints
    hi: Ints
    seconds: Floats

    def __len__(self) -> int:
        return len(self.job)

    @classmethod
    def of(cls, workload: Workload, platform: Platform, schedule: "Schedule") -> Self:
        """Follow a schedule with processors as `Installed.of`: once to count the parts, and once to
        note them. Memory goes with jobs, intervals and parts, never with processors."""
        course = _Course(workload, platform, schedule)
        found = course.follow(room=course.follow().count)
        seconds = schedule.deployment.on_each(found.deployed)
        lo, hi = course.cuts[found.first] - course.base[found.interval], course.cuts[found.last]
        hi = hi - course.base[found.interval]
        job = course.job[found.interval]
        return cls(job, found.interval, lo, hi, seconds[job])


@dataclass(frozen=True, eq=False)
class _Found:
    """What the kernel finds; `interval`, `first` and `last` hold as many parts as asked for."""

    deployed: Ints
    early: int
    count: int
    at_end: Stretches
    interval: Ints
    first: Ints
    last: Ints


class _Course:
    """A schedule whose processors are cut into stretches that no job holds a part of."""

    def __init__(self, workload: Workload, platform: Platform, schedule: "Schedule") -> None:
        sets = schedule.processors
        if sets is None:
            raise ValueError("the schedule does not say which processors its jobs hold")
        self.schedule, self.environment = schedule, environments(workload)
        self.job = np.repeat(np.arange(len(schedule)), np.diff(sets.offsets))
        begins = np.cumsum([0, *(site.processors for site in platform.sites)])
        self.base = begins[schedule.site][self.job]
        lo, hi = sets.lo + self.base, sets.hi + self.base
        known = Stretches.at_first(workload, platform)
        self.cuts = np.unique(np.concatenate([[0], lo, hi, known.ends]))
        first, last = np.searchsorted(self.cuts, lo), np.searchsorted(self.cuts, hi)
        self.sets = sets.offsets, first, last
        self.at_first = known.codes[np.searchsorted(known.ends, self.cuts[:-1], side="right")]

    def follow(self, tolerance: float = 0.0, room: int = 0) -> _Found:
        """Run through the jobs by start; note as many parts of deployments as there is room for."""
        installed, idle = self.at_first.copy(), np.zeros(len(self.at_first))
        deployed = np.zeros(len(self.schedule), np.int64)
        parts = (np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room, np.int64))
        early, count = replay(
            np.argsort(self.schedule.start, kind="stable"),
            self.schedule.start,
            self.schedule.end,
            self.environment,
            self.sets,
            np.diff(self.cuts),
            self.schedule.deployment.values,
            tolerance,
            installed,
            idle,
            deployed,
            parts,
        )
        return _Found(deployed, early, count, Stretches(self.cuts[1:], installed), *parts)
