"""What an algorithm for moldable jobs can choose from."""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from algorithms.arrays import sealed
from algorithms.kernels import choices as kernels
from algorithms.workload import Floats, Ints, Workload


class Choices(NamedTuple):
    """The configurations of each job that are worth choosing on a machine, job after job.

    Left out are those wider than the machine, and those that a narrower one of the same job
    matches in time: no schedule needs them. So within a job widths rise and times fall, both
    strictly. A rigid job has one choice.

    `offsets` is int64 of shape (n_jobs + 1,); the others have the shape (n_choices,): `widths`
    int64, `times` float64, seconds, `works` float64, processor-seconds: the least processors × time
    among this choice and the wider ones of its job, hence the least work of the job in at most that
    time. `origin` tells the index of each choice in `Profiles`.
    """

    offsets: Ints
    widths: Ints
    times: Floats
    works: Floats
    origin: Ints

    @classmethod
    def of(cls, workload: Workload, processors: int) -> Self:
        """Find them in O(n_configurations)."""
        profiles = workload.profiles
        keep = np.empty(len(profiles.widths), np.bool_)
        marked = kernels.mark(profiles.offsets, profiles.widths, profiles.times, processors, keep)
        offsets, widths, times = profiles.offsets, profiles.widths, profiles.times
        if marked == len(keep):
            origin = np.arange(marked)
        else:
            origin = np.flatnonzero(keep)
            # Read-only as the others are: kernels are compiled for one kind of array only.
            offsets = sealed(np.concatenate([[0], np.cumsum(keep)])[offsets])
            widths, times = sealed(widths[origin]), sealed(times[origin])
        works = np.empty(marked)
        kernels.least_works(offsets, widths, times, works)
        return cls(offsets, widths, times, works, origin)

    @property
    def jobs(self) -> int:
        """Number of jobs."""
        return len(self.offsets) - 1

    def taken(self, chosen: NDArray[np.int64]) -> tuple[Ints, Floats]:
        """Return widths and times of the chosen indices, one per job, shape (n_jobs,)."""
        return self.widths[chosen], self.times[chosen]

    def chosen_by(self, widths: Ints, times: Floats) -> Ints | None:
        """Return the index of each job's choice by its width and time, shape (n_jobs,); None where
        some job has no such choice."""
        owner = np.repeat(np.arange(self.jobs), np.diff(self.offsets))
        found = np.flatnonzero((self.widths == widths[owner]) & (self.times == times[owner]))
        # Widths differ within a job, so as many as there are jobs means one for each.
        return found if len(found) == self.jobs else None
