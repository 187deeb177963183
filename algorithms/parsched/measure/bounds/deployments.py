"""Lower bounds on the number of deployments."""

from parsched.measure.bounds.registry import Condition, bound
from parsched.model.problem.deployment import Demands
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload


def has_environments(workload: Workload, platform: Platform) -> bool:
    """Tell whether jobs need environments that are not installed at first."""
    return workload.environment is not None and not platform.installed


@bound(
    "deployments",
    "widest",
    title="widest jobs",
    formula="Σ_e max q_j over the jobs j of environment e with p_j > 0",
    condition=Condition("with environments", has_environments),
    cites=("moulai2007",),
)
def widest(workload: Workload, platform: Platform) -> float:
    """The widest job of each environment that lasts; a job of no length holds no processor.

    It holds that many processors at once, and on each of them its environment was deployed at
    least once, if nothing is installed at first. A schedule that runs one job after the other, by
    environment, needs no more, so as long as nothing is asked of the makespan, no bound is better.
    For a schedule that ends by λ, D_λ (see the metric) is a certified bound too, and a larger one.
    """
    return float(Demands.of(workload).width.sum())
