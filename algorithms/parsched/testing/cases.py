"""Workloads to run an algorithm on, by what it supports."""

from dataclasses import replace

import numpy as np

from parsched.data.generators import generate
from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.registry import Algorithm
from parsched.run.solve import solve
from parsched.testing.values import params_that_work

PROCESSORS = 16


def brief_params(key: str) -> Params:
    """Return the defaults of an algorithm, but for what makes it search long."""
    return ALGORITHMS[key].params().brief()


def params_for(algorithm: Algorithm, workload: Workload, processors: int) -> list[Params]:
    """Return the parameters that work with which an algorithm takes a workload."""
    machine = Platform.of(processors)
    params = params_that_work(algorithm.params)
    return [p for p in params if algorithm.refusal(Instance(workload, machine), p) is None]


def jobs_for(algorithm: Algorithm, jobs: int = 60) -> list[Workload]:
    """Return workloads that an algorithm supports, with releases where it can take them: rigid
    jobs, and moldable ones; few and short ones where it counts units of time."""
    if algorithm.supports.whole_times:
        profiles = ("rigid", "ceil") if algorithm.supports.moldable else ("rigid",)
        return [small_jobs(profile) for profile in profiles]
    released = algorithm.supports.release_times
    found = [rigid_jobs(jobs, released=released, narrow=algorithm.supports.one_processor)]
    if algorithm.supports.moldable:
        found.append(amdahl(jobs, PROCESSORS, gap=0.5 if released else 0))
    if algorithm.supports.recorded:
        return [logged(workload, PROCESSORS) for workload in found]
    return found


def logged(workload: Workload, processors: int) -> Workload:
    """Return the jobs with the starts of a machine that is run by EASY."""
    easy = solve(Instance(workload, Platform.of(processors)), "easy")
    return replace(workload, recorded=easy.schedule.start)


def small_jobs(profile: str) -> Workload:
    """Return nine jobs of up to 9 s; lists do not place them optimally where they are moldable."""
    shape = {"max_width": 11, "seed": 23} if profile == "ceil" else {}
    params = {"granularity": 9, "profile": profile, **shape}
    return generate("paper-uniform", jobs=9, processors=PROCESSORS, params=params)


def rigid_jobs(jobs: int, *, released: bool, narrow: bool) -> Workload:
    """Return jobs of one width each, with estimates."""
    load = {"load": 1.2 if released else 0, "estimates": "factor"}
    made = generate("lublin", jobs=jobs, processors=PROCESSORS, params=load)
    return Workload(
        name=made.name,
        ids=made.ids,
        release=made.release if released else np.zeros(jobs),
        profiles=Profiles.rigid(np.ones(jobs) if narrow else made.width, made.runtime),
        estimate=made.estimate,
    )


def amdahl(jobs: int, processors: int, *, gap: float = 0.0, seed: int = 1) -> Workload:
    """Return jobs, a part of them for one processor only, released about every `gap`
    seconds."""
    chance = np.random.default_rng(seed)
    widths = np.arange(1, processors + 1)
    alone, share = chance.uniform(1, 10, jobs), chance.uniform(0, 1, jobs)
    return Workload(
        name="Amdahl",
        ids=np.arange(1, jobs + 1),
        release=np.cumsum(chance.uniform(0, 2 * gap, jobs)),
        profiles=Profiles.of(
            [(widths, t * (s + (1 - s) / widths)) for t, s in zip(alone, share, strict=True)]
        ),
        weight=chance.uniform(1, 10, jobs),
    )


def smallest(algorithm: Algorithm) -> list[Workload]:
    """Return no job, and one job that takes little or all of a machine."""
    found = [no_jobs(), single(1, 5), single(1, 0), single(PROCESSORS, 0)]
    if algorithm.supports.recorded:
        return [replace(workload, recorded=workload.release) for workload in found]
    return found


def single(width: int, runtime: float) -> Workload:
    """Return one job that is there at time 0."""
    return Workload(
        name="one job",
        ids=np.arange(1, 2),
        release=np.zeros(1),
        profiles=Profiles.rigid([width], [runtime]),
    )


def no_jobs() -> Workload:
    """Return a workload without jobs."""
    return Workload(name="no job", ids=np.arange(0), release=np.zeros(0), profiles=Profiles.of([]))


def random_jobs(algorithm: Algorithm, seed: int) -> tuple[Workload, int]:
    """Return a few jobs that an algorithm supports, and a machine for them: with ties, times of 0,
    and jobs as wide as the machine."""
    chance = np.random.default_rng(seed)
    processors = int(chance.integers(1, 9))
    jobs = int(chance.integers(0, 9 if algorithm.supports.whole_times else 16))
    narrow = algorithm.supports.one_processor
    width = np.ones(jobs) if narrow else chance.integers(1, processors + 1, jobs)
    late = chance.integers(0, 12, jobs) if algorithm.supports.release_times else np.zeros(jobs)
    workload = Workload(
        name="random jobs",
        ids=np.arange(1, jobs + 1),
        release=np.sort(late).astype(np.float64),
        profiles=Profiles.rigid(width, chance.integers(0, 10, jobs).astype(np.float64)),
        estimate=chance.integers(0, 19, jobs).astype(np.float64),
    )
    return (logged(workload, processors) if algorithm.supports.recorded else workload), processors
