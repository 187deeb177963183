"""What a schedule says of its processors: how many are free when, and who held which."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.arrays import Floats, Ints
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.explain.explanation import Holder, Steps, Stretch


@dataclass(frozen=True, eq=False)
class OccupiedSite:
    """The jobs of one site: `jobs` are their rows in the workload, int64, and all other columns
    belong to these; times in seconds. Jobs that others release (`let_go`) have no known place among
    those that arrive at the same instant."""

    jobs: Ints
    released: Floats
    let_go: NDArray[np.bool_]
    start: Floats
    end: Floats
    width: Ints
    processors: int

    @classmethod
    def of(
        cls, workload: Workload, platform: Platform, schedule: Schedule, job: int
    ) -> "OccupiedSite":
        """Return what is known of the site of a job."""
        site = int(schedule.site[job])
        rows = np.flatnonzero((schedule.site == site) & schedule.is_scheduled)
        end = schedule.end
        return cls(
            rows,
            workload.released(end)[rows],
            workload.are_let_go(end)[rows],
            schedule.start[rows],
            end[rows],
            schedule.width[rows],
            platform.sites[site].processors,
        )

    def place(self, job: int) -> int:
        """Return the place of a row of the workload."""
        return int(np.searchsorted(self.jobs, job))

    def before(self, place: int) -> NDArray[np.bool_]:
        """Return which jobs arrived before that at a place, bool."""
        earlier: NDArray[np.bool_] = self.released < self.released[place]
        return earlier | self._tied(place, np.s_[:place])

    def behind(self, place: int) -> NDArray[np.bool_]:
        """Return which jobs arrived after that at a place, bool."""
        later: NDArray[np.bool_] = self.released > self.released[place]
        return later | self._tied(place, np.s_[place + 1 :])

    def _tied(self, place: int, side: slice) -> NDArray[np.bool_]:
        """Return which jobs of one side arrived at the same instant, in the order of their rows."""
        found = np.zeros(len(self.jobs), np.bool_)
        if not self.let_go[place]:
            found[side] = (self.released[side] == self.released[place]) & ~self.let_go[side]
        return found

    def free(self, begin: float, end: float) -> Steps:
        """Return the processors that are free over [begin, end)."""
        if begin >= end:
            return Steps((begin,), ())
        running = (self.start <= begin) & (self.end > begin)
        starts = (self.start > begin) & (self.start < end) & (self.end > self.start)
        ends = (self.end > begin) & (self.end < end) & (self.end > self.start)
        times = np.concatenate([self.start[starts], self.end[ends]])
        changes = np.concatenate([-self.width[starts], self.width[ends]])
        instants, at = np.unique(times, return_inverse=True)
        sums = np.zeros(len(instants), np.int64)
        np.add.at(sums, at, changes)
        free = self.processors - int(self.width[running].sum()) + np.cumsum(sums)
        first = self.processors - int(self.width[running].sum())
        kept = sums != 0
        return Steps(
            (float(begin), *instants[kept].tolist(), float(end)), (first, *free[kept].tolist())
        )


def stretches(steps: Steps, width: int) -> tuple[Stretch, ...]:
    """Join steps in which too few processors are free for a job, or enough."""
    joined: list[Stretch] = []
    for k, free in enumerate(steps.free):
        begin, end, short = steps.time[k], steps.time[k + 1], free < width
        if joined and joined[-1].short == short:
            last = joined.pop()
            begin, least, most = last.begin, min(last.least, free), max(last.most, free)
            joined.append(Stretch(begin, end, short, least, most))
        else:
            joined.append(Stretch(begin, end, short, free, free))
    return tuple(joined)


def earliest(parts: tuple[Stretch, ...], start: float, run: float) -> float:
    """Return the earliest instant at which a job could start that runs for `run` seconds from
    `start` on, all other jobs staying."""
    for part in parts:
        if not part.short and (part.end >= start or part.begin + run <= part.end):
            return part.begin
    return start


def holders(
    workload: Workload, schedule: Schedule, facts: OccupiedSite, job: int
) -> tuple[Holder, ...]:
    """Return who held each of the processors last that a job got; the largest share first."""
    sets, start = schedule.processors, schedule.start[job]
    if sets is None:
        return ()
    mine = np.concatenate(
        [np.arange(lo, hi) for lo, hi in zip(*sets.intervals(job), strict=True)] or [np.zeros(0)]
    )
    missing = np.ones(len(mine), np.bool_)
    earlier = np.flatnonzero((facts.end <= start) & (facts.end > facts.start) & (facts.jobs != job))
    found = []
    for place in earlier[np.argsort(-facts.end[earlier], kind="stable")].tolist():
        if not missing.any():
            break
        held = 0
        for lo, hi in zip(*sets.intervals(int(facts.jobs[place])), strict=True):
            part = slice(*np.searchsorted(mine, (lo, hi)).tolist())
            held += int(missing[part].sum())
            missing[part] = False
        if held:
            found.append((place, held))
    found.sort(key=lambda one: (-one[1], -facts.end[one[0]], one[0]))
    return tuple(
        Holder(
            str(workload.ids[facts.jobs[place]]),
            held,
            float(facts.end[place]),
            bool(facts.end[place] == start),
        )
        for place, held in found
    )
