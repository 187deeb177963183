"""A lower bound."""

from parsched.plugins import Condition, Platform, Workload, bound


@bound(
    "makespan",
    "wide",
    title="wide jobs",
    formula="Σ over q_j > m/2 of p_j",
    condition=Condition("on one site", lambda workload, platform: not platform.is_grid),
)
def wide(workload: Workload, platform: Platform) -> float:
    """Jobs that need more than half of the processors run one after the other."""
    alone = 2 * workload.least_width > platform.processors
    return float(workload.least_time[alone].sum()) * (1 - 1e-12)
