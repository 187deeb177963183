"""Lower bounds on the makespan, for rigid and moldable jobs with release dates, on one or several
sites.

Notation: W_j is the least processors × time of job j over its configurations, p_j its least time, m
the processors of all sites together.
"""

import numpy as np

from algorithms.allotment.choices import Choices
from algorithms.allotment.dual import approximate
from algorithms.bounds.registry import bound
from algorithms.platform import Platform
from algorithms.rounding import rounded_down
from algorithms.workload import Workload


@bound("makespan", "area", title="area", formula="Σ W_j / m")
def area(workload: Workload, platform: Platform) -> float:
    """All work, spread evenly over all processors."""
    work = workload.least_work
    return rounded_down(float(work.sum()), work) / platform.processors


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
    work, release = workload.least_work, workload.release
    still_to_come = np.cumsum(work[::-1])[::-1]
    latest = (release * platform.processors + still_to_come).max()
    return rounded_down(float(latest), release, work) / platform.processors


@bound(
    "makespan",
    "dual",
    title="dual approximation",
    formula="largest λ found with Σ W_j(λ or λ/2) > m·λ, whichever jobs of Σ γ_j(λ) ≤ m take λ",
    most_configurations=20_000_000,
    cites=("mounie1999", "mounie2007"),
)
def dual(workload: Workload, platform: Platform) -> float:
    """A value λ that no schedule can meet.

    Suppose a schedule ends by λ: its jobs that take more than λ/2 all run at time λ/2, so the least
    processors γ_j(λ) on which they take at most λ are at most m together. Each of them does at
    least W_j(λ), its least work in at most λ, and every other job at least W_j(λ/2), all together
    at most m·λ. If no choice of the longer jobs, a 0/1 knapsack, satisfies both, there is no such
    schedule; bisection finds such a λ near the largest one.

    Nothing is assumed about the jobs: they may be rigid, and more processors may slow them down.
    Release dates are relaxed to 0, and the sites of a grid to one machine.
    """
    return approximate(Choices.of(workload, platform.largest), platform.processors).rejected
