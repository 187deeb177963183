"""Policies of the queue: the engine alone, one core, compiled code warm."""

import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from parsched.data.formats import read
from parsched.data.generators import generate
from parsched.declare.parameters import Params
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.processor_sets import assign
from parsched.policies.online.events import advance
from parsched.policies.online.policy import QueueParams
from parsched.policies.online.presets import PRESETS
from parsched.policies.online.queue import site_of
from tests.bench.cpu import once, seconds
from tests.bench.plain_easy import plain_easy
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
FORMER_EASY = {
    "KTH-SP2-1996-2.1-cln": 0.38,
    "SDSC-SP2-1998-4.2-cln": 0.40,
    "HPC2N-2002-2.2-cln": 0.85,
    "SDSC-BLUE-2000-4.2-cln": 0.49,
}
"""Speed of the former kernel for EASY alone, in multiples of `plain_easy`: measured by turns, as
jobs per second of another day depend on who else used the machine then."""
FIXED = {
    "easy": QueueParams(),
    "order=sjf": QueueParams(order="sjf"),
    "easy-sjbf": QueueParams(backfill_order="sjf"),
    "order=f4": QueueParams(order="f4"),
}
CHANGING = {
    "easy++": PRESETS["easy++"].policy(Params()),
    "order=wfp3": QueueParams(order="wfp3"),
    "order=unicef": QueueParams(order="unicef"),
    "order=xf": QueueParams(order="xf"),
}
OTHERS = {
    "fcfs": (QueueParams(backfill="off"), 3.0),
    "conservative": (QueueParams(reservations="all"), 0.1),
    "conservative, compress=none": (QueueParams(reservations="all", compress="none"), 0.2),
    "maui": (QueueParams(reservations=4), 0.1),
}
"""Each with how many million jobs per second it does at least."""
CROWDED = {
    "easy": (QueueParams(), 1.0),
    "conservative, compress=none": (QueueParams(reservations="all", compress="none"), 0.2),
    "conservative": (QueueParams(reservations="all"), 0.2),
    "conservative, depth=100": (QueueParams(reservations="all", depth=100), 0.2),
}
LARGE, SMALL, CROWD_SIZE, LINE_SIZE = 1_000_000, 100_000, 256, 512

PEAK = """
import resource
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve
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
            yield from on_trace(name, workload, processors)
    large, small = crowd(LARGE), crowd(SMALL)
    for title, (params, least) in CROWDED.items():
        took = [seconds(run(params, jobs, CROWD_SIZE), 2) for jobs in (small, large)]
        crowded = f"{title}, 1M jobs at load 1.05, exact estimates"
        yield Row(crowded, 1e-6 * LARGE / took[1], "M jobs/s", least=least)
        growth = math.log(took[1] / took[0]) / math.log(LARGE / SMALL)
        yield Row(f"{title}, exponent of growth from 100k jobs", growth, "", most=1.2)
    yield growing_line()
    peak = int(subprocess.run([sys.executable, "-c", PEAK], capture_output=True, check=True).stdout)
    yield Row("1M jobs generated, EASY, checked, measured: peak", peak, "MB", most=500)


def crowd(jobs: int) -> Workload:
    """Jobs that arrive faster than they are done."""
    workload = generate("uniform", jobs=jobs, processors=CROWD_SIZE, params={"load": 1.05})
    return Instance(workload, Platform.of(CROWD_SIZE)).jobs


def growing_line() -> Row:
    """Measure conservative backfilling where estimates are 3.3 times the run times and the line
    grows: at each early end a tenth of it moves forward."""
    workload = generate("lublin", jobs=SMALL, processors=LINE_SIZE)
    jobs = Instance(workload, Platform.of(LINE_SIZE)).jobs
    took = seconds(run(QueueParams(reservations="all"), jobs, LINE_SIZE), 1)
    title = "conservative, 100k jobs at load 0.95, estimates 3.3 times the run times"
    return Row(title, took, "s", most=10)


def on_trace(name: str, workload: Workload, processors: int) -> Iterator[Row]:
    """Measure policies and the assignment of processors on a real trace."""
    title = f"{name.rsplit('-', 3)[0]}, {len(workload):,} jobs"
    start = simulated(QueueParams(), workload, processors)
    assert np.array_equal(start, plain_easy(workload, processors))
    for key, params in FIXED.items():
        plain = 1e-6 * len(workload) / seconds(lambda: plain_easy(workload, processors))
        least = 0.8 * FORMER_EASY[name] * plain
        yield rate(f"{key}, {title}", params, workload, processors, least)
    changing = {key: (params, 0.1) for key, params in CHANGING.items()}
    for key, (params, least) in (changing | OTHERS).items():
        yield rate(f"{key}, {title}", params, workload, processors, least)
    took = seconds(lambda: assign(start, workload.runtime, workload.width, processors))
    yield Row(f"processors for {title}, {processors:,}", 1000 * took, "ms", most=1_000)


def rate(title: str, params: QueueParams, workload: Workload, processors: int, least: float) -> Row:
    """Measure jobs per second, also of the plain functions on the first jobs."""
    took = seconds(run(params, workload, processors)) / len(workload)
    few = workload.take(np.arange(TWIN_JOBS))
    with ExitStack() as stack:
        for key, module in sorted(sys.modules.items()):
            if key.startswith(("parsched.policies.online.", "parsched.model.availability.")):
                stack.enter_context(uncompiled(module))
        plain = once(run(params, few, processors)) / TWIN_JOBS
    return Row(title, 1e-6 / took, "M jobs/s", least=least, ratio=plain / took)


def run(params: QueueParams, workload: Workload, processors: int) -> Callable[[], object]:
    """Return what simulates to the end."""
    return lambda: simulated(params, workload, processors)


def simulated(params: QueueParams, workload: Workload, processors: int) -> Any:
    """Simulate to the end and return the starts."""
    site = site_of(workload, params, processors, False)
    while not advance(site, CHUNK):
        pass
    return site.start
