"""Schedules in whole units of time."""

from typing import NamedTuple

import numpy as np

from algorithms.kernels.insertion import insert_all
from algorithms.kernels.lists import graham, machine
from algorithms.schedule import Schedule
from algorithms.time_indexed.instance import Instance
from algorithms.workload import Ints, Workload


class Placed(NamedTuple):
    """`chosen` (an index into the choices of the instance) and `start` (units) of each job, int64
    of shape (n_jobs,); the makespan in units."""

    chosen: Ints
    start: Ints
    makespan: int

    def schedule(self, instance: Instance, workload: Workload) -> Schedule:
        """Return it in seconds, with the jobs that take no time at the start."""
        width = instance.fastest.copy()
        width[instance.jobs] = instance.widths[self.chosen]
        start = np.zeros(len(workload))
        start[instance.jobs] = instance.seconds(self.start)
        return Schedule.of(workload, start, width=width)


def largest_first(instance: Instance) -> Placed:
    """Return the LTF schedule: the better of both ways to place the jobs, which are in order of
    decreasing least work; ties in job order.

    Serial: job after job, each where it ends first. Graham: at each event every job that fits, on
    as many processors as serve it.
    """
    order = np.argsort(-instance.least_work, kind="stable")
    return min(serial(instance, order), event_list(instance, order), key=lambda p: p.makespan)


def serial(instance: Instance, order: Ints) -> Placed:
    """Place the jobs one by one, each where it ends first."""
    jobs = len(instance.jobs)
    horizon = int(instance.times[instance.offsets[1:] - 1].sum())
    free = np.full(horizon, instance.processors)
    chosen, start = np.empty((2, jobs), np.int64)
    makespan = insert_all(
        order, instance.offsets, instance.widths, instance.times, free, chosen, start
    )
    return Placed(chosen, start, makespan)


def event_list(instance: Instance, order: Ints) -> Placed:
    """Start at each event every job that fits, on the fewest processors on which it is fastest."""
    chosen = instance.offsets[1:] - 1
    width, time = instance.widths[chosen][order], instance.times[chosen][order]
    start = np.empty(len(order))
    graham(width, time.astype(np.float64), start, machine(width, instance.processors), len(order))
    starts = np.empty(len(order), np.int64)
    starts[order] = start.astype(np.int64)
    return Placed(chosen, starts, int((starts + instance.times[chosen]).max(initial=0)))
