"""What an algorithm for moldable jobs can choose from."""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.model.problem.arrays import sealed
from parsched.model.problem.workload import Floats, Ints, Workload


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
        marked = mark(profiles.offsets, profiles.widths, profiles.times, processors, keep)
        offsets, widths, times = profiles.offsets, profiles.widths, profiles.times
        if marked == len(keep):
            origin = np.arange(marked)
        else:
            origin = np.flatnonzero(keep)
            # Read-only as the others are: kernels are compiled for one kind of array only.
            offsets = sealed(np.concatenate([[0], np.cumsum(keep)])[offsets])
            widths, times = sealed(widths[origin]), sealed(times[origin])
        works = np.empty(marked)
        least_works(offsets, widths, times, works)
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
        matching = np.flatnonzero((self.widths == widths[owner]) & (self.times == times[owner]))
        # Widths differ within a job, so as many as there are jobs means one for each.
        return matching if len(matching) == self.jobs else None


@kernel
def mark(
    offsets: Ints, widths: Ints, times: Floats, processors: int, keep: NDArray[np.bool_]
) -> int:
    """Mark the configurations that fit the machine and are faster than every narrower one.

    Parameters
    ----------
    offsets, widths, times
        As in `Profiles`: shapes (n_jobs + 1,), (n_configurations,), (n_configurations,), seconds.
    keep
        bool, shape (n_configurations,), filled in place.

    Returns
    -------
    int
        How many are marked.
    """
    marked = 0
    for job in range(len(offsets) - 1):
        fastest = np.inf
        for c in range(offsets[job], offsets[job + 1]):
            # Widths rise: one that is no faster than a narrower one is never needed.
            keep[c] = widths[c] <= processors and times[c] < fastest
            if keep[c]:
                fastest = times[c]
                marked += 1
    return marked


@kernel
def least_works(offsets: Ints, widths: Ints, times: Floats, work: Floats) -> None:
    """Fill in the least processors × time among each configuration and the wider ones of its job.

    `work` is float64 of shape (n_configurations,), processor-seconds.
    """
    for job in range(len(offsets) - 1):
        least = np.inf
        # From the widest on, as work need not rise with width.
        for c in range(offsets[job + 1] - 1, offsets[job] - 1, -1):
            least = min(least, widths[c] * times[c])
            work[c] = least


@kernel
def first_within(times: Floats, low: int, high: int, limit: float) -> int:
    """Return the first of the falling times low … high − 1 that is at most `limit`, else `high`."""
    # Invariant: what is before `low` takes longer than the limit, what is from `high` on does not.
    while low < high:
        middle = (low + high) // 2
        if times[middle] <= limit:
            high = middle
        else:
            low = middle + 1
    return int(low)


@kernel
def narrowest(offsets: Ints, times: Floats, job: int, limit: float) -> int:
    """Return the narrowest configuration of a job that takes at most `limit` seconds, or -1.

    The times of a job fall strictly with its configurations, so a binary search finds it.
    """
    low, high = offsets[job], offsets[job + 1]
    if low == high or times[high - 1] > limit:
        return -1
    return first_within(times, low, high, limit)
