"""From batches to a schedule: leave the shelves as they are, or let the jobs start earlier."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from algorithms.batches.selection import Batch
from algorithms.kernels.batches import stand
from algorithms.kernels.earliest_fit import idle_profile, serial
from algorithms.kernels.lists import graham, machine
from algorithms.workload import Floats, Ints

CHUNK = 20_000
"""Jobs that a list starts between two calls of `tick`."""
STEPS = 20_000_000
"""The same for earliest fits, in steps of the profile."""

Cost = tuple[float, float]


@dataclass(frozen=True)
class Compaction:
    """Places batches, in some sequence, on a machine.

    Parameters
    ----------
    time, width, weight
        float64, seconds, int64 and float64, shape (n_jobs,).
    below
        int64, shape (n_jobs,): the job before each in its stack, or -1.
    limit
        Makespan up to which schedules compare by Σ w·C, seconds; longer ones are worse.
    """

    time: Floats
    width: Ints
    weight: Floats
    below: Ints
    processors: int
    limit: float

    def place(self, compaction: str, sequence: list[Batch], tick: Callable[[], None]) -> Floats:
        """Return the starts of all jobs, float64, shape (n_jobs,), seconds; a job in no batch
        starts at 0. `tick` is called between chunks of work."""
        if compaction == "shelves":
            return self.shelves(sequence)
        order = self.local_order(sequence)
        if compaction == "list":
            return self.listed(order, tick)
        start = self.conservative(order, self.shelves(sequence), tick)
        if compaction == "conservative":
            return start
        again = self.listed(by_start(order, start), tick)
        return min((start, self.listed(order, tick), again), key=self.cost)

    def cost(self, start: Floats) -> Cost:
        """What to make small, lexicographically: the makespan beyond the limit, then Σ w·C."""
        end = start + self.time
        longest = float(end.max(initial=0.0))
        return longest if longest > self.limit else 0.0, float(self.weight @ end)

    def shelves(self, sequence: list[Batch]) -> Floats:
        """Run each batch as a shelf: where it was selected for if they are in their old order, else
        as soon as the one before has passed."""
        start, free = np.zeros(len(self.time)), min((b.begin for b in sequence), default=0.0)
        in_order = all(a.begin < b.begin for a, b in pairwise(sequence))
        for batch in sequence:
            begin = batch.begin if in_order else free
            end = stand(batch.jobs, self.below, self.time, begin, start)
            free = max(begin + batch.length, end)
        return start

    def local_order(self, sequence: list[Batch]) -> Ints:
        """List the jobs batch after batch, within one by decreasing weight per
        processor-second."""
        density = self.weight / (self.time * self.width)
        parts = [b.jobs[np.argsort(-density[b.jobs], kind="stable")] for b in sequence]
        return np.concatenate([np.empty(0, np.int64), *parts])

    def listed(self, order: Ints, tick: Callable[[], None]) -> Floats:
        """Start at each event every job, in list order, that fits (Graham)."""
        width, time = self.width[order], self.time[order]
        placed, state, done = np.empty(len(order)), machine(width, self.processors), 0
        while done < len(order):
            tick()
            done = graham(width, time, placed, state, CHUNK)
        return self._scattered(order, placed)

    def conservative(self, order: Ints, shelf: Floats, tick: Callable[[], None]) -> Floats:
        """Insert the jobs by increasing start on their shelf, each at its earliest fit.

        A job never starts later than on its shelf: those before it started no later there and here
        earlier or then, so they hold no more processors while it would run.
        """
        order = by_start(order, shelf)
        width, time = self.width[order], self.time[order]
        placed, profile = np.empty(len(order)), idle_profile(self.processors, len(order))
        done, chunk = 0, STEPS // (len(order) + 1) + 1
        while done < len(order):
            tick()
            done = serial(width, time, placed, profile, done, chunk)
        return self._scattered(order, placed)

    def _scattered(self, order: Ints, placed: Floats) -> Floats:
        start = np.zeros(len(self.time))
        start[order] = placed
        return start


def by_start(order: Ints, start: Floats) -> Ints:
    """Sort jobs by increasing start; ties stay in order."""
    return order[np.argsort(start[order], kind="stable")]
