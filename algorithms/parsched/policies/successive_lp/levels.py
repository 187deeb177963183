"""Which jobs linear programs place, and how a list places the others around them."""

from collections.abc import Callable
from typing import NamedTuple, Self

import numpy as np

from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.placed import PlacedUnits, by_work, insert, no_beat
from parsched.model.problem.workload import Ints


class Levels(NamedTuple):
    """Jobs in two levels: `programmed` are the jobs of the linear programs, as an instance of their
    own; `jobs` and `choices` say where these and their choices are in the whole `instance`, and
    `others` are the other jobs, int64, by decreasing least work."""

    instance: DiscreteInstance
    programmed: DiscreteInstance
    jobs: Ints
    choices: Ints
    others: Ints

    @classmethod
    def of(cls, instance: DiscreteInstance, jobs: Ints) -> Self:
        """Take apart the jobs of the programs, int64, whose indices rise."""
        programmed, choices = instance.take(jobs)
        order = by_work(instance)
        return cls(instance, programmed, jobs, choices, order[~np.isin(order, jobs)])

    def completed(
        self, placed: PlacedUnits, makespan: int, beat: Callable[[], None] = no_beat
    ) -> PlacedUnits | None:
        """Return a schedule of all jobs, in which jobs of the programs are where they were
        `placed`, and each other one where it ends first, by decreasing least work; None if that
        takes longer than `makespan` units, by which all jobs of the programs end. `beat` is called
        between chunks of work.
        """
        if not len(self.others):
            return placed
        instance = self.instance
        chosen, start = np.empty((2, len(instance.jobs)), np.int64)
        chosen[self.jobs], start[self.jobs] = self.choices[placed.chosen], placed.start
        free = np.full(makespan, instance.processors)
        widths, times = instance.widths[chosen[self.jobs]], instance.times[chosen[self.jobs]]
        for width, begin, time in zip(widths, placed.start, times, strict=True):
            free[begin : begin + time] -= width
        last = insert(instance, self.others, free, chosen, start, beat)
        return None if last < 0 else PlacedUnits(chosen, start, max(last, placed.makespan))
