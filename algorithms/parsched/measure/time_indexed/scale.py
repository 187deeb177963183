"""Any processing times in whole units: as they are where they share one, else rounded."""

import math
from typing import NamedTuple, Self

import numpy as np

from parsched.measure.allotment.choices import Choices
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.placed import PlacedUnits
from parsched.model.placing.earliest_fit import start_at_earliest_fit
from parsched.model.problem.time_unit import SAME, exact_unit, rounded_up
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule

UNITS = 200
"""Units that the trivial lower bound is cut into where times share none and none are asked for."""
BITS = 20
"""Binary digits of a unit that times are rounded to: few, so that its multiples are exact."""


class UnitScale(NamedTuple):
    """The jobs of a workload in whole units of time.

    Where the times are rounded there are two instances. `upper` has them rounded up: each of its
    schedules has room for the jobs as they are, so schedules are looked for there. `lower` has them
    rounded down, and is for proofs: of a schedule of the jobs as they are, ending at C, moving all
    starts forward as far as they go makes one of `lower` in whole units that ends by C, so what no
    schedule of `lower` does, none of the jobs does. Else both are one instance.
    """

    upper: DiscreteInstance
    lower: DiscreteInstance

    @classmethod
    def of(cls, workload: Workload, processors: int, grid: int = 0) -> Self:
        """Count times in the unit that they share, or in a coarser one.

        Parameters
        ----------
        grid
            Units, at most, that the trivial lower bound (longest job, or work / m) is cut into;
            longer times are rounded. 0 for the unit of the times, or `UNITS` where they
            share none.
        """
        choices = Choices.of(workload, processors)
        unit, shortest = exact_unit(choices.times), _trivial_bound(choices, processors)
        if unit is not None and (not grid or shortest <= grid * unit):
            units = np.round(choices.times / unit).astype(np.int64)
            instance = DiscreteInstance.counted(choices, processors, unit, units)
            return cls(instance, instance)
        unit = _coarse(shortest / (grid or UNITS))
        upper, lower = (
            DiscreteInstance.counted(choices, processors, unit, units)
            for units in (_rounded_up(choices.times, unit), _rounded_down(choices.times, unit))
        )
        return cls(upper, lower)

    @property
    def is_rounded(self) -> bool:
        """Whether times were rounded."""
        return self.upper is not self.lower

    @property
    def unit(self) -> float:
        """Length of a unit, seconds."""
        return self.upper.unit

    def units(self, bound: float) -> int:
        """Return the least makespan in units that is not below a lower bound, seconds."""
        if self.is_rounded:
            return math.ceil(bound / self.unit * SAME)
        return round(rounded_up(bound, self.unit) / self.unit)

    def seconds(self, bound: int) -> float:
        """Return the lower bound, seconds, that a lower bound of `lower` in units is."""
        return bound * self.unit

    def schedule(self, placed: PlacedUnits, workload: Workload) -> Schedule:
        """Return a schedule of `upper` in seconds; each job takes its own time.

        Where that is less than its units, the jobs are placed again: by their starts, each at its
        earliest fit, which delays none (see `start_at_earliest_fit`).
        """
        schedule = placed.schedule(self.upper, workload)
        if not self.is_rounded:
            return schedule
        width, time = schedule.width, schedule.duration
        order = np.argsort(schedule.start, kind="stable")
        processors = self.upper.processors
        start = start_at_earliest_fit(order, width, time, processors, lambda done: None)
        return Schedule.of(workload, start, width=width)


def _trivial_bound(choices: Choices, processors: int) -> float:
    """Longest job where it is fastest, or all work on all processors, seconds."""
    work = float(choices.works[choices.offsets[:-1]].sum()) / processors
    return max(work, float(choices.times[choices.offsets[1:] - 1].max(initial=0.0)))


def _coarse(length: float) -> float:
    """Round a length up to BITS binary digits; 1 for nothing."""
    part, power = math.frexp(length)
    return math.ldexp(math.ceil(math.ldexp(part, BITS)), power - BITS) or 1.0


def _rounded_down(times: Floats, unit: float) -> Ints:
    """Return the most whole units that are no longer than the times, exactly: a quotient may be
    rounded up to a whole number, but multiples of the unit are exact."""
    units = np.floor(times / unit)
    return np.asarray(units - (units * unit > times), np.int64)


def _rounded_up(times: Floats, unit: float) -> Ints:
    """Return the fewest whole units that are no shorter than the times, exactly."""
    units = np.ceil(times / unit)
    return np.asarray(units + (units * unit < times), np.int64)
