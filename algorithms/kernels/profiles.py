"""Configurations of moldable jobs: found, checked and gathered."""

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@kernel
def times_at(offsets: Ints, widths: Ints, times: Floats, wanted: Ints, found: Floats) -> None:
    """Fill in the time of each job on the wanted processors, NaN where it cannot run on so many.

    `offsets`, `widths` and `times` are those of `Profiles`; `wanted` and `found` have the shape
    (n_jobs,). The widths of a job rise, so a binary search finds each.
    """
    for job in range(len(offsets) - 1):
        low, high = offsets[job], offsets[job + 1]
        last = high
        while low < high:
            middle = (low + high) // 2
            if widths[middle] < wanted[job]:
                low = middle + 1
            else:
                high = middle
        hit = low < last and widths[low] == wanted[job]
        found[job] = times[low] if hit else np.nan


@kernel
def check(
    offsets: Ints,
    widths: Ints,
    times: Floats,
    most_processors: int,
    latest: float,
    wrong: Ints,
) -> None:
    """Find the first configurations that break a rule, -1 where none does.

    `wrong` is int64 of shape (3,): processors not from 1 to `most_processors`, processors that do
    not rise within a job, a time that is not from 0 to `latest` seconds.
    """
    wrong[:] = -1
    for job in range(len(offsets) - 1):
        for c in range(offsets[job], offsets[job + 1]):
            if wrong[0] < 0 and not 1 <= widths[c] <= most_processors:
                wrong[0] = c
            if wrong[1] < 0 and c > offsets[job] and widths[c] <= widths[c - 1]:
                wrong[1] = c
            if wrong[2] < 0 and not 0 <= times[c] <= latest:
                wrong[2] = c


@kernel
def gather(
    offsets: Ints,
    widths: Ints,
    times: Floats,
    jobs: NDArray[np.intp],
    taken_offsets: Ints,
    taken_widths: Ints,
    taken_times: Floats,
) -> None:
    """Copy the configurations of the chosen jobs, one job after the other.

    `jobs` has the shape (n_taken,); the arrays in front of it are those of `Profiles`, those behind
    it their like for the chosen jobs, of which the offsets are given and the others filled.
    """
    for i in range(len(jobs)):
        to = taken_offsets[i]
        for c in range(offsets[jobs[i]], offsets[jobs[i] + 1]):
            taken_widths[to] = widths[c]
            taken_times[to] = times[c]
            to += 1


@kernel
def useful_widths(offsets: Ints, widths: Ints, times: Floats, waste: float, useful: Ints) -> None:
    """Fill in the widest configuration of each job with at most `waste` times its least work.

    `useful` is int64 of shape (n_jobs,); the other arrays are those of `Profiles`.
    """
    for job in range(len(offsets) - 1):
        least = np.inf
        for c in range(offsets[job], offsets[job + 1]):
            least = min(least, widths[c] * times[c])
        for c in range(offsets[job], offsets[job + 1]):
            if widths[c] * times[c] <= waste * least:
                useful[job] = widths[c]
