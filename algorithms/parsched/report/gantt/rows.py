"""The rectangles of a Gantt chart: a job has one per interval of processors."""

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.platform import Platform
from parsched.model.problem.ticks import after
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.installed import Deployed
from parsched.model.schedules.schedule import Schedule

LATE_BEGIN = 0.1


@dataclass(frozen=True, eq=False)
class IntervalRows:
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
    def of(cls, platform: Platform, schedule: Schedule) -> "IntervalRows":
        """Lay out a schedule; processors are assigned here if it has none."""
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

    def __len__(self) -> int:
        return len(self.job)

    @property
    def end(self) -> Floats:
        """End of each, float64 of shape (n_intervals,), seconds."""
        return after(self.start, self.duration)

    def within(self, begin: float, end: float) -> NDArray[np.bool_]:
        """Return which of them are seen between two times, bool of shape (n_intervals,): what only
        touches the edge is not, unless it takes no time."""
        is_inside = (self.start < end) & (self.end > begin)
        return is_inside | ((self.start >= begin) & (self.end <= end))

    def take(self, chosen: NDArray[np.bool_]) -> "IntervalRows":
        """Return the chosen ones."""
        return IntervalRows(**{one.name: getattr(self, one.name)[chosen] for one in fields(self)})

    def needed(self, platform: Platform) -> list[int]:
        """Return how many processors are held at each site, up to the highest."""
        highest = np.zeros(len(platform.sites), np.int64)
        np.maximum.at(highest, self.site, self.hi)
        return highest.tolist()


@dataclass(frozen=True, eq=False)
class Deployments:
    """Rectangles of deployments, by start.

    One that takes time is a block of all its processors that follow each other. One that takes none
    is cut where jobs begin, since each may be wide enough for a mark or not.

    `before` is int64, shape (n_parts,): the row of the job that a part is made for, in a group the
    first one of the group or, of parts that take no time, of the part. `gap` is float64 of that
    shape: the seconds from the end of the deployment to the start of that job.
    """

    rows: IntervalRows
    before: Ints
    gap: Floats

    def within(
        self, rows: IntervalRows, begin: float, end: float
    ) -> tuple[IntervalRows, NDArray[np.bool_], "Deployments"]:
        """Return the rectangles of jobs and deployments that are seen between two times, with the
        rectangles of the jobs that these are made for, and which of `rows` they are."""
        seen = self.rows.within(begin, end)
        chosen = rows.within(begin, end)
        chosen[self.before[seen]] = True
        place = np.cumsum(chosen) - 1
        kept = replace(
            self, rows=self.rows.take(seen), before=place[self.before[seen]], gap=self.gap[seen]
        )
        return rows.take(chosen), chosen, kept

    @classmethod
    def of(
        cls, workload: Workload, platform: Platform, schedule: Schedule, rows: IntervalRows
    ) -> "Deployments | None":
        """Return the deployments of a schedule with processors and `rows`; None without
        environments, and where jobs break rules, as what is installed is unknown then."""
        if workload.environment is None or schedule.broken is not None:
            return None
        deployed = Deployed.of(workload, platform, schedule)
        number, interval, lo, hi = _parts(deployed, schedule)
        order = np.argsort((deployed.end - deployed.seconds)[number], kind="stable")
        number, interval = number[order], interval[order]
        before = np.argsort(rows.interval)[interval]
        blocks = IntervalRows(
            job=rows.job[before],
            interval=interval,
            start=(deployed.end - deployed.seconds)[number],
            duration=deployed.seconds[number],
            lo=lo[order],
            hi=hi[order],
            site=rows.site[before],
        )
        return cls(blocks, before, rows.start[before] - deployed.end[number])


def _parts(deployed: Deployed, schedule: Schedule) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the parts of deployments: number, interval of the job, and range of processors."""
    assert schedule.processors is not None
    if not deployed.seconds.any():
        return deployed.number, deployed.interval, deployed.lo, deployed.hi
    sets = deployed.processors
    number = np.repeat(np.arange(len(deployed)), np.diff(sets.offsets))
    return number, schedule.processors.offsets[deployed.first[number]], sets.lo, sets.hi


def span(
    workload: Workload, schedule: Schedule, deployments: Deployments | None
) -> tuple[float, float]:
    """Return the times that a chart shows: from 0 to the last end; where the first release is late,
    from then on, or from the first deployment or start if that is before."""
    end = float(np.nanmax(schedule.end, initial=0.0))
    first = float(workload.release[0]) if len(workload) else 0.0
    if first <= LATE_BEGIN * end:
        first = 0.0
    begun = float(np.nanmin(schedule.start, initial=first))
    if first and deployments is not None:
        begun = float(deployments.rows.start.min(initial=begun))
    return begun, end
