"""Runs that are queued or computing, for the first page."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from schedweb.runs.line import RunInLine, standings
from schedweb.runs.models import Comparison, Run
from schedweb.web.contexts.line import told
from schedweb.workers.models import State

LISTED = 4
"""Most queued runs of a comparison listed one by one; more become one line with a count."""


@dataclass(frozen=True)
class Queue:
    """Runs of one comparison that wait, in one line."""

    comparison: Comparison
    count: int


@dataclass(frozen=True)
class Active:
    """Queued and computing runs, one line each; many of one comparison share a line."""

    lines: Sequence[Run | Queue]
    places: Mapping[str, RunInLine] = field(default_factory=dict)

    @property
    def in_line(self) -> Mapping[str, str]:
        """Where runs stand in line, in words, by key."""
        return {pk: told(standing) for pk, standing in self.places.items()}

    @classmethod
    def of(cls, runs: Sequence[Run]) -> Self:
        """Group runs by comparison: first what computes, then what is first in line."""
        places = standings(runs) if runs else {}
        of_each: dict[str, list[Run]] = {}
        for run in sorted(runs, key=lambda run: _position(places.get(run.pk))):
            of_each.setdefault(run.comparison_id, []).append(run)
        lines: list[Run | Queue] = []
        for group in of_each.values():
            waiting = [run for run in group if run.state == State.QUEUED]
            lines += [run for run in group if run.state != State.QUEUED]
            is_summed = len(waiting) > LISTED
            lines += [Queue(waiting[0].comparison, len(waiting))] if is_summed else waiting
        return cls(lines, places)


def _position(standing: RunInLine | None) -> float:
    """Return the place in line, behind all others where a run has just left it."""
    return math.inf if standing is None else standing.position
