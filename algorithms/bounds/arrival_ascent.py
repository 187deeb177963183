"""Looking for prices that make the relaxation of `arrival_relaxation` large.

Any prices give a bound, so nothing here has to be right for it to hold; it is only larger or
smaller. Prices are first those of a flow: all work flows through one machine m times as fast, and a
processor at time t is worth the m-th part of the weight that waits. Then they rise where jobs use
more than m processors and fall where they use fewer, in shares of themselves: prices of a trace
differ by powers of ten, from calm days to crowded ones, and a step of one length is too long for
some and too short for others. The share falls to 0, and the mean of the later prices is tried as
well. Last, every interval with a price is halved, and all begins anew, from these prices.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from algorithms.bounds import arrival_response
from algorithms.bounds.arrival_relaxation import ArrivalRelaxation
from algorithms.bounds.arrival_response import Arrivals
from algorithms.problem.workload import Floats

INTERVALS = 64, 16_384
"""Fewest and most to begin with."""
JOBS_EACH = 4
"""Jobs for each of them, between these."""
REACH = 1.1
"""End of the priced time after the last release, against the end of all work on an empty machine,
or of the flow."""
LEAST = 0.05
"""Part of the mean first price that is added to each price before it moves by a share."""


HALVED = 0.5
"""Part of the intervals with changing prices that is halved for the next level."""


class Level(NamedTuple):
    """Steps on one set of intervals, and the first share by which prices move."""

    steps: int
    share: float


LEVELS = (Level(30, 0.1), Level(30, 0.15), Level(40, 0.15), Level(50, 0.15), Level(60, 0.15))
"""One on equal intervals, and the others on halves of those before. With twice the steps, and two
more levels, bounds of traces are 3 % larger and take four times as long."""


def ascend(jobs: Arrivals, processors: int, pause: Callable[[], None]) -> float:
    """Return a lower bound on Σ w_j·max(0, s_j − r_j − f_j), at the best prices found.

    Takes O(n + intervals) a step, and a few starts more for each job that waits long.

    Parameters
    ----------
    jobs
        Those that take time, by release.
    processors
        m.
    """
    if not len(jobs.release):
        return 0.0
    edges, rates = first_prices(jobs, processors)
    least, start, best = LEAST * float(rates.mean()), jobs.release.copy(), 0.0
    for number, level in enumerate(LEVELS):
        if number:
            edges, rates = halved(edges, rates)
        relaxation = ArrivalRelaxation(jobs, processors, edges, start)
        value, rates = climb(relaxation, rates, level, least, pause)
        best = max(best, value)
    return best


def first_prices(jobs: Arrivals, processors: int) -> tuple[Floats, Floats]:
    """Return equal intervals over all time that jobs may need, and prices on them."""
    fewest, most = INTERVALS
    count = max(fewest, min(most, len(jobs.release) // JOBS_EACH))
    first, last = float(jobs.release[0]), float(jobs.release[-1])
    one = np.array([first, np.inf])
    flow = arrival_response.unfinished(jobs, float(processors), one, np.zeros(1))
    end = max(flow, float((jobs.release + jobs.time).max()))
    edges = np.linspace(first, last + REACH * (end - last), count + 1)
    weights = np.zeros(count)
    arrival_response.unfinished(jobs, float(processors), edges, weights)
    return edges, weights / processors


def halved(edges: Floats, rates: Floats) -> tuple[Floats, Floats]:
    """Return the intervals with those in halves over which prices change most, times their lengths;
    and others without a price joined."""
    change = np.abs(np.diff(rates, prepend=rates[0], append=rates[-1]))
    lack = np.maximum(change[1:], change[:-1]) * np.diff(edges)
    changing = lack[lack > 0]
    cut = lack > (np.quantile(changing, 1 - HALVED) if len(changing) else 0.0)
    finer, prices = np.empty(2 * len(rates) + 1), np.empty(2 * len(rates))
    count = arrival_response.split(edges, rates, cut, finer, prices)
    return finer[: count + 1].copy(), prices[:count].copy()


def climb(
    relaxation: ArrivalRelaxation,
    rates: Floats,
    level: Level,
    least: float,
    pause: Callable[[], None],
) -> tuple[float, Floats]:
    """Return the best value of some steps, and its prices."""
    best, best_rates = -np.inf, rates
    rates, direction, later = rates.copy(), np.zeros(len(rates)), np.zeros(len(rates))
    for step in range(level.steps + 1):
        if is_last := step == level.steps:
            rates = later / (level.steps - level.steps // 2)
        value = relaxation.value(rates, pause)
        if value > best:
            best, best_rates = value, rates.copy()
        if is_last:
            break
        share = level.share * (1 - step / level.steps)
        usage = relaxation.usage
        arrival_response.move(rates, usage, relaxation.offered, direction, share, least)
        if step >= level.steps // 2:
            later += rates
    return best, best_rates
