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

SOLVED = """
import resource
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve
workload = generate({generator!r}, jobs=1_000_000, processors={processors}, params={params})
solve(Instance(workload, Platform.of({processors})), {policy!r})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
PEAK = SOLVED.format(
    generator="uniform", processors=CROWD_SIZE, params={"load": 1.05}, policy="easy"
)
LONG = SOLVED.format(generator="lublin", processors=LINE_SIZE, params={}, policy="conservative")


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
    yield from growing_lines()
    yield Row("1M jobs generated, EASY, checked, measured: peak", peak(PEAK), "MB", most=500)


def crowd(jobs: int) -> Workload:
    """Jobs that arrive faster than they are done."""
    workload = generate("uniform", jobs=jobs, processors=CROWD_SIZE, params={"load": 1.05})
    return Instance(workload, Platform.of(CROWD_SIZE)).jobs


def growing_lines() -> Iterator[Row]:
    """Measure jobs whose estimates are 3.3 times the run times, where the line grows and early ends
    move all of it: conservative backfilling, and EASY by orders that change with time."""
    small, large = (
        Instance(generate("lublin", jobs=jobs, processors=LINE_SIZE), Platform.of(LINE_SIZE)).jobs
        for jobs in (SMALL, LARGE)
    )
    conservative = QueueParams(reservations="all")
    took = [seconds(run(conservative, jobs, LINE_SIZE), 1) for jobs in (small, large)]
    title = "conservative, loose estimates at load 0.97"
    yield Row(f"{title}, 100k jobs", took[0], "s", most=1)
    yield Row(f"{title}, 1M jobs", took[1], "s", most=25)
    growth = math.log(took[1] / took[0]) / math.log(LARGE / SMALL)
    yield Row(f"{title}, exponent of growth", growth, "", most=1.45)
    for order in ("xf", "wfp3", "unicef"):
        took_it = seconds(run(QueueParams(order=order), large, LINE_SIZE), 1)
        yield Row(f"order={order}, loose estimates at load 0.97, 1M jobs", took_it, "s", most=6)
    yield Row(f"{title}, 1M jobs generated, checked, measured: peak", peak(LONG), "MB", most=1_000)


def peak(script: str) -> int:
    """Return the memory that a process needs to run a script that prints it, MB."""
    return int(
        subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout
    )


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
