"""Lower bounds on the number of deployments, and on makespans with deployments that take time."""

from algorithms.bounds.registry import Condition, bound
from algorithms.deployment import Demands, DeployTime, environments
from algorithms.platform import Platform
from algorithms.workload import Workload

STEPS = 80
"""Halvings of an interval: more than a float64 has bits."""
SAFE = 1 - 1e-9
"""Factor that covers the rounding of sums."""


def _has_environments(workload: Workload, platform: Platform) -> bool:
    return workload.environment is not None and not platform.installed


@bound(
    "deployments",
    "widest",
    title="widest jobs",
    formula="Σ_e max q_j over the jobs j of environment e",
    condition=Condition("with environments", _has_environments),
    cites=("moulai2007",),
)
def widest(workload: Workload, platform: Platform) -> float:
    """The widest job of each environment.

    It holds that many processors at once, and on each of them its environment was deployed at
    least once, if nothing is installed at first. A schedule that runs one job after the other, by
    environment, needs no more, so as long as nothing is asked of the makespan, no bound is better.
    For a schedule that ends by λ, D_λ (see the metric) is a certified bound too, and a larger one.
    """
    return float(Demands.of(workload).width.sum())


def least_makespan(workload: Workload, processors: int, deployment: DeployTime) -> float:
    """Return a makespan, seconds, that no schedule is below when deployments take time.

    Let d be the seconds of a deployment on one processor. Before each job its processors are
    deployed at least once, so the makespan is at least d plus the time of any job with an
    environment. And in a schedule that ends by C, each processor works for at most C - d on jobs of
    one environment, so there are at least D = Σ_e max(q_max, ⌈W_e / (C - d)⌉) deployments. Each
    keeps a processor from working for at least d, hence W + d·D ≤ m·C. The left side falls as C
    rises; bisection finds where it meets the right one.

    Nothing is installed at first. Jobs may be moldable, and are released at 0. O(n + e) for each of
    the steps of the bisection.
    """
    first = deployment.seconds
    named = workload.least_time[(environments(workload) >= 0) & (workload.least_time > 0)]
    if not len(named):
        return 0.0
    demands, work = Demands.of(workload), float(workload.least_work.sum())

    def impossible(length: float) -> bool:
        needed = work + first * demands.deployments(length - first)
        return length <= first or needed * SAFE > processors * length

    low, high = 0.0, first + float(named.max())
    least = high
    while impossible(high):
        low, high = high, 2 * high
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if impossible(middle) else (low, middle)
    return max(low, least)
