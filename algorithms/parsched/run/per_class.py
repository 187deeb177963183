"""How each class of jobs fared: who waits, and how long; classes and columns declared once.

Notation as in `parsched.measure.metrics`. Classes depend on the jobs alone, never on a schedule, so
that one class has the same jobs under every run.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.declare.references import REFERENCES, Reference
from parsched.measure.metrics import TAU, TIME_IN_SYSTEM
from parsched.model.problem.natural_order import natural
from parsched.model.problem.ticks import apart
from parsched.model.problem.workload import Floats, Labels, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.run import columns
from parsched.run.columns import DeclaredColumns, divided

SHORT, NARROW = 3_600.0, 8
"""Longest short job, seconds, and widest narrow one, processors (Srinivasan et al. 2002)."""
MOST_NAMES = 12
"""Most names that are classes of their own, the ones with most work; all others form one class."""
ACCURACIES = (0.1, 0.5, 0.9, 1.0)
"""Upper limits of the classes of run time / estimate, but for the last one."""


@dataclass(frozen=True)
class Classes:
    """Classes of jobs: `code` is int64 of shape (n_jobs,), -1 for jobs of none."""

    names: tuple[str, ...]
    code: NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class ClassLimits:
    """Where classes of size end: a job of at most `short` seconds is short, and one of at most
    `narrow` processors is narrow."""

    short: float = SHORT
    narrow: int = NARROW


Divide = Callable[[Workload, ClassLimits], Classes | None]
"""Returns None where jobs do not tell."""


@dataclass(frozen=True, kw_only=True)
class Division:
    """A declared way to tell jobs apart."""

    key: str
    title: str
    help: str
    cites: tuple[str, ...]
    divide: Divide

    @property
    def references(self) -> tuple[Reference, ...]:
        """Publications that use it."""
        return tuple(REFERENCES[key] for key in self.cites)


DIVISIONS: dict[str, Division] = {}


def division(key: str, *, title: str, cites: tuple[str, ...] = ()) -> Callable[[Divide], Divide]:
    """Declare a division; the docstring of the function is its help."""

    def add(divide: Divide) -> Divide:
        text = " ".join((divide.__doc__ or "").split())
        DIVISIONS[key] = Division(key=key, title=title, help=text, cites=cites, divide=divide)
        return divide

    return add


@division("size", title="length and width", cites=("srinivasan2002",))
def by_size(jobs: Workload, limits: ClassLimits) -> Classes:
    """Short or long by run time, narrow or wide by processors; a moldable job by the least it can
    have of each."""
    names = ("short and narrow", "short and wide", "long and narrow", "long and wide")
    is_long, is_wide = jobs.least_time > limits.short, jobs.least_width > limits.narrow
    return Classes(names, 2 * is_long.astype(np.int64) + is_wide)


@division("accuracy", title="accuracy of the estimate", cites=("mualem2001",))
def by_accuracy(jobs: Workload, _: ClassLimits) -> Classes | None:
    """Run time over estimate: jobs that end much earlier than they asked for come first."""
    known = jobs.estimate > 0
    if not known.any():
        return None
    ratio = np.divide(jobs.least_time, jobs.estimate, out=np.full(len(jobs), -1.0), where=known)
    code = np.where(known, np.searchsorted(ACCURACIES, ratio), len(ACCURACIES) + 1)
    shares = [f"{100 * limit:.0f} %" for limit in ACCURACIES]
    between = (f"{low} to {high}" for low, high in pairwise(shares))
    names = (f"at most {shares[0]}", *between, "longer than estimated", "no estimate")
    return Classes(names, code.astype(np.int64))


@division("user", title="user")
def by_user(jobs: Workload, _: ClassLimits) -> Classes | None:
    """Who submitted the job."""
    return _named(jobs, jobs.user)


@division("group", title="group")
def by_group(jobs: Workload, _: ClassLimits) -> Classes | None:
    """Group or account that the job counts for."""
    return _named(jobs, jobs.group)


@division("queue", title="queue")
def by_queue(jobs: Workload, _: ClassLimits) -> Classes | None:
    """Queue that the job was submitted to."""
    return _named(jobs, jobs.queue)


@division("partition", title="partition")
def by_partition(jobs: Workload, _: ClassLimits) -> Classes | None:
    """Partition that the job asked for."""
    return _named(jobs, jobs.partition)


def _named(jobs: Workload, column: Labels | None) -> Classes | None:
    """Make a class of each name; of many, only of those with most work, in their natural order."""
    if column is None or not (column.codes >= 0).any():
        return None
    codes = column.codes.astype(np.int64)
    named = codes >= 0
    work = np.bincount(codes[named], jobs.least_work[named], len(column.names))
    there = np.bincount(codes[named], minlength=len(column.names)) > 0
    order = [code for code in np.argsort(-work, kind="stable").tolist() if there[code]]
    most = order if len(order) <= MOST_NAMES else order[: MOST_NAMES - 1]
    kept = sorted(most, key=lambda code: natural(column.names[code]))
    place = np.full(len(column.names) + 1, len(kept))
    place[kept] = np.arange(len(kept))
    place[-1] = -1
    others = len(order) - len(kept)
    names = tuple(column.names[code] for code in kept)
    return Classes((*names, f"{others:,} others") if others else names, place[codes])


@dataclass(frozen=True)
class ByClass:
    """A schedule of classes of jobs: sums and maxima are float64 of shape (n_classes,)."""

    jobs: Workload
    schedule: Schedule
    classes: Classes

    @cached_property
    def release(self) -> Floats:
        """r_j, seconds."""
        return self.jobs.released(self.schedule.end)

    @cached_property
    def wait(self) -> Floats:
        """s_j − r_j, seconds."""
        return apart(self.schedule.start, self.release)

    @cached_property
    def slowdown(self) -> Floats:
        """max(1, (C_j − r_j) / max(p_j, 10 s))."""
        flow = apart(self.schedule.end, self.release)
        return np.maximum(flow / np.maximum(self.schedule.duration, TAU), 1.0)

    @cached_property
    def order(self) -> NDArray[np.intp]:
        """Jobs by class, jobs without a class first."""
        return np.argsort(self.classes.code, kind="stable")

    @cached_property
    def count(self) -> Floats:
        """Number of jobs."""
        return self.sum(np.ones(len(self.jobs)))

    def sum(self, values: Floats) -> Floats:
        """Add what the jobs of each class have."""
        within = self.classes.code >= 0
        sums = np.bincount(self.classes.code[within], values[within], len(self.classes.names))
        return sums.astype(np.float64)

    def each(self, values: Floats, of: Callable[[Floats], float]) -> Floats:
        """Return a statistic of the values of each class; NaN of no job."""
        ordered = self.classes.code[self.order]
        begin = np.searchsorted(ordered, np.arange(len(self.classes.names)))
        _, *parts = np.split(values[self.order], begin)
        return np.array([of(part) if len(part) else np.nan for part in parts])


COLUMNS: DeclaredColumns[ByClass] = DeclaredColumns()
column = COLUMNS.declare
ClassColumn = columns.DeclaredColumn[ByClass]


@column("jobs", title="jobs", unit="jobs", formula="n_c", is_count=True)
def jobs(split: ByClass) -> Floats:
    """Jobs of the class."""
    return split.count


@column("work", title="work", unit="processor·s", formula="Σ q_j·p_j")
def work(split: ByClass) -> Floats:
    """Processors times processing time of its jobs."""
    return split.sum(split.schedule.width * split.schedule.duration)


@column(
    "mean_wait",
    title="mean wait",
    unit="s",
    formula="mean (s_j − r_j)",
    whole="mean",
    weight="jobs",
    metric="mean_wait",
    quantity=TIME_IN_SYSTEM,
)
def mean_wait(split: ByClass) -> Floats:
    """Mean time from release to start of its jobs."""
    return divided(split.sum(split.wait), split.count)


@column(
    "p95_wait",
    title="95 % wait",
    unit="s",
    formula="95th percentile of s_j − r_j, linearly interpolated",
    whole="max",
    metric="p95_wait",
    quantity=TIME_IN_SYSTEM,
)
def p95_wait(split: ByClass) -> Floats:
    """19 of 20 of its jobs wait no longer than this."""
    return split.each(split.wait, lambda part: float(np.percentile(part, 95)))


@column(
    "max_wait",
    title="max wait",
    unit="s",
    formula="max (s_j − r_j)",
    whole="max",
    metric="max_wait",
    quantity=TIME_IN_SYSTEM,
)
def max_wait(split: ByClass) -> Floats:
    """The longest wait of any of its jobs."""
    return split.each(split.wait, lambda part: float(part.max()))


@column(
    "mean_bounded_slowdown",
    title="mean bounded slowdown",
    formula="mean max(1, (C_j − r_j) / max(p_j, 10 s))",
    whole="mean",
    weight="jobs",
    metric="mean_bounded_slowdown",
)
def mean_bounded_slowdown(split: ByClass) -> Floats:
    """Slowdown in which jobs shorter than 10 s count as 10 s long, and none is below 1."""
    return divided(split.sum(split.slowdown), split.count)


@dataclass(frozen=True, kw_only=True)
class PerClass:
    """Tells how the classes of one division fared: called with jobs and their schedule.

    Equal ones are equal as keys, so that what one returns can be kept.
    """

    by: str = "size"
    limits: ClassLimits = ClassLimits()

    def __call__(self, jobs: Workload, schedule: Schedule) -> "list[Mapping[str, Any]]":
        """Return the classes that have jobs, ready for JSON: `name`, and the value of every column
        by key; none where the jobs do not tell."""
        classes = DIVISIONS[self.by].divide(jobs, self.limits)
        if classes is None:
            return []
        rows = COLUMNS.rows(ByClass(jobs, schedule, classes), len(classes.names))
        pairs = zip(classes.names, rows, strict=True)
        return [{"name": name, **row} for name, row in pairs if row["jobs"]]
