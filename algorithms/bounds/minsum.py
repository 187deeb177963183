"""Lower bounds on Σ w·C, for rigid and moldable jobs.

Notation as in `makespan`; w_j is the weight of job j.
"""

import numpy as np

from algorithms.bounds.registry import bound
from algorithms.platform import Platform
from algorithms.workload import Workload


@bound("minsum", "release_length", title="release + length", formula="Σ w_j·(r_j + p_j)")
def release_length(workload: Workload, platform: Platform) -> float:
    """Every job starts at its release, as if it were alone."""
    return float(workload.weight @ (workload.release + workload.least_time))


@bound(
    "minsum",
    "squashed_area",
    title="squashed area",
    formula="Σ w_j·(A_j − W_j/2m + p_j/2), A_j = Σ W_i/m over the jobs up to j in order of W/w",
)
def squashed_area(workload: Workload, platform: Platform) -> float:
    """Work flows through one fast machine in Smith's order; each job ends at least p/2 after its
    mean busy time.

    Release dates are relaxed to 0. Source: Turek et al. 1994; the mean-busy-time form holds because
    a job that is busy on a constant number of processors has its completion p/2 after the mean of
    its busy time.
    """
    work, weight = workload.least_work / platform.processors, workload.weight
    order = np.argsort(work / weight, kind="stable")
    mean_busy = np.cumsum(work[order]) - work[order] / 2
    return float(weight[order] @ mean_busy + weight @ workload.least_time / 2)
