"""Workload: the jobs to schedule, as read-only columns.

A job runs in one of its *configurations*, pairs of processors and time. A rigid job has one
configuration, a moldable job several. `Profiles` holds them all in one compressed layout.
"""

from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.base.errors import WorkloadError
from parsched.model.problem.arrays import Floats, Ints, frozen, refuse_nul, sealed
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.labels import Labels
from parsched.model.problem.machine import NOT_STATED, StatedMachine
from parsched.model.problem.platform import MAX_PROCESSORS, Platform
from parsched.model.problem.profiles import Profiles, check
from parsched.model.problem.ticks import SECONDS, Ticks
from parsched.model.problem.timed import Timed
from parsched.model.problem.unmodelled import DEPENDENCIES

__all__ = [
    "LABELS",
    "LARGEST_WEIGHT",
    "LATEST",
    "LEAST_WEIGHT",
    "MAX_CONFIGURATIONS",
    "WEIGHT",
    "EstimateMode",
    "Floats",
    "Ints",
    "Labels",
    "Workload",
    "are_weights",
    "ceil_times",
]
# Floats and Ints are the vocabulary of all code that works with a workload: exported with it.

EstimateMode = Literal["raise", "kill", "overrun"]

LATEST = 2.0**53
"""Times stay below this many seconds, so that whole seconds are exact in float64."""

LEAST_WEIGHT, LARGEST_WEIGHT, WEIGHT = 1e-100, 1e100, "0 or from 1e-100 to 1e100"
"""Weights other than 0 are within these, so that Σ w·C and weights per work stay finite and above
0."""

MAX_CONFIGURATIONS = 1 << 24
"""Configurations of all moldable jobs together that are generated or read: 256 MiB."""


def are_weights(values: Floats) -> NDArray[np.bool_]:
    """Tell which values may be the weight of a job."""
    return np.asarray((values == 0) | (values >= LEAST_WEIGHT) & (values <= LARGEST_WEIGHT))


