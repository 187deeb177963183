"""Prices of processor time that make waits easy to minimise.

Let job j, released at r_j, cost w_j·max(0, s_j − r_j − f_j) where it starts at s_j: w_j for each
second of its wait beyond the first f_j. At each time t let every processor in use cost a price
μ(t) ≥ 0, and pay μ(t) for each of the m processors that there are. A feasible schedule never uses
more than there are, so this does not raise its cost:

    Σ_j [ w_j·max(0, s_j − r_j − f_j) + q_j·∫_{s_j}^{s_j + p_j} μ ] − m·∫ μ
        ≤  Σ_j w_j·max(0, s_j − r_j − f_j).

Now drop the limit of m processors. Then each job chooses its start s_j ≥ r_j by itself, such that
its own term is least, and the sum is a lower bound for **any** μ ≥ 0: the Lagrangian relaxation of
the limit. It waits only while that costs less than the price it saves, so few starts are looked at
however long the trace is. The sites of a grid count as one machine, and deployments as instant:
both only take limits away.

What jobs waited free of cost makes the bounded slowdown exact. With p = max(p_j, τ) it is
max(1, (s_j − r_j + p_j) / p) = 1 + max(0, s_j − r_j − f_j) / p, where f_j = p − p_j.
"""

from collections.abc import Callable
from math import fsum

import numpy as np

from parsched.measure.bounds import wait_response
from parsched.measure.bounds.price_response import Prices
from parsched.measure.bounds.wait_response import Arrivals, JobIntervals
from parsched.model.problem.workload import Floats, Workload

CHUNK = 10_000
"""Jobs that choose between two pauses."""
ROUNDOFF = 0.5 * float(np.finfo(np.float64).eps)
"""Largest relative error of an operation in float64, if its result is not too small."""
SMALLEST = float(np.finfo(np.float64).smallest_subnormal)
"""Largest absolute error of an operation whose result is."""


def arrivals_of(workload: Workload, weight: Floats, free: Floats) -> Arrivals:
    """Return the rigid jobs that take time: others hold no processors, and need not wait.

    Parameters
    ----------
    weight, free
        float64, shape (n_jobs,): cost of a second of waiting, above 0, and seconds without cost.
    """
    takes_time = np.flatnonzero(workload.runtime > 0)
    columns = (workload.release, workload.runtime, workload.width, weight, free)
    return Arrivals(*(column[takes_time].astype(np.float64) for column in columns))


class ArrivalRelaxation:
    """The relaxation of some jobs, at least one, on intervals of constant price.

    Parameters
    ----------
    jobs
        Those that take time.
    processors
        m.
    edges
        float64, shape (n_intervals + 1,), seconds, rising; the first is the first release.
    start
        Where the search of each job begins: float64, shape (n_jobs,), seconds, none before its
        release; replaced.

    Attributes
    ----------
    offered
        Processor-seconds of the machine in each interval, float64, shape (n_intervals,).
    usage
        Those that the jobs chose at the last prices.
    """

    def __init__(self, jobs: Arrivals, processors: int, edges: Floats, start: Floats) -> None:
        self._jobs, self._processors = jobs, processors
        self._edges, self._lengths = edges, np.diff(edges)
        self._start = start
        self._widths = float(jobs.width.sum())
        self._weights = float(jobs.weight.sum())
        self._latest = float(edges[-1] + jobs.time.max())
        blocks = -(-len(self._lengths) // wait_response.BLOCK)
        self._lowest: Floats = np.empty((blocks.bit_length(), blocks))
        n = len(start)
        self._places = JobIntervals(*(np.empty(n, np.int64) for _ in JobIntervals._fields))
        wait_response.find_places(jobs, edges, start, self._places)
        self.offered: Floats = processors * self._lengths
        self._looked = np.zeros(1, np.int64)
        self.usage: Floats = np.zeros(len(self._lengths))

    @property
    def looked(self) -> int:
        """Number of edges that jobs have looked at: what takes time, on any computer."""
        return int(self._looked[0])

    def value(self, rates: Floats, pause: Callable[[], None]) -> float:
        """Let all jobs choose at given prices; return a lower bound on the cost of any schedule.

        Parameters
        ----------
        rates
            Weight per processor, not negative: float64, shape (n_intervals,).
        """
        prices = Prices(self._edges, rates, np.empty(len(rates) + 1))
        wait_response.add_up(self._lengths, rates, prices.paid)
        wait_response.find_lowest(rates, self._lowest)
        self.usage = np.zeros(len(rates))
        jobs, parts = len(self._start), []
        for first in range(0, jobs, CHUNK):
            pause()
            last = min(first + CHUNK, jobs)
            arrays = self._jobs, prices, self._lowest, self._start, self.usage, self._looked
            chosen = wait_response.choose(*arrays, self._places, first, last)
            parts.append(chosen)
        charged, paid = fsum(parts), self._processors * float(prices.paid[-1])
        return charged - paid - self._margin(charged + paid, prices)

    def _margin(self, size: float, prices: Prices) -> float:
        """Bound the error of the value.

        Let u = 2^-53 be the largest relative error of an operation, P the price of one processor
        over all time, μ the highest price, and T the latest end of a job that starts on an edge.
        Prices up to the edges are exact but for 4·u·P, second orders included, as their sum is
        compensated. Starts and ends are exact but for u·T, which moves the price up to them by
        u·T·μ. So the price between them is exact but for u·(12·P + 4·T·μ), times the width of the
        job. Its wait is exact but for 3·u·T, times its weight; the sum of both but for 4·u of what
        it is charged, and so is the compensated sum over all jobs. A start is only left out if it
        costs more than one that was looked at, but for such an error. The factor of 16 covers that
        twice. Where numbers are too small for relative errors, each product has an absolute one.
        """
        latest, highest = self._latest, float(prices.rates.max())
        spread = self._widths * (float(prices.paid[-1]) + latest * highest)
        terms = self._widths * (len(prices.rates) + 1) + self._processors + self._weights
        errors = spread + latest * self._weights + size
        return 16 * ROUNDOFF * errors + 16 * SMALLEST * terms
