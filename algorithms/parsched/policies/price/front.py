"""Schedules of two criteria that no other schedule found beats on both."""

import math
from typing import NamedTuple

from parsched.measure.allotment.choices import Choices
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule

EMPHASIS = {"minsum": (1.0, 1e-3), "balanced": (3.0, 1.0), "makespan": (1e-3, 1.0)}
"""Exponents of Σ w·C and of the makespan in the product that is to be least: one per cent of the
one is worth as much as so many of the other."""


class Candidate(NamedTuple):
    """A schedule: `start` float64, seconds, and `taken`, int64, indices into `Choices`, both of
    shape (n_jobs,); `total` is Σ w·C, seconds."""

    total: float
    makespan: float
    start: Floats
    taken: Ints


class Front:
    """The Pareto front of the schedules offered."""

    def __init__(self, workload: Workload, choices: Choices, prefer: str) -> None:
        self._workload, self._choices = workload, choices
        self.emphasis = EMPHASIS[prefer]
        self.candidates: list[Candidate] = []

    def offer(self, start: Floats, taken: Ints) -> None:
        """Keep a schedule, and drop those that it beats; or drop it."""
        end = start + self._choices.times[taken]
        total, makespan = float(self._workload.weight @ end), float(end.max())
        if any(c.total <= total and c.makespan <= makespan for c in self.candidates):
            return
        rest = [c for c in self.candidates if c.total < total or c.makespan < makespan]
        self.candidates = [*rest, Candidate(total, makespan, start.copy(), taken.copy())]

    @property
    def best(self) -> Candidate:
        """The one preferred."""
        of_sum, of_makespan = self.emphasis
        return min(
            self.candidates,
            key=lambda c: of_sum * logarithm(c.total) + of_makespan * logarithm(c.makespan),
        )

    def schedule(self) -> Schedule:
        """Return the preferred one."""
        best = self.best
        width, _ = self._choices.taken(best.taken)
        return Schedule.of(self._workload, best.start, width=width)


def logarithm(value: float) -> float:
    """Powers of criteria may be too large for a float64; their logarithms never are."""
    return math.log(value) if value > 0 else -math.inf
