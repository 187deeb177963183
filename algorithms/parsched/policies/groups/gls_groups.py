"""How group list scheduling makes groups of the jobs of one environment.

The jobs of one environment come by decreasing width, and λ is the makespan that is aimed at.
A group holds q processors for a time p:

- a **layered** group runs jobs one after the other, each on more than half of the q processors of
  the first, and p ≤ 2λ;
- a **canonical** group list-schedules jobs on q = ⌈W / λ⌉ processors, W their work, which must be
  as many as the widest job needs. Then p ≤ 2λ, too: otherwise any two instants that are p/2 apart
  use more than q processors together, as a job that runs at the second did not fit at the first,
  which is more work than there is.

Both have the properties 1 and 2 of Moulaï and Mounié: W ≥ p·q / 2, and p ≤ 2λ, q ≤ m.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parsched.model.problem.deployment import canonical_width, environments
from parsched.model.problem.workload import Floats, Ints, Workload

AT_LEAST, MORE_THAN = "at-least", "more-than"
"""When the canonical group takes in a layered one."""
REPAIRED, AS_PRINTED, UNCHECKED = "repaired", "as-printed", "unchecked"
"""What becomes of the group that is open when the jobs of an environment end."""


@dataclass(frozen=True)
class WidthGroup:
    """The jobs `begin:end` of a list by decreasing width, on `width` processors."""

    begin: int
    end: int
    width: int


def by_environment(workload: Workload) -> list[Ints]:
    """Return the jobs of each environment by decreasing width, then time; those without one too.

    Jobs of zero length are left out: they hold no processors.
    """
    codes, width, time = environments(workload), workload.width, workload.runtime
    order = np.lexsort((-time, -width, codes))
    order = order[time[order] > 0]
    return [
        part for part in np.split(order, 1 + np.flatnonzero(np.diff(codes[order]))) if len(part)
    ]


def gls_groups(
    width: Ints, time: Floats, target: float, merge: str, last_group: str = REPAIRED
) -> list[WidthGroup]:
    """Group the jobs of one environment as the paper does, by default repaired as `gls` says; O(n).

    Parameters
    ----------
    width, time
        int64 and float64 (seconds), shape (n_jobs,), by decreasing width.
    target
        λ, seconds.
    merge
        `AT_LEAST` or `MORE_THAN`.
    last_group
        `REPAIRED`; `AS_PRINTED`, which leaves the jobs of the last group out of all groups; or
        `UNCHECKED`, which makes it a layered group however long it is.
    """
    widths, times = width.tolist(), time.tolist()
    count = len(widths)
    layered, begin = [], 0
    while begin < count:
        end, taken = begin + 1, times[begin]
        while end < count and taken <= 2 * target and 2 * widths[end] > widths[begin]:
            taken += times[end]
            end += 1
        # The printed loop ends at the last job: whether the group that has it is too long, and that
        # it is a group at all, is never asked there.
        if end == count and last_group != REPAIRED:
            layered += [(begin, end)] if last_group == UNCHECKED else []
            return [WidthGroup(a, b, widths[a]) for a, b in layered]
        if taken > 2 * target:
            break
        layered.append((begin, end))
        begin = end
    work = (width * time)[::-1].cumsum()[::-1].tolist()
    groups = []
    if begin < count:
        needed = canonical_width(work[begin], target)
        while layered and _takes_in(needed, widths[layered[-1][0]], merge):
            begin, _ = layered.pop()
            needed = canonical_width(work[begin], target)
        groups = [WidthGroup(begin, count, needed)]
    return [*(WidthGroup(a, b, widths[a]) for a, b in layered), *groups]


def grouped(
    parts: Sequence[Ints], groups_of_parts: Sequence[Sequence[WidthGroup]]
) -> list[tuple[Ints, int]]:
    """Return the groups that were made of each part of the jobs, each as its jobs and its width."""
    return [
        (jobs[group.begin : group.end], group.width)
        for jobs, groups in zip(parts, groups_of_parts, strict=True)
        for group in groups
    ]


def _takes_in(canonical: int, layered: int, merge: str) -> bool:
    return canonical >= layered if merge == AT_LEAST else canonical > layered
