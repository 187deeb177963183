"""List algorithms, off-line and in on-line batches, and generators: one core, all compiled."""

import math
from collections.abc import Iterator

import numpy as np

from parsched.data.generators import generate
from parsched.model.placing import earliest_fit, graham_placement
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Stop
from parsched.policies.catalogue import algorithm
from tests.bench.cpu import seconds
from tests.bench.row import Row
from tests.twins import uncompiled

PROCESSORS = 1_000
MOST = {
    ("graham", 10_000): 10,
    ("graham", 100_000): 100,
    ("serial", 10_000): 100,
    ("serial", 100_000): 1_000,
    ("serial", 1_000_000): 16_000,
}
"""Milliseconds by placement and jobs."""
TWIN_JOBS = 2_000


def rows() -> Iterator[Row]:
    """Measure."""
    for placement in ("graham", "serial"):
        for jobs in (10_000, 100_000):
            yield listing(placement, jobs)
    few, many = (listing("serial", jobs).value for jobs in (100_000, 1_000_000))
    yield Row("LTF, serial, exponent of growth to 1M jobs", math.log10(many / few), "", most=1.2)
    for jobs, processors, most in ((400, 200, 2.5), (10_000, 1_000, 170)):
        yield allotted(jobs, processors, most)
    yield batches("large batches", 0.7, 0.25)
    yield batches("one job each", 0.001, 14)
    for key in ("lublin", "uniform"):
        took = seconds(lambda key=key: generate(key, jobs=1_000_000, processors=256))  # type: ignore[misc]
        yield Row(f"generate {key}, 1M jobs", took, "s", most=5)


def listing(placement: str, jobs: int) -> Row:
    """Measure LTF; the plain twin runs on fewer jobs."""
    declared, params = algorithm("ltf"), {"placement": placement}
    workload, chosen = rigid(jobs), declared.params.from_mapping(params)

    def run() -> object:
        return declared.solver(Instance(workload, Platform.of(PROCESSORS)), chosen, Stop())

    declared.solver(Instance(rigid(10), Platform.of(PROCESSORS)), chosen, Stop())
    took = seconds(run, 3 if jobs <= 10_000 else 1)
    ratio = speed_up(placement) if jobs <= 10_000 else None
    name, most = f"LTF, {placement}, {jobs:,} jobs", MOST[placement, jobs]
    return Row(name, 1000 * took, "ms", most=most, ratio=ratio)


def allotted(jobs: int, processors: int, most: float) -> Row:
    """Measure a list of moldable jobs; most of it is the choice of their processors."""
    declared, machine = algorithm("smith"), Platform.of(processors)
    workload = generate("mixed", jobs=jobs, processors=processors)
    declared.solver(Instance(workload, machine), declared.params(), Stop())
    took = seconds(lambda: declared.solver(Instance(workload, machine), declared.params(), Stop()))
    name = f"Smith's rule, {jobs:,} moldable jobs × {processors:,}"
    return Row(name, 1000 * took, "ms", most=most)


def batches(name: str, load: float, most: float) -> Row:
    """Measure LTF in on-line batches, many small ones or few large ones."""
    declared, machine = algorithm("online-batch"), Platform.of(128)
    params = declared.params.from_mapping({"algorithm": "ltf"})
    workload = generate("lublin", jobs=30_000, processors=128, params={"load": load})
    declared.solver(Instance(workload.take(slice(100)), machine), params, Stop())
    took = seconds(lambda: declared.solver(Instance(workload, machine), params, Stop()), 1)
    title = f"on-line batches of LTF, 30,000 jobs, load {load:g} ({name})"
    return Row(title, took, "s", most=most)


def rigid(jobs: int) -> Workload:
    """Jobs of up to a quarter of the machine and a day."""
    return generate("uniform", jobs=jobs, processors=PROCESSORS, params={"max_time": 86_400})


def speed_up(placement: str) -> float:
    """Time of the plain twin over the time of the kernel."""
    workload = rigid(TWIN_JOBS)
    module, run = (graham_placement, _graham) if placement == "graham" else (earliest_fit, _serial)
    fast = seconds(lambda: run(workload))
    with uncompiled(module):
        return seconds(lambda: run(workload), 1) / fast


def _graham(workload: Workload) -> None:
    state, start = graham_placement.machine(workload.width, PROCESSORS), np.empty(len(workload))
    graham_placement.graham(workload.width, workload.runtime, start, state, len(workload))


def _serial(workload: Workload) -> None:
    state = earliest_fit.idle_profile(PROCESSORS, len(workload), PROCESSORS)
    start = np.empty(len(workload))
    earliest_fit.serial(workload.width, workload.runtime, start, state, 0, len(workload))
