"""Grids of nine sites: the simulation alone, one core, compiled code warm.

The jobs are those of nine machines, generated for each and merged: Lublin's model has busy hours in
which queues form at any load, and users overestimate.
"""

from collections.abc import Iterator
from time import process_time

import numpy as np

from algorithms.errors import TimeLimitReached
from algorithms.generators import generate
from algorithms.grid.admissible import as_typed
from algorithms.grid.grid import GridParams
from algorithms.grid.simulate import Settings, Simulation
from algorithms.grid.strategies import STRATEGIES
from algorithms.online.simulation import columns
from algorithms.platform import Platform
from algorithms.profiles import Profiles
from algorithms.stop import Stop
from algorithms.workload import Workload
from tests.bench.row import Row

SITES = (64, 64, 64, 64, 100, 144, 240, 430, 1024)
"""Those of Grid 2."""
JOBS = 250_000
FACTORS = tuple(k / 10 for k in range(1, 11))
PATIENCE = 60.0
"""Longest time for one run, seconds; what takes longer has missed any target."""
TARGETS = {"A": 500_000, "B": 500_000, "C": 100_000}
UNDER_OVERLOAD = 20_000
SWEEP = 180.0


def rows() -> Iterator[Row]:
    """Measure."""
    few = merged(2_000, 0.5)
    for key in STRATEGIES:
        seconds(few, key)
    for load in (0.5, 0.8):
        jobs = merged(JOBS, load)
        for strategy in STRATEGIES.values():
            target = TARGETS[strategy.level]
            yield rate(f"{strategy.title}, load {load}", jobs, strategy.key, target)
    for jobs in (merged(50_000, 2.0), merged(JOBS, 2.0)):
        for strategy in STRATEGIES.values():
            if strategy.level == "C":
                title = f"{strategy.title}, load 2, {len(jobs):,} jobs"
                yield rate(title, jobs, strategy.key, UNDER_OVERLOAD)
    yield sweep(merged(JOBS, 0.5))


def merged(jobs: int, load: float) -> Workload:
    """Return the jobs of nine machines, each released over the same time."""
    parts = []
    for seed, size in enumerate(SITES, start=1):
        params = {"load": load, "seed": seed}
        part = generate("lublin", jobs=jobs // len(SITES), processors=size, params=params)
        parts.append((part.release / part.release[-1], part.width, part.runtime, part.estimate))
    release, width, runtime, estimate = map(np.concatenate, zip(*parts, strict=True))
    release = np.round(release * float(width @ runtime) / sum(SITES) / load)
    order = np.argsort(release, kind="stable")
    workload = Workload(
        name="nine machines",
        ids=np.arange(len(order)),
        release=release[order],
        profiles=Profiles.rigid(width[order], runtime[order]),
        estimate=estimate[order],
    )
    return GridParams().effective(workload)


def seconds(jobs: Workload, strategy: str, share: float = 1.0) -> float:
    """Return the processor seconds of one run; infinity if it takes too long."""
    settings = Settings(
        strategy=strategy,
        local="easy",
        admissible=as_typed(share),
        at_least=True,
        virtual=False,
        seed=1,
    )
    simulation = Simulation(columns(jobs), Platform.of(*SITES), settings)
    began = process_time()
    try:
        simulation.run(Stop(time_limit=PATIENCE))
    except TimeLimitReached:
        return float("inf")
    return process_time() - began


def rate(title: str, jobs: Workload, strategy: str, target: int) -> Row:
    """Measure jobs per second."""
    found = len(jobs) / seconds(jobs, strategy)
    text = f"{found:,.0f} jobs/s" if found else f"> {PATIENCE:.0f} s"
    return Row(title, text, f"≥ {target:,} jobs/s", missed=found < target)


def sweep(jobs: Workload) -> Row:
    """Measure all strategies with all factors."""
    took = {
        (strategy, share): seconds(jobs, strategy, share)
        for strategy in STRATEGIES
        for share in FACTORS
    }
    late = [case for case, time in took.items() if time > PATIENCE]
    total = sum(time for time in took.values() if time <= PATIENCE)
    text = f"{total:.0f} s" + (f" and {len(late)} × > {PATIENCE:.0f} s" if late else "")
    missed = bool(late) or total > SWEEP
    return Row(f"9 strategies × 10 factors, {len(jobs):,} jobs", text, "≤ 180 s", missed=missed)
