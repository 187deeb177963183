"""Profiles: on how many processors each job may run, and for how long.

Such a pair is a *configuration*; a rigid job has one, a moldable job several. One compressed layout
holds those of all jobs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from algorithms.arrays import Floats, Ints, frozen, sealed
from algorithms.errors import WorkloadError
from algorithms.kernels import profiles as kernels


@dataclass(frozen=True, eq=False)
class Profiles:
    """Configurations of all jobs, job after job.

    Job i may run on `widths[c]` processors for `times[c]` seconds, for c in `offsets[i]:offsets[i +
    1]`; within a job the widths increase strictly. `offsets` is int64 of shape (n_jobs + 1,),
    `widths` int64 and `times` float64 of shape (n_configurations,).
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
        wanted = np.ascontiguousarray(np.broadcast_to(width, len(self)), np.int64)
        found = np.empty(len(self))
        kernels.times_at(self.offsets, self.widths, self.times, wanted, found)
        return found

    def within(self, processors: int) -> "Profiles":
        """Return the configurations of at most so many processors."""
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
        kernels.gather(self.offsets, self.widths, self.times, chosen, offsets, widths, times)
        return Profiles(sealed(offsets), sealed(widths), sealed(times))
