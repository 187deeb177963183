"""Profiles: on how many processors each job may run, and for how long.

Such a pair is a *configuration*; a rigid job has one, a moldable job several. One compressed layout
holds the profiles of all jobs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.base.errors import WorkloadError
from parsched.model.problem.arrays import Floats, Ints, frozen, sealed


@dataclass(frozen=True, eq=False)
class Profiles:
    """Configurations of all jobs, job after job.

    Job i may run on `widths[c]` processors for `times[c]` seconds, for c in `offsets[i]:offsets[i +
    1]`; within a job the widths increase strictly. `offsets` is int64 of shape (n_jobs + 1,),
    `widths` int64 and `times` float64 of shape (n_configurations,).

    Examples
    --------
    >>> one_or_two = Profiles.of([([1, 2], [9.0, 5.0]), ([4], [3.0])])
    >>> len(one_or_two), one_or_two.counts.tolist()
    (2, [2, 1])
    """

    offsets: Ints
    widths: Ints
    times: Floats

    def __post_init__(self) -> None:
        object.__setattr__(self, "offsets", frozen(self.offsets, np.int64))
        object.__setattr__(self, "widths", frozen(self.widths, np.int64))
        object.__setattr__(self, "times", frozen(self.times, np.float64))
        rows = len(self.widths)
        whole = len(self.offsets) > 0 and self.offsets[0] == 0 and self.offsets[-1] == rows
        if not whole or len(self.times) != rows or np.any(np.diff(self.offsets) < 0):
            raise WorkloadError(
                f"configurations do not belong together: offsets up to {self.offsets[-1:]}, "
                f"{rows} widths, {len(self.times)} times"
            )

    @classmethod
    def rigid(cls, width: Any, runtime: Any) -> Self:
        """One configuration per job."""
        return cls(np.arange(len(width) + 1, dtype=np.int64), width, runtime)

    @classmethod
    def of(cls, configurations: Sequence[tuple[Any, Any]]) -> Self:
        """Build from one (widths, times) pair per job."""
        counts = [0, *(len(widths) for widths, _ in configurations)]
        if not configurations:
            return cls(np.zeros(1, np.int64), np.empty(0, np.int64), np.empty(0))
        widths = np.concatenate([np.asarray(w, np.int64) for w, _ in configurations])
        times = np.concatenate([np.asarray(t, np.float64) for _, t in configurations])
        return cls(np.cumsum(counts), widths, times)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def counts(self) -> Ints:
        """Number of configurations of each job, int64 of shape (n_jobs,)."""
        return np.diff(self.offsets)

    def job(self, i: int) -> tuple[Ints, Floats]:
        """Return widths and times of job i."""
        part = slice(int(self.offsets[i]), int(self.offsets[i + 1]))
        return self.widths[part], self.times[part]

    def least(self, values: NDArray[Any]) -> NDArray[Any]:
        """Minimum over each job's configurations of a value given per configuration."""
        return np.minimum.reduceat(values, self.offsets[:-1]) if len(self) else values[:0]

    def times_at(self, width: Ints) -> Floats:
        """Processing time of each job on `width` processors, seconds; NaN where that width is not
        allowed."""
        job_width = np.ascontiguousarray(np.broadcast_to(width, len(self)), np.int64)
        out = np.empty(len(self))
        times_at(self.offsets, self.widths, self.times, job_width, out)
        return out

    def useful_widths(self, waste: float) -> Ints:
        """Return the widest configuration of each job with at most `waste` times its least work,
        int64 of shape (n_jobs,)."""
        useful = np.empty(len(self), np.int64)
        fill_useful_widths(self.offsets, self.widths, self.times, waste, useful)
        return useful

    @property
    def longest(self) -> Floats:
        """Longest time of each job over its configurations, float64 of shape (n_jobs,)."""
        return np.maximum.reduceat(self.times, self.offsets[:-1]) if len(self) else self.times

    def within(self, processors: int) -> "Profiles":
        """Return the configurations of at most `processors` processors."""
        fits = self.widths <= processors
        if fits.all():
            return self
        offsets = np.concatenate([[0], np.cumsum(fits)])[self.offsets]
        return Profiles(sealed(offsets), sealed(self.widths[fits]), sealed(self.times[fits]))

    def take(self, jobs: NDArray[Any] | slice) -> "Profiles":
        """Return the configurations of the chosen jobs."""
        chosen = np.arange(len(self))[jobs]
        if not len(chosen):
            return Profiles.of([])
        if np.all(np.diff(chosen) == 1):
            first, last = self.offsets[chosen[0]], self.offsets[chosen[-1] + 1]
            offsets = self.offsets[chosen[0] : chosen[-1] + 2] - first
            return Profiles(offsets, self.widths[first:last], self.times[first:last])
        offsets = np.concatenate([[0], np.cumsum(self.counts[chosen])])
        widths, times = np.empty(offsets[-1], np.int64), np.empty(offsets[-1])
        gather(self.offsets, self.widths, self.times, chosen, offsets, widths, times)
        return Profiles(sealed(offsets), sealed(widths), sealed(times))


