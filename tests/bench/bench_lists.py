"""List algorithms, off-line, and generators: one core, compiled code warm."""

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from algorithms.catalogue import algorithm
from algorithms.generators import generate
from algorithms.kernels import earliest_fit, lists
from algorithms.platform import Platform
from algorithms.stop import Stop
from algorithms.workload import Workload
from tests.bench.row import Row
from tests.twins import uncompiled

PROCESSORS = 1_000
TARGETS = {("graham", 10_000): "≤ 10 ms"}
TWIN_JOBS = 2_000


def seconds(run: Callable[[], object], repetitions: int = 3) -> float:
    """Shortest of several runs."""
    best = float("inf")
    for _ in range(repetitions):
        began = perf_counter()
        run()
        best = min(best, perf_counter() - began)
    return best


def rows() -> Iterator[Row]:
    """Measure."""
    for placement in ("graham", "serial"):
        for jobs in (10_000, 100_000):
            yield listing(placement, jobs)
    for key in ("lublin", "uniform"):
        took = seconds(lambda key=key: generate(key, jobs=1_000_000, processors=256))  # type: ignore[misc]
        yield Row(f"generate {key}, 1M jobs", f"{took:.2f} s", "≤ 5 s")


def listing(placement: str, jobs: int) -> Row:
    """Measure LTF; the plain twin runs on fewer jobs."""
    declared, params = algorithm("ltf"), {"placement": placement}
    workload, chosen = rigid(jobs), declared.params.from_mapping(params)

    def run() -> object:
        return declared.solver(workload, Platform.of(PROCESSORS), chosen, Stop())

    declared.solver(rigid(10), Platform.of(PROCESSORS), chosen, Stop())
    took = seconds(run, 3 if jobs <= 10_000 else 1)
    ratio = f"{speed_up(placement):,.0f} ×" if jobs <= 10_000 else ""
    target = TARGETS.get((placement, jobs), "")
    return Row(f"LTF, {placement}, {jobs:,} jobs", f"{1000 * took:,.1f} ms", target, ratio)


def rigid(jobs: int) -> Workload:
    """Jobs of up to a quarter of the machine and a day."""
    return generate("uniform", jobs=jobs, processors=PROCESSORS, params={"max_time": 86_400})


def speed_up(placement: str) -> float:
    """Time of the plain twin over that of the kernel."""
    workload = rigid(TWIN_JOBS)
    module, run = (lists, _graham) if placement == "graham" else (earliest_fit, _serial)
    fast = seconds(lambda: run(workload))
    with uncompiled(module):
        return seconds(lambda: run(workload), 1) / fast


def _graham(workload: Workload) -> None:
    state, start = lists.machine(workload.width, PROCESSORS), np.empty(len(workload))
    lists.graham(workload.width, workload.runtime, start, state, len(workload))


def _serial(workload: Workload) -> None:
    state = earliest_fit.idle_profile(PROCESSORS, len(workload))
    start = np.empty(len(workload))
    earliest_fit.serial(workload.width, workload.runtime, start, state, 0, len(workload))
