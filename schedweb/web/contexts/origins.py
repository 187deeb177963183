"""Where the jobs of a workload come from, and how they ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from algorithms.workload import Labels
from algorithms.workload import Workload as Jobs

SHOWN = 64
"""Names of a table; as many as a cluster may have sites."""
DAY = 86_400.0


@dataclass(frozen=True)
class Share:
    """Jobs of one name: how many, and their least work in processor-days."""

    name: str
    jobs: int
    work: float
    of_jobs: float
    of_work: float | None


@dataclass(frozen=True)
class Shares:
    """Jobs by the names of a label; `hidden` names with `hidden_jobs` are left out."""

    rows: Sequence[Share]
    hidden: int
    hidden_jobs: int

    @classmethod
    def of(cls, jobs: Jobs, label: str) -> Self | None:
        """Count them; in the order of the names, or the largest first where there are many."""
        column: Labels | None = getattr(jobs, label)
        if column is None:
            return None
        names = [*column.names, "unknown"]
        codes = np.where(column.codes < 0, len(names) - 1, column.codes)
        count = np.bincount(codes, minlength=len(names))
        work = np.bincount(codes, jobs.least_work, len(names)) / DAY
        present = [i for i in range(len(names)) if count[i]]
        if len(present) > SHOWN:
            present.sort(key=lambda i: -int(count[i]))
        total = float(work.sum())
        rows = [
            Share(
                name=names[i],
                jobs=int(count[i]),
                work=float(work[i]),
                of_jobs=float(count[i] / len(jobs)),
                of_work=float(work[i] / total) if total else None,
            )
            for i in present[:SHOWN]
        ]
        left = present[SHOWN:]
        return cls(rows, len(left), int(sum(count[i] for i in left)))
