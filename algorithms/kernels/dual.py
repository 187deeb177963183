"""One test of the dual approximation: who may stand on which shelf, and what that costs."""

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
from algorithms.kernels.choices import narrowest
from algorithms.workload import Floats, Ints


@kernel
def offer(
    offsets: Ints,
    widths: Ints,
    times: Floats,
    works: Floats,
    limit: float,
    first: Ints,
    second: Ints,
    item: Ints,
    weight: Ints,
    profit: Floats,
) -> tuple[int, int, float]:
    """Find for each job its narrowest choices in at most `limit` and in at most half of that.

    Parameters
    ----------
    offsets, widths, times, works
        As in `Choices`.
    first, second
        int64, shape (n_jobs,), filled in place: the choices, -1 where there is none.
    item, weight, profit
        int64, int64 and float64 (processor-seconds), shape (n_jobs,), filled in place: jobs that
        may stand on either shelf, their processors on the first, and the work that saves.

    Returns
    -------
    items, forced, work
        Number of items (-1 when a job takes longer than the limit on any number of processors),
        processors of the jobs that can only stand on the first shelf, and the least work when all
        others stand on the second.
    """
    items, forced, work = 0, 0, 0.0
    for job in range(len(offsets) - 1):
        one = narrowest(offsets, times, job, limit)
        if one < 0:
            return -1, forced, work
        two = one if times[one] <= limit / 2 else narrowest(offsets, times, job, limit / 2)
        first[job], second[job] = one, two
        if two < 0:
            forced += widths[one]
            work += works[one]
            continue
        work += works[two]
        if works[two] > works[one]:
            item[items], weight[items] = job, widths[one]
            profit[items] = works[two] - works[one]
            items += 1
    return items, forced, work


@kernel
def allot(
    widths: Ints,
    times: Floats,
    first: Ints,
    second: Ints,
    on_first: NDArray[np.bool_],
    chosen: Ints,
    shelf: NDArray[np.int8],
) -> float:
    """Give each job the choice of its shelf; return the work of all jobs, processor-seconds.

    Parameters
    ----------
    on_first
        bool, shape (n_jobs,): the jobs that were selected for the first shelf; jobs without a
        second choice stand there anyway.
    chosen, shelf
        int64 and int8, shape (n_jobs,), filled in place; shelf 0 for jobs that need only one
        processor on the second.
    """
    work = 0.0
    for job in range(len(first)):
        large = on_first[job] or second[job] < 0
        c = first[job] if large else second[job]
        chosen[job] = c
        shelf[job] = 1 if large else (0 if widths[c] == 1 else 2)
        work += widths[c] * times[c]
    return work
