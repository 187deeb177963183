"""What is measured: jobs, a machine, and a feasible schedule.

Notation as in `parsched.measure.metrics`.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from parsched.model.problem.clocks import moved
from parsched.model.problem.platform import Platform
from parsched.model.problem.ticks import Ticks, apart, largest
from parsched.model.problem.workload import Floats, Workload
from parsched.model.schedules.installed import Installed
from parsched.model.schedules.schedule import Schedule


@dataclass(frozen=True)
class Outcome:
    """What metrics look at: the jobs, the machine and a feasible schedule of all jobs.

    Examples
    --------
    >>> import parsched as sched
    >>> from parsched.plugins import Outcome
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=4, processors=8), sched.Platform.of(8)
    ... )
    >>> done = sched.solve(instance, "ltf")
    >>> len(Outcome(instance.jobs, instance.platform, done.schedule).schedule)
    4
    """

    workload: Workload
    platform: Platform
    schedule: Schedule

    @cached_property
    def installed(self) -> Installed:
        """What came of following every processor; of schedules that do not say which processors
        jobs hold, those that `Schedule.with_processors` chooses."""
        schedule = self.schedule.with_processors(self.platform, self.workload)
        return Installed.of(self.workload, self.platform, schedule)

    @cached_property
    def release(self) -> Floats:
        """r_j, seconds: of jobs that wait for others, when the last of their delays is over."""
        return self.workload.released(self.schedule.end)

    @cached_property
    def ticks(self) -> Ticks:
        """How times are counted whose sums and differences are measured."""
        columns = self.schedule.start, self.schedule.duration, self.release
        return Ticks.of(columns, largest(self.schedule.end))

    @property
    def least_time(self) -> float:
        """What jobs of no length count as where they are divided by: 1 s, or the unit of time of
        the jobs if that is less."""
        return 1 / self.workload.ticks_on(self.platform).second

    @cached_property
    def wait(self) -> Floats:
        """s_j − r_j, seconds."""
        return apart(self.schedule.start, self.release)

    @cached_property
    def flow(self) -> Floats:
        """C_j − r_j, seconds."""
        return apart(self.schedule.end, self.release)

    @property
    def work(self) -> float:
        """Σ q_j·p_j, processor-seconds."""
        return float(self.schedule.width @ self.schedule.duration)

    @cached_property
    def completion(self) -> Floats:
        """C_j, seconds after the first release: when a log or a clock began says nothing of a
        schedule."""
        return moved(self.schedule.end, self.workload.begin)

    @property
    def makespan(self) -> float:
        """max C_j, seconds."""
        return float(self.completion.max(initial=0.0))

    def slowdown(self, least: float) -> Floats:
        """(C_j − r_j) / max(p_j, least)."""
        return self.flow / np.maximum(self.schedule.duration, least)