@kernel
def times_at(offsets: Ints, widths: Ints, times: Floats, width: Ints, out: Floats) -> None:
    """Fill in the time of each job on `width` processors, NaN where it has no such width.

    `offsets`, `widths` and `times` are as in `Profiles`; `width` and `out` have the shape
    (n_jobs,). The widths of a job rise, so a binary search finds each.
    """
    for job in range(len(offsets) - 1):
        low, high = offsets[job], offsets[job + 1]
        last = high
        while low < high:
            middle = (low + high) // 2
            if widths[middle] < width[job]:
                low = middle + 1
            else:
                high = middle
        hit = low < last and widths[low] == width[job]
        out[job] = times[low] if hit else np.nan


@kernel
def check(
    offsets: Ints,
    widths: Ints,
    times: Floats,
    most_processors: int,
    latest: float,
    wrong: Ints,
) -> None:
    """Find the first configurations that break a rule, -1 where none does.

    `wrong` is int64 of shape (3,): processors not from 1 to `most_processors`, processors that do
    not rise within a job, a time that is not from 0 to `latest` seconds.
    """
    wrong[:] = -1
    for job in range(len(offsets) - 1):
        for c in range(offsets[job], offsets[job + 1]):
            if wrong[0] < 0 and not 1 <= widths[c] <= most_processors:
                wrong[0] = c
            if wrong[1] < 0 and c > offsets[job] and widths[c] <= widths[c - 1]:
                wrong[1] = c
            # Not `times[c] < 0 or …`: NaN must fail, too.
            if wrong[2] < 0 and not 0 <= times[c] <= latest:
                wrong[2] = c


@kernel
def gather(
    offsets: Ints,
    widths: Ints,
    times: Floats,
    jobs: NDArray[np.intp],
    taken_offsets: Ints,
    taken_widths: Ints,
    taken_times: Floats,
) -> None:
    """Copy the configurations of the chosen jobs, one job after the other.

    `jobs` has the shape (n_taken,); the arrays in front of it are as in `Profiles`; the arrays
    behind it are the same for the chosen jobs: their offsets are given, the others are filled.
    """
    for i in range(len(jobs)):
        to = taken_offsets[i]
        for c in range(offsets[jobs[i]], offsets[jobs[i] + 1]):
            taken_widths[to] = widths[c]
            taken_times[to] = times[c]
            to += 1


@kernel
def fill_useful_widths(
    offsets: Ints, widths: Ints, times: Floats, waste: float, useful: Ints
) -> None:
    """Fill in the widest configuration of each job with at most `waste` times its least work.

    `useful` is int64 of shape (n_jobs,); the other arrays are as in `Profiles`.
    """
    for job in range(len(offsets) - 1):
        least = np.inf
        for c in range(offsets[job], offsets[job + 1]):
            least = min(least, widths[c] * times[c])
        for c in range(offsets[job], offsets[job + 1]):
            # Widths rise, so the last one that passes is the widest.
            if widths[c] * times[c] <= waste * least:
                useful[job] = widths[c]
