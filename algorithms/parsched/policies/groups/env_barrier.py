"""One environment after the other, with a barrier between."""

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
    "env-barrier",
    title="Environment by environment",
    version=2,
    changes={2: EXACT},
    params=OrderParams,
    supports=Supports(deployments=True),
    cites=("moulai2007", "garey1975"),
    display=Display(order=24, color=4, marker=4),
)
def env_barrier(instance: Instance, params: OrderParams, stop: Stop) -> Schedule:
    """List-schedule the jobs of one environment on the whole machine, then the jobs of the next.

    The environment with most work comes first. The next one is deployed when the last job of the
    one before has ended; within an environment the jobs come by size.

    Guarantee: no processor is deployed twice for one environment, so there are at most m
    deployments for each. For deployments that take no time the makespan is at most 2 − 1/m times
    the sum, over the environments, of max(work / m, longest job). Where they take time, several may
    follow each other within one environment: jobs on processors that are free later wait for one of
    their own. It is a strong baseline where jobs take the whole machine.

    Complexity: O(n log n), and for each job the number of free blocks of processors.
    """
    workload, platform = instance.jobs, instance.platform
    work = workload.width * workload.runtime
    place = by_work(environments(workload), work)
    order = np.lexsort((-params.sizes(workload), place))
    plan = DeploymentPlan.of_jobs(order, workload, place)
    return follow(plan, workload, platform, stop)
