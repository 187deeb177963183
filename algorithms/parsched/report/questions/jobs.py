"""What questions are asked of: jobs, and how a schedule and a baseline treat them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.instance import Instance
from parsched.model.problem.labels import Labels
from parsched.model.problem.ticks import apart
from parsched.model.problem.workload import Floats, Workload
from parsched.model.schedules.schedule import Schedule


@dataclass(frozen=True, eq=False)
class AskedJobs:
    """Columns of shape (n_jobs,), in the order of the instance's jobs; times in seconds.

    `schedule` and `baseline` are schedules of the same jobs, None where there is none. A job that a
    schedule does not have is NaN in whatever that says of it.
    """

    instance: Instance
    schedule: Schedule | None = None
    baseline: Schedule | None = None

    def __len__(self) -> int:
        return len(self.workload)

    @property
    def workload(self) -> Workload:
        """The jobs as the rules make them."""
        return self.instance.jobs

    @property
    def placed(self) -> Schedule:
        """The schedule; call only where there is one."""
        assert self.schedule is not None
        return self.schedule

    @property
    def before(self) -> Schedule:
        """The baseline; call only where there is one."""
        assert self.baseline is not None
        return self.baseline

    @property
    def width(self) -> Floats:
        """Processors of each job; without a schedule the fewest that it can run on."""
        if self.schedule is None:
            return self.workload.least_width.astype(np.float64)
        return np.where(self.schedule.is_scheduled, self.schedule.width, np.nan)

    @property
    def runtime(self) -> Floats:
        """Run time of each job; without a schedule the shortest that it can have."""
        if self.schedule is None:
            return self.workload.least_time
        return np.where(self.schedule.is_scheduled, self.schedule.duration, np.nan)

    @cached_property
    def released(self) -> Floats:
        """When each job is released: after those that it waits for, as far as they are
        scheduled."""
        if self.schedule is None:
            return self.workload.release
        end = self.schedule.end
        return self.workload.released(np.where(np.isnan(end), -np.inf, end))

    @cached_property
    def wait(self) -> Floats:
        """Seconds from release to start."""
        return np.maximum(apart(self.placed.start, self.released), 0.0)

    @property
    def work(self) -> Floats:
        """Processor-seconds of each job."""
        return self.width * self.runtime

    @property
    def sites(self) -> Labels:
        """The site that each job runs on."""
        names = tuple(site.name for site in self.instance.platform.sites)
        codes = np.where(self.placed.is_scheduled, self.placed.site, -1)
        return Labels(codes.astype(np.int32), names)

    @property
    def broken(self) -> NDArray[np.bool_]:
        """The jobs that break a rule: one that is not scheduled does."""
        broken = self.placed.broken
        missing = ~self.placed.is_scheduled
        return missing if broken is None else broken | missing
