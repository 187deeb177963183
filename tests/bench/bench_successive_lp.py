"""Successive linear programs and the LP bound: one core, compiled code warm."""

from collections.abc import Iterator
from statistics import fmean
from time import process_time

import numpy as np

from parsched.base.errors import TimeLimitReached
from parsched.data.generators import generate
from parsched.measure.bounds.makespan import lp_infeasibility
from parsched.measure.time_indexed import matrix
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.placed import largest_first
from parsched.measure.time_indexed.relaxation import TimeIndexedRelaxation
from parsched.measure.time_indexed.slots import Slots
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.successive_lp.gradient import smoothed
from tests.bench.cpu import once
from tests.bench.row import Row

SETTINGS = ((32, 25), (64, 25), (128, 10))
"""Processors and granularity of Chrétien et al."""
SIZES = (15, 20, 25)
OPTIMA = {
    (15, 32): {("rigid", 1): 31, ("rigid", 2): 28, ("ceil", 1): 31, ("ceil", 2): 28},
    (15, 64): {("rigid", 1): 31, ("rigid", 2): 28, ("ceil", 1): 30, ("ceil", 2): 28},
    (15, 128): {("rigid", 1): 13, ("rigid", 2): 12, ("ceil", 1): 12, ("ceil", 2): 12},
    (20, 32): {("rigid", 1): 39, ("rigid", 2): 38, ("ceil", 1): 39, ("ceil", 2): 38},
    (20, 64): {("rigid", 1): 35, ("rigid", 2): 36, ("ceil", 1): 35, ("ceil", 2): 36},
    (20, 128): {("rigid", 1): 15, ("rigid", 2): 15, ("ceil", 1): 15, ("ceil", 2): 15},
    (25, 32): {("rigid", 1): 51, ("rigid", 2): 44, ("ceil", 1): 51, ("ceil", 2): 44},
    (25, 64): {("rigid", 1): 49, ("rigid", 2): 41, ("ceil", 1): 49, ("ceil", 2): 41},
    (25, 128): {("rigid", 1): 20, ("rigid", 2): 17, ("ceil", 1): 20, ("ceil", 2): 17},
}
"""Optimal makespans by (jobs, processors) and (profile, seed), proved by a constraint solver."""
P = 0.1
EPSILON = 0.1


def published(
    jobs: int, processors: int, granularity: int, *, profile: str = "ceil", seed: int = 1
) -> Workload:
    """A workload of the paper."""
    params = {"profile": profile, "seed": seed, "granularity": granularity}
    return generate("paper-uniform", jobs=jobs, processors=processors, params=params)


def rows() -> Iterator[Row]:
    """Measure."""
    for processors, granularity in ((64, 25), (128, 10)):
        yield bound(processors, granularity)
    yield from steps(64, 25)
    yield models()
    yield from quality()


def bound(processors: int, granularity: int) -> Row:
    """Time of the bound, 100 moldable jobs; the slowest of three workloads."""
    times = []
    for seed in (1, 2, 3):
        workload = published(100, processors, granularity, seed=seed)
        times.append(once(lambda w=workload: lp_infeasibility(w, Platform.of(processors))))  # type: ignore[misc]
    name = f"LP bound, 100 moldable jobs on {processors}"
    return Row(name, max(times), "s", most=3)


def steps(processors: int, granularity: int) -> Iterator[Row]:
    """Time of linear programs whose costs changed, 100 moldable jobs at the makespan of LTF."""
    instance = DiscreteInstance.of(published(100, processors, granularity), processors)
    slots = Slots.of(instance, largest_first(instance).makespan)
    program = TimeIndexedRelaxation(slots, lambda: None)
    program.limit(slots.horizon)
    rng = np.random.default_rng(1)
    first: list[float] = []
    reweighted: list[float] = []
    for _ in range(5):
        haste = rng.normal(size=slots.jobs)[slots.job]
        costs = haste * (slots.start + slots.time) / slots.horizon
        for change in range(4):
            began = process_time()
            shares = program.minimise(costs)
            (reweighted if change else first).append(process_time() - began)
            costs = smoothed(shares, P, EPSILON / 2**change)
    name = f"LP, 100 moldable jobs on {processors}, {len(slots):,} slots"
    yield Row(f"{name}: reweighted, mean", fmean(reweighted), "s", most=0.3)
    yield Row(f"{name}: new random costs, mean", fmean(first), "s", most=2.8)


def models() -> Row:
    """Time to fill a program in as arrays, and how much longer PuLP takes."""
    instance = DiscreteInstance.of(published(25, 64, 25), 64)
    slots = Slots.of(instance, instance.trivial_bound)

    def filled() -> None:
        solver = matrix.rows_only(slots)
        matrix.append(solver, matrix.columns(slots, np.arange(len(slots))), np.zeros(len(slots)))

    took = once(filled)
    ratio = once(lambda: matrix.passed(matrix.written(slots))) / took
    return Row(f"model of {len(slots):,} slots as arrays", took, "s", most=0.005, ratio=ratio)


def quality() -> Iterator[Row]:
    """Hybrid over the optimum and under LTF Graham, up to 10 s each."""
    under_list: list[float] = []
    every: list[float] = []
    for jobs in SIZES:
        ratios = []
        for processors, granularity in SETTINGS:
            for (profile, seed), best in OPTIMA[jobs, processors].items():
                workload = published(jobs, processors, granularity, profile=profile, seed=seed)
                machine = Platform.of(processors)
                found = makespan_of("slp-hybrid", workload, machine, time_limit=10.0)
                ratios.append(found / best)
                under_list.append(found / makespan_of("ltf", workload, machine))
        every += ratios
        yield Row(f"hybrid / optimum, {jobs} jobs: most", max(ratios), "", most=1.15)
    yield Row("hybrid / optimum, 15–25 jobs: mean", fmean(every), "", most=1.03)
    gain = 100 * (1 - fmean(under_list))
    yield Row("hybrid better than LTF Graham, 15–25 jobs", gain, "%", least=7)


def makespan_of(key: str, workload: Workload, machine: Platform, **params: object) -> float:
    """Makespan of an algorithm, finished or not."""
    declared, stop = algorithm(key), Stop()
    try:
        found = declared.solver(
            Instance(workload, machine), declared.params.from_mapping(params), stop
        )
    except TimeLimitReached:
        if stop.best is None:
            raise
        found = stop.best
    return float(found.end.max())
