"""Slots: where a job can be in a schedule of given length."""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.model.problem.workload import Floats, Ints


class Slots(NamedTuple):
    """Every (job, configuration, start) of a schedule of `horizon` units, job after job.

    `job`, `choice` (index into the choices of the instance), `width`, `time` and `start` are int64
    of shape (n_slots,), in units; within a job the slots are in order of width, then start.
    `first` is int64 of shape (n_jobs,): the first slot of each job, which has at least one.
    """

    instance: DiscreteInstance
    horizon: int
    job: Ints
    choice: Ints
    width: Ints
    time: Ints
    start: Ints
    first: Ints

    @classmethod
    def of(cls, instance: DiscreteInstance, horizon: int) -> Self:
        """List them; the horizon is at least the trivial bound."""
        choices = instance.admitted(horizon)
        counts = horizon - instance.times[choices] + 1
        start = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        choice = np.repeat(choices, counts)
        job, width, time = instance.owner[choice], instance.widths[choice], instance.times[choice]
        first = np.searchsorted(job, np.arange(len(instance.jobs)))
        return cls(instance, horizon, job, choice, width, time, start, first)

    def __len__(self) -> int:
        return len(self.job)

    @property
    def jobs(self) -> int:
        """Number of jobs."""
        return len(self.first)

    def within(self, makespan: int) -> NDArray[np.bool_]:
        """Tell which slots a schedule of `makespan` units, at most the horizon, can contain."""
        instance = self.instance
        admitted = np.zeros(len(instance.widths), np.bool_)
        admitted[instance.admitted(makespan)] = True
        return np.asarray(admitted[self.choice] & (self.start + self.time <= makespan))

    def least(self, values: Floats) -> Floats:
        """Minimum over the slots of each job of a value given per slot."""
        return np.asarray(np.minimum.reduceat(values, self.first))

    def most(self, values: Floats) -> Floats:
        """Maximum over the slots of each job of a value given per slot."""
        return np.asarray(np.maximum.reduceat(values, self.first))
