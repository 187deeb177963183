"""The groups of one environment that hold the fewest processors together: a dynamic program."""

import numpy as np
from numba import njit

from algorithms.kernels.insides import run_list
from algorithms.kernels.processors import Floats, Ints

ROUNDING = 1e-9
"""That of `algorithms.deployment`."""
NO_GROUPS = -1
"""Instead of a number of groups: it would take too long."""


@njit(cache=True, nogil=True)
def fewest(work: float, target: float) -> int:
    """Return the fewest processors that do some work within `target`, at least 1."""
    return max(int(np.ceil(work / target * (1 - ROUNDING))), 1)


@njit(cache=True, nogil=True)
def run_fits(
    width: Ints, time: Floats, i: int, j: int, work: float, longest: float, room: Ints
) -> bool:
    """Tell whether the jobs `i:j`, on as many processors as the first, fill half of what they hold.

    Nothing has to be scheduled where W < q·p_max / 2, as no list takes less than p_max, and where
    W ≥ (q - 1)·p_max. Then a list that takes p ≤ 2·p_max uses more than q processors at instants
    p_max apart, and one of them in between, which is more than (q·p - (q - 1)·p_max); one that
    takes longer uses more than q at instants p/2 apart. Between these limits the list decides, as
    long as there is room for it: `room` counts the jobs that may still be listed.
    """
    wide = width[i]
    if 2 * work < wide * longest:
        return False
    if work >= (wide - 1) * longest:
        return True
    if room[0] < j - i:
        return False
    room[0] -= j - i
    last = run_list(width[i:j], time[i:j], wide)
    return bool(2 * work >= wide * last)


@njit(cache=True, nogil=True)
def suffixes(width: Ints, time: Floats) -> Floats:
    """Return work, time and longest time of all jobs from each on, float64 of shape (3, n + 1)."""
    n = len(width)
    sums = np.zeros((3, n + 1))
    for i in range(n - 1, -1, -1):
        sums[0, i] = sums[0, i + 1] + width[i] * time[i]
        sums[1, i] = sums[1, i + 1] + time[i]
        sums[2, i] = max(sums[2, i + 1], time[i])
    return sums


@njit(cache=True, nogil=True)
def best_run(
    width: Ints,
    time: Floats,
    target: float,
    layered: bool,
    i: int,
    sums: Floats,
    best: Ints,
    longest: Floats,
    room: Ints,
) -> tuple[int, int]:
    """Return where the group that begins with job i ends, and its processors.

    `best` are the fewest processors of all groups from each later job on; `longest` is room for
    n + 1 numbers.
    """
    n = len(width)
    # No groups hold fewer: the first job needs so many, and layered groups last up to 2λ.
    least = max(width[i], fewest(sums[0, i], 2 * target if layered else target))
    longest[i] = 0.0
    for j in range(i, n):
        longest[j + 1] = max(longest[j], time[j])
    total, cut, held = np.iinfo(np.int64).max, n, 0
    for j in range(n, i, -1):
        work, taken = sums[0, i] - sums[0, j], sums[1, i] - sums[1, j]
        is_layered = layered and 2 * width[j - 1] > width[i] and taken <= 2 * target
        needed = width[i] if is_layered else max(width[i], fewest(work, target))
        if needed + best[j] < total and (
            is_layered or needed > width[i] or run_fits(width, time, i, j, work, longest[j], room)
        ):
            total, cut, held = needed + best[j], j, needed
        if total <= least:
            break
    return cut, held


@njit(cache=True, nogil=True)
def fewest_processors(
    width: Ints,
    time: Floats,
    target: float,
    layered: bool,
    most_runs: int,
    most_listed: int,
) -> tuple[Ints, Ints, int]:
    """Cut a list of jobs into groups that hold the fewest processors together.

    Parameters
    ----------
    width, time
        int64 and float64 (seconds), shape (n_jobs,), by decreasing width; times positive.
    target
        λ, seconds, at least every time.
    layered
        Whether jobs one after the other may be a group, too.
    most_runs, most_listed
        Runs of jobs that are looked at, and jobs that are list-scheduled for that; beyond, runs
        that would have to be scheduled are left out.

    Returns
    -------
    next_cut, held, groups
        A group of `held[i]` processors goes from job i up to `next_cut[i]`, int64 of shape
        (n_jobs,), for i = 0 and each cut after it. `groups` is `NO_GROUPS` beyond `most_runs`.
    """
    n = len(width)
    sums = suffixes(width, time)
    best = np.zeros(n + 1, np.int64)
    next_cut, held = np.full(n, n), np.zeros(n, np.int64)
    longest, room = np.zeros(n + 1), np.array([most_listed])
    runs = 0
    for i in range(n - 1, -1, -1):
        work, longest_after = sums[0, i], sums[2, i]
        needed = max(width[i], fewest(work, target))
        if (needed > width[i] and not layered) or (
            needed == width[i] and run_fits(width, time, i, n, work, longest_after, room)
        ):
            best[i] = held[i] = needed
            continue
        next_cut[i], held[i] = best_run(width, time, target, layered, i, sums, best, longest, room)
        best[i] = held[i] + best[next_cut[i]]
        runs += n - i
        if runs > most_runs:
            return next_cut, held, NO_GROUPS
    groups, i = 0, 0
    while i < n:
        groups += 1
        i = next_cut[i]
    return next_cut, held, groups
