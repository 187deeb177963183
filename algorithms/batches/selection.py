"""Which jobs run together: batches of doubling length, each filled with as much weight as fits."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from algorithms.allotment.choices import Choices
from algorithms.allotment.knapsack import Knapsack
from algorithms.kernels import batches as kernels
from algorithms.workload import Floats, Ints

CELLS = 2_000_000_000
"""Largest table of a knapsack; it takes a bit for each cell."""


class Batch(NamedTuple):
    """Jobs that run in `begin` … `begin` + `length`, seconds.

    `jobs` is int64; each stands behind the job that comes before it in its stack.
    """

    begin: float
    length: float
    jobs: Ints


class Batches(NamedTuple):
    """All jobs that take time, in batches; the others are in none.

    `chosen` is int64 of shape (n_jobs,): the configurations as indices into `Choices`, the fastest
    one for a job that takes no time. `below` is int64 of shape (n_jobs,): the job before each in
    its stack, or -1.
    """

    batches: list[Batch]
    chosen: Ints
    below: Ints


def batches_of(
    choices: Choices,
    weight: Floats,
    processors: int,
    longest: float,
    exact: bool,
    report: Callable[[float], None],
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
    """
    fastest = choices.offsets[1:] - 1
    chosen, found = fastest.copy(), list[Batch]()
    item, below, size = np.full((3, choices.jobs), -1)
    profit = np.empty(choices.jobs)
    waiting = np.argsort(-weight, kind="stable")
    waiting = waiting[choices.times[fastest[waiting]] > 0]
    jobs, length = len(waiting), _first_length(choices.times[fastest[waiting]], longest)
    offsets, widths, times, _, _ = choices
    while len(waiting):
        share = 1 - len(waiting) / jobs
        report(share)
        arrays = (chosen, item, below, size, profit)
        items = kernels.gather(offsets, widths, times, weight, waiting, length, length, *arrays)
        if items:
            knapsack = Knapsack(size[:items], profit[:items], processors)
            if exact:
                knapsack.solve(CELLS, partial(report, share))
            taken = np.append(knapsack.taken, False)[item[waiting]]
            found.append(Batch(length, length, waiting[taken]))
            waiting = waiting[~taken]
        length *= 2
    return Batches(found, chosen, below)


def _first_length(fastest: Floats, longest: float) -> float:
    """Halve the longest batch while the fastest job still fits."""
    least = fastest.min(initial=longest)
    length = longest
    while length / 2 >= least > 0:
        length /= 2
    return length
