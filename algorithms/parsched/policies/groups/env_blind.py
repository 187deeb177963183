"""List scheduling that does not look at environments."""

from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.groups.deployment_plan import DeploymentPlan, follow
from parsched.policies.groups.parameters import OrderParams
from parsched.policies.lists.placement import decreasing
from parsched.policies.registry import Display, Supports, register


@register(
    "env-blind",
    title="List blind to environments",
    version=2,
    changes={2: EXACT},
    params=OrderParams,
    supports=Supports(deployments=True),
    cites=("moulai2007", "garey1975"),
    baseline=0,
    display=Display(order=22, color=6, marker=5),
)
def env_blind(instance: Instance, params: OrderParams, stop: Stop) -> Schedule:
    """List-schedule the jobs in an order that ignores environments, and deploy what is needed.

    At each event every job of the list starts that fits the free processors, on those where its
    environment is installed as far as there are any. Deployments are made then, so they delay jobs,
    but no decision waits for them.

    Guarantee: for deployments that take no time the makespan is at most 2 − 1/m times max(total
    work / m, longest job), as for any list. There is none on the number of deployments.

    Complexity: O(n log n), and for each job the number of free blocks of processors.
    """
    workload, platform = instance.jobs, instance.platform
    order = decreasing(params.sizes(workload))
    return follow(DeploymentPlan.of_jobs(order, workload), workload, platform, stop)
