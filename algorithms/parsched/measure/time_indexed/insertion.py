"""Serial list scheduling in whole units of time: job after job, each where it ends first."""

from parsched.base.compiled import kernel
from parsched.model.problem.workload import Ints


@kernel
def earliest_start(free: Ints, width: int, time: int, latest_end: int) -> int:
    """Return the first unit from which `width` processors are free for `time` units, up to
    `latest_end`, or -1."""
    run = 0
    # Invariant: `run` units in a row, up to t, have enough free processors.
    for t in range(latest_end):
        run = run + 1 if free[t] >= width else 0
        if run == time:
            return t + 1 - time
    return -1


@kernel
def reserve(free: Ints, width: int, start: int, end: int) -> None:
    """Take processors from unit `start` until before `end`."""
    for t in range(start, end):
        free[t] -= width


@kernel
def insert_all(
    order: Ints, offsets: Ints, widths: Ints, times: Ints, free: Ints, chosen: Ints, start: Ints
) -> int:
    """Place jobs in list order; each takes the (configuration, start) of least completion, among
    equals the one of least work, then of fewest processors.

    Parameters
    ----------
    order
        int64: jobs to place.
    offsets, widths, times
        Configurations as in `parsched.measure.time_indexed.discrete.DiscreteInstance`.
    free
        int64, shape (horizon,): processors that are free in each unit; changed in place.
    chosen, start
        int64, shape (n_jobs,): configuration and start of the jobs placed, filled in place.

    Returns
    -------
    int
        Largest end of the jobs placed, or -1 as soon as one does not fit before the horizon.

    Complexity: O(n·c·horizon) for n jobs of c configurations.
    """
    makespan = 0
    for job in order:
        best_end, best = len(free), -1
        for c in range(offsets[job], offsets[job + 1]):
            at = earliest_start(free, widths[c], times[c], best_end)
            if at < 0:
                continue
            end = at + times[c]
            # No search looks beyond `best_end`, so work decides between equal ends only. Widths
            # rise: with equal work the narrower one, which came first, stays.
            if best < 0 or end < best_end or widths[c] * times[c] < widths[best] * times[best]:
                best, best_end = c, end
                chosen[job], start[job] = c, at
        if best < 0:
            return -1
        reserve(free, widths[best], start[job], best_end)
        makespan = max(makespan, best_end)
    return makespan
