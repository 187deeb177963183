"""Group list scheduling for three criteria: makespan, deployments and Σ w·C."""

import numpy as np

from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Ints, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.groups.deployment_plan import DeploymentPlan, follow
from parsched.policies.groups.gls_groups import AT_LEAST, by_environment, gls_groups, grouped
from parsched.policies.groups.parameters import TargetParams, target_sweep
from parsched.policies.registry import Display, Supports, register

MAKING = 0.2
"""Share of the progress that making groups counts for."""


@register(
    "gls-tri",
    title="Group list scheduling, three criteria",
    symbol="GLS3",
    version=1,
    params=TargetParams,
    supports=Supports(deployments=True),
    cites=("moulai2007", "garey1975", "smith1956"),
    sweeps=(target_sweep("The trade-offs of makespan, deployments and Σ w·C that λ makes."),),
    display=Display(order=35, color=5, marker=6),
)
def gls_tri(instance: Instance, params: TargetParams, stop: Stop) -> Schedule:
    """List-schedule the groups of `gls` in Smith's order, and the jobs within them, too (ours).

    Moulaï and Mounié (2007) leave an algorithm for three criteria, with the average end of jobs as
    the third, for later. Their proofs ask for no order: a group may run its jobs in any, and the
    groups may be listed in any. So here the groups are as in `gls`, repaired, and both orders
    follow the third criterion. Jobs of a group come by decreasing weight / (processors × time), and
    groups by decreasing weight of their jobs / work of their jobs.

    Guarantee: the one of `gls` on the first two criteria. For deployments that take no time the
    makespan is at most 4λ, and the groups have fewer than 2·D_λ processors together. None is known
    on Σ w·C: a job that is alone with a long one in its group may wait for that.

    Complexity: O(n log n), and for each group the number of free blocks of processors.
    """
    workload, platform = instance.jobs, instance.platform
    target = params.target(workload, platform.processors)
    parts, groups = by_environment(workload), []
    for number, jobs in enumerate(parts):
        stop.report(MAKING * number / len(parts), "making groups")
        groups.append(gls_groups(workload.width[jobs], workload.runtime[jobs], target, AT_LEAST))
    listed = in_smiths_order(grouped(parts, groups), workload)
    plan = DeploymentPlan.of_groups(listed, workload, target, in_order=True)
    return follow(plan, workload, platform, stop.part(MAKING, 1.0, ""))


def in_smiths_order(groups: list[tuple[Ints, int]], workload: Workload) -> list[tuple[Ints, int]]:
    """Return groups, each as its jobs and its width, by decreasing weight over work, and the jobs
    of each likewise."""
    work, weight = workload.width * workload.runtime, workload.weight
    inside = [
        (jobs[np.argsort(-(weight[jobs] / work[jobs]), kind="stable")], width)
        for jobs, width in groups
    ]
    return sorted(inside, key=lambda group: -float(weight[group[0]].sum() / work[group[0]].sum()))
