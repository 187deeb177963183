"""Levels: jobs by decreasing time on shelves."""

from dataclasses import dataclass

import numpy as np

from parsched.plugins import Instance, Params, Schedule, Stop, Supports, choice, register

from . import publications  # noqa: F401 (adds them)


@dataclass(frozen=True, kw_only=True)
class LevelParams(Params):
    """How jobs find their level."""

    fit: str = choice(
        "first",
        ("first", "next"),
        "first: a job goes to the lowest level where it fits; next: to the highest or a new one.",
    )


@register(
    "levels",
    title="Levels",
    version=1,
    params=LevelParams,
    supports=Supports(),
    cites=("coffman1980",),
)
def levels(instance: Instance, params: LevelParams, stop: Stop) -> Schedule:
    """Pack jobs by decreasing time on levels: all jobs of a level start together.

    Guarantee: makespan at most 1.7 times the optimum plus the longest job, and 2 times with
    `fit=next` (Coffman et al. 1980).

    Complexity: O(n·l) for n jobs on l levels.
    """
    jobs, processors = instance.jobs, instance.platform.processors
    order = np.argsort(-jobs.runtime, kind="stable")
    begins: list[float] = []
    free: list[int] = []
    end, start = 0.0, np.zeros(len(jobs))
    for done, job in enumerate(order):
        stop.report(done / len(order), f"{done:,} of {len(order):,} jobs placed")
        width = int(jobs.width[job])
        first = 0 if params.fit == "first" else max(0, len(free) - 1)
        level = next((i for i in range(first, len(free)) if free[i] >= width), len(free))
        if level == len(free):
            begins.append(end)
            free.append(processors)
            end += float(jobs.runtime[job])
        free[level] -= width
        start[job] = begins[level]
    return Schedule.of(jobs, start, width=jobs.width)
