"""DEMT, MRT and the dual approximation on moldable jobs: compiled code warm, time of one
processor."""

import sys
from collections.abc import Iterator
from subprocess import run

from parsched.data.generators import generate
from parsched.measure.allotment import choices, dual
from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import approximate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from tests.bench.cpu import seconds
from tests.bench.row import Row
from tests.twins import uncompiled

MODELS = ("weak", "high", "mixed", "cirne")
DENSE = {(400, 200): 5, (10_000, 1_000): 300}
"""Most milliseconds of DEMT by jobs and processors."""
OTHERS = {(400, 200): 8, (10_000, 1_000): 600}
"""Kernels of its greedy selection, MRT, and the dual approximation."""
LARGE = (100_000, 10_000)
PEAK = """
import resource, sys
from parsched.data.generators import generate
from parsched.model.problem.platform import Platform
from parsched.policies.catalogue import algorithm
from parsched.model.stop import Stop
jobs, processors = 100_000, 10_000
params = {"widths": "geometric"}
workload = generate(sys.argv[1], jobs=jobs, processors=processors, params=params)
demt = algorithm("demt")
demt.solver(workload, Platform.of(processors), demt.params(), Stop())
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def repetitions(workload: Workload) -> int:
    """Runs to take the shortest of."""
    return 30 if len(workload) < 1_000 else 3


def rows() -> Iterator[Row]:
    """Measure."""
    for (jobs, processors), most in DENSE.items():
        for model in MODELS:
            workload = generate(model, jobs=jobs, processors=processors)
            yield solving("demt", {}, workload, processors, f"{model}", most)
        most = OTHERS[jobs, processors]
        for key, params in (("demt", {"selection": "greedy"}), ("mrt", {})):
            yield solving(key, params, workload, processors, MODELS[-1], most)
        yield dual_approximation(workload, processors, most)
    jobs, processors = LARGE
    for model in MODELS:
        params = {"widths": "geometric"}
        workload = generate(model, jobs=jobs, processors=processors, params=params)
        yield solving("demt", {}, workload, processors, f"{model}, geometric", 2_000)
    yield solving("mrt", {}, workload, processors, f"{MODELS[-1]}, geometric", 500)
    yield peak(MODELS[0])


def solving(
    key: str,
    params: dict[str, str],
    workload: Workload,
    processors: int,
    what: str,
    most: float,
) -> Row:
    """Measure an algorithm, the choice of processors included."""
    declared = algorithm(key)
    chosen = declared.params.from_mapping(params)

    def solve() -> object:
        return declared.solver(Instance(workload, Platform.of(processors)), chosen, Stop())

    declared.solver(Instance(workload.take(slice(0, 10)), Platform.of(processors)), chosen, Stop())
    options = "".join(f", {value}" for value in params.values())
    name = f"{key}{options}, {what}, {len(workload):,} × {processors:,}"
    took = seconds(solve, repetitions(workload))
    return Row(name, 1000 * took, "ms", most=most)


def dual_approximation(workload: Workload, processors: int, most: float) -> Row:
    """Measure allotment and bound alone; the plain twin for few jobs only."""

    def solve() -> object:
        return approximate(Choices.of(workload, processors), processors)

    took, ratio = seconds(solve, repetitions(workload)), None
    if len(workload) <= 1_000:
        with uncompiled(dual), uncompiled(choices):
            ratio = seconds(solve, 1) / took
    name = f"dual approximation, {MODELS[-1]}, {len(workload):,} × {processors:,}"
    return Row(name, 1000 * took, "ms", most=most, ratio=ratio)


def peak(model: str) -> Row:
    """Measure the memory of a process that makes the largest workload and runs DEMT on it."""
    done = run([sys.executable, "-c", PEAK, model], capture_output=True, text=True, check=True)
    jobs, processors = LARGE
    name = f"demt, {model}, geometric, {jobs:,} × {processors:,}, peak"
    return Row(name, int(done.stdout) / 1024, "MB", most=1_024)
