"""Schedule: a timetable that chooses processors, pays for deployments, and can be checked."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from parsched.base.digits import counted
from parsched.base.errors import InfeasibleError, WorkloadError
from parsched.base.frames import Backend, frame_of
from parsched.model.problem.deployment import Stretches, environments
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.checker import Violations
from parsched.model.schedules.installed import delayed
from parsched.model.schedules.processor_sets import ProcessorSets, assign
from parsched.model.schedules.timetable import Timetable


@dataclass(frozen=True, eq=False, repr=False)
class Schedule(Timetable):
    """A timetable, and what algorithms do with one; see `Timetable` for its columns.

    Examples
    --------
    >>> import parsched as sched, numpy as np
    >>> jobs = sched.generate("paper-uniform", jobs=3, processors=32)
    >>> Schedule.of(jobs, np.zeros(3)).start.tolist()
    [0.0, 0.0, 0.0]
    """

    def with_processors(self, platform: Platform, workload: Workload | None = None) -> "Schedule":
        """Choose processors for every job: the lowest contiguous block, else the fewest
        intervals; first those where its environment is, if `workload` gives environments.

        A schedule that says which processors its jobs hold stays as it is. Deployments delay no
        start here: see `delayed`.
        """
        if self.processors is not None:
            return self
        named = workload is not None and workload.environment is not None
        codes = environments(workload) if workload is not None and named else None
        initial = None if workload is None else Stretches.at_first(workload, platform)
        if not platform.is_grid:
            columns = self.start, self.duration, self.width
            pair = None if initial is None else initial.pair
            sets = assign(*columns, platform.processors, codes, pair)
            return replace(self, processors=sets)
        parts, base = [], 0
        for index, cluster in enumerate(platform.sites):
            jobs = np.flatnonzero(self.site == index)
            base, begin = base + cluster.processors, base
            sets = assign(
                self.start[jobs],
                self.duration[jobs],
                self.width[jobs],
                cluster.processors,
                None if codes is None else codes[jobs],
                None if initial is None else initial.within(begin, base).pair,
            )
            parts.append((jobs, sets))
        return replace(self, processors=ProcessorSets.gather(len(self), parts))

    def with_jobs(self, workload: Workload) -> tuple[Workload, "Schedule"]:
        """Return the jobs that have a start, and their rows: all of them but in schedules that were
        made elsewhere."""
        if self.is_whole:
            return workload, self
        some = np.flatnonzero(self.is_scheduled)
        return workload.take(some), self.take(some)

    def to_frame(self, workload: Workload | None = None, backend: Backend = "pandas") -> Any:
        """Return the schedule as a data frame with a row for each job, in order of release.

        Columns are `start`, `end`, `duration` (seconds; missing where a job is not scheduled),
        `width`, `site` (index), `backfilled` and, where the schedule says which, `processors` such
        as "0-3 7". With its workload, `id`, `release` and `wait` (from when the job could start)
        come first.

        Parameters
        ----------
        workload
            The jobs that the schedule is of.
        backend
            As for `parsched.base.frames.frame_of`, as is what else is raised.

        Raises
        ------
        WorkloadError
            When the workload has another number of jobs.

        Examples
        --------
        >>> import parsched as sched
        >>> jobs = sched.generate("uniform", jobs=20, processors=8)
        >>> result = sched.solve(sched.Instance(jobs, sched.Platform.of(8)), "ltf")
        >>> result.schedule.to_frame(jobs, "polars").columns[:4]
        ['id', 'release', 'wait', 'start']
        """
        columns: dict[str, Any] = {}
        if workload is not None:
            if len(workload) != len(self):
                raise WorkloadError(
                    f"the workload has {counted(len(workload), 'job')}, and the schedule "
                    f"{len(self)}"
                )
            columns = {"id": workload.ids, "release": workload.release}
            columns["wait"] = self.wait(workload)
        columns |= {"start": self.start, "end": self.end, "duration": self.duration}
        columns |= {"width": self.width, "site": self.site, "backfilled": self.backfilled}
        if self.processors is not None:
            columns["processors"] = self.processors.text()
        return frame_of(columns, backend)

    def delayed(self, workload: Workload, platform: Platform, *, foreseen: bool) -> "Schedule":
        """Return the schedule with processors, and with starts that pay for deployments.

        For plans that were made as if deployments took no time: each processor keeps its jobs in
        their order, and each job waits for its processors and for the deployment of its
        environment where another one is installed. Where jobs were `foreseen`, deployments begin
        as soon as the processors are idle; on-line they begin at the planned start, when the job
        was chosen.
        """
        schedule = self.with_processors(platform, workload)
        if workload.environment is None or platform.deployment.is_instant:
            return schedule
        return delayed(workload, platform, schedule, foreseen=foreseen)

    def check(self, workload: Workload, platform: Platform, *, tolerance: float = 0.0) -> None:
        """Prove the schedule feasible, or say why it is not.

        Each job exactly once, on a width that its profile allows, for the time that the profile
        says, not before its release, within the processors of its site at every instant (half-open
        intervals), on disjoint processors, which hold its environment: where it is not installed,
        they are idle for the time of the machine's deployment before, of all jobs of a group at
        once. Instants that count as one (see `parsched.model.problem.ticks`) are one.

        Parameters
        ----------
        tolerance
            Seconds by which times may be off: 0 for our own schedules, more for files that hold
            rounded decimals.

        Raises
        ------
        InfeasibleError
            Names the first job, the rule and the values.
        """
        ticks = workload.ticks_on(platform)
        if not (ticks.has(self.start) and ticks.has(self.duration)):
            ticks = workload.ticks_on(platform, self.start, self.duration)
        jobs, machine = workload.counted(ticks), platform.counted(ticks)
        self.counted(ticks).prove(jobs, machine, tolerance * ticks.second)

    def prove(self, workload: Workload, platform: Platform, tolerance: float = 0.0) -> None:
        """Do what `check` does, of times that are counted in ticks already."""
        violations = Violations(workload, platform, self, tolerance)
        if violations.count:
            raise InfeasibleError(violations.sentences, violations.count)
