"""Smith's ratio: how much a job takes for each unit of its weight."""

import numpy as np

from parsched.model.problem.workload import Floats


def smith_ratio(size: Floats, weight: Floats) -> Floats:
    """Return size / weight of each job, float64 of shape (n_jobs,): Smith's rule (1956) runs jobs
    by increasing ratio.

    Weight 0 makes it infinite, whatever the size: no other job is worth delaying for such a job.

    Parameters
    ----------
    size, weight
        float64, shape (n_jobs,): time, seconds, or work, processor-seconds; weights of Σ w·C.
    """
    ratio: Floats = np.full(len(weight), np.inf)
    np.divide(size, weight, out=ratio, where=weight > 0)
    return ratio