def ceil_times(processors: int, time: float) -> tuple[Ints, Floats]:
    """Return the configurations of a job that is cut into equal parts.

    Its parts take `time` seconds each; on k processors they run in ⌈processors / k⌉ rounds.

    Returns
    -------
    widths, times
        1 … processors, int64, and ⌈processors / k⌉ · time, float64, seconds.
    """
    widths = np.arange(1, processors + 1, dtype=np.int64)
    times: Floats = np.multiply(-(-processors // widths), time, dtype=np.float64)
    return widths, times


@dataclass(frozen=True, kw_only=True, eq=False)
class Workload(Timed):
    """Jobs in order of release (ties: file order), as read-only columns of shape (n_jobs,).

    Parameters
    ----------
    name
        What people call it.
    ids
        Unique job identifiers, int64 or text.
    release
        Release dates (submit times), float64, seconds.
    profiles
        Configurations: processors and processing times.
    estimate
        Requested times, float64, seconds; NaN where the user gave none.
    weight
        Weights of Σ w·C, float64, 0 or from 1e-100 to 1e100; 1 by default.
    user, group, executable, queue, partition, environment
        Names for colouring and filtering; None where unknown.
    status
        How the job ended where it was recorded, such as "completed".
    origin
        Site where the job was submitted, for jobs of several sites.
    after
        Jobs that wait for others to end; None where none do.
    recorded
        When each job started in the log, float64, seconds on the clock of `release`, NaN where the
        log does not say; None where it says it of no job.
    allocated
        On how many processors each job ran in the log, where that is another number than it asked
        for, int64; 0 for the other jobs, None where there is no such job.
    submitted
        When each job was submitted, float64, seconds on the clock of `release`, where the log tells
        that apart from `release`, when it became eligible to start; NaN where these are one, None
        where they are of all jobs. Waits count from `release`, and nothing is decided by this.
    unix_start
        Unix time of time 0, seconds; None where unknown.
    zone
        Time zone of the machine, such as "Europe/Stockholm"; blank where unknown.
    unmodelled
        What the source says of the jobs that is not kept, see `parsched.model.problem.unmodelled`.
    machine
        What the source states of the machine; nothing by default. It decides nothing by itself:
        a `Platform` is what jobs are scheduled on.
    ticks
        What times are in: seconds by default, as in all workloads that are read or generated. What
        decides starts is given jobs whose times are counted (see `parsched.model.problem.ticks`).

    Raises
    ------
    WorkloadError
        When a column has the wrong length or a job breaks a rule; names the job and the value.

    Examples
    --------
    >>> import parsched as sched
    >>> jobs = sched.generate("uniform", jobs=20, processors=8)
    >>> len(jobs), jobs.widest, float(jobs.release.max())
    (20, 2, 0.0)
    """

    name: str
    ids: NDArray[Any]
    release: Floats
    profiles: Profiles
    estimate: Floats = field(default_factory=lambda: np.empty(0))
    weight: Floats = field(default_factory=lambda: np.empty(0))
    user: Labels | None = None
    group: Labels | None = None
    executable: Labels | None = None
    queue: Labels | None = None
    partition: Labels | None = None
    environment: Labels | None = None
    status: Labels | None = None
    origin: Labels | None = None
    after: Dependencies | None = None
    recorded: Floats | None = None
    allocated: Ints | None = None
    submitted: Floats | None = None
    unix_start: float | None = None
    zone: str = ""
    unmodelled: tuple[str, ...] = ()
    machine: StatedMachine = NOT_STATED
    ticks: Ticks = SECONDS

    def __repr__(self) -> str:
        moldable = int((self.profiles.counts > 1).sum())
        kind = f", {moldable:,} moldable" if moldable else ""
        size = f"{counted(len(self), 'job')} up to {self.widest:,} wide{kind}"
        return f"<Workload {self.name or 'jobs'}: {size}>"

    def __post_init__(self) -> None:
        n = len(self.profiles)
        refuse_nul(self.ids)
        ids = np.asarray(self.ids)
        self._set("ids", frozen(ids, np.int64 if ids.dtype.kind in "iu" or n == 0 else np.str_))
        self._set("release", frozen(self.release, np.float64))
        self._set(
            "estimate",
            frozen(self.estimate if len(self.estimate) else sealed(np.full(n, np.nan)), np.float64),
        )
        weight = self.weight if len(self.weight) else sealed(np.ones(n))
        self._set("weight", frozen(weight, np.float64))
        for name in _OF_LOGS:
            if getattr(self, name) is not None:
                self._set(name, frozen(getattr(self, name), np.float64))
        if self.allocated is not None and len(self.allocated) == n:
            self._set("allocated", self._other_sizes(self.allocated))
        self._check_lengths(n)
        self._check_values()

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _other_sizes(self, allocated: Ints) -> Ints | None:
        """Return the sizes that no rigid job asked for, 0 for the others; None if there is none."""
        of = self.profiles
        asked = (of.counts == 1) & (of.widths[of.offsets[:-1]] == allocated)
        others = np.where(asked, 0, allocated)
        return frozen(others, np.int64) if others.any() else None

    def _check_lengths(self, n: int) -> None:
        columns = {
            "ids": self.ids,
            "release": self.release,
            "estimate": self.estimate,
            "weight": self.weight,
        }
        columns |= {f"{name} codes": labels.codes for name, labels in self.labels.items()}
        columns |= {
            name: getattr(self, name)
            for name in (*_OF_LOGS, "allocated")
            if getattr(self, name) is not None
        }
        if self.after is not None and self.after.jobs != n:
            raise WorkloadError(f"dependencies are of {self.after.jobs} jobs, the workload has {n}")
        for name, column in columns.items():
            if len(column) != n:
                raise WorkloadError(f"column {name} has {len(column)} entries for {n} jobs")
        if n and int(self.profiles.counts.min()) < 1:
            raise WorkloadError(
                f"job {self.ids[int(self.profiles.counts.argmin())]} has no configuration"
            )
        ids = np.sort(self.ids)
        if len(twice := ids[1:][ids[1:] == ids[:-1]]):
            raise WorkloadError(f"job id {twice[0]} occurs {(ids == twice[0]).sum()} times")

    def _check_values(self) -> None:
        self._check_configurations()
        good = (self.release >= 0) & (self.release <= LATEST)
        self._refuse("release", ~good, "from 0 to 2^53 s", self.release)
        self._refuse("weight", ~are_weights(self.weight), WEIGHT, self.weight)
        if self.unix_start is not None and not np.isfinite(self.unix_start):
            raise WorkloadError(f"unix_start must be finite, got {self.unix_start:g}")
        self._refuse("estimate", np.isinf(self.estimate), "finite", self.estimate)
        for name in _OF_LOGS:
            if (column := getattr(self, name)) is not None:
                self._refuse(name, np.isinf(column), "finite", column)
        if (sizes := self.allocated) is not None:
            rule = f"a whole number from 0 to {MAX_PROCESSORS:,}"
            self._refuse("allocated", (sizes < 0) | (sizes > MAX_PROCESSORS), rule, sizes)
        late = np.flatnonzero(np.diff(self.release) < 0)
        if len(late):
            i = int(late[0]) + 1
            raise WorkloadError(
                f"jobs must be in order of release: job {self.ids[i]} ({self.release[i]:g} s) "
                f"comes after job {self.ids[i - 1]} ({self.release[i - 1]:g} s)"
            )

    def _check_configurations(self) -> None:
        of = self.profiles
        wrong = np.empty(3, np.int64)
        check(of.offsets, of.widths, of.times, MAX_PROCESSORS, LATEST, wrong)
        rules = (
            ("processors", f"a whole number from 1 to {MAX_PROCESSORS:,}", of.widths),
            ("processors", "increasing from one configuration to the next", of.widths),
            ("time", "from 0 to 2^53 s", of.times),
        )
        for c, (what, rule, values) in zip(wrong.tolist(), rules, strict=True):
            if c >= 0:
                job = int(np.searchsorted(of.offsets, c, side="right")) - 1
                raise self._error(job, what, rule, values[c])

    def _refuse(self, what: str, bad: NDArray[np.bool_], rule: str, values: NDArray[Any]) -> None:
        where = np.flatnonzero(bad)
        if len(where):
            raise self._error(int(where[0]), what, rule, values[where[0]])

    def _error(self, job: int, what: str, rule: str, value: float) -> WorkloadError:
        return WorkloadError(f"job {self.ids[job]}: {what} must be {rule}, got {value:g}")

    @property
    def labels(self) -> dict[str, Labels]:
        """The name columns that this workload has, by attribute name."""
        return {name: getattr(self, name) for name in LABELS if getattr(self, name) is not None}

    @property
    def is_rigid(self) -> bool:
        """True when every job has exactly one configuration."""
        return len(self.profiles.widths) == len(self)

    @property
    def width(self) -> Ints:
        """Processors of each rigid job, int64 of shape (n_jobs,)."""
        self._need_rigid("width")
        return self.profiles.widths

    @property
    def held(self) -> Ints:
        """Processors that each rigid job ran on in the log, int64 of shape (n_jobs,): those that
        it asked for unless the log says otherwise."""
        if self.allocated is None:
            return self.width
        return np.where(self.allocated > 0, self.allocated, self.width)

    @property
    def runtime(self) -> Floats:
        """Processing time of each rigid job, float64 of shape (n_jobs,), seconds."""
        self._need_rigid("run time")
        return self.profiles.times

    def _need_rigid(self, what: str) -> None:
        if not self.is_rigid:
            raise WorkloadError(f"a moldable job has no single {what}")

    @property
    def least_width(self) -> Ints:
        """Fewest processors that each job can run on, int64 of shape (n_jobs,)."""
        return self.profiles.widths[self.profiles.offsets[:-1]]

    @property
    def least_time(self) -> Floats:
        """Shortest processing time of each job over its configurations, float64, seconds."""
        return self.profiles.least(self.profiles.times)

    @property
    def least_work(self) -> Floats:
        """Smallest processors × time of each job over its configurations, float64,
        processor-seconds."""
        return self.profiles.least(self.profiles.widths * self.profiles.times)

    @property
    def has_releases(self) -> bool:
        """True when some job is released after time 0, if only because it waits for another."""
        return bool(len(self)) and bool(self.release[-1] > 0 or self.after is not None)

    def released(self, end: Floats) -> Floats:
        """Return when each job is released, float64 of shape (n_jobs,), seconds, if jobs end when
        `end` says: at its own release, and no earlier than those before it and their delays
        allow."""
        return self.release if self.after is None else self.after.released(self.release, end)

    def are_let_go(self, end: Floats) -> NDArray[np.bool_]:
        """Return which jobs others release, bool of shape (n_jobs,), if jobs end when `end` says:
        their place among jobs that arrive at the same instant is not known."""
        if self.after is None:
            return np.zeros(len(self), np.bool_)
        times: NDArray[np.bool_] = self.after.let_go(end) >= self.release
        return times

    @property
    def widest(self) -> int:
        """Processors that the machine must have at least."""
        return int(self.least_width.max(initial=0))

    def too_wide(self, platform: Platform) -> Ints:
        """Indices of the jobs that fit no site of the platform."""
        return np.flatnonzero(self.least_width > platform.largest)

    def within(self, processors: int) -> "Workload":
        """Return the same jobs without their wider configurations.

        Raises
        ------
        WorkloadError
            When a job has none left.
        """
        profiles = self.profiles.within(processors)
        return self if profiles is self.profiles else replace(self, profiles=profiles)

    def take(self, jobs: NDArray[Any] | slice) -> "Workload":
        """Return the chosen jobs (a mask, a slice, or indices in release order) as a workload of
        their own. Where some wait for jobs that are not chosen, that is not kept, and said."""
        some: dict[str, Any] = {name: column.take(jobs) for name, column in self.labels.items()}
        some |= {
            name: column[jobs]
            for name in (*_OF_LOGS, "allocated")
            if (column := getattr(self, name)) is not None
        }
        after, unmodelled = self.after and self.after.take(jobs), self.unmodelled
        if self.after is not None and self.after.loses_some(jobs):
            unmodelled = tuple(sorted({*unmodelled, DEPENDENCIES}))
        return replace(
            self,
            ids=self.ids[jobs],
            release=self.release[jobs],
            profiles=self.profiles.take(jobs),
            estimate=self.estimate[jobs],
            weight=self.weight[jobs],
            after=after,
            unmodelled=unmodelled,
            **some,
        )

    def with_estimates(self, mode: EstimateMode) -> "Workload":
        """Make estimates and run times of rigid jobs consistent (an estimate missing or ≤ 0 becomes
        the run time).

        `raise` lifts each estimate to the run time, `kill` cuts each run time at its estimate,
        `overrun` leaves jobs that run longer than estimated.
        """
        runtime = self.runtime
        estimate = np.where(self.estimate > 0, self.estimate, runtime)
        if mode == "raise":
            estimate = np.maximum(estimate, runtime)
        elif mode == "kill":
            runtime = np.minimum(estimate, runtime)
        return replace(self, estimate=estimate, profiles=Profiles.rigid(self.width, runtime))


_OF_LOGS = ("recorded", "submitted")
"""Columns of times that only some logs have, and that decide nothing."""

LABELS = tuple(column.name for column in fields(Workload) if column.type == Labels | None)
"""Attributes of a workload that hold names."""
