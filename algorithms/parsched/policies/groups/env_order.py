"""List scheduling in order of environments."""

import numpy as np

from parsched.model.concerns import EXACT
from parsched.model.problem.deployment import environments
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.groups.deployment_plan import DeploymentPlan, follow
from parsched.policies.groups.parameters import OrderParams, by_work
from parsched.policies.registry import Display, Supports, register


@register(
    "env-order",
    title="List by environment",
    version=2,
    changes={2: EXACT},
    params=OrderParams,
    supports=Supports(deployments=True),
    cites=("moulai2007", "garey1975"),
    display=Display(order=23, color=2, marker=2),
)
def env_order(instance: Instance, params: OrderParams, stop: Stop) -> Schedule:
    """List-schedule the jobs environment by environment, that with most work first.

    Within an environment they come by size. At each event every job of the list starts that fits,
    so jobs of the next environments fill the processors that are left, and the order is no more
    than a preference.

    Guarantee: for deployments that take no time the makespan is at most 2 − 1/m times max(total
    work / m, longest job), as for any list. There is none on the number of deployments.

    Complexity: O(n log n), and for each job the number of free blocks of processors.
    """
    workload, platform = instance.jobs, instance.platform
    work = workload.width * workload.runtime
    place = by_work(environments(workload), work)
    order = np.lexsort((-params.sizes(workload), place))
    return follow(DeploymentPlan.of_jobs(order, workload), workload, platform, stop)
