"""Lower bounds on the makespan, for rigid and moldable jobs with release dates, on one or several
sites.

Notation: W_j is the least processors × time of job j over its configurations, p_j its least time, m
the processors of all sites together.
"""

import numpy as np

from algorithms.bounds.registry import bound
from algorithms.platform import Platform
from algorithms.workload import Workload


@bound("makespan", "area", title="area", formula="Σ W_j / m")
def area(workload: Workload, platform: Platform) -> float:
    """All work, spread evenly over all processors."""
    return float(workload.least_work.sum()) / platform.processors


@bound("makespan", "longest", title="longest job", formula="max p_j")
def longest(workload: Workload, platform: Platform) -> float:
    """The job that takes longest even at its fastest."""
    return float(workload.least_time.max())


@bound("makespan", "release_length", title="release + length", formula="max (r_j + p_j)")
def release_length(workload: Workload, platform: Platform) -> float:
    """No job ends before its release plus its shortest time."""
    return float((workload.release + workload.least_time).max())


@bound(
    "makespan",
    "release_area",
    title="release + area",
    formula="max over t of t + Σ_{r_j ≥ t} W_j / m",
)
def release_area(workload: Workload, platform: Platform) -> float:
    """The work released from t on cannot begin before t, nor be done faster than by all
    processors."""
    still_to_come = np.cumsum(workload.least_work[::-1])[::-1]
    return float((workload.release + still_to_come / platform.processors).max())
