"""Group list scheduling, as published but for what does not hold there."""

from collections.abc import Sequence
from dataclasses import dataclass

from parsched.base.digits import counted
from parsched.base.errors import LeftOutError
from parsched.declare.parameters import choice
from parsched.model.concerns import EXACT
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.groups.deployment_plan import DeploymentPlan, follow
from parsched.policies.groups.gls_groups import (
    AS_PRINTED,
    AT_LEAST,
    MORE_THAN,
    REPAIRED,
    UNCHECKED,
    WidthGroup,
    by_environment,
    gls_groups,
    grouped,
)
from parsched.policies.groups.parameters import TargetParams, target_sweep
from parsched.policies.registry import Display, Supports, register

MAKING = 0.2
"""Share of the progress that making groups counts for."""


@dataclass(frozen=True, kw_only=True)
class GlsParams(TargetParams):
    """λ, and when groups are merged."""

    merge: str = choice(
        AT_LEAST,
        (AT_LEAST, MORE_THAN),
        "When the canonical group takes in a layered one: if it has at least as many processors, "
        "or, as printed, only if it has more.",
    )
    last_group: str = choice(
        REPAIRED,
        (REPAIRED, AS_PRINTED, UNCHECKED),
        "The group that is open when the jobs of an environment end: closed as the others are; "
        "forgotten, as printed, which loses its jobs; or closed however long it takes.",
    )

    def groups_of(self, width: Ints, time: Floats, target: float) -> list[WidthGroup]:
        """Return the groups of the jobs of one environment, see `gls_groups`."""
        return gls_groups(width, time, target, self.merge, self.last_group)

    def refusal(self, instance: Instance) -> str | None:
        """Refuse jobs if the printed loop would leave some of them out; where they arrive, that
        depends on their batches, and the run ends with the sentence."""
        reason = super().refusal(instance)
        if reason or self.last_group != AS_PRINTED or instance.jobs.has_releases:
            return reason
        workload = instance.jobs
        target = self.target(workload, instance.platform.processors)
        parts = by_environment(workload)
        made = [self.groups_of(workload.width[p], workload.runtime[p], target) for p in parts]
        return left_out(parts, made, workload)


@register(
    "gls",
    title="Group list scheduling",
    symbol="GLS",
    version=2,
    changes={2: EXACT},
    params=GlsParams,
    supports=Supports(deployments=True),
    cites=("moulai2007", "garey1975"),
    sweeps=(target_sweep("The trade-offs of makespan and deployments that λ makes."),),
    display=Display(order=20, color=0, marker=0),
)
def gls(instance: Instance, params: GlsParams, stop: Stop) -> Schedule:
    """Make groups of jobs with one environment, and list-schedule these as wider jobs.

    The jobs of an environment are taken by decreasing width. As long as one needs more than half of
    the processors of the first, it goes into the same **layered** group, whose jobs run one after
    the other; then another one begins. When a group takes longer than 2λ, it and all jobs after it
    become the **canonical** group: they are list-scheduled on ⌈W / λ⌉ processors, W their work.
    Layered groups that are no wider go into it, too. The groups are list-scheduled by decreasing
    work. Each holds its processors until it ends, so its environment is deployed once on each of
    them, at the most. Among the free processors a group takes those where its environment is
    installed, so what is really deployed can only be less. See
    `parsched.policies.groups.gls_groups`.

    Guarantee: for deployments that take no time (Moulaï and Mounié) the makespan is at most 4λ, and
    the groups have fewer than 2·D_λ processors together, where D_λ = Σ_e max(q_max, ⌈W_e / λ⌉) is a
    lower bound on the deployments of any schedule that ends by λ. Each group fills at least half of
    its processors × time, and takes at most 2λ; list scheduling then ends by 4λ. The widths of
    layered groups halve from one to the next, and the canonical one is narrower still, so they add
    up to less than 2·q_max. If a deployment takes at most d, the makespan is at most 4λ + max(2d,
    4d·D_λ / m).

    What is printed and does not hold
    ---------------------------------
    Three things had to be changed; the examples draw what each of them did.

    - **Jobs are lost.** The printed loop ends without emitting the group that is open, so nearly
      every environment loses jobs, and one with a single job all of them. Here that group is closed
      as the others are.
    - **The makespan is not at most 4λ** if that group is closed without the test p ≤ 2λ. With m = 9
      and λ = 20, let one environment have jobs of 9, 5 and 5 processors and times 1, 11 and 11,
      another three jobs of one processor and time 20. Those three would be a group of 60 on one
      processor, after one of 23 on all 9: makespan 83 > 80 = 4λ. Here a group that is too long
      becomes canonical, 20 on 3 processors, and the makespan is 43.
    - **The groups do not have fewer than 2·D_λ processors**, as they are merged only if the
      canonical one has more processors (`merge=more-than`). With m = 3 and λ = 10, a job of 3
      processors and time 1 and three of one processor and time 9, all of one environment, make two
      groups of 3 processors: 6 = 2·D_λ. The default, `merge=at-least`, makes one of 3 of them.

    The first two can be had: `last_group=as-printed` refuses the jobs, and says how many of them
    would be left out, and `last_group=unchecked` closes the last group without the test.

    Complexity: O(n log n), and for each group the number of free blocks of processors.
    """
    workload, platform = instance.jobs, instance.platform
    target = params.target(workload, platform.processors)
    parts, groups = by_environment(workload), []
    for number, jobs in enumerate(parts):
        stop.report(MAKING * number / len(parts), "making groups")
        width, time = workload.width[jobs], workload.runtime[jobs]
        groups.append(params.groups_of(width, time, target))
    if sentence := left_out(parts, groups, workload):
        raise LeftOutError(f"Group list scheduling {sentence}")
    plan = DeploymentPlan.of_groups(grouped(parts, groups), workload, target)
    return follow(plan, workload, platform, stop.part(MAKING, 1.0, ""))


def left_out(
    parts: Sequence[Ints], groups: Sequence[Sequence[WidthGroup]], workload: Workload
) -> str | None:
    """Return the sentence that says how many jobs are in no group, or None if all are in one."""
    grouped_jobs = sum(group.end - group.begin for of in groups for group in of)
    if not (lost := sum(map(len, parts)) - grouped_jobs):
        return None
    return (
        f"leaves out {lost:,} of {counted(len(workload), 'job')} as printed: the loop ends without "
        f"the group that is open then; choose {REPAIRED} for last_group"
    )
