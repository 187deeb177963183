"""Dependencies: which jobs wait for others to end, and for how long after that."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.base.errors import WorkloadError
from parsched.base.extras import extra
from parsched.model.problem.arrays import Floats, Ints, frozen, sealed
from parsched.model.problem.ticks import after


class Successors(NamedTuple):
    """Who waits for each job: `job[offsets[i]:offsets[i + 1]]` wait for job i, `delay` as long.

    `offsets` is int64 of shape (n_jobs + 1,); `job`, int64, and `delay`, float64, seconds, are of
    shape (n_pairs,). `left`, int64 of shape (n_jobs,), says for how many others each job waits.
    """

    offsets: Ints
    job: Ints
    delay: Floats
    left: Ints


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

    @classmethod
    def joined(cls, parts: Sequence[tuple[int, "Dependencies | None"]]) -> "Dependencies | None":
        """Return the dependencies of several sets of jobs, one behind the other: how many jobs each
        has, and its dependencies."""
        begins = np.cumsum([0, *(jobs for jobs, _ in parts)])
        there = [(begin, a) for begin, (_, a) in zip(begins, parts, strict=False) if a is not None]
        if not there:
            return None
        return cls.of(
            int(begins[-1]),
            job=np.concatenate([begin + after.job for begin, after in there]),
            before=np.concatenate([begin + after.before for begin, after in there]),
            delay=np.concatenate([after.delay for _, after in there]),
        )

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
        circle = np.unique(self.job[in_circles(self.jobs, self.job, self.before)])
        if len(circle):
            raise WorkloadError(f"jobs {circle[:5].tolist()} wait for their own ends")

    def __len__(self) -> int:
        return len(self.job)

    def __repr__(self) -> str:
        return f"<Dependencies: {len(self):,} pair{'' if len(self) == 1 else 's'}>"

    def take(self, jobs: NDArray[Any] | slice) -> "Dependencies | None":
        """Return the pairs whose jobs are both chosen, with the numbers that they have then."""
        chosen = np.arange(self.jobs)[jobs]
        number = np.full(self.jobs, -1, np.int64)
        number[chosen] = np.arange(len(chosen))
        job, before = number[self.job], number[self.before]
        kept = (job >= 0) & (before >= 0)
        return Dependencies.of(
            len(chosen), job=job[kept], before=before[kept], delay=self.delay[kept]
        )

    def loses_some(self, jobs: NDArray[Any] | slice) -> bool:
        """Tell whether some of the chosen jobs wait for others that are not chosen."""
        is_chosen = np.zeros(self.jobs, np.bool_)
        is_chosen[jobs] = True
        return bool((is_chosen[self.job] & ~is_chosen[self.before]).any())

    @property
    def waiting(self) -> int:
        """How many jobs wait for others."""
        return len(np.unique(self.job))

    @property
    def successors(self) -> Successors:
        """The pairs by the job that is waited for, in new arrays."""
        order = np.lexsort((self.job, self.before))
        offsets = np.searchsorted(self.before[order], np.arange(self.jobs + 1))
        left = np.bincount(self.job, minlength=self.jobs).astype(np.int64)
        return Successors(offsets.astype(np.int64), self.job[order], self.delay[order], left)

    def released(self, release: Floats, end: Floats) -> Floats:
        """Return when each job is released, float64 of shape (n_jobs,), seconds.

        Parameters
        ----------
        release, end
            Own releases, and when all jobs end, float64 of shape (n_jobs,), seconds.
        """
        return np.maximum(release, self.let_go(end))

    def let_go(self, end: Floats) -> Floats:
        """Return when the jobs that each job waits for let it go, if they end when `end` says:
        float64 of shape (n_jobs,), seconds; minus infinity for jobs that wait for none."""
        times: Floats = np.full(self.jobs, -np.inf)
        np.maximum.at(times, self.job, after(end[self.before], self.delay))
        return times

    def earliest(self, release: Floats, time: Floats) -> Floats:
        """Return the earliest that each job can be released, float64 of shape (n_jobs,), seconds:
        as if every job started when it is released. Takes O(n + pairs).

        Parameters
        ----------
        release, time
            Own releases and processing times, float64 of shape (n_jobs,), seconds.

        Examples
        --------
        >>> chain = Dependencies.of(2, job=[1], before=[0], delay=[5.0])
        >>> chain.earliest(np.zeros(2), np.array([10.0, 1.0])).tolist()
        [0.0, 15.0]
        """
        times: Floats = np.array(release, np.float64)
        pass_on(self.successors, np.array(time, np.float64), times, np.empty(self.jobs, np.int64))
        return times

    @property
    def depth(self) -> Ints:
        """How many jobs are at most one after the other before each, int64 of shape (n_jobs,)."""
        together = Dependencies(self.jobs, self.job, self.before, np.zeros(len(self)))
        zeros = np.zeros(self.jobs)
        return together.earliest(zeros, zeros + 1.0).astype(np.int64)


def in_circles(jobs: int, job: Ints, before: Ints) -> NDArray[np.bool_]:
    """Tell which pairs make jobs wait, through others, for their own ends.

    Parameters
    ----------
    jobs
        How many there are.
    job, before
        int64, shape (n_pairs,): who waits, and for whom.
    """
    own = np.asarray(job == before, np.bool_)
    # Where everybody waits for jobs that stand before, there is none: that is most files.
    if bool((before < job).all()):
        return own
    with extra("logs"):
        from scipy.sparse import csr_array  # noqa: PLC0415 (takes as long to load as all else)
        from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 (as above)

    ones = np.ones(len(job), np.bool_)
    graph = csr_array((ones, (job, before)), shape=(jobs, jobs))
    _, part = connected_components(graph, directed=True, connection="strong")
    return own | np.asarray(part[job] == part[before], np.bool_)


@kernel
def pass_on(successors: Successors, time: Floats, release: Floats, queue: Ints) -> None:
    """Raise the release of each job, in place, to what those before it allow.

    Parameters
    ----------
    successors
        Used up.
    time, release
        float64, shape (n_jobs,), seconds.
    queue
        int64, shape (n_jobs,): working space.
    """
    left, last = successors.left, 0
    for job in range(len(left)):
        if left[job] == 0:
            queue[last] = job
            last += 1
    # Invariant: queue[:last] are jobs whose release is final, each behind all that it waits for.
    first = 0
    while first < last:
        job = queue[first]
        first += 1
        end = release[job] + time[job]
        for k in range(successors.offsets[job], successors.offsets[job + 1]):
            other = successors.job[k]
            release[other] = max(release[other], end + successors.delay[k])
            left[other] -= 1
            if left[other] == 0:
                queue[last] = other
                last += 1
