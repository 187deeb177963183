"""Group list scheduling with the best groups."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from algorithms.deployment import canonical_width
from algorithms.groups.making import AT_LEAST, Group, by_environment, gls_groups
from algorithms.groups.params import FACTORS, TargetParams
from algorithms.groups.plan import Plan, follow
from algorithms.installed import Installed
from algorithms.kernels.grouping import NO_GROUPS, fewest_processors, run_fits
from algorithms.params import choice
from algorithms.platform import Platform
from algorithms.registry import Supports, register
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.sweeps import Sweep
from algorithms.workload import Floats, Ints, Workload

FEWEST, SHORTEST = "fewest", "shortest"
MOST_RUNS = 30_000_000
"""Runs of jobs that are looked at for one environment: about 0.1 s."""
MOST_LISTED = 1_000_000
"""Jobs that are list-scheduled for that: about 0.1 s."""


@dataclass(frozen=True, kw_only=True)
class GlsPlusParams(TargetParams):
    """λ, and which of three schedules is taken."""

    choose: str = choice(
        SHORTEST,
        (SHORTEST, FEWEST),
        "shortest: the shortest schedule that has no more deployments than that of gls; fewest: "
        "the one with fewest deployments.",
    )

    def words(self) -> Mapping[str, str]:
        """Tell which schedule is taken by one word."""
        return {**super().words(), "choose": self.choose}


@register(
    "gls-plus",
    title="Group list scheduling, best groups",
    symbol="GLS+",
    version=1,
    params=GlsPlusParams,
    supports=Supports(),
    cites=("moulai2007", "garey1975"),
    sweeps=(
        Sweep(
            key="lambda",
            title=f"{len(FACTORS)} λ, from 1 to {FACTORS[-1]:g} × the minimum",
            help="The trade-offs of makespan and deployments that λ makes, with the shortest "
            "schedule and with the fewest deployments.",
            vary={"lam": FACTORS, "choose": (SHORTEST, FEWEST)},
        ),
    ),
)
def gls_plus(workload: Workload, platform: Platform, params: GlsPlusParams, stop: Stop) -> Schedule:
    """Group list scheduling with groups that hold the fewest processors together (ours).

    The jobs of an environment are taken by decreasing width, as by `gls`, and cut into runs by a
    dynamic program, so that their groups hold the fewest processors together. A run of jobs may be
    a group if it has the two properties of `gls`: list-scheduled on max(q_max, ⌈W / λ⌉) processors
    it ends by 2λ, and its work W is at least half of what it holds. The first is true of any such
    list, the second unless the widest job is much wider than the others. Mostly one group will do,
    and it holds as many processors as the environment contributes to D_λ. Where there are more, and
    `gls` makes groups that hold fewer, those are taken.

    A second schedule also lets the program choose layered groups, which may last 2λ: fewer
    processors, and a longer makespan. The third one is that of `gls`. With `choose=shortest` the
    shortest of the three is returned that has no more deployments than the third, as counted on the
    processors, so it never loses to `gls` with the same λ, in neither criterion. With
    `choose=fewest` it is the one with fewest deployments.

    Guarantee: that of `gls`. The makespan is at most 4λ for deployments that take no time, and the
    groups have fewer than 2·D_λ processors.

    Complexity: O(n log n), and O(n²) in the jobs of one environment. When that would look at more
    than 30 million runs of jobs, a single group or those of `gls` are taken; what would have to be
    list-scheduled beyond a million jobs is left out.
    """
    target = params.target(workload, platform.processors)
    plans: list[list[tuple[Ints, int]]] = [[], [], []]
    for jobs in by_environment(workload):
        stop.report(0.0, "making groups")
        width, time = workload.width[jobs], workload.runtime[jobs]
        simple = gls_groups(width, time, target, AT_LEAST)
        listed, any_kind = (best_groups(width, time, target, layered=of) for of in (False, True))
        for plan, groups in zip(plans, (listed, any_kind, simple), strict=True):
            plan += [(jobs[g.begin : g.end], g.width) for g in groups]
    made = [
        follow(
            Plan.of_groups(groups, workload, target),
            workload,
            platform,
            params.deployment,
            stop.part(number / 3, (number + 1) / 3, ""),
        )
        for number, groups in enumerate(plans)
    ]
    ranks = [_rank(schedule, workload, platform) for schedule in made]
    if params.choose == SHORTEST:
        most = ranks[-1][0]
        _, _, best = min(
            (length, count, i) for i, (count, length) in enumerate(ranks) if count <= most
        )
    else:
        best = min(range(len(ranks)), key=ranks.__getitem__)
    return made[best]


def _rank(schedule: Schedule, workload: Workload, platform: Platform) -> tuple[int, float]:
    deployed = Installed.of(workload, platform, schedule).deployed
    return int(deployed.sum()), float(schedule.end.max(initial=0.0))


def best_groups(width: Ints, time: Floats, target: float, *, layered: bool) -> list[Group]:
    """Return the groups that the dynamic program makes of one environment.

    Those of `gls` are taken instead if they hold fewer processors, unless these hold no more than
    the environment contributes to D_λ, and where it would take too long and all jobs may not be one
    group. Parameters are those of `algorithms.groups.making.gls_groups`; `layered` lets the program
    choose layered groups, too, and then it holds the fewest.
    """
    limits = (MOST_RUNS, MOST_LISTED)
    next_cut, held, count = fewest_processors(width, time, target, layered, *limits)
    groups: list[Group] = []
    begin = 0
    for _ in range(count):
        groups.append(Group(begin, int(next_cut[begin]), int(held[begin])))
        begin = groups[-1].end
    if count == NO_GROUPS:
        groups = _whole(width, time, target)
    simple = gls_groups(width, time, target, AT_LEAST)
    least = 0 if layered else max(int(width[0]), canonical_width(float(width @ time), target))
    is_good = groups and _held(groups) <= max(least, _held(simple))
    return groups if is_good else simple


def _held(groups: list[Group]) -> int:
    return sum(group.width for group in groups)


def _whole(width: Ints, time: Floats, target: float) -> list[Group]:
    """Return all jobs as one group, or nothing if they may not be one."""
    work, widest = float(width @ time), int(width[0])
    needed = canonical_width(work, target)
    if needed > widest:
        return [Group(0, len(width), needed)]
    room = np.array([len(width)])
    fits = run_fits(width, time, 0, len(width), work, float(time.max()), room)
    return [Group(0, len(width), widest)] if fits else []
