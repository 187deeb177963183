"""Which processors jobs hold in a drawing: chosen at their starts, so that they never move."""

from collections.abc import Iterable

Held = tuple[float, float, int]
"""Start, end and number of processors of a job."""


def rows(jobs: Iterable[Held], processors: int) -> list[tuple[int, ...]]:
    """Return the processors of each job, numbered from 0: the lowest that are free at its start.

    Jobs are served in order of start; jobs with equal starts in the given order. What is chosen for
    a job depends on earlier ones alone.

    Examples
    --------
    >>> rows([(0, 4, 2), (0, 2, 1), (2, 5, 2)], processors=4)
    [(0, 1), (2,), (2, 3)]
    """
    listed = list(jobs)
    until = [float("-inf")] * processors
    chosen: list[tuple[int, ...]] = [()] * len(listed)
    for job in sorted(range(len(listed)), key=lambda job: listed[job][0]):
        start, end, width = listed[job]
        # Invariant: `until` says when the jobs so far leave each one; no job so far starts later.
        free = [number for number in range(processors) if until[number] <= start]
        chosen[job] = tuple(free[:width])
        for number in chosen[job]:
            until[number] = end
    return chosen
