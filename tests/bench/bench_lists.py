"""List algorithms, off-line and in on-line batches, and generators: one core, all compiled."""

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
    for jobs, processors in ((400, 200), (10_000, 1_000)):
        yield allotted(jobs, processors)
    yield batches("large batches", 0.7)
    yield batches("one job each", 0.001)
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


def allotted(jobs: int, processors: int) -> Row:
    """Measure a list of moldable jobs; most of it is the choice of their processors."""
    declared, machine = algorithm("smith"), Platform.of(processors)
    workload = generate("mixed", jobs=jobs, processors=processors)
    declared.solver(workload, machine, declared.params(), Stop())
    took = seconds(lambda: declared.solver(workload, machine, declared.params(), Stop()))
    return Row(f"Smith's rule, {jobs:,} moldable jobs × {processors:,}", f"{1000 * took:,.1f} ms")


def batches(name: str, load: float) -> Row:
    """Measure LTF in on-line batches, many small ones or few large ones."""
    declared, machine = algorithm("online-batch"), Platform.of(128)
    params = declared.params.from_mapping({"algorithm": "ltf"})
    workload = generate("lublin", jobs=30_000, processors=128, params={"load": load})
    declared.solver(workload.take(slice(100)), machine, params, Stop())
    took = seconds(lambda: declared.solver(workload, machine, params, Stop()), 1)
    return Row(f"on-line batches of LTF, 30,000 jobs, load {load:g} ({name})", f"{took:.2f} s")


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
