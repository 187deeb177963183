"""From batches to a schedule: leave the shelves as they are, or let the jobs start earlier."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from parsched.base.compiled import kernel
from parsched.model.placing.earliest_fit import Tell, start_at_earliest_fit
from parsched.model.problem.workload import Floats, Ints
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.policies.batches.filling import stand
from parsched.policies.batches.selection import JobBatch
from parsched.policies.lists.placement import start_what_fits

Cost = tuple[float, float]


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
    processors_of
        Chooses the processors of jobs from their starts on the shelves.

    Attributes
    ----------
    kept
        The processors that `same-processors` has the jobs keep; None before it is called.
    """

    time: Floats
    width: Ints
    weight: Floats
    below: Ints
    processors: int
    limit: float
    processors_of: Callable[[Floats], ProcessorSets]
    kept: ProcessorSets | None = field(default=None, init=False)
    _inserted: tuple[list[float], Floats] | None = field(default=None, init=False)

    def compact(self, compaction: str, sequence: list[JobBatch], tell: Tell) -> Floats:
        """Return the starts of all jobs, float64, shape (n_jobs,), seconds; a job in no batch
        starts at 0. `tell` is called between chunks of work."""
        match compaction:
            case "shelves":
                return self.shelves(sequence)
            case "list":
                return self.listed(sequence, tell)
            case "same-processors":
                return self.same_processors(sequence)
            case "conservative":
                return self.conservative(sequence, tell)
            case _:
                return self.relisted(sequence, tell)

    def cost(self, start: Floats) -> Cost:
        """What to make small, lexicographically: the makespan beyond the limit, then Σ w·C."""
        end = start + self.time
        longest = float(end.max(initial=0.0))
        return longest if longest > self.limit else 0.0, float(self.weight @ end)

    def shelves(self, sequence: list[JobBatch]) -> Floats:
        """Run each batch as a shelf: where it was selected for if they are in their old order, else
        as soon as the one before has passed."""
        start, free = np.zeros(len(self.time)), min((b.begin for b in sequence), default=0.0)
        in_order = all(a.begin < b.begin for a, b in pairwise(sequence))
        for batch in sequence:
            begin = batch.begin if in_order else free
            end = stand(batch.jobs, self.below, self.time, begin, start)
            free = max(begin + batch.length, end)
        return start

    def same_processors(self, sequence: list[JobBatch]) -> Floats:
        """Start each job of the shelves as soon as those before it on its processors have ended.

        The processors are those that the jobs have on the shelves of the first sequence that is
        compacted so: others keep them, as the jobs of a batch run beside each other in all.
        """
        shelf = self.shelves(sequence)
        if self.kept is None:
            self.kept = self.processors_of(shelf)
        # As processors are chosen: what is too short to change the clock comes first.
        order = np.lexsort((shelf + self.time > shelf, shelf))
        start, free = np.empty(len(shelf)), np.zeros(self.processors)
        settle(order, self.kept.offsets, self.kept.lo, self.kept.hi, self.time, free, start)
        return start

    def listed(self, sequence: list[JobBatch], tell: Tell) -> Floats:
        """List batch after batch, within one by decreasing weight per processor-second; start at
        each event every job, in list order, that fits (Graham)."""
        order = _joined([batch.by_density for batch in sequence])
        return start_what_fits(order, self.width, self.time, self.processors, tell)

    def conservative(self, sequence: list[JobBatch], tell: Tell) -> Floats:
        """Insert the jobs by increasing start on their shelf, each at its earliest fit."""
        begins = [batch.begin for batch in sequence]
        if self._inserted is None or self._inserted[0] != begins:
            order = _joined([batch.by_start for batch in sequence])
            start = start_at_earliest_fit(order, self.width, self.time, self.processors, tell)
            self._inserted = begins, start
        return self._inserted[1]

    def relisted(self, sequence: list[JobBatch], tell: Tell) -> Floats:
        """List the jobs by their start in `conservative`, ties as in `listed`."""
        start = self.conservative(sequence, tell)
        order = _joined([batch.by_density for batch in sequence])
        order = order[np.argsort(start[order], kind="stable")]
        return start_what_fits(order, self.width, self.time, self.processors, tell)


@kernel
def settle(
    order: Ints, offsets: Ints, lo: Ints, hi: Ints, time: Floats, free: Floats, start: Floats
) -> None:
    """Start jobs, in order, when all of their processors are idle.

    Parameters
    ----------
    offsets, lo, hi
        Processors of each job, as in `ProcessorSets`.
    time, start
        float64, shape (n_jobs,), seconds; `start` is filled in place.
    free
        float64, shape (processors,), seconds: when each is idle; changed in place.

    Complexity: O(Σ processors of the jobs), which is O(m) for each batch of m processors and O(1)
    for each job on top of another.
    """
    for job in order:
        begin = 0.0
        for k in range(offsets[job], offsets[job + 1]):
            for processor in range(lo[k], hi[k]):
                begin = max(begin, free[processor])
        start[job] = begin
        for k in range(offsets[job], offsets[job + 1]):
            for processor in range(lo[k], hi[k]):
                free[processor] = begin + time[job]


def _joined(parts: list[Ints]) -> Ints:
    return np.concatenate([np.empty(0, np.int64), *parts])
