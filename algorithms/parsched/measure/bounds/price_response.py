"""Jobs that choose when and how wide to run at given prices of processor time."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.model.problem.workload import Floats, Ints


class Prices(NamedTuple):
    """Price of one processor for one second, constant on intervals and 0 after the last.

    `edges` is float64 of shape (n_intervals + 1,), seconds, from 0 upwards strictly; `rates` of
    shape (n_intervals,), weight per processor; `paid` of shape (n_intervals + 1,) is the price of
    one processor from 0 to each edge.
    """

    edges: Floats
    rates: Floats
    paid: Floats


class Configurations(NamedTuple):
    """Arrays of `Choices` that the kernels read: within a job widths rise and times fall."""

    offsets: Ints
    widths: Ints
    times: Floats


@kernel
def thin(offsets: Ints, widths: Ints, growth: float, keep: NDArray[np.bool_]) -> int:
    """Keep the narrowest and the widest configuration of each job, and between them those that are
    `growth` times as wide as the one kept before; return how many."""
    kept = 0
    for job in range(len(offsets) - 1):
        narrowest = 0
        for c in range(offsets[job], offsets[job + 1]):
            keep[c] = widths[c] >= narrowest or c == offsets[job + 1] - 1
            if keep[c]:
                narrowest = max(widths[c] + 1, int(widths[c] * growth))
                kept += 1
    return kept


@kernel
def paid_by(prices: Prices, time: float) -> float:
    """Price of one processor from 0 to a time, by binary search."""
    edges, rates, paid = prices
    low, high = 0, len(rates)
    if time >= edges[high]:
        return float(paid[high])
    # Invariant: edges[low] <= time < edges[high].
    while high - low > 1:
        middle = (low + high) // 2
        if edges[middle] <= time:
            low = middle
        else:
            high = middle
    return float(paid[low] + rates[low] * (time - edges[low]))


@kernel
def cost_of(prices: Prices, weight: float, width: int, time: float, start: float) -> float:
    """Weighted completion of a job and the price of its processors."""
    paid = paid_by(prices, start + time) - paid_by(prices, start)
    return weight * (start + time) + width * paid


@kernel
def respond(
    configurations: Configurations,
    weight: Floats,
    release: Floats,
    prices: Prices,
    chosen: Ints,
    start: Floats,
    first: int,
    last: int,
) -> float:
    """Let jobs `first` to `last` − 1 choose what costs them least; return the sum of their costs.

    The cost of a configuration is linear in its start between the starts at which it starts or ends
    on an edge. So one of these, or the release, is best.

    Parameters
    ----------
    weight, release
        float64, shape (n_jobs,); seconds.
    chosen, start
        int64 and float64 (seconds), shape (n_jobs,): configurations and starts, replaced where
        others cost less. The search is faster the better they are.
    """
    offsets, widths, times = configurations
    total = 0.0
    for job in range(first, last):
        w, r = weight[job], release[job]
        best = cost_of(prices, w, widths[chosen[job]], times[chosen[job]], start[job])
        # Widest first, so times rise. Prices are not negative: no later configuration can cost
        # less than its weighted completion from the release on.
        for c in range(offsets[job + 1] - 1, offsets[job] - 1, -1):
            if w * (r + times[c]) >= best:
                break
            least, begin = cheapest(prices, w, widths[c], times[c], r, best)
            if least < best:
                best, chosen[job], start[job] = least, c, begin
        total += best
    return total


@kernel
def cheapest(
    prices: Prices, weight: float, width: int, time: float, release: float, limit: float
) -> tuple[float, float]:
    """Return the least cost of one configuration, if it is below the limit, and the start.

    The cost falls before a least one and rises after it. So at a start on an edge the price is
    lower after the edge than before, where it pays for the delay; and a job may end on an edge
    where the price rises.
    """
    edges, rates, paid = prices
    last = len(rates)
    best, begin = limit, release
    cost = cost_of(prices, weight, width, time, release)
    if cost < best:
        best = cost
    at = 0
    for e in range(1, last + 1):
        end = edges[e] + time
        if weight * end >= best:
            break
        # Just before the edge the slope is weight + width · (price at the end − rates[e − 1]):
        # it is negative only if the price there times the width exceeds the weight.
        after = rates[e] if e < last else 0.0
        if edges[e] < release or rates[e - 1] <= after or rates[e - 1] * width <= weight:
            continue
        while at < last and edges[at + 1] <= end:
            at += 1
        price = paid[last] if at == last else paid[at] + rates[at] * (end - edges[at])
        cost = weight * end + width * (price - paid[e])
        if cost < best:
            best, begin = cost, edges[e]
    at = 0
    for e in range(1, last):
        if weight * edges[e] >= best:
            break
        start = edges[e] - time
        if start < release or rates[e] <= rates[e - 1]:
            continue
        # The start is at most edges[e], and e < last: `at + 1` stays the index of an edge.
        while edges[at + 1] <= start:
            at += 1
        price = paid[at] + rates[at] * (start - edges[at])
        cost = weight * edges[e] + width * (paid[e] - price)
        if cost < best:
            best, begin = cost, start
    return best, begin


@kernel
def add_usage(
    widths: Ints, times: Floats, chosen: Ints, start: Floats, edges: Floats, usage: Floats
) -> None:
    """Add the processor-seconds that the jobs use in each interval; `usage` has an entry each."""
    for job in range(len(chosen)):
        width, begin = widths[chosen[job]], start[job]
        end = begin + times[chosen[job]]
        low, high = 0, len(usage)
        while low < high:
            middle = (low + high) // 2
            if edges[middle + 1] <= begin:
                low = middle + 1
            else:
                high = middle
        # What is used after the last edge is free and not counted.
        while low < len(usage) and edges[low] < end:
            usage[low] += width * (min(end, edges[low + 1]) - max(begin, edges[low]))
            low += 1
