"""The jobs of an off-line workload in whole units of time."""

from typing import NamedTuple, Self

import numpy as np

from parsched.base.errors import WorkloadError
from parsched.measure.allotment.choices import Choices
from parsched.model.problem.time_unit import exact_unit
from parsched.model.problem.workload import Floats, Ints, Workload


class DiscreteInstance(NamedTuple):
    """The jobs that take time, and the configurations worth choosing.

    `jobs` is int64 of shape (n_jobs,): their index in the workload. Job i of the instance may run
    on `widths[c]` processors for `times[c]` units, for c in `offsets[i]:offsets[i + 1]`; within a
    job widths rise and times fall, both strictly. All are int64, `offsets` of shape (n_jobs + 1,),
    the others of shape (n_choices,). A unit is `unit` seconds.

    Jobs that can run in no time are left out: they fit anywhere. `fastest` is int64 of the shape of
    the workload: the fewest processors on which each of its jobs is fastest.
    """

    unit: float
    processors: int
    jobs: Ints
    offsets: Ints
    widths: Ints
    times: Ints
    fastest: Ints

    @classmethod
    def of(cls, workload: Workload, processors: int) -> Self:
        """Build it for a machine that every job fits, without rounding; `scale.UnitScale` rounds.

        Raises
        ------
        WorkloadError
            When the processing times have no exact unit (see `parsched.model.problem.time_unit`).
        """
        choices = Choices.of(workload, processors)
        unit = exact_unit(choices.times)
        if unit is None:
            raise WorkloadError("processing times are no whole multiples of one length")
        units = np.round(choices.times / unit).astype(np.int64)
        return cls.counted(choices, processors, unit, units)

    @classmethod
    def counted(cls, choices: Choices, processors: int, unit: float, units: Ints) -> Self:
        """Build it from the time of each choice in units, int64 of shape (n_choices,); within a job
        they do not rise. Of choices that rounding made equally fast the narrowest is kept."""
        first, last = choices.offsets[:-1], choices.offsets[1:] - 1
        counts = np.diff(choices.offsets)
        is_faster = np.diff(units, prepend=0) < 0
        is_faster[first] = True
        takes_time = units[last] > 0
        kept = is_faster & np.repeat(takes_time, counts)
        jobs = np.flatnonzero(takes_time)
        owner = np.repeat(np.arange(len(counts)), counts)
        left = np.bincount(owner[kept], minlength=len(counts))[jobs]
        offsets = np.concatenate([[0], np.cumsum(left)])
        return cls(
            unit, processors, jobs, offsets, choices.widths[kept], units[kept], choices.widths[last]
        )

    def take(self, jobs: Ints) -> tuple[Self, Ints]:
        """Return some of the jobs, whose indices rise, as an instance of their own, and the index
        here of each of its choices."""
        chosen = np.flatnonzero(np.isin(self.owner, jobs))
        offsets = np.concatenate([[0], np.cumsum(np.diff(self.offsets)[jobs])])
        part = self._replace(
            jobs=self.jobs[jobs],
            offsets=offsets,
            widths=self.widths[chosen],
            times=self.times[chosen],
        )
        return part, chosen

    @property
    def owner(self) -> Ints:
        """Job of each choice, int64 of shape (n_choices,)."""
        return np.repeat(np.arange(len(self.jobs)), np.diff(self.offsets))

    @property
    def extra(self) -> Ints:
        """Work of each choice beyond the least work of its job, int64, processor-units."""
        return self.widths * self.times - self.least_work[self.owner]

    @property
    def least_work(self) -> Ints:
        """Least work of each job, int64 of shape (n_jobs,), processor-units."""
        return self._least(self.widths * self.times)

    @property
    def trivial_bound(self) -> int:
        """The shortest horizon that admits a choice of each job, units: never less than the longest
        job and all work on all processors, rounded up."""
        work = int(self.least_work.sum()) + self.extra
        return int(self._least(np.maximum(self.times, -(-work // self.processors))).max(initial=0))

    @property
    def above_printed_bound(self) -> int:
        """The least whole number of units above the bound of Chrétien et al. (2012), which is the
        larger of the longest job, on the processors where it is fastest, and all work on all
        processors, not rounded."""
        longest = int(self.times[self.offsets[1:] - 1].max(initial=0))
        return max(longest, int(self.least_work.sum()) // self.processors) + 1

    @property
    def serial_length(self) -> int:
        """Makespan of all jobs one after the other, each in its least time, units: no schedule of
        LTF is longer."""
        return int(self.times[self.offsets[1:] - 1].sum())

    def admitted(self, horizon: int) -> Ints:
        """Return the choices that a schedule of `horizon` units can contain.

        Left out are those that take longer, and those whose work exceeds the least work of their
        job by more than all processors could do beyond the least work of all jobs.
        """
        spare = self.processors * horizon - int(self.least_work.sum())
        return np.flatnonzero((self.times <= horizon) & (self.extra <= spare))

    def columns(self, horizon: int) -> int:
        """Number of (job, configuration, start) in a schedule of `horizon` units."""
        times = self.times[self.admitted(horizon)]
        return int((horizon - times + 1).sum())

    def seconds(self, units: Ints) -> Floats:
        """Return units of time in seconds; exact."""
        return np.asarray(units * self.unit, np.float64)

    def _least(self, values: Ints) -> Ints:
        return np.minimum.reduceat(values, self.offsets[:-1]) if len(self.jobs) else values[:0]
