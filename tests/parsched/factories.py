"""Small workloads, made by plain functions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Labels, Workload
from parsched.testing.cases import amdahl

__all__ = ["amdahl", "configured", "linked", "moldable", "offline", "rigid", "waiting"]

Number = float | int


def rigid(
    *jobs: Sequence[Number], name: str = "tiny", users: Sequence[str | None] = ()
) -> Workload:
    """Rigid jobs 1, 2, … as (release, processors, time) or with an estimate behind."""
    release, width, runtime, estimate = (
        [(*job, np.nan)[column] for job in jobs] for column in range(4)
    )
    return Workload(
        name=name,
        ids=np.arange(1, len(jobs) + 1),
        release=np.array(release, np.float64),
        profiles=Profiles.rigid(np.array(width, np.int64), np.array(runtime, np.float64)),
        estimate=np.array(estimate, np.float64),
        user=Labels.of(users),
    )


def offline(*jobs: tuple[int, Number]) -> Workload:
    """Rigid jobs (processors, time) that are all there at time 0."""
    return rigid(*((0, width, time) for width, time in jobs))


def moldable(*times: Sequence[Number], weight: Sequence[Number] = ()) -> Workload:
    """Jobs with `times[k - 1]` on k processors, all there at time 0."""
    return Workload(
        name="tiny moldable",
        ids=np.arange(1, len(times) + 1),
        release=np.zeros(len(times)),
        profiles=Profiles.of([(np.arange(1, len(t) + 1), np.array(t, float)) for t in times]),
        weight=np.array(weight, np.float64),
    )


def configured(
    *jobs: Mapping[int, Number], release: Sequence[Number] = (), weight: Sequence[Number] = ()
) -> Workload:
    """Jobs as the times on the numbers of processors that they can take."""
    widths = [sorted(job) for job in jobs]
    profiles = [(w, [job[q] for q in w]) for job, w in zip(jobs, widths, strict=True)]
    return Workload(
        name="tiny moldable",
        ids=np.arange(1, len(jobs) + 1),
        release=np.array(release or [0] * len(jobs), np.float64),
        profiles=Profiles.of(profiles),
        weight=np.array(weight, np.float64),
    )


def waiting(workload: Workload, *pairs: tuple[int, int, Number]) -> Workload:
    """The same jobs, where one (by index) waits for another and then for a delay, seconds."""
    job, before, delay = ([pair[column] for pair in pairs] for column in range(3))
    return replace(
        workload, after=Dependencies.of(len(workload), job=job, before=before, delay=delay)
    )


def counted(workload: Workload, *sizes: int) -> Workload:
    """The same jobs in ticks on sites of these sizes, as what decides starts gets them."""
    return Instance(workload, Platform.of(*sizes)).counted.jobs


def linked(chance: Random, workload: Workload, second: Number = 1.0) -> Workload:
    """The same jobs with random dependencies: chains, forks and joins, delays often 0, and jobs
    that wait for others which stand behind them."""
    count = len(workload)
    order = list(range(count))
    if chance.random() < 0.3:
        chance.shuffle(order)
    pairs: dict[tuple[int, int], Number] = {}
    for _ in range(chance.randint(0, chance.choice([2, count, 2 * count]))):
        before, job = sorted(chance.randrange(count) for _ in range(2))
        if before < job:
            delay = second * chance.choice([0, 0, 0, chance.randint(0, 12)])
            pairs[order[job], order[before]] = delay
    return waiting(workload, *((*pair, delay) for pair, delay in pairs.items()))
