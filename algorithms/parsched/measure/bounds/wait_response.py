"""Compiled parts of the price bounds on waits: rigid jobs choose when to start, prices move.

Plain loops over arrays. Their plain twins are `py_func`; see `wait_relaxation` for what they are
for. Prices are as in `price_response`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.measure.bounds.price_response import Prices
from parsched.model.problem.workload import Floats, Ints


class Arrivals(NamedTuple):
    """Rigid jobs that take time, in order of release; float64, shape (n_jobs,).

    A job that starts at s costs `weight` × max(0, s − `release` − `free`): what it waits longer
    than is free of cost. Times are in seconds, `width` in processors.
    """

    release: Floats
    time: Floats
    width: Floats
    weight: Floats
    free: Floats


class JobIntervals(NamedTuple):
    """The intervals in which jobs are released, in which they end that start then, and in which
    they have started last; int64, shape (n_jobs,). The first two stay while prices change."""

    here: Ints
    there: Ints
    last: Ints


@kernel
def interval_of(edges: Floats, time: float, low: int) -> int:
    """Return the last interval that begins by a time; `low` is one that does, best a near one."""
    high, step = low + 1, 1
    # Double the step until an edge lies after the time: O(log distance) from a near `low`.
    while high < len(edges) - 1 and edges[high] <= time:
        low, step = high, 2 * step
        high = min(high + step, len(edges) - 1)
    # Invariant: edges[low] <= time, and time < edges[high] unless that is the last edge.
    while high - low > 1:
        middle = (low + high) // 2
        if edges[middle] <= time:
            low = middle
        else:
            high = middle
    return low


@kernel
def find_places(jobs: Arrivals, edges: Floats, start: Floats, places: JobIntervals) -> None:
    """Set the intervals of jobs on other edges; `start` is when they have started last."""
    here = 0
    for job in range(len(jobs.release)):
        # Releases rise, so the interval of the release only moves on.
        here = interval_of(edges, jobs.release[job], here)
        places.here[job] = here
        places.there[job] = interval_of(edges, jobs.release[job] + jobs.time[job], here)
        places.last[job] = interval_of(edges, start[job], here)


@kernel
def price_by(prices: Prices, time: float, at: int) -> float:
    """Price of one processor from the first edge to a time in an interval, or after the last."""
    edges, rates, paid = prices
    if time >= edges[-1]:
        return float(paid[-1])
    return float(paid[at] + rates[at] * (time - edges[at]))


@kernel
def add_up(lengths: Floats, rates: Floats, paid: Floats) -> None:
    """Set the price of one processor from the first edge to each, with one rounding each.

    Neumaier's sum: what rounding takes from the total is kept beside it. `paid` has an entry more
    than the intervals have.
    """
    total, lost = 0.0, 0.0
    paid[0] = 0.0
    for g in range(len(rates)):
        step = rates[g] * lengths[g]
        more = total + step
        # What rounding took from the smaller of the two; no compiler may simplify this to 0.
        lost += (total - more) + step if total >= step else (step - more) + total
        total = more
        paid[g + 1] = total + lost


TIMES = 3
"""Looks for a lowest price, each among fewer starts."""
BLOCK = 16
"""Intervals whose lowest price is kept."""


@kernel
def find_lowest(rates: Floats, lowest: Floats) -> None:
    """Set `lowest[k, b]` to the lowest price of 2^k blocks from block b on.

    `lowest` has a column for each block and rows while 2^k is no more than these.
    """
    levels, blocks = lowest.shape
    for b in range(blocks):
        lowest[0, b] = rates[b * BLOCK]
    for g in range(len(rates)):
        lowest[0, g // BLOCK] = min(lowest[0, g // BLOCK], rates[g])
    for k in range(1, levels):
        for b in range(blocks):
            other = b + (1 << (k - 1))
            # Entries that would reach beyond the last block repeat it; they are never asked for.
            lowest[k, b] = min(lowest[k - 1, b], lowest[k - 1, min(other, blocks - 1)])


@kernel
def lowest_from(lowest: Floats, first: int, last: int) -> float:
    """Return a price that none of the intervals `first` to `last` is below: the lowest of their
    blocks."""
    begin, end = first // BLOCK, last // BLOCK + 1
    level = 0
    # Two spans of 2^level blocks, which may overlap, cover the blocks begin … end − 1.
    while 2 << level <= end - begin:
        level += 1
    return float(min(lowest[level, begin], lowest[level, end - (1 << level)]))


@kernel
def choose(
    jobs: Arrivals,
    prices: Prices,
    lowest: Floats,
    start: Floats,
    usage: Floats,
    looked: Ints,
    places: JobIntervals,
    first: int,
    last: int,
) -> float:
    """Let jobs `first` to `last` − 1 choose the starts that cost them least; return the sum of
    their costs, and add the processor-seconds that they use in each interval to `usage`.

    The cost is linear in the start between those at which a job starts or ends on an edge, or from
    which on it pays for waiting. One of these, or the release, is best; and only while the wait
    costs less than the price it saves.

    Parameters
    ----------
    lowest
        As `find_lowest` sets it.
    start
        float64, shape (n_jobs,), seconds: any starts from the releases on, replaced by the chosen
        ones. The search is faster the better they are.
    usage
        float64, shape (n_intervals,).
    looked
        int64, shape (1,): the edges that were looked at are added.
    places
        As `find_places` sets them.
    """
    edges, total, lost = prices.edges, 0.0, 0.0
    for job in range(first, last):
        place, known = (places.here[job], places.there[job]), (start[job], places.last[job])
        cost, begin, at = cheapest_start(jobs, job, prices, lowest, looked, place, known)
        start[job], places.last[job] = begin, min(at, len(usage) - 1)
        more = total + cost
        lost += (total - more) + cost if total >= cost else (cost - more) + total
        total = more
        end = begin + jobs.time[job]
        while at < len(usage) and edges[at] < end and begin < edges[-1]:
            used = min(end, edges[at + 1]) - max(begin, edges[at])
            usage[at] += jobs.width[job] * used
            at += 1
    return total + lost


@kernel
def cheapest_start(
    jobs: Arrivals,
    job: int,
    prices: Prices,
    lowest: Floats,
    looked: Ints,
    place: tuple[int, int],
    known: tuple[float, int],
) -> tuple[float, float, int]:
    """Return the least cost of a job, its start, and the interval of that start; `place` is the
    job's place in `JobIntervals`, `known` any start that it may take, with its interval.

    At a least cost that is no release the cost falls before and rises after. So the price is lower
    after an edge on which the job starts, and more was saved before it than the wait costs; or the
    price is higher after the edge on which it ends.
    """
    edges, rates = prices.edges, prices.rates
    release, time, width = jobs.release[job], jobs.time[job], jobs.width[job]
    weight, owing = jobs.weight[job], release + jobs.free[job]
    (here, there), intervals = place, len(rates)
    best = price_by(prices, release + time, there) - price_by(prices, release, here)
    best, begin, chosen = width * best, release, here
    # No price and no wait cost least; a difference of rounded prices may even be below 0.
    if best <= 0.0:
        return 0.0, release, here
    for start, low in (known, (owing, here)):
        if start > release:
            waiting, at = weight * max(0.0, start - owing), interval_of(edges, start, low)
            until = price_by(prices, start + time, interval_of(edges, start + time, max(at, there)))
            cost = waiting + width * (until - price_by(prices, start, at))
            if cost < best:
                best, begin, chosen = cost, start, at if start < edges[-1] else intervals
    # Where the wait for the next edges costs more than all that may be saved, both loops end there.
    first = min(edges[here + 1] - owing, edges[there + 1] - time - release - jobs.free[job])
    if weight * max(0.0, first) >= best:
        return best, begin, chosen
    floor = least_paid(jobs, job, prices, lowest, place, best)
    found = cheapest_from_edge(jobs, job, prices, looked, place, floor, (best, begin, chosen))
    return cheapest_to_edge(jobs, job, prices, looked, place, floor, found)


@kernel
def least_paid(
    jobs: Arrivals, job: int, prices: Prices, lowest: Floats, place: tuple[int, int], best: float
) -> float:
    """Return what a job pays for processors at least, at any start whose wait leaves it below
    `best`."""
    (here, there), edges, time = place, prices.edges, jobs.time[job]
    owing, floor = jobs.release[job] + jobs.free[job], 0.0
    # What `best` leaves beside the floor limits the wait; a shorter wait leaves fewer prices to
    # choose from; their lowest raises the floor.
    for _ in range(TIMES):
        paying = owing + (best - floor) / jobs.weight[job]
        beyond = interval_of(edges, paying + time, there)
        if beyond - here < BLOCK or paying + time >= edges[-1]:
            break
        floor = jobs.width[job] * time * lowest_from(lowest, here, beyond)
    return floor


@kernel
def cheapest_from_edge(
    jobs: Arrivals,
    job: int,
    prices: Prices,
    looked: Ints,
    place: tuple[int, int],
    floor: float,
    found: tuple[float, float, int],
) -> tuple[float, float, int]:
    """Return the cheaper of what was found and of all starts on edges after the release."""
    edges, rates, paid = prices
    time, width, weight = jobs.time[job], jobs.width[job], jobs.weight[job]
    owing, intervals = jobs.release[job] + jobs.free[job], len(rates)
    (here, at), (best, begin, chosen), seen = place, found, 0
    for e in range(here + 1, intervals + 1):
        # The floor is paid at any start, and the wait rises with e: no later edge is cheaper.
        waiting = weight * max(0.0, edges[e] - owing)
        if waiting + floor >= best:
            break
        seen += 1
        after = rates[e] if e < intervals else 0.0
        # A least cost needs a price that falls here and a wait that saved more than it cost.
        pull = weight if edges[e] > owing else 0.0
        if rates[e - 1] <= after or rates[e - 1] * width < pull:
            continue
        end = edges[e] + time
        while at < intervals and edges[at + 1] <= end:
            at += 1
        until = paid[at] + rates[at] * (end - edges[at]) if at < intervals else paid[at]
        cost = waiting + width * (until - paid[e])
        if cost < best:
            best, begin, chosen = cost, edges[e], e
    looked[0] += seen
    return best, begin, chosen


@kernel
def cheapest_to_edge(
    jobs: Arrivals,
    job: int,
    prices: Prices,
    looked: Ints,
    place: tuple[int, int],
    floor: float,
    found: tuple[float, float, int],
) -> tuple[float, float, int]:
    """Return the cheaper of what was found and of all starts that let the job end on an edge."""
    edges, rates, paid = prices
    release, time, width = jobs.release[job], jobs.time[job], jobs.width[job]
    (at, there), (best, begin, chosen), seen = place, found, 0
    for e in range(there + 1, len(rates)):
        start = edges[e] - time
        waiting = jobs.weight[job] * max(0.0, start - release - jobs.free[job])
        if waiting + floor >= best:
            break
        seen += 1
        if rates[e] <= rates[e - 1] or start < release:
            continue
        while edges[at + 1] <= start:
            at += 1
        cost = waiting + width * (paid[e] - paid[at] - rates[at] * (start - edges[at]))
        if cost < best:
            best, begin, chosen = cost, start, at
    looked[0] += seen
    return best, begin, chosen


@kernel
def move(
    rates: Floats, usage: Floats, offered: Floats, direction: Floats, share: float, least: float
) -> None:
    """Raise the prices where jobs use more than is `offered`, and lower them where they use less:
    by a `share` of themselves for each machine too much, averaged with the directions before.

    Parameters
    ----------
    rates, usage, offered, direction
        float64, shape (n_intervals,); prices and directions are replaced.
    least
        Added to each price before the share is taken, so that prices of 0 move, too.
    """
    for g in range(len(rates)):
        direction[g] = usage[g] / offered[g] - 1.0 + MEMORY * direction[g]
        # In proportion to the price; the cap limits the leap of a crowded interval.
        step = min(MOST, max(-MOST, direction[g]))
        rates[g] = max(0.0, rates[g] + share * (rates[g] + least) * step)


MEMORY = 0.7
"""Weight of the former directions."""
MOST = 2.0
"""Largest direction, in machines too many."""


@kernel
def split(
    edges: Floats, rates: Floats, cut: NDArray[np.bool_], finer: Floats, prices: Floats
) -> int:
    """Halve intervals that are to be `cut`, and join those without a price that have none next to
    them; return how many there are then.

    `finer` has room for two edges an interval and one more, `prices` for two prices.
    """
    count, last = 0, len(rates)
    was_near = True
    for g in range(last):
        near = False
        for other in range(max(0, g - NEAR), min(last, g + NEAR + 1)):
            near = near or rates[other] > 0.0
        # An edge goes if the intervals on both sides of it are far from every price.
        if near or was_near:
            finer[count], prices[count] = edges[g], rates[g]
            count += 1
        middle = 0.5 * (edges[g] + edges[g + 1])
        # Between neighbouring floating-point numbers there is no middle.
        if cut[g] and edges[g] < middle < edges[g + 1]:
            finer[count], prices[count] = middle, rates[g]
            count += 1
        was_near = near
    finer[count] = edges[last]
    return count


NEAR = 2
"""Neighbours on each side that count as next."""
