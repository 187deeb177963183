"""One job after the other: the fewest deployments."""

import numpy as np

from parsched.declare.parameters import Params
from parsched.model.concerns import EXACT
from parsched.model.problem.deployment import environments
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.groups.deployment_plan import DeploymentPlan, follow
from parsched.policies.groups.parameters import by_work
from parsched.policies.registry import Display, Supports, register


@register(
    "env-sequential",
    title="One job after the other",
    version=2,
    changes={2: EXACT},
    params=Params,
    supports=Supports(deployments=True),
    cites=("moulai2007",),
    display=Display(order=25, color=3, marker=3),
)
def env_sequential(instance: Instance, params: Params, stop: Stop) -> Schedule:
    """Run one job at a time, environment by environment, the widest first.

    Guarantee: of all schedules it has the fewest deployments, Σ_e q_max, as each environment is
    deployed once, on as many processors as its widest job that lasts needs. This is the problem
    that the paper calls easy. The makespan is the sum of all times, deployments included.

    Complexity: O(n log n).
    """
    workload, platform = instance.jobs, instance.platform
    work = workload.width * workload.runtime
    place = by_work(environments(workload), work)
    order = np.lexsort((-workload.width, place))
    plan = DeploymentPlan.of_jobs(order, workload, np.argsort(order))
    return follow(plan, workload, platform, stop)
