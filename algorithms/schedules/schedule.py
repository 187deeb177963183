"""Schedule: when and where each job runs, and the checker that trusts no algorithm."""

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from algorithms.errors import InfeasibleError
from algorithms.problem.arrays import frozen
from algorithms.problem.deployment import Groups, Stretches, environments
from algorithms.problem.platform import Platform
from algorithms.problem.workload import Floats, Ints, Workload
from algorithms.schedules.checker import Violations
from algorithms.schedules.installed import delayed
from algorithms.schedules.processor_sets import ProcessorSets, assign

COLUMNS = {
    "start": np.float64,
    "duration": np.float64,
    "width": np.int64,
    "site": np.int32,
    "backfilled": np.bool_,
}
"""The columns of a schedule that every job has an entry in."""


@dataclass(frozen=True, eq=False)
class Schedule:
    """Read-only columns of shape (n_jobs,), in the order of the workload's jobs.

    Parameters
    ----------
    start
        float64, seconds; NaN for a job that is not scheduled (the checker refuses it).
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
    """

    start: Floats
    duration: Floats
    width: Ints
    site: NDArray[np.int32]
    backfilled: NDArray[np.bool_]
    processors: ProcessorSets | None = None
    groups: Groups | None = None

    def __post_init__(self) -> None:
        for name, dtype in COLUMNS.items():
            object.__setattr__(self, name, frozen(getattr(self, name), dtype))

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
        """Build from starts; width defaults to that of rigid jobs, durations come from the
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

    def __len__(self) -> int:
        return len(self.start)

    @property
    def end(self) -> Floats:
        """Completion times, float64 of shape (n_jobs,), seconds."""
        return self.start + self.duration

    def take(self, jobs: NDArray[Any] | slice) -> "Schedule":
        """Return the rows of the chosen jobs (a mask, indices or a slice), in that order."""
        columns = {name: getattr(self, name)[jobs] for name in COLUMNS}
        sets = None if self.processors is None else self.processors.take(jobs)
        groups = None if self.groups is None else self.groups.take(jobs)
        return replace(self, **columns, processors=sets, groups=groups)

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
        known = None if workload is None else Stretches.at_first(workload, platform)
        if not platform.is_grid:
            columns = self.start, self.duration, self.width
            pair = None if known is None else known.pair
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
                None if known is None else known.within(begin, base).pair,
            )
            parts.append((jobs, sets))
        return replace(self, processors=ProcessorSets.gather(len(self), parts))

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
        once.

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
        found = Violations(workload, platform, self, tolerance)
        if found.count:
            raise InfeasibleError(found.sentences, found.count)
