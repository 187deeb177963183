"""What is doubted of jobs that were read: one declaration for each thing that cannot be true."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.ticks import after as later
from parsched.model.problem.ticks import apart
from parsched.model.problem.unmodelled import DEPENDENCIES, in_order
from parsched.model.problem.workload import Floats, Ints, Workload

TOGETHER = 1.0
"""Seconds by which equal waits may differ, as clocks of whole seconds do."""
NONE: Ints = np.empty(0, np.int64)
"""No rows: there is nothing to doubt."""


def are_most(count: int, every: int) -> bool:
    """Tell whether some of all rows are most of them: one alone may be a mistake, and says nothing
    of its column."""
    return count > 1 and count > every / 2


@dataclass(frozen=True, eq=False)
class DoubtEvidence:
    """Whole columns of jobs, and what else a doubt may ask.

    Parameters
    ----------
    jobs
        As they were read.
    processors
        Of their machine; None where nothing says how many it has.
    told, examples
        How many rows the reader has told of, by the key of what it said, and the first values.
    """

    jobs: Workload
    processors: int | None = None
    told: Mapping[str, int] = field(default_factory=dict)
    examples: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def waits(self) -> Floats:
        """How long jobs are recorded to wait, float64 of shape (n_jobs,), seconds; NaN where that
        is unknown."""
        assert self.jobs.recorded is not None
        return apart(self.jobs.recorded, self.jobs.release)

    @cached_property
    def known(self) -> Ints:
        """Rows of the jobs whose recorded start is known."""
        return np.flatnonzero(np.isfinite(self.waits))

    @property
    def wait(self) -> float | None:
        """What each of several jobs is recorded to wait, seconds; None where this differs."""
        waits = self.waits[self.known]
        if len(waits) < 2 or float(np.ptp(waits)) > TOGETHER:
            return None
        return float(waits.min())

    @cached_property
    def ends(self) -> Floats:
        """When jobs ended by their recorded starts, float64 of shape (n_jobs,), seconds, or NaN."""
        assert self.jobs.recorded is not None
        return later(self.jobs.recorded, self.jobs.least_time)

    @cached_property
    def contradicted(self) -> Ints:
        """Pairs of jobs, by their places in the dependencies, where the waiting job is recorded to
        start before the other one ends; none unless these are most pairs."""
        after, start = self.jobs.after, self.jobs.recorded
        assert after is not None
        assert start is not None
        before, own = self.ends[after.before], start[after.job]
        pairs = np.flatnonzero(own < before)
        known = int(np.count_nonzero(np.isfinite(before) & np.isfinite(own)))
        return pairs if are_most(len(pairs), known) else NONE


@dataclass(frozen=True, kw_only=True)
class Doubt:
    """A thing that cannot be true of whole columns, though each of their values can be read.

    Parameters
    ----------
    key
        What programs call it.
    roles
        Columns of a workload that it asks; it has no say where one of them is missing.
    leaves_out
        The column that is not believed, one of `WITHOUT`; blank where all are kept, and it is only
        said.
    field, rule, action
        The finding in words: what cannot be true, why, and what became of it.
    rows
        The jobs that show it, by their rows; none where there is nothing to doubt.
    value
        What one of them shows.
    replaces
        Keys of findings that say less.
    """

    key: str
    roles: tuple[str, ...]
    leaves_out: str = ""
    field: str
    rule: Callable[[DoubtEvidence], str]
    action: str
    rows: Callable[[DoubtEvidence], Ints]
    value: Callable[[DoubtEvidence, int], str]
    replaces: tuple[str, ...] = ()

    def shown_by(self, evidence: DoubtEvidence) -> Ints:
        """Return the rows that show it."""
        if any(getattr(evidence.jobs, role) is None for role in self.roles):
            return NONE
        with np.errstate(invalid="ignore"):  # what is unknown is not compared
            return self.rows(evidence)

    def without(self, jobs: Workload) -> Workload:
        """Return jobs without what is not believed."""
        return without(jobs, self.leaves_out) if self.leaves_out else jobs


def without(jobs: Workload, column: str) -> Workload:
    """Return jobs without one of their columns, which some marks then tell of.

    Examples
    --------
    >>> import parsched as sched
    >>> jobs = sched.generate("uniform", jobs=3, processors=8)
    >>> without(jobs, "after").unmodelled
    ('dependencies',)
    """
    return replace(jobs, **WITHOUT[column](jobs))


WITHOUT: dict[str, Callable[[Workload], dict[str, Any]]] = {
    "after": lambda jobs: {
        "after": None,
        "unmodelled": in_order((*jobs.unmodelled, DEPENDENCIES)),
    },
    "recorded": lambda jobs: {"recorded": None},
    "estimate": lambda jobs: {"estimate": np.full(len(jobs), np.nan)},
}
"""Columns that may be left out, and what changes then."""


def seconds(value: float) -> str:
    """Format a time as findings show it."""
    return f"{value:.12g} s"


def rows_where(mask: NDArray[np.bool_]) -> Ints:
    """Return the rows of a mask."""
    return np.flatnonzero(mask)
