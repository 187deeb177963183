"""Which jobs run together: batches of doubling length, each filled with as much weight as fits."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from parsched.base.digits import counted
from parsched.base.errors import NoScheduleError
from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.knapsack import Knapsack
from parsched.model.problem.workload import Floats, Ints
from parsched.model.smith import smith_ratio
from parsched.policies.batches.filling import gather, stand

CELLS = 2_000_000_000
"""Largest table of a knapsack; it takes a bit for each cell."""


class JobBatch(NamedTuple):
    """Jobs that run in `begin` … `begin` + `length`, seconds.

    `jobs` is int64; each stands behind the job that comes before it in its stack. `by_density` has
    them by decreasing weight per processor-second, `by_start` by increasing start on the shelf,
    ties by density.
    """

    begin: float
    length: float
    jobs: Ints
    by_density: Ints
    by_start: Ints


class Batches(NamedTuple):
    """All jobs that take time, in batches; the others are in none.

    `chosen` is int64 of shape (n_jobs,): the configurations as indices into `Choices`, the fastest
    one for a job that takes no time. `below` is int64 of shape (n_jobs,): the job before each in
    its stack, or -1.
    """

    batches: list[JobBatch]
    chosen: Ints
    below: Ints


def batches_of(
    choices: Choices,
    weight: Floats,
    processors: int,
    longest: float,
    exact: bool,
    report: Callable[[float], None],
    *,
    whole: bool = True,
    second: float = 1.0,
) -> Batches:
    """Put jobs into batches, each twice as long as the one before, until none is left.

    Parameters
    ----------
    weight
        float64, shape (n_jobs,).
    longest
        Length C* of the batch that is the last in the paper, seconds; every job can run in that.
    exact
        Solve the knapsacks; otherwise items enter by decreasing weight per processor.
    report
        Called with the share of the jobs placed, between chunks of work.
    whole
        Go on after the batch of length C* until no job is left. Otherwise that batch is the last,
        as printed: with t_0 the first length, C* = 2^K·t_0 ends a loop of K + 1 batches.
    second
        Units of time in a second.

    Raises
    ------
    NoScheduleError
        When not `whole` and the batches leave jobs out.
    """
    filling = _Filling(choices, weight)
    fastest = choices.times[choices.offsets[1:] - 1][filling.waiting]
    jobs, length, rounds = len(filling.waiting), _first_length(fastest, longest), 0
    batches: list[JobBatch] = []
    while left := len(filling.waiting):
        # Halving and doubling are exact: the batch of length C* is met without rounding.
        if not whole and length > longest:
            raise NoScheduleError(_left_out(left, choices.jobs, rounds, longest / second))
        share = 1 - left / jobs
        report(share)
        tick = partial(report, share) if exact else None
        if batch := filling.fill(processors, length, tick):
            batches.append(batch)
        length, rounds = length * 2, rounds + 1
    return Batches(batches, filling.chosen, filling.below)


def _left_out(left: int, jobs: int, rounds: int, longest: float) -> str:
    """Say how many jobs the printed loop leaves out, and why."""
    batches = counted(rounds, "batch", "batches")
    return (
        f"the printed loop leaves out {left:,} of {counted(jobs, 'job')}: it ends after "
        f"{batches}, and the last, of C* = {longest:.4g} s, is left with more jobs than fit the "
        "processors at once; loop=whole goes on until every job is in a batch"
    )


def _first_length(fastest: Floats, longest: float) -> float:
    """Halve the longest batch while the fastest job still fits."""
    least = fastest.min(initial=longest)
    length = longest
    while length / 2 >= least > 0:
        length /= 2
    return length


class _Filling:
    """The jobs that wait, by decreasing weight, and what is known about all."""

    def __init__(self, choices: Choices, weight: Floats) -> None:
        self._choices, self._weight = choices, weight
        self.chosen = choices.offsets[1:] - 1
        order = np.argsort(-weight, kind="stable")
        self.waiting = order[choices.times[self.chosen[order]] > 0]
        self.chosen[self.waiting] = -1
        self._item, self.below, self._size = np.full((3, choices.jobs), -1)
        self._profit, self._time, self._start = np.empty((3, choices.jobs))

    def fill(
        self, processors: int, length: float, tick: Callable[[], None] | None
    ) -> JobBatch | None:
        """Take as much weight as fits; None when no job does. Without `tick` fill greedily."""
        offsets, widths, times, _, _ = self._choices
        items = gather(
            offsets,
            widths,
            times,
            self._weight,
            self.waiting,
            length,
            length,
            self.chosen,
            self._item,
            self.below,
            self._size,
            self._profit,
        )
        if not items:
            return None
        knapsack = Knapsack(self._size[:items], self._profit[:items], processors)
        if tick:
            knapsack.solve(CELLS, tick)
        taken = np.append(knapsack.taken, False)[self._item[self.waiting]]
        jobs, self.waiting = self.waiting[taken], self.waiting[~taken]
        return self._batch(length, jobs)

    def _batch(self, length: float, jobs: Ints) -> JobBatch:
        width, time = self._choices.taken(self.chosen[jobs])
        self._time[jobs] = time
        stand(jobs, self.below, self._time, length, self._start)
        by_density = jobs[np.argsort(smith_ratio(width * time, self._weight[jobs]), kind="stable")]
        by_start = by_density[np.argsort(self._start[by_density], kind="stable")]
        return JobBatch(length, length, jobs, by_density, by_start)
