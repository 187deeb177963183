"""Filling one batch: who may enter, small sequential jobs one after the other on a processor."""

from parsched.base.compiled import kernel
from parsched.measure.allotment.choices import first_within
from parsched.model.problem.workload import Floats, Ints


@kernel
def narrower(offsets: Ints, times: Floats, job: int, limit: float, first: int) -> int:
    """Return the narrowest configuration of a job that takes at most `limit` seconds, or -1.

    `first` is the one for a lower limit, or -1: as limits grow the search has to go but a few
    configurations from there.
    """
    low = offsets[job]
    high = first if first >= 0 else offsets[job + 1] - 1
    if times[high] > limit:
        return -1
    step = 1
    # Invariant: times[high] <= limit. Times fall, so the answer is `high` or before it.
    while high - step >= low and times[high - step] <= limit:
        high -= step
        step *= 2
    return first_within(times, max(low, high - step + 1), high, limit)


@kernel
def gather(
    offsets: Ints,
    widths: Ints,
    times: Floats,
    weight: Floats,
    waiting: Ints,
    begin: float,
    length: float,
    chosen: Ints,
    item: Ints,
    below: Ints,
    size: Ints,
    profit: Floats,
) -> int:
    """Offer the waiting jobs to a batch that begins at `begin` and lasts `length` seconds.

    Jobs that take at most half of the batch on one processor are stacked by next-fit: as long as
    they end within the batch, they follow one another, and a stack is one item.

    Parameters
    ----------
    offsets, widths, times
        As in `Choices`.
    weight
        float64, shape (n_jobs,): weights of Σ w·C.
    waiting
        Jobs in the order in which they are stacked, int64.
    chosen, item, below
        int64, shape (n_jobs,), filled in place for waiting jobs: the narrowest choice that fits the
        batch and the number of the item, both -1 where no choice fits; the job before it in its
        stack or -1. `chosen` comes from the batch before, at first all -1.
    size, profit
        int64 and float64, shape (n_jobs,), filled in place: processors and weight of each item.

    Returns
    -------
    int
        How many items there are.
    """
    items, stack, top = 0, -1, -1
    at = begin
    for job in waiting:
        c = narrower(offsets, times, job, length, chosen[job])
        chosen[job], item[job], below[job] = c, -1, -1
        if c < 0:
            continue
        small = widths[c] == 1 and times[c] <= length / 2
        # Next-fit tries the last stack only: two stacks in a row last longer than one batch.
        if small and stack >= 0 and at + times[c] <= begin + length:
            item[job], below[job], top = stack, top, job
            profit[stack] += weight[job]
            at += times[c]
            continue
        item[job], size[items], profit[items] = items, widths[c], weight[job]
        if small:
            stack, top, at = items, job, begin + times[c]
        items += 1
    return items


@kernel
def stand(jobs: Ints, below: Ints, time: Floats, begin: float, start: Floats) -> float:
    """Start the jobs of a batch at its begin, or when the job before them in their stack ends.

    Parameters
    ----------
    jobs
        Jobs of the batch, each behind the one before it in its stack, int64.
    time, start
        float64, shape (n_jobs,), seconds; `start` is filled in place.

    Returns
    -------
    float
        When the last of them ends.
    """
    last = begin
    for job in jobs:
        under = below[job]
        start[job] = begin if under < 0 else start[under] + time[under]
        last = max(last, start[job] + time[job])
    return last
