"""Further examples of the algorithms for environments: one for each, and what breaks as printed."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from parsched.measure.metrics import measure
from parsched.model.outcome import Outcome
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.stop import Stop
from parsched.policies.catalogue import Algorithm
from parsched.policies.groups.deployment_plan import DeploymentPlan, follow
from parsched.policies.groups.gls_groups import (
    AS_PRINTED,
    AT_LEAST,
    UNCHECKED,
    by_environment,
    gls_groups,
    grouped,
)
from parsched.policies.registry import algorithm
from parsched.report.examples import jobs
from parsched.report.examples.pictures import Picture, WorkedExample
from parsched.report.examples.structure import targets
from parsched.run.result import Result
from parsched.run.solve import solve

GROUPED = ("gls", "gls-plus", "gls-tri", "env-blind", "env-order", "env-barrier", "env-sequential")
"""Algorithms for environments."""


def figure_1(declared: Algorithm) -> WorkedExample:
    """Draw what Figure 1 of the paper shows, by an algorithm and by one to compare it with."""
    workload, platform = jobs.as_figure_1(), Platform.of(2)
    pictures = []
    for key in ("env-order" if declared.key == "env-blind" else "env-blind", declared.key):
        result = solve(Instance(workload, platform), key)
        pictures.append(Picture({}, result, targets(result, 1, 2), algorithm(key).title))
    first, second = (int(picture.result.metrics["deployments"]) for picture in pictures)
    return WorkedExample(
        workload,
        platform,
        pictures,
        f"{first} deployments, or {second}" if first != second else f"{first} deployments, twice",
        "Two processors, three environments and four jobs, as in Figure 1 of Moulaï and Mounié "
        f"(2007), whose times the text does not tell: these are ours. {_ends(*pictures)}",
    )


def _ends(one: Picture, other: Picture) -> str:
    """Say when two schedules end, and with how many deployments."""
    first, second = (
        (f"{of['makespan']:g} s", f"{of['deployments']:g}")
        for of in (one.result.metrics, other.result.metrics)
    )
    if first[0] == second[0] and first[1] != second[1]:
        return f"The makespan is {first[0]} with {first[1]} deployments and with {second[1]}."
    return (
        f"{one.title} ends at {first[0]} with {first[1]} deployments, {other.title} at "
        f"{second[0]} with {second[1]}."
    )


def broken(declared: Algorithm) -> Sequence[WorkedExample]:
    """Draw the counterexamples to the printed algorithm, as printed and as repaired."""
    return tuple(
        draw(declared.key) for draw in (_lost, _longer_than_four_targets, _twice_the_bound)
    )


def _lost(key: str) -> WorkedExample:
    workload, platform = jobs.deployed(), Platform.of(6)
    repaired = solve(Instance(workload, platform), key)
    printed = as_printed(repaired)
    return WorkedExample(
        workload,
        platform,
        [
            Picture({}, printed, targets(printed, 1, 2), "As printed"),
            Picture({}, repaired, targets(repaired, 1, 2), "Repaired"),
        ],
        "Lost jobs",
        "The printed loop ends at the last job of an environment, and never emits the group that "
        "is open then. Of the eight jobs above only job 7 is ever scheduled.",
    )


def _longer_than_four_targets(key: str) -> WorkedExample:
    workload, platform = jobs.too_long(), Platform.of(9)
    settings = {"lam": 20.0, "lam_unit": "seconds"}
    repaired = solve(Instance(workload, platform), key, settings)
    unchecked = {**settings, "last_group": UNCHECKED}
    printed = solve(Instance(workload, platform), key, unchecked)
    return WorkedExample(
        workload,
        platform,
        [
            Picture(unchecked, printed, targets(printed, 1, 2, 4), "As printed, λ = 20 s"),
            Picture(settings, repaired, targets(repaired, 1, 2, 4), "Repaired, λ = 20 s"),
        ],
        "A makespan of more than 4λ",
        "The printed loop never looks at the time of the group that is open at its end. Closed as "
        "it stands, jobs 4 to 6 follow each other on one processor for 60 s, more than 2λ, and "
        "begin when the others have ended, at 23 s: 83 s, where at most 4λ = 80 s are proved. "
        "Repaired, they are a canonical group on ⌈60 / 20⌉ = 3 processors.",
    )


def _twice_the_bound(key: str) -> WorkedExample:
    workload, platform = jobs.as_wide(), Platform.of(3)
    target = {"lam": 10.0, "lam_unit": "seconds"}
    pictures = []
    for merge, title in (("more-than", "As printed, λ = 10 s"), ("at-least", "Repaired, λ = 10 s")):
        settings = {**target, "merge": merge}
        result = solve(Instance(workload, platform), key, settings)
        pictures.append(Picture(settings, result, targets(result, 1, 2), title))
    return WorkedExample(
        workload,
        platform,
        pictures,
        "Twice D_λ, and not less",
        "As printed, a canonical group takes in a layered one only if it has more processors. Here "
        "both have 3: that is 6 processors in two groups, and D_λ = 3. Repaired, they are one. "
        "Followed on the processors, both schedules deploy 3 times.",
    )


def as_printed(result: Result) -> Result:
    """Return what the printed loop makes of the jobs of a result of group list scheduling.

    Jobs that it leaves out are not there, which no run may do.
    """
    assert result.schedule.groups is not None
    jobs, target = result.workload, result.schedule.groups.target
    parts = by_environment(jobs)
    emitted = [
        gls_groups(jobs.width[part], jobs.runtime[part], target, AT_LEAST, AS_PRINTED)
        for part in parts
    ]
    groups = grouped(parts, emitted)
    kept = np.sort(np.concatenate([members for members, _ in groups]))
    workload, platform = jobs.take(kept), result.platform
    listed = [(np.searchsorted(kept, members), width) for members, width in groups]
    plan = DeploymentPlan.of_groups(listed, workload, target)
    schedule = follow(plan, workload, platform, Stop())
    metrics = measure(Outcome(workload, platform, schedule))
    instance = replace(result.instance, workload=workload)
    return replace(result, instance=instance, schedule=schedule, metrics=metrics)
