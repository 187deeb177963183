"""What a search for the makespan starts from: choices, a lower bound, and lists."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import DualApproximation, approximate
from parsched.model.problem.platform import Platform
from parsched.model.problem.time_unit import exact_unit, reaches, rounded_up
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.placement import ListParams, decreasing, place

MOST_SERIAL = 20_000
"""Jobs beyond which no list is placed serially: it would take seconds."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A schedule as a search sees it: the list that gives it, and each job's choice and start."""

    makespan: float
    order: Ints
    chosen: Ints
    start: Floats


@dataclass(frozen=True, eq=False)
class Problem:
    """Jobs on a machine of one site, to be done as early as possible.

    `unit` is the unit of all processing times (`parsched.model.problem.time_unit`), seconds, or
    None. No schedule is shorter than `known`, seconds.
    """

    workload: Workload
    platform: Platform
    choices: Choices
    unit: float | None
    known: float

    @classmethod
    def of(cls, workload: Workload, platform: Platform, known: float = 0.0) -> Self:
        """Find choices and unit; `known` is what is proved already, seconds."""
        choices = Choices.of(workload, platform.processors)
        return cls(workload, platform, choices, exact_unit(choices.times), known)

    @property
    def jobs(self) -> int:
        """Number of jobs."""
        return self.choices.jobs

    @property
    def processors(self) -> int:
        """Processors of the machine."""
        return self.platform.processors

    @cached_property
    def dual(self) -> DualApproximation:
        """Allotment and lower bound of the dual approximation."""
        return approximate(self.choices, self.processors)

    @cached_property
    def bound(self) -> float:
        """Certified lower bound on the makespan, seconds: what is known, or the bound of the dual
        approximation, which is never below Σ W_j / m and max p_j; rounded up to a multiple of the
        unit."""
        best = max(self.known, self.dual.rejected)
        return rounded_up(best, self.unit)

    def is_optimal(self, makespan: float) -> bool:
        """Tell whether a makespan meets the bound."""
        return reaches(makespan, self.bound, self.unit)

    def schedule(self, solution: Solution) -> Schedule:
        """Return the schedule of a solution."""
        return Schedule.of(
            self.workload, solution.start, width=self.choices.widths[solution.chosen]
        )

    def solution_of(self, schedule: Schedule) -> Solution | None:
        """Return a schedule as a solution in order of starts; None where a job takes a
        configuration that is not worth choosing."""
        chosen = self.choices.chosen_by(schedule.width, schedule.duration)
        if chosen is None:
            return None
        order = np.argsort(schedule.start, kind="stable").astype(np.int64)
        makespan = float(schedule.end.max(initial=0.0))
        return Solution(makespan, order, chosen.astype(np.int64), schedule.start.copy())

    def listed(self, order: NDArray[np.intp], chosen: Ints, placement: str, stop: Stop) -> Solution:
        """Place a list of the jobs, each in its choice."""
        params, taken = ListParams(placement=placement), self.choices.taken(chosen)
        schedule = place(order, self.workload, self.platform, params, stop, taken=taken)
        makespan = float(schedule.end.max(initial=0.0))
        return Solution(makespan, order.astype(np.int64), chosen, schedule.start.copy())

    def allotments(self) -> list[Ints]:
        """Return the allotments that lists start from: of moldable jobs the narrowest choice, the
        choice of least work, the choice of the dual approximation, and the fastest."""
        first, last = self.choices.offsets[:-1], self.choices.offsets[1:] - 1
        allotments = [first, self._least_work(), self.dual.chosen, last]
        different = {allotment.tobytes(): allotment.astype(np.int64) for allotment in allotments}
        return list(different.values())

    def _least_work(self) -> Ints:
        work = self.choices.widths * self.choices.times
        exact = np.flatnonzero(work == self.choices.works[self._first_of_each()])
        return exact[np.searchsorted(exact, self.choices.offsets[:-1])]

    def _first_of_each(self) -> Ints:
        counts = np.diff(self.choices.offsets)
        return np.repeat(self.choices.offsets[:-1], counts)

    def starts(self, stop: Stop) -> Iterator[Solution]:
        """Place each allotment in order of decreasing work, time and width, with both
        placements."""
        placements = ("graham", "serial") if self.jobs <= MOST_SERIAL else ("graham",)
        for chosen in self.allotments():
            width, time = self.choices.taken(chosen)
            for size in (width * time, time, width):
                order = decreasing(size)
                for placement in placements:
                    yield self.listed(order, chosen, placement, stop)
