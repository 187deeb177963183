"""Group list scheduling with the best groups."""

from dataclasses import dataclass

import numpy as np

from algorithms.deployment import canonical_width
from algorithms.groups.making import AT_LEAST, Group, by_environment, gls_groups
from algorithms.groups.params import TargetParams
from algorithms.groups.plan import Plan, close, follow
from algorithms.installed import Installed
from algorithms.kernels.grouping import NO_GROUPS, fewest_processors, run_fits
from algorithms.params import choice
from algorithms.platform import Platform
from algorithms.registry import Supports, register
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.workload import Floats, Ints, Workload

FEWEST, SHORTEST = "fewest", "shortest"
MOST_RUNS = 30_000_000
"""Runs of jobs that are looked at for one environment: about 0.1 s."""
MOST_LISTED = 1_000_000
"""Jobs that are list-scheduled for that: about 0.1 s."""


@dataclass(frozen=True, kw_only=True)
class GlsPlusParams(TargetParams):
    """λ, and which of two schedules is taken."""

    choose: str = choice(
        FEWEST,
        (FEWEST, SHORTEST),
        "fewest: the schedule with fewer deployments, of the best groups and of those of gls; "
        "shortest: that of gls, unless the best groups end earlier and need no more deployments.",
    )


@register(
    "gls-plus",
    title="Group list scheduling, best groups",
    version=1,
    params=GlsPlusParams,
    supports=Supports(),
    cites=("moulai2007", "garey1975"),
)
def gls_plus(workload: Workload, platform: Platform, params: GlsPlusParams, stop: Stop) -> Schedule:
    """Group list scheduling with groups that hold the fewest processors together (ours).

    The jobs of an environment are taken by decreasing width, as by `gls`, and cut into runs by a
    dynamic program. A run of jobs may be a group if it has the two properties of `gls`: it is
    layered, or list-scheduled on q = max(q_max, ⌈W / λ⌉) processors where it ends by 2λ and its
    work W is at least half of what it holds. The first is true of any such list, the second unless
    the widest job is much wider than the others. The groups of `gls` are among the choices, so
    there are never more processors in all. Often one group is enough, and it holds no more
    processors than the environment contributes to D_λ.

    Of this schedule and that of `gls` it returns the one with fewer deployments, as counted on the
    processors, or, if they have as many, the shorter one. With `choose=shortest` it returns the
    shorter one of those that have no more than that of `gls`. Either way it has never more
    deployments than `gls` with the same λ, and with `shortest` it ends no later, either.

    Guarantee: that of `gls`. The makespan is at most 4λ for deployments that take no time, and the
    groups have fewer than 2·D_λ processors.

    Complexity: O(n log n), and O(n²) in the jobs of one environment. When that would look at more
    than 30 million runs of jobs, a single group or those of `gls` are taken; what would have to be
    list-scheduled beyond a million jobs is left out.
    """
    target = params.target(workload, platform.processors)
    plans: dict[bool, list[tuple[Ints, int]]] = {False: [], True: []}
    for jobs in by_environment(workload):
        stop.report(0.0, "making groups")
        width, time = workload.width[jobs], workload.runtime[jobs]
        simple = gls_groups(width, time, target, AT_LEAST)
        for is_best, groups in (
            (False, simple),
            (True, best_groups(width, time, target)),
        ):
            plans[is_best] += [(jobs[g.begin : g.end], g.width) for g in groups]
    best, simple_made = (
        follow(
            Plan.of_groups(plans[is_best], workload, target),
            workload,
            platform,
            params.deployment,
            stop.part(*((0.0, 0.5) if is_best else (0.5, 1.0)), ""),
        )
        for is_best in (True, False)
    )
    ranks = [_rank(made, workload, platform) for made in (best, simple_made)]
    if params.choose == SHORTEST:
        is_better = ranks[0][0] <= ranks[1][0] and ranks[0][1] <= ranks[1][1]
    else:
        is_better = ranks[0] <= ranks[1]
    return close(best if is_better else simple_made, workload, platform, stop)


def _rank(schedule: Schedule, workload: Workload, platform: Platform) -> tuple[int, float]:
    deployed = Installed.of(workload, platform, schedule).deployed
    return int(deployed.sum()), float(schedule.end.max(initial=0.0))


def best_groups(width: Ints, time: Floats, target: float) -> list[Group]:
    """Return the groups of one environment that hold fewest processors; those of `gls`, or a single
    one, where it would take too long to find them.

    Parameters are those of `algorithms.groups.making.gls_groups`.
    """
    next_cut, held, count = fewest_processors(width, time, target, MOST_RUNS, MOST_LISTED)
    if count == NO_GROUPS:
        simple, whole = gls_groups(width, time, target, AT_LEAST), _whole(width, time, target)
        is_better = whole is not None and whole.width < sum(group.width for group in simple)
        return [whole] if whole is not None and is_better else simple
    groups: list[Group] = []
    begin = 0
    for _ in range(count):
        groups.append(Group(begin, int(next_cut[begin]), int(held[begin])))
        begin = groups[-1].end
    return groups


def _whole(width: Ints, time: Floats, target: float) -> Group | None:
    """Return all jobs as one group, if they may be one."""
    work, widest = float(width @ time), int(width[0])
    needed = canonical_width(work, target)
    if needed > widest:
        return Group(0, len(width), needed)
    room = np.array([len(width)])
    fits = run_fits(width, time, 0, len(width), work, float(time.max()), room)
    return Group(0, len(width), widest) if fits else None
