"""From batches to a schedule: leave the shelves as they are, or let the jobs start earlier."""

from collections.abc import Callable
from dataclasses import dataclass, field
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
Tick = Callable[[], None]


@dataclass
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
    _inserted: tuple[list[Batch], Floats] | None = field(default=None, init=False)

    def compact(self, compaction: str, sequence: list[Batch], tick: Tick) -> Floats:
        """Return the starts of all jobs, float64, shape (n_jobs,), seconds; a job in no batch
        starts at 0. `tick` is called between chunks of work."""
        match compaction:
            case "shelves":
                return self.shelves(sequence)
            case "list":
                return self.listed(sequence, tick)
            case "conservative":
                return self.conservative(sequence, tick)
            case _:
                return self.relisted(sequence, tick)

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

    def listed(self, sequence: list[Batch], tick: Tick) -> Floats:
        """List batch after batch, within one by decreasing weight per processor-second; start at
        each event every job, in list order, that fits (Graham)."""
        order = _joined([batch.by_density for batch in sequence])
        return start_listed(order, self.width, self.time, self.processors, tick)

    def conservative(self, sequence: list[Batch], tick: Tick) -> Floats:
        """Insert the jobs by increasing start on their shelf, each at its earliest fit."""
        if self._inserted is None or self._inserted[0] is not sequence:
            order = _joined([batch.by_start for batch in sequence])
            start = insert(order, self.width, self.time, self.processors, tick)
            self._inserted = sequence, start
        return self._inserted[1]

    def relisted(self, sequence: list[Batch], tick: Tick) -> Floats:
        """List the jobs by their start in `conservative`, ties as in `listed`."""
        start = self.conservative(sequence, tick)
        order = _joined([batch.by_density for batch in sequence])
        order = order[np.argsort(start[order], kind="stable")]
        return start_listed(order, self.width, self.time, self.processors, tick)


def _joined(parts: list[Ints]) -> Ints:
    return np.concatenate([np.empty(0, np.int64), *parts])


def start_listed(order: Ints, width: Ints, time: Floats, processors: int, tick: Tick) -> Floats:
    """Start at each event every job, in list order, that fits (Graham).

    Returns
    -------
    starts
        float64, shape (n_jobs,), seconds; 0 for jobs that are not in the list.
    """
    listed, times = width[order], time[order]
    placed, state, done = np.empty(len(order)), machine(listed, processors), 0
    while done < len(order):
        tick()
        done = graham(listed, times, placed, state, CHUNK)
    start = np.zeros(len(time))
    start[order] = placed
    return start


def insert(order: Ints, width: Ints, time: Floats, processors: int, tick: Tick) -> Floats:
    """Place the jobs in order, each at its earliest fit.

    If the order is by increasing start in some schedule, no job starts later than in that: those
    before it started no later there, and here no later than there, so while it ran there they hold
    no more processors than they did.

    Returns
    -------
    starts
        float64, shape (n_jobs,), seconds; 0 for jobs that are not in the list.
    """
    listed, times = width[order], time[order]
    placed, profile = np.empty(len(order)), idle_profile(processors, len(order))
    done, chunk = 0, STEPS // (len(order) + 1) + 1
    while done < len(order):
        tick()
        done = serial(listed, times, placed, profile, done, chunk)
    start = np.zeros(len(time))
    start[order] = placed
    return start
