"""What the groups of a schedule came to: when they begin and end, their work, their processors."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule


@dataclass(frozen=True, eq=False)
class PerGroup:
    """The groups that have jobs, in the notation of Moulaï and Mounié (2007).

    Parameters
    ----------
    time
        p_g, from the first start to the last end, float64 of shape (n_groups,), seconds.
    work
        Σ W_i over its jobs, float64 of shape (n_groups,), processor-seconds.
    width
        q_g, int64 of shape (n_groups,): processors.
    environment
        int64, shape (n_groups,): its code, -1 for none.
    """

    time: Floats
    work: Floats
    width: Ints
    environment: Ints

    @classmethod
    def of(cls, workload: Workload, schedule: Schedule) -> Self | None:
        """Follow the groups of a schedule; None where it has none."""
        groups = schedule.groups
        if groups is None or not (groups.job >= 0).any():
            return None
        count, jobs = len(groups.width), np.flatnonzero(groups.job >= 0)
        of = groups.job[jobs]
        begin, end = np.full(count, np.inf), np.full(count, -np.inf)
        np.minimum.at(begin, of, schedule.start[jobs])
        np.maximum.at(end, of, schedule.end[jobs])
        work = np.bincount(of, schedule.width[jobs] * schedule.duration[jobs], count)
        some = np.flatnonzero(np.bincount(of, minlength=count))
        return cls(
            time=(end - begin)[some],
            work=work[some].astype(np.float64),
            width=groups.width[some],
            environment=groups.environment[some],
        )

    @property
    def fill(self) -> Floats:
        """Σ W_i / (p_g·q_g): the part of processors × time that jobs fill."""
        return self.work / (self.time * self.width)
