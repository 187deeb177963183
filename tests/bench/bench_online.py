"""FCFS, EASY and conservative backfilling: kernels alone, one core, compiled code warm."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from algorithms.formats import read
from algorithms.generators import generate
from algorithms.problem.instance import Instance
from algorithms.problem.platform import Platform
from algorithms.problem.workload import Workload
from algorithms.schedules.processor_sets import assign
from algorithms.simulation import (
    availability,
    easy,
    fcfs,
    gaps,
    machine,
    reservations,
    waiting_queue,
)
from algorithms.simulation.driver import columns
from tests.bench.cpu import once, seconds
from tests.bench.row import Row
from tests.twins import uncompiled

TRACES = Path(__file__).resolve().parents[3] / "shared" / "traces"
SIZES = {
    "KTH-SP2-1996-2.1-cln": 100,
    "SDSC-SP2-1998-4.2-cln": 128,
    "HPC2N-2002-2.2-cln": 240,
    "SDSC-BLUE-2000-4.2-cln": 1152,
}
CHUNK = 2_000_000
TWIN_JOBS = 1_000
KERNELS: dict[str, tuple[Callable[..., Any], float]] = {
    "fcfs": (lambda jobs, processors: fcfs.new_fcfs(jobs, processors), 3.0),
    "easy": (lambda jobs, processors: easy.new_easy(jobs, processors, False), 1.0),
    "conservative": (
        lambda jobs, processors: reservations.new_conservative(jobs, processors, False),
        0.1,
    ),
}
"""How each is made, and how many million jobs per second it does at least."""
MODULES = {"fcfs": fcfs, "easy": easy, "conservative": reservations}

PEAK = """
import resource
from algorithms.generators import generate
from algorithms.problem.instance import Instance
from algorithms.problem.platform import Platform
from algorithms.solve import solve
workload = generate("uniform", jobs=1_000_000, processors=256, params={"load": 1.05})
solve(Instance(workload, Platform.of(256)), "easy")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def rows() -> Iterator[Row]:
    """Measure."""
    for name, processors in SIZES.items():
        path = TRACES / f"{name}.swf.gz"
        if path.is_file():
            workload = Instance(read(str(path)).workload, Platform.of(processors)).jobs
            yield from on_trace(name.rsplit("-", 3)[0], workload, processors)
    crowded = generate("uniform", jobs=1_000_000, processors=256, params={"load": 1.05})
    crowded = Instance(crowded, Platform.of(256)).jobs
    queue = mean_queue(crowded, 256)
    for key, least in (("fcfs", 3.0), ("easy", 0.5)):
        title = f"{key}, 1M jobs at load 1.05" + (f", queue {queue:,.0f}" if key == "easy" else "")
        yield rate(title, key, crowded, 256, least)
    peak = int(subprocess.run([sys.executable, "-c", PEAK], capture_output=True, check=True).stdout)
    yield Row("1M jobs generated, EASY, checked, measured: peak", peak, "MB", most=500)


def on_trace(name: str, workload: Workload, processors: int) -> Iterator[Row]:
    """Measure the three algorithms and the assignment of processors on a real trace."""
    for key, (_, least) in KERNELS.items():
        yield rate(f"{key}, {name}, {len(workload):,} jobs", key, workload, processors, least)
    start = simulated("easy", workload, processors)
    took = best(lambda: assign(start, workload.runtime, workload.width, processors))
    yield Row(f"processors for {name}, {processors:,}", 1000 * took, "ms", most=1_000)


def rate(title: str, key: str, workload: Workload, processors: int, least: float) -> Row:
    """Measure jobs per second, also of the plain twin on the first jobs."""
    took = best(lambda: simulated(key, workload, processors)) / len(workload)
    few = workload.take(np.arange(TWIN_JOBS))
    with ExitStack() as stack:
        for module in (machine, waiting_queue, availability, gaps, *MODULES.values()):
            stack.enter_context(uncompiled(module))
        plain = once(lambda: simulated(key, few, processors)) / TWIN_JOBS
    return Row(title, 1e-6 / took, "M jobs/s", least=least, ratio=plain / took)


def simulated(key: str, workload: Workload, processors: int) -> Any:
    """Run a kernel to its end and return the starts."""
    sim, jobs = KERNELS[key][0](len(workload), processors), columns(workload)
    advance = getattr(MODULES[key], f"advance_{key}")
    while not advance(sim, jobs, CHUNK):
        pass
    return sim.start


def mean_queue(workload: Workload, processors: int) -> float:
    """Return how many jobs wait on average while jobs arrive, under EASY (Little's law)."""
    wait = simulated("easy", workload, processors) - workload.release
    return float(wait.sum() / np.ptp(workload.release))


def best(action: Callable[[], object]) -> float:
    """Return the least time of some rounds, after one that compiles."""
    action()
    return seconds(action)
