"""The groups of one environment that hold the fewest processors together: a dynamic program."""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import allocating, kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.problem.deployment import fewest
from parsched.model.schedules.processor_choice import Floats, Ints
from parsched.policies.groups.within_groups import run_list

NO_GROUPS = -1
"""Instead of a number of groups: it would take too long."""
PER_LISTED = 20
"""How many runs can be looked at while a job is list-scheduled, about."""


@kernel
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


class GroupingProgress(KernelRecord):
    """`left`, jobs that are left; `runs` that were looked at; jobs that were `listed`, scheduled as
    lists, for that."""

    left: int
    runs: int
    listed: int


class Cuts(NamedTuple):
    """How far the dynamic program is, which goes from the last job to the first; changed in place.

    `progress` is a single record. `sums` is float64 of shape (3, n_jobs + 1): work, time and
    longest time of all jobs from each on. Of all groups from job i on, `best[i]` are the fewest
    processors, and the first of them goes up to `next_cut[i]`, on `held[i]` processors; int64 of
    shape (n_jobs + 1,). `longest` is room for as many numbers.
    """

    progress: RecordArray[GroupingProgress]
    sums: Floats
    best: Ints
    next_cut: Ints
    held: Ints
    longest: Floats


def uncut(width: Ints, time: Floats) -> Cuts:
    """Return what there is before any job is looked at."""
    n = len(width)
    sums = np.zeros((3, n + 1))
    sums[0, :n] = np.cumsum((width * time)[::-1])[::-1]
    sums[1, :n] = np.cumsum(time[::-1])[::-1]
    sums[2, :n] = np.maximum.accumulate(time[::-1])[::-1]
    best, next_cut, held = np.zeros((3, n + 1), np.int64)
    progress = GroupingProgress.new()
    progress[0].left = n
    return Cuts(progress, sums, best, next_cut, held, np.zeros(n + 1))


@kernel
def best_run(
    width: Ints, time: Floats, target: float, layered: bool, i: int, cuts: Cuts, room: Ints
) -> tuple[int, int]:
    """Return where the group that begins with job i ends, and its processors."""
    n = len(width)
    _, sums, best, _, _, longest = cuts
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


@allocating
def cut_some(
    width: Ints,
    time: Floats,
    target: float,
    layered: bool,
    most: tuple[int, int],
    cuts: Cuts,
    budget: int,
) -> int:
    """Go on cutting a list of jobs into groups that hold the fewest processors together.

    Parameters
    ----------
    width, time
        int64 and float64 (seconds), shape (n_jobs,), by decreasing width; times positive.
    target
        λ, seconds, at least every time.
    layered
        Whether jobs one after the other may be a group, too.
    most
        Runs of jobs that are looked at, and jobs that are list-scheduled for that; beyond, runs
        that would have to be scheduled are left out.
    budget
        Runs to look at until it returns; a job that is list-scheduled counts as `PER_LISTED`.

    Returns
    -------
    int
        Jobs that are left: 0 when all is done, `NO_GROUPS` beyond the most runs. Then the groups
        begin with job 0 and each `next_cut`.
    """
    n = len(width)
    records, sums, best, next_cut, held, _ = cuts
    progress = records[0]
    room = np.array([most[1] - progress.listed])
    while progress.left > 0 and budget > 0:
        i, left = progress.left - 1, room[0]
        needed = max(width[i], fewest(sums[0, i], target))
        if (needed > width[i] and not layered) or (
            needed == width[i] and run_fits(width, time, i, n, sums[0, i], sums[2, i], room)
        ):
            next_cut[i], held[i] = n, needed
        else:
            next_cut[i], held[i] = best_run(width, time, target, layered, i, cuts, room)
            progress.runs += n - i
            budget -= n - i
        best[i] = held[i] + best[next_cut[i]]
        budget -= 1 + PER_LISTED * (left - room[0])
        progress.left, progress.listed = i, most[1] - room[0]
        if progress.runs > most[0]:
            return NO_GROUPS
    return int(progress.left)
