"""Local search and exact search on the uniform jobs of Chrétien et al. (2012): quality and proofs.

One core. Times are processor times; the exact search's include its process.
"""

import os
from collections.abc import Iterator
from functools import cache
from itertools import product
from statistics import mean, median
from time import process_time
from typing import NamedTuple

import numpy as np

from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload, ceil_times
from parsched.model.stop import Stop
from parsched.policies.search import decoding, list_walk
from parsched.policies.search.decoding import DecodingTask, ListedSchedule, MoldableJobs, room
from parsched.policies.search.problem import Problem
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.bench.row import Row
from tests.twins import uncompiled

MACHINES = ((32, 8, 25), (64, 16, 25), (128, 32, 10))
"""Processors, widest job, longest job."""
SMALL, MIDDLE, LARGE = (15, 20, 25), (30, 40), (100,)
LIMIT = 60.0


class Case(NamedTuple):
    """Which jobs: how many, on which machine, moldable or rigid."""

    jobs: int
    machine: int
    moldable: bool
    seed: int

    @property
    def processors(self) -> int:
        """Processors of the machine."""
        return MACHINES[self.machine][0]

    def workload(self) -> Workload:
        """Uniform widths and times, one shortest and one longest job among them."""
        _, widest, longest = MACHINES[self.machine]
        chance = np.random.default_rng([self.jobs, self.machine, self.seed])
        width = chance.integers(1, widest, self.jobs, endpoint=True)
        time = chance.integers(1, longest, self.jobs, endpoint=True).astype(np.float64)
        time[chance.choice(self.jobs, 2, replace=False)] = 1, longest
        cut = [ceil_times(int(q), float(t)) for q, t in zip(width, time, strict=True)]
        profiles = Profiles.of(cut) if self.moldable else Profiles.rigid(width, time)
        return Workload(
            name="uniform",
            ids=np.arange(self.jobs),
            release=np.zeros(self.jobs),
            profiles=profiles,
        )


def cases(jobs: tuple[int, ...], each: int) -> list[Case]:
    """So many of each kind."""
    return [Case(*one) for one in product(jobs, range(3), (False, True), range(each))]


def rows() -> Iterator[Row]:
    """Measure."""
    yield moves()
    known = {case: exact(case) for case in cases(SMALL, 2)}
    yield from certified(list(known.values()))
    optima = {case: result.metrics["makespan"] for case, (result, _) in known.items()}
    yield from quality("n ≤ 25, / best known", optima, 1.005, 1.02, 13)
    yield from quality("n = 30, 40, / bound", bounds(cases(MIDDLE, 2)), 1.01, 1.03, 15)
    yield from quality("n = 100, / bound", bounds(cases(LARGE, 3)), 1.02, 1.02, 22)


def exact(case: Case) -> tuple[Result, float]:
    """Run the exact search; return what it found and the seconds that it took."""
    began = sum(os.times()[:4])
    machine = Platform.of(case.processors)
    result = solve(Instance(case.workload(), machine), "exact", {"seconds": LIMIT / 2})
    return result, sum(os.times()[:4]) - began


def certified(found: list[tuple[Result, float]]) -> Iterator[Row]:
    """Share of small cases that were proved optimal in time."""
    proved = [r.certificates["makespan"].gap == 0 and took <= LIMIT for r, took in found]
    name = f"exact search, n ≤ 25: proved within {LIMIT:g} s"
    yield Row(name, 100 * sum(proved) / len(proved), "%", least=90)
    times = [took for _, took in found]
    yield Row("exact search, n ≤ 25: median", median(times), "s", most=0.15)
    yield Row("exact search, n ≤ 25: longest", max(times), "s", most=LIMIT)


def bounds(chosen: list[Case]) -> dict[Case, float]:
    """Lower bounds, rounded up to whole seconds."""
    return {
        case: Problem.of(case.workload(), Platform.of(case.processors)).bound for case in chosen
    }


def quality(
    name: str, known: dict[Case, float], in_the_mean: float, at_most: float, longest: float
) -> Iterator[Row]:
    """Ratio of local search, with its defaults, to what is known, and seconds."""
    ratios, seconds = [], []
    for case, value in known.items():
        workload, began = case.workload(), process_time()
        result = solve(Instance(workload, Platform.of(case.processors)), "local-search")
        seconds.append(process_time() - began)
        ratios.append(result.metrics["makespan"] / value)
    yield Row(f"local search, {name}: mean", mean(ratios), "", most=in_the_mean)
    yield Row(f"local search, {name}: worst", max(ratios), "", most=at_most)
    yield Row(f"local search, {name}: longest", max(seconds), "s", most=longest)


def moves() -> Row:
    """Moves of the walk per second, against the plain twin."""
    case = Case(100, 1, False, 1)
    fast = walk(case, 100_000)
    with uncompiled(decoding), uncompiled(list_walk):
        slow = walk(case, 300)
    return Row("moves of 100 jobs", fast, "per s", least=60_000, ratio=fast / slow)


@cache
def problem(case: Case) -> Problem:
    """The problem of a case."""
    return Problem.of(case.workload(), Platform.of(case.processors))


def walk(case: Case, count: int) -> float:
    """Make moves from the best list; return how many per second."""
    given = problem(case)
    choices = given.choices
    jobs = MoldableJobs(choices.offsets.copy(), choices.widths.copy(), choices.times.copy())
    best = min(given.starts(Stop()), key=lambda found: found.makespan)
    listing = ListedSchedule(best.order.copy(), best.chosen.copy(), best.start.copy())
    task, memory = DecodingTask(jobs, given.processors, False, given.bound), room(given.jobs)
    overhang, _ = decoding.decode(task, listing, memory, np.inf)
    draws = np.random.default_rng(1).random((count, list_walk.DRAWS))
    began = process_time()
    list_walk.walk(task, listing, memory, 0.0, (1.0, 0.1), draws, list_walk.WalkState.of(overhang))
    return count / (process_time() - began)
