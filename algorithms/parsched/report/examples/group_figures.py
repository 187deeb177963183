"""Figures 4 to 6 of Moulaï and Mounié (2007): groups, and what a list of them cannot leave idle."""

import numpy as np

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.policies.catalogue import Algorithm
from parsched.report.examples import jobs
from parsched.report.examples.pictures import Picture, WorkedExample
from parsched.report.examples.structure import targets
from parsched.run.result import Result
from parsched.run.solve import solve


def figure_4(declared: Algorithm) -> WorkedExample:
    """Draw a layered group, and jobs that would be one and take too long."""
    workload, platform = jobs.layered(), Platform.of(16)
    result = solve(Instance(workload, platform), declared.key)
    target = _target(result)
    return WorkedExample(
        workload,
        platform,
        [Picture({}, result, targets(result, 1, 2))],
        "Layered groups",
        "Figure 4 of Moulaï and Mounié (2007), with jobs of ours. Jobs 1 to 3 each take more than "
        "half of the 10 processors of the first, so they follow each other in a layered group, for "
        f"12 s. Jobs 4 to 6 would do so for 30 s, more than 2λ = {2 * target:g} s: they are a "
        f"canonical group on ⌈100 / {target:g}⌉ = {int(np.ceil(100 / target))} processors.",
    )


def figure_5(declared: Algorithm) -> WorkedExample:
    """Draw a canonical group."""
    workload, platform = jobs.canonical(), Platform.of(8)
    result = solve(Instance(workload, platform), declared.key)
    target = _target(result)
    work = float(workload.width @ workload.runtime)
    return WorkedExample(
        workload,
        platform,
        [Picture({}, result, targets(result, 1, 2))],
        "A canonical group",
        "Figure 5 of Moulaï and Mounié (2007), with jobs of ours. All are of one environment, and "
        f"their work of {work:g} fits ⌈{work:g} / {target:g}⌉ = {int(np.ceil(work / target))} "
        f"processors for λ = {target:g} s. There any list ends by 2λ = {2 * target:g} s.",
    )


def figure_6(declared: Algorithm) -> WorkedExample:
    """Draw two instants that are 2λ apart, at which more than all processors are held together."""
    workload, platform = jobs.too_long(), Platform.of(9)
    result = solve(Instance(workload, platform), declared.key, {"lam": 20.0, "lam_unit": "seconds"})
    least = least_together(result, 2 * _target(result))
    return WorkedExample(
        workload,
        platform,
        [Picture({"lam": 20.0, "lam_unit": "seconds"}, result, targets(result, 1, 2), "λ = 20 s")],
        "More than half of the machine",
        "Figure 6 of Moulaï and Mounié (2007): what runs later than 2λ did not fit 2λ before, so "
        "at any two instants that far apart the groups hold more than all processors together. "
        f"Here the makespan is {result.metrics['makespan']:g} s, and at any two instants that are "
        f"2λ = 40 s apart groups hold at least {least} processors, of {platform.processors}.",
    )


def least_together(result: Result, apart: float) -> int:
    """Return the fewest processors that groups hold at two such instants together, both before the
    last group ends."""
    held = _held(result)
    last = max(end for _, end, _ in held)
    begins = {0.0, *(t - d for begin, end, _ in held for t in (begin, end) for d in (0.0, apart))}
    instants = [t for t in begins if 0 <= t < last - apart]
    return min(_at(held, t) + _at(held, t + apart) for t in instants)


def _at(held: list[tuple[float, float, int]], instant: float) -> int:
    return sum(width for begin, end, width in held if begin <= instant < end)


def _held(result: Result) -> list[tuple[float, float, int]]:
    """Return begin, end and width of each group."""
    schedule = result.schedule
    assert schedule.groups is not None
    found = []
    for number, width in enumerate(schedule.groups.width.tolist()):
        members = np.flatnonzero(schedule.groups.job == number)
        begin, end = schedule.start[members].min(), schedule.end[members].max()
        found.append((float(begin), float(end), int(width)))
    return found


def _target(result: Result) -> float:
    assert result.schedule.groups is not None
    return result.schedule.groups.target
