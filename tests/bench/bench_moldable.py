"""Moldable workloads: generating, validating and storing them; one core, compiled code warm."""

import io
import resource
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np

from algorithms.formats import read, write
from algorithms.generators import generate
from algorithms.kernels import steps
from algorithms.workload import Workload
from tests.bench.row import Row
from tests.twins import uncompiled

GRID = {"widths": "geometric"}
SIZES: tuple[tuple[str, int, int, dict[str, Any], str], ...] = (
    ("weak", 400, 200, {}, "≤ 5 ms"),
    ("cirne", 400, 200, {}, "≤ 5 ms"),
    ("weak", 10_000, 1_000, {}, ""),
    ("cirne", 100_000, 10_000, GRID, "≤ 20 s"),
    ("weak", 100_000, 10_000, GRID | {"x_per": "job"}, "≤ 20 s"),
    ("weak", 100_000, 10_000, GRID, "≤ 20 s"),
)


def rows() -> Iterator[Row]:
    """Measure."""
    for key, jobs, processors, params, target in SIZES:
        yield generated(key, jobs, processors, params, target)
    workload = generate("cirne", jobs=100_000, processors=10_000, params=GRID)
    what = f"{len(workload.profiles.widths):,} configurations"
    every_other, widths = np.arange(len(workload)) % 2 == 0, workload.least_width
    for name, run in (
        ("check", lambda: again(workload)),
        ("times at a width", lambda: workload.profiles.times_at(widths)),
        ("take every other job", lambda: workload.take(every_other)),
        ("take a slice", lambda: workload.take(slice(10, 90_000))),
    ):
        run()
        yield Row(f"{name}, {what}", f"{1000 * seconds(run):.1f} ms")
    yield from through_json()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    yield Row("most memory of all these", f"{peak:.2f} GB", "≤ 1 GB")


def generated(key: str, jobs: int, processors: int, params: dict[str, Any], target: str) -> Row:
    """Measure a generator; its plain twin makes a few jobs only."""

    def run(count: int = jobs) -> object:
        return generate(key, jobs=count, processors=processors, params=params)

    run(1)
    took = seconds(run)
    ratio = ""
    if key == "weak" and jobs == 400:
        with uncompiled(steps):
            ratio = f"{seconds(run) / took:,.0f} ×"
    per = ", X per job" if "x_per" in params else ""
    text = f"{took:.2f} s" if took > 0.1 else f"{1000 * took:.1f} ms"
    return Row(f"generate {key}, {jobs:,} × {processors:,}{per}", text, target, ratio)


def again(workload: Workload) -> Workload:
    """Make the same workload, and check it again."""
    return Workload(name="", ids=workload.ids, release=workload.release, profiles=workload.profiles)


def through_json() -> Iterator[Row]:
    """Measure the JSON format on two million times."""
    workload = generate("mixed", jobs=2_000, processors=1_000)
    stream = io.BytesIO()
    took = seconds(lambda: write(workload, stream, format="json"), 1)
    size = len(stream.getvalue()) / 1e6
    yield Row(f"write 2,000 × 1,000 as JSON, {size:.0f} MB", f"{took:.2f} s")
    stream.seek(0)
    took = seconds(lambda: read(stream, name="jobs.json"), 1)
    yield Row("read it", f"{took:.2f} s")


def seconds(run: Any, repetitions: int = 2) -> float:
    """Shortest of several runs."""
    best = float("inf")
    for _ in range(repetitions):
        began = perf_counter()
        run()
        best = min(best, perf_counter() - began)
    return best
