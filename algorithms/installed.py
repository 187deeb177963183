"""What is installed where while a schedule runs: how many deployments it makes, and if they fit."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from algorithms.deployment import at_first, environments
from algorithms.kernels.installed import replay
from algorithms.platform import Platform
from algorithms.workload import Ints, Workload

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
        int64, shape (processors,): code of what each processor has in the end, -1 for nothing.
    """

    deployed: Ints
    early: int
    at_end: Ints

    @classmethod
    def of(
        cls,
        workload: Workload,
        platform: Platform,
        schedule: "Schedule",
        tolerance: float = 0.0,
    ) -> Self:
        """Follow a schedule with processors; O(n log n + Σ width).

        It is of any algorithm's making: this looks only at starts, ends and processors.
        """
        sets = schedule.processors
        if sets is None:
            raise ValueError("the schedule does not say which processors its jobs hold")
        base = np.concatenate([[0], np.cumsum([s.processors for s in platform.sites])])
        deployed = np.zeros(len(schedule), np.int64)
        nothing = np.full(int(base[-1]), -1)
        installed = at_first(workload, platform) if platform.installed else nothing
        early = replay(
            np.argsort(schedule.start, kind="stable"),
            schedule.start,
            schedule.end,
            environments(workload),
            base[schedule.site],
            (sets.offsets, sets.lo, sets.hi),
            schedule.deployment.values,
            tolerance,
            installed,
            np.zeros(int(base[-1])),
            deployed,
        )
        return cls(deployed, early, installed)
