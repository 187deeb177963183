"""Group list scheduling with the best groups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from parsched.declare.parameters import choice
from parsched.model.concerns import EXACT
from parsched.model.problem.deployment import canonical_width
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.groups.deployment_plan import DeploymentPlan, follow_and_count
from parsched.policies.groups.fewest_processors import NO_GROUPS, cut_some, run_fits, uncut
from parsched.policies.groups.gls_groups import (
    AT_LEAST,
    MORE_THAN,
    WidthGroup,
    by_environment,
    gls_groups,
    grouped,
)
from parsched.policies.groups.parameters import TargetParams, target_sweep
from parsched.policies.registry import Display, Supports, register

FEWEST, SHORTEST = "fewest", "shortest"
MOST_RUNS = 30_000_000
"""Runs of jobs that are looked at for one environment: about 0.3 s."""
MOST_LISTED = 1_000_000
"""Jobs that are list-scheduled for that: about 0.1 s."""
RUNS = 5_000_000
"""Runs of jobs that are looked at between two reports."""
MAKING = 0.3
"""Share of the progress that making groups counts for."""
OURS = 2
"""Ways to make groups before the ways of `gls`."""

Groups = list[WidthGroup]
"""Of one environment, by decreasing width."""
Rank = tuple[int, float]
"""Deployments and makespan."""


@dataclass(frozen=True, kw_only=True)
class GlsPlusParams(TargetParams):
    """λ, and which of the schedules is taken."""

    choose: str = choice(
        SHORTEST,
        (SHORTEST, FEWEST),
        "shortest: the shortest schedule that has no more deployments than gls, with either merge; "
        "fewest: the one with fewest deployments.",
    )

    def words(self) -> Mapping[str, str]:
        """Tell which schedule is taken by one word."""
        return {**super().words(), "choose": self.choose}


@register(
    "gls-plus",
    title="Group list scheduling, best groups",
    symbol="GLS+",
    version=2,
    changes={2: EXACT},
    params=GlsPlusParams,
    supports=Supports(deployments=True),
    cites=("moulai2007", "garey1975"),
    sweeps=(
        target_sweep(
            "The trade-offs of makespan and deployments that λ makes, with the shortest schedule "
            "and with the fewest deployments.",
            choose=(SHORTEST, FEWEST),
        ),
    ),
    display=Display(order=21, color=1, marker=1),
)
def gls_plus(instance: Instance, params: GlsPlusParams, stop: Stop) -> Schedule:
    """Group list scheduling with groups that hold the fewest processors together (ours).

    The jobs of an environment are taken by decreasing width, as by `gls`, and cut into runs by a
    dynamic program, so that their groups hold the fewest processors together. A run of jobs may be
    a group if it has the two properties of `gls`: list-scheduled on max(q_max, ⌈W / λ⌉) processors
    it ends by 2λ, and its work W is at least half of what it holds. The first is true of any such
    list, the second unless the widest job is much wider than the others. Mostly one group will do,
    and it holds as many processors as the environment contributes to D_λ. Where there are more, and
    `gls` makes groups that hold fewer, those are taken.

    A second schedule also lets the program choose layered groups, which may last 2λ: fewer
    processors, and a longer makespan. The others are as in `gls`, with `merge=at-least` and with
    `merge=more-than`; equal groups are scheduled once. With `choose=shortest` the shortest of them
    is returned that has no more deployments than either of `gls`, as counted on the processors. So
    `gls` with the same λ never has fewer deployments, and a shorter makespan only where it has more
    of them than with the other merge. With `choose=fewest` the one with fewest deployments is
    returned.

    A run that reaches its time limit returns what it has of them.

    Guarantee: the same as for `gls`. The makespan is at most 4λ for deployments that take no time,
    and the groups have fewer than 2·D_λ processors.

    Complexity: O(n log n), and O(n²) in the jobs of one environment. When that would look at more
    than 30 million runs of jobs, a single group or the groups of `gls` are taken; what would have
    to be list-scheduled beyond a million jobs is left out.
    """
    workload, platform = instance.jobs, instance.platform
    target = params.target(workload, platform.processors)
    parts, ways = _ways(workload, target, stop.part(0.0, MAKING, "making groups"))
    same = [ways.index(way) for way in ways]
    numbers, ranks = sorted(set(same), reverse=True), dict[int, Rank]()
    schedules: dict[int, Schedule] = {}
    for done, number in enumerate(numbers):
        begins, ends = (MAKING + (1 - MAKING) * at / len(numbers) for at in (done, done + 1))
        plan = DeploymentPlan.of_groups(grouped(parts, ways[number]), workload, target)
        part = stop.part(begins, ends, f"schedule {done + 1} of {len(numbers)}")
        outcome = follow_and_count(plan, workload, platform, part)
        schedules[number], deployed = outcome
        ranks[number] = deployed, float(schedules[number].end.max(initial=0.0))
        best = schedules[_best(ranks, params.choose, same[OURS:])]
        if len(numbers) > 1:
            stop.report(ends, best=best)
    return best


def _ways(workload: Workload, target: float, stop: Stop) -> tuple[list[Ints], list[list[Groups]]]:
    """Return the jobs of each environment, and the groups of each in four ways: two of ours, and
    two of gls."""
    parts, ways = by_environment(workload), [list[Groups]() for _ in range(OURS + 2)]
    for number, jobs in enumerate(parts):
        part = stop.part(number / len(parts), (number + 1) / len(parts), "")
        part.report(0.0)
        width, time = workload.width[jobs], workload.runtime[jobs]
        simple = gls_groups(width, time, target, AT_LEAST)
        choices = (
            best_groups(width, time, target, simple, part.part(0.0, 0.5, ""), layered=False),
            best_groups(width, time, target, simple, part.part(0.5, 1.0, ""), layered=True),
            simple,
            gls_groups(width, time, target, MORE_THAN),
        )
        for way, groups in zip(ways, choices, strict=True):
            way.append(groups)
    return parts, ways


def _best(ranks: Mapping[int, Rank], choose: str, printed: Sequence[int]) -> int:
    """Return which of the schedules so far is taken; `printed` are the schedules of gls."""
    if choose == FEWEST:
        return min(ranks, key=lambda i: (ranks[i], i))
    most = min((ranks[i][0] for i in printed if i in ranks), default=inf)
    return min((length, count, i) for i, (count, length) in ranks.items() if count <= most)[2]


def best_groups(
    width: Ints, time: Floats, target: float, simple: Groups, stop: Stop, *, layered: bool
) -> Groups:
    """Return the groups that the dynamic program makes of one environment.

    The groups of `gls`, `simple`, are taken instead if they hold fewer processors, unless these
    hold no more than the environment contributes to D_λ, and where it would take too long and all
    jobs may not be one group. Parameters are as in
    `parsched.policies.groups.gls_groups.gls_groups`; `layered` lets the program choose layered
    groups, too, and then it holds the fewest.
    """
    groups = _cut(width, time, target, stop, layered=layered)
    least = 0 if layered else max(int(width[0]), canonical_width(float(width @ time), target))
    is_good = groups and _held(groups) <= max(least, _held(simple))
    return groups if is_good else simple


def _cut(width: Ints, time: Floats, target: float, stop: Stop, *, layered: bool) -> Groups:
    """Run the dynamic program; return no groups where there are none to be found in time."""
    count, cuts = len(width), uncut(width, time)
    left = count
    while left > 0:
        left = cut_some(width, time, target, layered, (MOST_RUNS, MOST_LISTED), cuts, RUNS)
        stop.report(1 - left / count)
    if left == NO_GROUPS:
        return as_one_group(width, time, target)
    groups: Groups = []
    while left < count:
        groups.append(WidthGroup(left, int(cuts.next_cut[left]), int(cuts.held[left])))
        left = groups[-1].end
    return groups


def _held(groups: Groups) -> int:
    return sum(group.width for group in groups)


def as_one_group(width: Ints, time: Floats, target: float) -> Groups:
    """Return a single group of all jobs, or nothing if it is not allowed."""
    work, widest = float(width @ time), int(width[0])
    needed = canonical_width(work, target)
    if needed > widest:
        return [WidthGroup(0, len(width), needed)]
    room = np.array([len(width)])
    fits = run_fits(width, time, 0, len(width), work, float(time.max()), room)
    return [WidthGroup(0, len(width), widest)] if fits else []
