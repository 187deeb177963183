"""What runs now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from schedweb.runs.models import Comparison, Run
from schedweb.workers.models import State

LISTED = 4
"""So many runs that wait are listed one by one; of more, their number is said."""


@dataclass(frozen=True)
class Queue:
    """Runs of one comparison that wait, in one line."""

    comparison: Comparison
    count: int


@dataclass(frozen=True)
class Active:
    """Runs that wait or compute: line by line, or many of one comparison together."""

    lines: Sequence[Run | Queue]

    @classmethod
    def of(cls, runs: Sequence[Run]) -> Self:
        """Sum up runs; comparisons come in the order of their first ones."""
        of_each: dict[str, list[Run]] = {}
        for run in runs:
            of_each.setdefault(run.comparison_id, []).append(run)
        lines: list[Run | Queue] = []
        for group in of_each.values():
            waiting = [run for run in group if run.state == State.QUEUED]
            lines += [run for run in group if run.state != State.QUEUED]
            is_summed = len(waiting) > LISTED
            lines += [Queue(waiting[0].comparison, len(waiting))] if is_summed else waiting
        return cls(lines)
