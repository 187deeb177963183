"""Dependencies: which jobs wait for others to end, and for how long after that."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from algorithms.errors import WorkloadError
from algorithms.problem.arrays import Floats, Ints, frozen, sealed


@dataclass(frozen=True, eq=False)
class Dependencies:
    """Pairs of jobs: `job[k]` is released at least `delay[k]` seconds after `before[k]` ends.

    Jobs are given by index. `job` and `before` are int64 and `delay` float64, seconds, of shape
    (n_pairs,), in order of `job`. A job with several pairs waits for all of them. The delay is what
    fields 17 and 18 of SWF call the think time of a user.

    Raises
    ------
    WorkloadError
        When the columns differ in length, a job waits for itself or, through others, for its own
        end, or a delay is not from 0 to 2^53 s.

    Examples
    --------
    >>> Dependencies.of(3, job=[2, 1], before=[0, 0], delay=[0.0, 60.0])
    <Dependencies: 2 pairs>
    """

    jobs: int
    job: Ints
    before: Ints
    delay: Floats

    @classmethod
    def of(cls, jobs: int, *, job: Any, before: Any, delay: Any) -> "Dependencies | None":
        """Build from pairs in any order; None without any."""
        job = np.asarray(job, np.int64)
        if not len(job):
            return None
        before, delay = np.asarray(before, np.int64), np.asarray(delay, np.float64)
        order = np.lexsort((before, job))
        return cls(jobs, sealed(job[order]), sealed(before[order]), sealed(delay[order]))

    def __post_init__(self) -> None:
        object.__setattr__(self, "job", frozen(self.job, np.int64))
        object.__setattr__(self, "before", frozen(self.before, np.int64))
        object.__setattr__(self, "delay", frozen(self.delay, np.float64))
        if not len(self.job) == len(self.before) == len(self.delay):
            raise WorkloadError(
                f"columns of dependencies have {len(self.job)}, {len(self.before)} and "
                f"{len(self.delay)} entries"
            )
        ends = np.concatenate([self.job, self.before])
        if len(ends) and not 0 <= ends.min() <= ends.max() < self.jobs:
            raise WorkloadError(
                f"dependencies must be between jobs 0 to {self.jobs - 1}, got {ends.min()} to "
                f"{ends.max()}"
            )
        late = ~((self.delay >= 0) & (self.delay <= 2.0**53))
        if late.any():
            raise WorkloadError(
                f"the delay of a dependency must be from 0 to 2^53 s, got {self.delay[late][0]:g}"
            )
        if np.any(np.diff(self.job) < 0):
            raise WorkloadError("dependencies must be in order of the jobs that wait")
        circle = self.circle()
        if len(circle):
            raise WorkloadError(f"jobs {circle[:5].tolist()} wait for their own ends")

    def __len__(self) -> int:
        return len(self.job)

    def __repr__(self) -> str:
        return f"<Dependencies: {len(self):,} pair{'' if len(self) == 1 else 's'}>"

    def circle(self) -> Ints:
        """Return the jobs that wait, through others, for their own ends; none in a workload."""
        own = self.job[self.job == self.before]
        if len(own):
            return np.unique(own)
        from scipy.sparse import csr_array  # noqa: PLC0415 (takes as long to load as all else)
        from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

        ones = np.ones(len(self), np.bool_)
        graph = csr_array((ones, (self.job, self.before)), shape=(self.jobs, self.jobs))
        _, part = connected_components(graph, directed=True, connection="strong")
        return np.flatnonzero(np.bincount(part)[part] > 1)

    def take(self, jobs: NDArray[Any] | slice) -> "Dependencies | None":
        """Return the pairs of which both jobs are chosen, with the numbers that they have then."""
        chosen = np.arange(self.jobs)[jobs]
        number = np.full(self.jobs, -1, np.int64)
        number[chosen] = np.arange(len(chosen))
        job, before = number[self.job], number[self.before]
        kept = (job >= 0) & (before >= 0)
        return Dependencies.of(
            len(chosen), job=job[kept], before=before[kept], delay=self.delay[kept]
        )
