"""Timetable: when and where each job runs, and nothing else.

What looks into schedules knows this only: the checker, and what follows deployments.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.model.problem.arrays import frozen
from parsched.model.problem.deployment import Groups
from parsched.model.problem.ticks import Ticks, after, apart
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.processor_sets import ProcessorSets

MISSED = 1e-6
"""Part of a tick by which sums of real numbers may be below it."""
COLUMNS = {
    "start": np.float64,
    "duration": np.float64,
    "width": np.int64,
    "site": np.int32,
    "backfilled": np.bool_,
}
"""The columns of a schedule that every job has an entry in."""


@dataclass(frozen=True, eq=False)
class Timetable:
    """Read-only columns of shape (n_jobs,), in the order of the workload's jobs.

    Parameters
    ----------
    start
        float64, seconds; NaN for a job that is not scheduled (the checker refuses it, and only a
        schedule that was given to us may keep it).
    duration
        float64, seconds that the job holds its processors.
    width
        int64, processors used.
    site
        int32, index into `Platform.sites`.
    backfilled
        bool, True for a job that overtook an earlier one in the queue.
    processors
        Which processors, numbered within the site; None until `with_processors`.
    groups
        Which jobs were scheduled together; None where the algorithm makes no groups. The
        environment that the jobs of a group need is deployed for all of them at once, before the
        first of them starts (see `installed.Deployed`); for any other job just before it starts.
    broken
        bool, the jobs that break a rule, as `examination.examine` found them in a schedule that is
        not of our making; None where no job does.
    """

    start: Floats
    duration: Floats
    width: Ints
    site: NDArray[np.int32]
    backfilled: NDArray[np.bool_]
    processors: ProcessorSets | None = None
    groups: Groups | None = None
    broken: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        for name, dtype in COLUMNS.items():
            object.__setattr__(self, name, frozen(getattr(self, name), dtype))
        if self.broken is not None:
            object.__setattr__(self, "broken", frozen(self.broken, np.bool_))

    @classmethod
    def of(
        cls,
        workload: Workload,
        start: Floats,
        *,
        width: Ints | None = None,
        site: NDArray[Any] | None = None,
        backfilled: NDArray[np.bool_] | None = None,
    ) -> Self:
        """Build from starts; width defaults to the width of rigid jobs, durations come from the
        profiles."""
        n = len(workload)
        width = workload.width if width is None else width
        return cls(
            start=start,
            duration=workload.profiles.times_at(width),
            width=width,
            site=np.zeros(n, np.int32) if site is None else site.astype(np.int32),
            backfilled=np.zeros(n, np.bool_) if backfilled is None else backfilled,
        )

    def __repr__(self) -> str:
        end = np.nanmax(self.end, initial=0.0)
        return f"<{type(self).__name__} {counted(len(self), 'job')}, until {end:,.6g} s>"

    def __len__(self) -> int:
        return len(self.start)

    @cached_property
    def end(self) -> Floats:
        """Completion times, float64 of shape (n_jobs,), seconds: sums of decimals are decimals."""
        return after(self.start, self.duration)

    def wait(self, workload: Workload) -> Floats:
        """Return how long each job waits from when it could start, float64, seconds."""
        return apart(self.start, workload.released(self.end))

    def flow(self, workload: Workload) -> Floats:
        """Return how long each job is there from when it could start, float64, seconds."""
        return apart(self.end, workload.released(self.end))

    def counted(self, ticks: Ticks) -> Self:
        """Return the same timetable with its times in ticks."""
        return self if ticks.are_seconds else self._timed(ticks.counted)

    def in_seconds(self, ticks: Ticks) -> Self:
        """Return a timetable in ticks with its times in seconds."""
        return self if ticks.second == 1 else self._timed(ticks.seconds)

    def on_ticks(self, ticks: Ticks) -> Self:
        """Return a timetable in ticks with all starts rounded down to one (of real numbers to the
        nearest grain); sums that miss one by rounding are meant to be it."""
        missed = MISSED if ticks.are_whole else 0.5
        start = np.floor(self.start / ticks.grain + missed) * ticks.grain
        return self if np.array_equal(start, self.start) else replace(self, start=start)

    def _timed(self, times: Callable[[Floats], Floats]) -> Self:
        groups = self.groups
        if groups is not None:
            groups = replace(groups, target=float(times(np.array(groups.target))))
        return replace(self, start=times(self.start), duration=times(self.duration), groups=groups)

    @property
    def is_scheduled(self) -> NDArray[np.bool_]:
        """Which jobs have a start, bool of shape (n_jobs,)."""
        return np.isfinite(self.start)

    @property
    def is_whole(self) -> bool:
        """True when every job has a start."""
        return bool(self.is_scheduled.all())

    def take(self, jobs: NDArray[Any] | slice) -> Self:
        """Return the rows of the chosen jobs (a mask, indices or a slice), in that order."""
        columns = {name: getattr(self, name)[jobs] for name in COLUMNS}
        sets = None if self.processors is None else self.processors.take(jobs)
        groups = None if self.groups is None else self.groups.take(jobs)
        broken = None if self.broken is None else self.broken[jobs]
        return replace(self, **columns, processors=sets, groups=groups, broken=broken)
