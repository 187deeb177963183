"""Looking for prices that make the relaxation of `wait_relaxation` large.

Any prices give a bound, so nothing here has to be right for it to hold; it is only larger or
smaller. Prices are first what processors are worth to work that flows (`wait_flow`). Then they
rise where jobs use
more than m processors and fall where they use fewer, in shares of themselves: prices of a trace
differ by powers of ten, from calm days to crowded ones, and a step of one length is too long for
some and too short for others. The share falls to 0, and the mean of the later prices is tried as
well. Last, every interval with a price is halved, and the ascent restarts from these prices.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from parsched.measure.bounds import wait_flow, wait_response
from parsched.measure.bounds.wait_flow import Pieces
from parsched.measure.bounds.wait_relaxation import ArrivalRelaxation
from parsched.measure.bounds.wait_response import Arrivals
from parsched.model.problem.workload import Floats

INTERVALS = 64, 16_384
"""Fewest and most to begin with."""
JOBS_EACH = 4
"""Jobs for each of them, between these."""
REACH = 1.1
"""End of the priced time after the last release, against the end of all work on an empty machine,
or of the flow."""
LEAST = 0.05
"""Part of the mean first price that is added to each price before it moves by a share."""


FALL = 0.2
"""Part of the best value by which another one may be below it. Beyond, steps are too long where a
queue lasts for most of the time, and restart at the best prices with a fourth of the length."""
LOOKS, FEWEST_LOOKS = 2_000, 10_000_000
"""Edges that all steps may look at, for each job, and besides: where most jobs wait for most of the
time they would look at all edges."""
HALVED = 0.5
"""Part of the intervals with changing prices that is halved for the next level."""


class AscentLevel(NamedTuple):
    """Steps on one set of intervals, and the first share by which prices move."""

    steps: int
    share: float


LEVELS = (
    AscentLevel(30, 0.1),
    AscentLevel(30, 0.15),
    AscentLevel(40, 0.15),
    AscentLevel(50, 0.15),
    AscentLevel(60, 0.15),
)
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
    left = LOOKS * len(start) + FEWEST_LOOKS
    for number, level in enumerate(LEVELS):
        if number:
            edges, rates = halved(edges, rates)
        relaxation = ArrivalRelaxation(jobs, processors, edges, start)
        value, rates = climb(relaxation, rates, level, least, left, pause)
        best = max(best, value)
        left -= relaxation.looked
        if left < 0:
            break
    return best


def first_prices(jobs: Arrivals, processors: int) -> tuple[Floats, Floats]:
    """Return equal intervals over all time that jobs may need, and prices on them."""
    fewest, most = INTERVALS
    n = len(jobs.release)
    count = max(fewest, min(most, n // JOBS_EACH))
    whole, part = np.empty(2 * n, np.int64), np.empty((2, 2 * n))
    pieces = Pieces(whole, part[0], part[1], np.empty(n, np.int64))
    flowing = wait_flow.flow(jobs, float(processors), pieces)
    first, last = float(jobs.release[0]), float(jobs.release[-1])
    end = max(float(pieces.end[flowing - 1]), float((jobs.release + jobs.time).max()))
    edges, rates = np.linspace(first, last + REACH * (end - last), count + 1), np.zeros(count)
    wait_flow.worth(jobs, pieces, flowing, edges, np.full(n, np.nan), rates)
    return edges, rates


def halved(edges: Floats, rates: Floats) -> tuple[Floats, Floats]:
    """Return the intervals with those in halves over which prices change most, times their lengths;
    and others without a price joined."""
    change = np.abs(np.diff(rates, prepend=rates[0], append=rates[-1]))
    lack = np.maximum(change[1:], change[:-1]) * np.diff(edges)
    changing = lack[lack > 0]
    cut = lack > (np.quantile(changing, 1 - HALVED) if len(changing) else 0.0)
    finer, prices = np.empty(2 * len(rates) + 1), np.empty(2 * len(rates))
    count = wait_response.split(edges, rates, cut, finer, prices)
    return finer[: count + 1].copy(), prices[:count].copy()


def climb(
    relaxation: ArrivalRelaxation,
    rates: Floats,
    level: AscentLevel,
    least: float,
    most: float,
    pause: Callable[[], None],
) -> tuple[float, Floats]:
    """Return the best value of some steps, or of as many as look at `most` edges, and its
    prices."""
    best, best_rates, best_usage = -np.inf, rates, relaxation.usage
    rates, direction, later = rates.copy(), np.zeros(len(rates)), np.zeros(len(rates))
    first, length = level.steps // 2, 1.0
    for step in range(level.steps):
        value = relaxation.value(rates, pause)
        usage = relaxation.usage
        if value > best:
            best, best_rates, best_usage = value, rates.copy(), usage
        elif value < best - FALL * abs(best):
            rates, usage, length = best_rates.copy(), best_usage, length / 4
            direction[:] = 0.0
        if step >= first:
            later += rates
        if relaxation.looked > most:
            return best, best_rates
        share = length * level.share * (1 - step / level.steps)
        wait_response.move(rates, usage, relaxation.offered, direction, share, least)
    mean = later / (level.steps - first)
    value = relaxation.value(mean, pause)
    return (value, mean) if value > best else (best, best_rates)
