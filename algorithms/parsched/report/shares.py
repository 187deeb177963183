"""Where the jobs of a workload come from, how they ended, and which environments they need."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from parsched.data.formats import different
from parsched.model.problem.arrays import Floats, Ints
from parsched.model.problem.workload import Labels
from parsched.model.problem.workload import Workload as Jobs
from parsched.report.units import DisplayUnit, unit_for

SHOWN = 64
"""Most names in a table; as many as a cluster may have sites."""
TOP = 12
"""Names of a table that shows those with the most work."""


@dataclass(frozen=True)
class LabelShare:
    """Jobs of one name: how many, their least work in processor-seconds, and the processors that
    the widest of them needs at least that lasts: a job of no length holds none."""

    name: str
    jobs: int
    work: float
    of_jobs: float
    of_work: float | None
    widest: int


@dataclass(frozen=True)
class _Counted:
    """Jobs by the names of a label, those without a name last."""

    jobs: Jobs
    column: Labels

    @cached_property
    def codes(self) -> Ints:
        """Name of each job."""
        codes = self.column.codes.astype(np.int64)
        return np.where(codes < 0, len(self.column.names), codes)

    @cached_property
    def count(self) -> Ints:
        """Jobs of each name."""
        return np.bincount(self.codes, minlength=len(self.column.names) + 1)

    @cached_property
    def work(self) -> Floats:
        """Their least work, processor-seconds."""
        work = np.bincount(self.codes, self.jobs.least_work, len(self.column.names) + 1)
        return work.astype(np.float64)

    @cached_property
    def widest(self) -> Ints:
        """Processors of the widest of them that lasts; 0 where none does."""
        widest, lasts = np.zeros(len(self.column.names) + 1, np.int64), self.jobs.least_time > 0
        np.maximum.at(widest, self.codes[lasts], self.jobs.least_width[lasts])
        return widest

    def share(self, i: int, unnamed: str) -> LabelShare:
        """Return the row of a name."""
        total = float(self.work.sum())
        return LabelShare(
            name=self.column.names[i] if i < len(self.column.names) else unnamed,
            jobs=int(self.count[i]),
            work=float(self.work[i]),
            of_jobs=float(self.count[i] / len(self.jobs)),
            of_work=float(self.work[i] / total) if total else None,
            widest=int(self.widest[i]),
        )


@dataclass(frozen=True)
class LabelShares:
    """Jobs by the names of a label; `different` is the number of names.

    `hidden` rows are left out; they have `hidden_jobs`, and the share `hidden_work` of all work.
    """

    rows: Sequence[LabelShare]
    different: int
    hidden: int
    hidden_jobs: int
    hidden_work: float | None

    @property
    def unit(self) -> DisplayUnit:
        """Unit in which the work of the largest row reads well."""
        return unit_for("processor·s", [max((row.work for row in self.rows), default=0.0)])

    @classmethod
    def of(cls, jobs: Jobs, label: str) -> Self | None:
        """Count them; in the order of the names, or the largest first where there are many."""
        column: Labels | None = getattr(jobs, label)
        if column is None:
            return None
        counted = _Counted(jobs, column)
        present = np.flatnonzero(counted.count).tolist()
        if len(present) > SHOWN:
            present.sort(key=lambda i: -int(counted.count[i]))
        return cls._first(counted, present, SHOWN, "unknown")

    @classmethod
    def by_work(cls, jobs: Jobs, label: str, unnamed: str) -> Self | None:
        """Count them, those with the most work first; None where no job has a name."""
        column: Labels | None = getattr(jobs, label)
        if column is None or not different(column):
            return None
        counted = _Counted(jobs, column)
        present = np.flatnonzero(counted.count).tolist()
        present.sort(key=lambda i: (-float(counted.work[i]), -int(counted.count[i])))
        return cls._first(counted, present, TOP, unnamed)

    @classmethod
    def _first(cls, counted: _Counted, order: list[int], most: int, unnamed: str) -> Self:
        # One more row takes no more place than the sentence that it is left out.
        most = most if len(order) > most + 1 else len(order)
        hidden, total = order[most:], float(counted.work.sum())
        return cls(
            rows=[counted.share(i, unnamed) for i in order[:most]],
            different=different(counted.column),
            hidden=len(hidden),
            hidden_jobs=int(counted.count[hidden].sum()),
            hidden_work=float(counted.work[hidden].sum() / total) if total else None,
        )
