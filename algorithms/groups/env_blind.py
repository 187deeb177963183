"""List scheduling that does not look at environments."""

from algorithms.declare.concerns import EXACT
from algorithms.declare.registry import Display, Supports, register
from algorithms.groups.deployment_plan import Plan, follow
from algorithms.groups.parameters import OrderParams
from algorithms.lists.placement import decreasing
from algorithms.problem.instance import Instance
from algorithms.schedules.schedule import Schedule
from algorithms.stop import Stop


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
    return follow(Plan.of_jobs(order, workload), workload, platform, stop)
