"""Schedules in whole units of time."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.insertion import insert_all
from parsched.model.placing.graham_placement import graham, machine
from parsched.model.problem.workload import Ints, Workload
from parsched.model.schedules.schedule import Schedule

CHUNK = 50_000_000
"""Units of time looked at between two calls of `beat`, some 0.05 s."""


def no_beat() -> None:
    """Do nothing: the default for `beat`, by which no search is cancelled."""


class PlacedUnits(NamedTuple):
    """`chosen` (an index into the choices of the instance) and `start` (units) of each job, int64
    of shape (n_jobs,); the makespan in units."""

    chosen: Ints
    start: Ints
    makespan: int

    @classmethod
    def of(cls, instance: DiscreteInstance, schedule: Schedule) -> "PlacedUnits | None":
        """Return a schedule in units; None where a start is no whole number of them, or a job takes
        a configuration that is not worth choosing."""
        start = schedule.start[instance.jobs] / instance.unit
        units, widths = np.round(start).astype(np.int64), schedule.width[instance.jobs]
        chosen = np.flatnonzero(instance.widths == widths[instance.owner])
        if len(chosen) < len(units) or not np.array_equal(units, start):
            return None
        return cls(chosen, units, int((units + instance.times[chosen]).max(initial=0)))

    def schedule(self, instance: DiscreteInstance, workload: Workload) -> Schedule:
        """Return it in seconds, with the jobs that take no time at the start."""
        width = instance.fastest.copy()
        width[instance.jobs] = instance.widths[self.chosen]
        start = np.zeros(len(workload))
        start[instance.jobs] = instance.seconds(self.start)
        return Schedule.of(workload, start, width=width)


def largest_first(instance: DiscreteInstance, beat: Callable[[], None] = no_beat) -> PlacedUnits:
    """Return the LTF schedule: the better of both ways to place the jobs, which are in order of
    decreasing least work; ties in job order.

    Serial: job after job, each where it ends first. Graham: at each event every job that fits, on
    as many processors as serve it.

    Parameters
    ----------
    beat
        Called at least ten times a second; what it raises ends the placement.
    """
    order = by_work(instance)
    placed = serial(instance, order, beat), event_list(instance, order)
    return min(placed, key=lambda p: p.makespan)


def by_work(instance: DiscreteInstance) -> Ints:
    """Return the jobs in order of decreasing least work; ties in job order."""
    return np.asarray(np.argsort(-instance.least_work, kind="stable"))


def serial(
    instance: DiscreteInstance, order: Ints, beat: Callable[[], None] = no_beat
) -> PlacedUnits:
    """Place the jobs one by one, each where it ends first; takes `instance.serial_length` words of
    memory, and looks at each of them for every choice at most."""
    free = np.full(instance.serial_length, instance.processors)
    chosen, start = np.empty((2, len(instance.jobs)), np.int64)
    return PlacedUnits(chosen, start, insert(instance, order, free, chosen, start, beat))


def insert(
    instance: DiscreteInstance,
    order: Ints,
    free: Ints,
    chosen: Ints,
    start: Ints,
    beat: Callable[[], None] = no_beat,
) -> int:
    """Place jobs in list order, as `insert_all` does, in chunks; return their largest end, or -1 if
    one does not fit."""
    jobs, looked_at = len(instance.jobs), len(instance.widths) * len(free)
    makespan, chunk = 0, max(1, CHUNK * jobs // max(looked_at, 1))
    for first in range(0, len(order), chunk):
        beat()
        end = insert_all(
            order[first : first + chunk],
            instance.offsets,
            instance.widths,
            instance.times,
            free,
            chosen,
            start,
        )
        if end < 0:
            return -1
        makespan = max(makespan, end)
    return makespan


def event_list(instance: DiscreteInstance, order: Ints) -> PlacedUnits:
    """Start at each event every job that fits, on the fewest processors on which it is fastest."""
    chosen = instance.offsets[1:] - 1
    width, time = instance.widths[chosen][order], instance.times[chosen][order]
    start = np.empty(len(order))
    graham(width, time.astype(np.float64), start, machine(width, instance.processors), len(order))
    starts = np.empty(len(order), np.int64)
    starts[order] = start.astype(np.int64)
    return PlacedUnits(chosen, starts, int((starts + instance.times[chosen]).max(initial=0)))
