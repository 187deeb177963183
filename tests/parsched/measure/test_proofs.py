"""What is called optimal is, and what bounds prove is called so: tiny jobs, and all schedules."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

import numpy as np
import pytest

from parsched.measure.bounds.registry import BOUNDS, bounds_of
from parsched.measure.certificates import Certificate, certificates
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import configured
from tests.parsched.optima import optimum

OFFLINE = ("ltf", "lpt", "widest", "list-graham", "smith", "mrt", "demt")
ONLINE = ("fcfs", "easy", "conservative", "online-batch")
MOLDABLE = ("list-graham", "smith", "gang", "mrt", "demt")
UNITS = {"tenths": 10, "thousandths": 1_000, "millionths": 10**6}
HUGE = (10**12, 10**13 + 1, 2**46, 2**49 - 1)


@dataclass(frozen=True)
class Tiny:
    """A job as its times, in units, by numbers of processors, and its release date, in units."""

    times: dict[int, int]
    release: int


def workload(jobs: list[Tiny], per_second: int = 1) -> Workload:
    """Return the jobs with `per_second` units of time in a second."""
    return configured(
        *({q: t / per_second for q, t in job.times.items()} for job in jobs),
        release=[job.release / per_second for job in jobs],
    )


def draw(chance: np.random.Generator, sizes: tuple[int, ...]) -> tuple[list[Tiny], int]:
    """Return up to four jobs and a machine of up to three processors; times are near one of these
    sizes, or very short."""
    m, count = int(chance.integers(1, 4)), int(chance.integers(1, 5))
    is_moldable, is_released = chance.random(2) < (0.3, 0.3)

    def time() -> int:
        size = int(chance.choice(sizes)) if chance.random() < 0.6 else 0
        return size + int(chance.integers(0 if size else 1, 4))

    jobs = []
    for _ in range(min(count, 3) if is_moldable else count):
        width = int(chance.integers(1, m + 1))
        times = {width: time()}
        if is_moldable and width < m:
            times[m] = max(1, -(-times[width] * width // m) + int(chance.integers(0, 2)))
        release = time() if is_released and chance.random() < 0.5 else 0
        jobs.append(Tiny(times, release))
    # Makespans count from the first release, and all schedules that are tried from time 0.
    begin = min(job.release for job in jobs)
    jobs = [replace(job, release=job.release - begin) for job in jobs]
    return sorted(jobs, key=lambda job: job.release), m


def provable(jobs: list[Tiny], m: int) -> int:
    """Return the largest of the simple bounds, in whole units: exact arithmetic."""
    least = [
        (j.release, min(j.times.values()), min(q * t for q, t in j.times.items())) for j in jobs
    ]
    areas = [r + ceil(Fraction(sum(w for at, _, w in least if at >= r), m)) for r, _, _ in least]
    return max(
        max(r + p for r, p, _ in least), *areas, ceil(Fraction(sum(w for *_, w in least), m))
    )


def suited(jobs: Workload) -> tuple[str, ...]:
    """Return algorithms that take the jobs."""
    if jobs.has_releases:
        return ONLINE if jobs.is_rigid else ("online-batch",)
    return OFFLINE if jobs.is_rigid else MOLDABLE


def certified(jobs: Workload, platform: Platform, key: str) -> tuple[float, Certificate]:
    """Return the makespan of an algorithm, and what the bounds on it prove."""
    declared, instance = algorithm(key), Instance(jobs, platform)
    schedule = declared.schedule(instance, declared.params(), Stop())
    schedule.check(jobs, platform)
    makespan = float(schedule.end.max())
    quick = [name for name, bound in BOUNDS["makespan"].items() if not bound.long]
    bounds = {"makespan": bounds_of(instance, quick)["makespan"]}
    found = certificates({"makespan": makespan}, bounds, unit=instance.unit)
    return makespan, found["makespan"]


@pytest.mark.parametrize(
    ("sizes", "per_second"),
    [(HUGE, 1), ((10**12, 2**46), 2), *(((20, 10**4, 10**9), per) for per in UNITS.values())],
    ids=["huge seconds", "huge halves", *UNITS],
)
def test_optimal_is_what_no_schedule_beats_and_all_that_bounds_prove(
    sizes: tuple[int, ...], per_second: int
) -> None:
    chance, said = np.random.default_rng(per_second), Counter[bool]()
    for _ in range(amount(400)):
        jobs, m = draw(chance, sizes)
        best, bound = int(optimum(workload(jobs), m, weighted=False)), provable(jobs, m)
        real, platform = workload(jobs, per_second), Platform.of(m)
        for key in suited(real):
            makespan, found = certified(real, platform, key)
            units = makespan * per_second
            assert found.is_proof <= (abs(units - best) < 1e-3), (key, jobs, m)
            if abs(units - bound) < 1e-3:
                assert found.is_proof, (key, jobs, m)
            said[found.is_proof] += 1
    assert min(said[True], said[False]) > amount(400) / 3


@pytest.mark.parametrize(
    ("sizes", "per_second"), [(HUGE, 1), ((20, 10**9), 10)], ids=["huge seconds", "tenths"]
)
def test_results_say_no_more_than_that_and_no_less(sizes: tuple[int, ...], per_second: int) -> None:
    """With all bounds, and with what searches prove themselves."""
    chance = np.random.default_rng(7)
    for _ in range(25):
        jobs, m = draw(chance, sizes)
        best, bound = int(optimum(workload(jobs), m, weighted=False)), provable(jobs, m)
        real = workload(jobs, per_second)
        for key in ("online-batch",) if real.has_releases else ("list-graham", "local-search"):
            params = {"effort": 1} if key == "local-search" else {}
            result = solve(Instance(real, Platform.of(m)), key, params)
            units = result.metrics["makespan"] * per_second
            is_proof = result.certificates["makespan"].is_proof
            assert is_proof <= (abs(units - best) < 1e-3), (key, jobs, m)
            assert is_proof >= (abs(units - bound) < 1e-3), (key, jobs, m)
