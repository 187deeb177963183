"""DEMT, MRT and the dual approximation on moldable jobs: compiled code warm, time of one
processor."""

import sys
from collections.abc import Callable, Iterator
from subprocess import run
from time import process_time

from algorithms.allotment.choices import Choices
from algorithms.allotment.dual import approximate
from algorithms.catalogue import algorithm
from algorithms.generators import generate
from algorithms.kernels import choices as choice_kernels
from algorithms.kernels import dual
from algorithms.platform import Platform
from algorithms.stop import Stop
from algorithms.workload import Workload
from tests.bench.row import Row
from tests.twins import uncompiled

MODELS = ("weak", "high", "mixed", "cirne")
DENSE = {(400, 200): "≤ 5 ms", (10_000, 1_000): "≤ 300 ms"}
LARGE = (100_000, 10_000)
PEAK = """
import resource, sys
from algorithms.generators import generate
from algorithms.platform import Platform
from algorithms.catalogue import algorithm
from algorithms.stop import Stop
jobs, processors = 100_000, 10_000
params = {"widths": "geometric"}
workload = generate(sys.argv[1], jobs=jobs, processors=processors, params=params)
demt = algorithm("demt")
demt.solver(workload, Platform.of(processors), demt.params(), Stop())
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def seconds(run: Callable[[], object], repetitions: int) -> float:
    """Shortest of several runs; what other programs do to this machine counts little."""
    best = float("inf")
    for _ in range(repetitions):
        began = process_time()
        run()
        best = min(best, process_time() - began)
    return best


def repetitions(workload: Workload) -> int:
    """Runs to take the shortest of."""
    return 30 if len(workload) < 1_000 else 3


def rows() -> Iterator[Row]:
    """Measure."""
    for (jobs, processors), target in DENSE.items():
        for model in MODELS:
            workload = generate(model, jobs=jobs, processors=processors)
            yield solving("demt", {}, workload, processors, f"{model}", target)
        for key, params in (("demt", {"selection": "greedy"}), ("mrt", {})):
            yield solving(key, params, workload, processors, MODELS[-1])
        yield dual_approximation(workload, processors)
    jobs, processors = LARGE
    for model in MODELS:
        params = {"widths": "geometric"}
        workload = generate(model, jobs=jobs, processors=processors, params=params)
        yield solving("demt", {}, workload, processors, f"{model}, geometric", "≤ 2,000 ms")
    yield solving("mrt", {}, workload, processors, f"{MODELS[-1]}, geometric")
    yield peak(MODELS[0])


def solving(
    key: str,
    params: dict[str, str],
    workload: Workload,
    processors: int,
    what: str,
    target: str = "",
) -> Row:
    """Measure an algorithm, the choice of processors included."""
    declared = algorithm(key)
    chosen = declared.params.from_mapping(params)

    def solve() -> object:
        return declared.solver(workload, Platform.of(processors), chosen, Stop())

    declared.solver(workload.take(slice(0, 10)), Platform.of(processors), chosen, Stop())
    options = "".join(f", {value}" for value in params.values())
    name = f"{key}{options}, {what}, {len(workload):,} × {processors:,}"
    took = seconds(solve, repetitions(workload))
    return Row(name, f"{1000 * took:,.1f} ms", target)


def dual_approximation(workload: Workload, processors: int) -> Row:
    """Measure allotment and bound alone; the plain twin for few jobs only."""

    def solve() -> object:
        return approximate(Choices.of(workload, processors), processors)

    took, ratio = seconds(solve, repetitions(workload)), ""
    if len(workload) <= 1_000:
        with uncompiled(dual), uncompiled(choice_kernels):
            ratio = f"{seconds(solve, 1) / took:,.0f} ×"
    name = f"dual approximation, {MODELS[-1]}, {len(workload):,} × {processors:,}"
    return Row(name, f"{1000 * took:,.1f} ms", "", ratio)


def peak(model: str) -> Row:
    """Measure the memory of a process that makes the largest workload and runs DEMT on it."""
    done = run([sys.executable, "-c", PEAK, model], capture_output=True, text=True, check=True)
    jobs, processors = LARGE
    name = f"demt, {model}, geometric, {jobs:,} × {processors:,}, peak"
    return Row(name, f"{int(done.stdout) / 1024:,.0f} MB", "≤ 1,024 MB")
