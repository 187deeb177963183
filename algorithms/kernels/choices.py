"""The configurations of moldable jobs that are worth choosing."""

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
from algorithms.workload import Floats, Ints


@kernel
def mark(
    offsets: Ints, widths: Ints, times: Floats, processors: int, keep: NDArray[np.bool_]
) -> int:
    """Mark the configurations that fit the machine and are faster than every narrower one.

    Parameters
    ----------
    offsets, widths, times
        As in `Profiles`: shapes (n_jobs + 1,), (n_configurations,), (n_configurations,), seconds.
    keep
        bool, shape (n_configurations,), filled in place.

    Returns
    -------
    int
        How many are marked.
    """
    marked = 0
    for job in range(len(offsets) - 1):
        fastest = np.inf
        for c in range(offsets[job], offsets[job + 1]):
            keep[c] = widths[c] <= processors and times[c] < fastest
            if keep[c]:
                fastest = times[c]
                marked += 1
    return marked


@kernel
def least_works(offsets: Ints, widths: Ints, times: Floats, work: Floats) -> None:
    """Fill in the least processors × time among each configuration and the wider ones of its job.

    `work` is float64 of shape (n_configurations,), processor-seconds.
    """
    for job in range(len(offsets) - 1):
        least = np.inf
        for c in range(offsets[job + 1] - 1, offsets[job] - 1, -1):
            least = min(least, widths[c] * times[c])
            work[c] = least


@kernel
def first_within(times: Floats, low: int, high: int, limit: float) -> int:
    """Return the first of the falling times low … high − 1 that is at most `limit`, else `high`."""
    while low < high:
        middle = (low + high) // 2
        if times[middle] <= limit:
            high = middle
        else:
            low = middle + 1
    return int(low)


@kernel
def narrowest(offsets: Ints, times: Floats, job: int, limit: float) -> int:
    """Return the narrowest configuration of a job that takes at most `limit` seconds, or -1.

    The times of a job fall strictly with its configurations, so a binary search finds it.
    """
    low, high = offsets[job], offsets[job + 1]
    if low == high or times[high - 1] > limit:
        return -1
    return first_within(times, low, high, limit)
