"""Lower bounds on Σ w·C, for rigid and moldable jobs.

Notation as in `makespan`; w_j is the weight of job j.
"""

import numpy as np

from parsched.measure.bounds.registry import bound
from parsched.model.concerns import FROM_BEGIN
from parsched.model.problem.platform import Platform
from parsched.model.problem.rounding import rounded_down
from parsched.model.problem.workload import Workload
from parsched.model.smith import smith_ratio


@bound(
    "minsum",
    "release_length",
    title="release + length",
    formula="Σ w_j·(r_j + p_j)",
    version=2,
    changes={2: FROM_BEGIN},
)
def release_length(workload: Workload, platform: Platform) -> float:
    """Every job starts at its release, as if it were alone."""
    release, time, weight = workload.release, workload.least_time, workload.weight
    return rounded_down(float(weight @ (release + time)), release, time, weight)


@bound(
    "minsum",
    "squashed_area",
    title="squashed area",
    formula="Σ w_j·(A_j − W_j/2m + p_j/2), A_j = Σ W_i/m over the jobs up to j in order of W/w",
    version=2,
    changes={2: FROM_BEGIN},
)
def squashed_area(workload: Workload, platform: Platform) -> float:
    """Work flows through one fast machine in Smith's order; each job ends at least p/2 after its
    mean busy time.

    Release dates are relaxed to 0. Source: Turek et al. 1994; the mean-busy-time form holds because
    a job that is busy on a constant number of processors has its completion p/2 after the mean of
    its busy time.
    """
    work, time, weight = workload.least_work, workload.least_time, workload.weight
    order = np.argsort(smith_ratio(work, weight), kind="stable")
    twice_mean_busy = 2 * np.cumsum(work[order]) - work[order]
    twice = float(weight[order] @ twice_mean_busy + platform.processors * (weight @ time))
    return rounded_down(twice, work, time, weight) / (2 * platform.processors)
