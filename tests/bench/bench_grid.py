"""Grids of EASY sites: the simulation alone, one core, compiled code warm; processor time.

The jobs come from nine machines, generated for each and merged: Lublin's model has busy hours in
which queues form at any load, and users overestimate. Grid 1 is the paper's, with only the tenth of
the processors admissible that is enough: tens of thousands of jobs wait at its small sites then.
"""

from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from parsched.base.errors import TimeLimitReached
from parsched.data.generators import generate
from parsched.data.merging import PRESETS, merge, read_traces
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.grid.admissible import as_typed
from parsched.policies.grid.simulate import Settings, Simulation
from parsched.policies.grid.strategies import STRATEGIES
from parsched.policies.online.policy import QueueParams
from tests.bench.row import Row

SITES = (64, 64, 64, 64, 100, 144, 240, 430, 1024)
"""Sites of Grid 2."""
JOBS = 250_000
FEWER = 50_000
FACTORS = tuple(k / 10 for k in range(1, 11))
TARGETS = {"A": 500_000, "B": 500_000, "C": 100_000}
UNDER_OVERLOAD = {"A": 150_000, "B": 150_000, "C": 20_000}
"""Least jobs per second by level of information."""
SWEEP = 180.0
PATIENCE = 60.0
"""Longest time for one run, seconds; what takes longer has missed any target."""
MORE_PATIENCE = 600.0
"""That on Grid 1, where a run is only to end."""
TRACES = Path(__file__).resolve().parents[3] / "shared" / "traces"


class Patience(Stop):
    """Ends a run that has taken so many seconds of the processor."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.until = process_time() + seconds

    def report(self, fraction: float, message: str = "", **known: Any) -> None:
        if process_time() > self.until:
            raise TimeLimitReached(message)


def rows() -> Iterator[Row]:
    """Measure."""
    few = merged(2_000, 0.5)
    for key in STRATEGIES:
        seconds(few, SITES, key)
    for load, count, targets in (
        (0.8, JOBS, TARGETS),
        (2.0, FEWER, UNDER_OVERLOAD),
        (2.0, JOBS, UNDER_OVERLOAD),
    ):
        jobs = merged(count, load)
        for strategy in STRATEGIES.values():
            title = f"{strategy.level}: {strategy.title}, load {load:g}, {count:,} jobs"
            yield rate(title, jobs, strategy.key, targets[strategy.level])
    yield sweep(merged(JOBS, 0.5))
    yield from on_grid1()


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
    return Instance(workload, Platform.of(*SITES)).jobs


def seconds(
    jobs: Workload,
    sites: tuple[int, ...],
    strategy: str,
    share: float = 1.0,
    patience: float = PATIENCE,
) -> float:
    """Return the processor seconds of one run; infinity if it takes too long."""
    settings = Settings(
        strategy=strategy,
        local=QueueParams(),
        admissible=as_typed(share),
        at_least=True,
        virtual=False,
        seed=1,
    )
    simulation = Simulation(jobs, Platform.of(*sites), settings)
    began = process_time()
    try:
        simulation.run(Patience(patience))
    except TimeLimitReached:
        return float("inf")
    return process_time() - began


def rate(title: str, jobs: Workload, strategy: str, least: int) -> Row:
    """Measure jobs per second."""
    return Row(title, len(jobs) / seconds(jobs, SITES, strategy), "jobs/s", least=least)


def sweep(jobs: Workload) -> Row:
    """Measure all strategies with all factors."""
    took = [seconds(jobs, SITES, strategy, share) for strategy in STRATEGIES for share in FACTORS]
    return Row(f"9 strategies × 10 factors, {len(jobs):,} jobs", sum(took), "s", most=SWEEP)


def on_grid1() -> Iterator[Row]:
    """Measure all strategies where few sites are admissible."""
    spec = PRESETS["grid1"]
    if not TRACES.is_dir():
        return
    merged = merge(spec, read_traces(spec, TRACES)).workload
    jobs = Instance(merged, Platform.of(merged.widest)).jobs
    sites = tuple(source.site.processors for source in spec.sources)
    for strategy in STRATEGIES.values():
        time = seconds(jobs, sites, strategy.key, 0.1, MORE_PATIENCE)
        title = f"{strategy.level}: {strategy.title}, Grid 1, a = 0.1, {len(jobs):,} jobs"
        yield Row(title, time, "s", most=MORE_PATIENCE)
