"""The rectangles of a Gantt chart: a job has one per interval of processors."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from algorithms.installed import Deployed
from algorithms.platform import Platform
from algorithms.schedule import Schedule
from algorithms.workload import Floats, Ints, Workload

LATE_BEGIN = 0.1


@dataclass(frozen=True, eq=False)
class Rows:
    """Columns of shape (n_intervals,), by start, then job; `lo:hi` is half-open, in the site.

    `interval` is the index into the intervals of the schedule's processors.
    """

    job: Ints
    interval: Ints
    start: Floats
    duration: Floats
    lo: Ints
    hi: Ints
    site: NDArray[np.int32]

    @classmethod
    def of(cls, platform: Platform, schedule: Schedule) -> "Rows":
        """Lay out a schedule; processors are chosen here if nobody has."""
        placed = schedule if schedule.processors is not None else schedule.with_processors(platform)
        sets = placed.processors
        assert sets is not None
        job = np.repeat(np.arange(len(schedule)), np.diff(sets.offsets))
        order = np.argsort(schedule.start[job], kind="stable")
        job = job[order]
        return cls(
            job=job,
            interval=order,
            start=schedule.start[job],
            duration=schedule.duration[job],
            lo=sets.lo[order],
            hi=sets.hi[order],
            site=schedule.site[job],
        )


@dataclass(frozen=True, eq=False)
class Deployments:
    """Rectangles of deployments, by start: what was deployed, just before its job.

    `before` is int64, shape (n_parts,): the row of the job that each of them is part of.
    """

    rows: Rows
    before: Ints

    @classmethod
    def of(
        cls, workload: Workload, platform: Platform, schedule: Schedule, rows: Rows
    ) -> "Deployments | None":
        """Follow a schedule with processors, whose `rows` are given; None without environments."""
        if workload.environment is None:
            return None
        found = Deployed.of(workload, platform, schedule)
        start = schedule.start[found.job] - found.seconds
        order = np.argsort(start, kind="stable")
        job = found.job[order]
        made = Rows(
            job=job,
            interval=found.interval[order],
            start=start[order],
            duration=found.seconds[order],
            lo=found.lo[order],
            hi=found.hi[order],
            site=schedule.site[job],
        )
        return cls(made, np.argsort(rows.interval)[made.interval])


def span(
    workload: Workload, schedule: Schedule, deployments: Deployments | None
) -> tuple[float, float]:
    """Return the times that a chart shows: from 0 to the last end; where the first release is late,
    from then on, or from the first deployment if that is made before."""
    end = float(schedule.end.max(initial=0.0))
    first = float(workload.release[0]) if len(workload) else 0.0
    if first <= LATE_BEGIN * end:
        return 0.0, end
    begun = first if deployments is None else deployments.rows.start.min(initial=first)
    return float(begun), end
