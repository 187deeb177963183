"""The load that a workload offers."""

import numpy as np

from parsched.model.problem.workload import Workload


def offered_load(workload: Workload, processors: int) -> float:
    """Return total work / (processors × time from first to last release)."""
    work = float(workload.width @ workload.runtime)
    return work / (processors * float(np.ptp(workload.release)))
