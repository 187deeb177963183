"""Compiled parts of the first prices: work that flows, and what a processor is worth to it.

Let all work flow through one machine m times as fast, always the work of the job with the most
weight for its work. That is the best schedule if work may be divided at will and each part of it
costs ρ_j = w_j / (q_j·p_j) for each second. Then a processor at time t is worth α_j − ρ_j·t while
the work of job j flows, and α_j is such that nothing changes by exchanging a little work with the
job that flows next: at the end of job j the two are worth the same, or nothing where no other job
is there. These are the optimal dual values of that transport of work to times.
"""

from heapq import heappop, heappush, heapreplace
from typing import NamedTuple

from parsched.base.compiled import allocating, kernel
from parsched.measure.bounds.wait_response import Arrivals
from parsched.model.problem.workload import Floats, Ints


class Pieces(NamedTuple):
    """Pieces of work in the order in which they flow, for twice as many as there are jobs.

    `job` is int64; `begin` and `end` are float64, seconds. `following` has for each job the one
    that is first in the queue when it ends, −1 for none; int64, shape (n_jobs,).
    """

    job: Ints
    begin: Floats
    end: Floats
    following: Ints


@allocating
def flow(jobs: Arrivals, processors: float, pieces: Pieces) -> int:
    """Let the work flow; return the number of pieces. Takes O(n·log n)."""
    queue = [(0.0, 0.0, 0) for _ in range(0)]
    coming, count, now = 0, 0, 0.0
    while coming < len(jobs.release) or queue:
        if not queue:
            now = max(now, jobs.release[coming])
        while coming < len(jobs.release) and jobs.release[coming] <= now:
            work = jobs.width[coming] * jobs.time[coming]
            heappush(queue, (work / jobs.weight[coming], work, coming))
            coming += 1
        ratio, left, job = queue[0]
        end = now + left / processors
        until = min(end, jobs.release[coming]) if coming < len(jobs.release) else end
        pieces.job[count], pieces.begin[count], pieces.end[count] = job, now, until
        count += 1
        # The job keeps its ratio, weight for its whole work, however much of it has flowed.
        if until < end:
            heapreplace(queue, (ratio, left - (until - now) * processors, job))
        else:
            heappop(queue)
            pieces.following[job] = queue[0][2] if queue else -1
        now = until
    return count


@kernel
def worth(
    jobs: Arrivals, pieces: Pieces, count: int, edges: Floats, values: Floats, rates: Floats
) -> None:
    """Set `rates` to the mean worth of a processor in each interval.

    Parameters
    ----------
    values
        α of each job, float64, shape (n_jobs,): to be set; NaN at first.
    rates
        float64, shape (n_intervals,).
    """
    at = len(rates) - 1
    # A job that follows another one ends later: going back, its value is known.
    for piece in range(count - 1, -1, -1):
        job, begin, end = pieces.job[piece], pieces.begin[piece], pieces.end[piece]
        fall = jobs.weight[job] / (jobs.width[job] * jobs.time[job])
        # NaN: backwards, the first piece met of a job is its last one, where the job ends.
        if values[job] != values[job]:
            values[job] = fall * end
            other = pieces.following[job]
            if other >= 0:
                less = jobs.weight[other] / (jobs.width[other] * jobs.time[other])
                values[job] += values[other] - less * end
        while at > 0 and edges[at] >= end:
            at -= 1
        g = at
        while g >= 0 and edges[g + 1] > begin:
            left, right = max(begin, edges[g]), min(end, edges[g + 1])
            rates[g] += (right - left) * max(0.0, values[job] - fall * 0.5 * (left + right))
            g -= 1
    for g in range(len(rates)):
        rates[g] /= edges[g + 1] - edges[g]
