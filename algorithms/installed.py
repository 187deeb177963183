"""What is installed where while a schedule runs: how many deployments it makes, and if they fit."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from algorithms.deployment import Stretches, environments
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
        sets = schedule.processors
        if sets is None:
            raise ValueError("the schedule does not say which processors its jobs hold")
        base = np.cumsum([0, *(site.processors for site in platform.sites)])
        shift = np.repeat(base[schedule.site], np.diff(sets.offsets))
        lo, hi = sets.lo + shift, sets.hi + shift
        known = Stretches.at_first(workload, platform)
        cuts = np.unique(np.concatenate([[0], lo, hi, known.ends]))
        installed = known.codes[np.searchsorted(known.ends, cuts[:-1], side="right")]
        deployed = np.zeros(len(schedule), np.int64)
        early = replay(
            np.argsort(schedule.start, kind="stable"),
            schedule.start,
            schedule.end,
            environments(workload),
            (sets.offsets, np.searchsorted(cuts, lo), np.searchsorted(cuts, hi)),
            np.diff(cuts),
            schedule.deployment.values,
            tolerance,
            installed,
            np.zeros(len(installed)),
            deployed,
        )
        return cls(deployed, early, Stretches(cuts[1:], installed))
