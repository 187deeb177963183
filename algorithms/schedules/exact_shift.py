"""Moving a schedule to a later time, exactly."""

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
from algorithms.problem.workload import Floats


def shifted(start: Floats, duration: Floats, begin: float) -> tuple[Floats, float]:
    """Return the starts of a schedule that begins at `begin` instead of 0, and its last end.

    A job that starts when another ends does so after the move too. Plain sums would be rounded
    apart, (begin + s) + p above begin + (s + p), and processors would be held twice for an instant;
    so starts are later than the sums by such errors.

    Parameters
    ----------
    start, duration
        float64, shape (n_jobs,), seconds.

    Complexity: O(n log n).
    """
    end = start + duration
    moved = np.empty(len(start))
    by_start, by_end = np.argsort(start, kind="stable"), np.lexsort((start, end))
    last = move(start, duration, end, by_start, by_end, begin, moved)
    return moved, last


@kernel
def move(
    start: Floats,
    duration: Floats,
    end: Floats,
    by_start: NDArray[np.intp],
    by_end: NDArray[np.intp],
    begin: float,
    moved: Floats,
) -> float:
    """Fill in the moved starts and return the last end.

    `by_start` and `by_end` sort the jobs by start, and by end and then start.
    """
    free = begin  # when all those have ended, moved, that end by the start at hand
    last = begin
    ended = 0
    for job in by_start:
        while True:
            earlier = by_end[ended]
            # A job of no length that starts now is among those that end now, and has not moved yet.
            if end[earlier] > start[job] or start[earlier] == start[job]:
                break
            free = max(free, moved[earlier] + duration[earlier])
            ended += 1
        moved[job] = max(begin + start[job], free)
        last = max(last, moved[job] + duration[job])
    return last
