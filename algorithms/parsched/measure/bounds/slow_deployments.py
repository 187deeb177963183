"""Lower bounds on makespans where deployments take time."""

from parsched.measure.bounds.deployments import has_environments
from parsched.measure.bounds.registry import Condition, bound
from parsched.model.concerns import FROM_BEGIN
from parsched.model.problem.deployment import Demands, environments
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload

STEPS = 80
"""Halvings of an interval: more than a float64 has bits."""
SAFE = 1 - 1e-9
"""Factor that covers the rounding of sums."""


def has_slow_deployments(workload: Workload, platform: Platform) -> bool:
    """Tell whether jobs need environments that are not installed at first and take time to
    deploy."""
    return has_environments(workload, platform) and not platform.deployment.is_instant


@bound(
    "makespan",
    "work_deployments",
    title="work + deployments",
    formula="least C ≥ d + max p_j with W + d·Σ_e max(q_e, ⌈W_e / (C − d)⌉) ≤ m·C",
    condition=Condition(
        "with environments that take time to deploy, the first of them there at time 0",
        lambda workload, platform: has_slow_deployments(workload, platform) and not workload.begin,
    ),
    version=2,
    changes={2: FROM_BEGIN},
)
def least_makespan(workload: Workload, platform: Platform) -> float:
    """No schedule leaves room for all work and the deployments that it needs.

    Let d be the time of a deployment on one processor, W the work of all jobs, W_e the work of the
    jobs of environment e, and q_e the width of the widest of these that lasts. Before a job with an
    environment its processors are deployed at least once, so no schedule is shorter than d and its
    time p_j. And in one that ends by C, each processor works for at most C − d on jobs of one
    environment, so there are at least D = Σ_e max(q_e, ⌈W_e / (C − d)⌉) deployments. Each keeps a
    processor from working for at least d, hence W + d·D ≤ m·C. The left side falls as C rises;
    bisection finds where it meets the right one, in O(n + e) a step.

    Nothing is installed at first. Of moldable jobs each counts with its least time, work and width,
    and it does not count when jobs arrive.
    """
    first = platform.deployment.seconds
    named = workload.least_time[(environments(workload) >= 0) & (workload.least_time > 0)]
    if not len(named):
        return 0.0
    demands, work = Demands.of(workload), float(workload.least_work.sum())

    def impossible(length: float) -> bool:
        needed = work + first * demands.deployments(length - first)
        return length <= first or needed * SAFE > platform.processors * length

    low, high = 0.0, first + float(named.max())
    least = high
    while impossible(high):
        low, high = high, 2 * high
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if impossible(middle) else (low, middle)
    return max(low, least)
