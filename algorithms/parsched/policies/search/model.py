"""The model of the exact search: whole numbers for CP-SAT."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, floor
from typing import Self

import numpy as np

from parsched.model.problem.workload import Ints
from parsched.model.stop import Stop
from parsched.policies.search.problem import Problem, Solution
from parsched.policies.search.solver import Line

FINE, FINE_PER_JOB = 10_000, 500
"""Steps that the makespan is divided into where times have no common unit, at least, and for each
job. With more of them the solver may lose itself in small steps; with fewer, too much is rounded
off."""
LONGEST = 1_000_000
"""Units of time that the solver can bear."""
LARGEST = 2.0**60
"""Jobs × processors × units of time that are safe from overflow."""
TOLERANCE = 1e-6
"""Units by which bounds may be off that the solver tells as floating-point numbers."""
SHORTEST = 5e-324
"""The least number above 0, seconds: no step is shorter."""
ROUNDING = 1e-12
"""Relative error of a quotient."""


@dataclass(frozen=True, eq=False)
class TimeGrid:
    """Time in steps of `unit` seconds, up to `horizon`: what is shorter than `best` ends by then.

    If all processing times are multiples of a unit, that is the step and nothing is lost. Else a
    fine step is taken and times are rounded down: no schedule takes longer that way, so what is
    proved of the rounded jobs is a bound for the real ones.

    `times` is int64 of shape (n_choices,), units.
    """

    problem: Problem
    best: Solution
    unit: float
    bound: int
    horizon: int
    times: Ints

    @classmethod
    def of(cls, problem: Problem, best: Solution) -> Self:
        """Choose the step."""
        unit, times = problem.unit, problem.choices.times
        if unit is not None and _is_short(problem, best.makespan / unit):
            units = np.rint(times / unit).astype(np.int64)
            bound, horizon = round(problem.bound / unit), round(best.makespan / unit) - 1
            return cls(problem, best, unit, bound, horizon, units)
        finest = max(FINE, min(FINE_PER_JOB * problem.jobs, LONGEST))
        unit = max(best.makespan / finest, SHORTEST)
        steps = ceil(best.makespan / unit)
        units = np.floor(times / unit * (1 - ROUNDING)).astype(np.int64)
        bound = floor(problem.bound / unit * (1 - ROUNDING))
        return cls(problem, best, unit, bound, steps - 1, units)

    def seconds(self, units: float) -> float:
        """Return what a lower bound in units is in seconds."""
        return ceil(units - TOLERANCE) * self.unit

    def model(self) -> Line | None:
        """Return the model for `parsched.policies.search.solver`; None if nothing can end by the
        horizon."""
        if self.bound > self.horizon or not all(len(choices) for choices in self.kept):
            return None
        widths = self.problem.choices.widths
        return {
            "processors": self.problem.processors,
            "bound": self.bound,
            "horizon": self.horizon,
            "jobs": [
                list(zip(widths[choices].tolist(), self.times[choices].tolist(), strict=True))
                for choices in self.kept
            ],
        }

    @cached_property
    def kept(self) -> list[Ints]:
        """Choices of each job that a schedule up to the horizon may take, as indices.

        Left out are those that take longer, and those that do so much more work than the least that
        all processors together could not do it in time.
        """
        offsets, widths = self.problem.choices.offsets, self.problem.choices.widths
        work = widths * self.times
        if not len(work):
            return []
        least = np.minimum.reduceat(work, offsets[:-1])
        spare = self.problem.processors * self.horizon - int(least.sum())
        more = work - np.repeat(least, np.diff(offsets))
        useful = (self.times <= self.horizon) & (more <= spare)
        return [
            first + np.flatnonzero(useful[first:last]) for first, last in pairwise(offsets.tolist())
        ]

    def decode(self, start: list[int], choice: list[int], stop: Stop) -> Solution:
        """Return the schedule that places the jobs in order of starts in units; it is not longer,
        but for rounding."""
        chosen = np.array([kept[c] for kept, c in zip(self.kept, choice, strict=True)])
        return self.problem.listed(np.argsort(start, kind="stable"), chosen, "serial", stop)


def _is_short(problem: Problem, units: float) -> bool:
    """Tell whether the solver can count `units` units of time."""
    return units <= LONGEST and problem.jobs * problem.processors * units <= LARGEST
