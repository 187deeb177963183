"""Moldable workloads: generating and validating them; one core, compiled code warm."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from parsched.data.generators import generate, steps
from parsched.model.problem.workload import Workload
from tests.bench.cpu import seconds
from tests.bench.row import Row
from tests.twins import uncompiled

GRID = {"widths": "geometric"}
SIZES: tuple[tuple[str, int, int, dict[str, Any], float], ...] = (
    ("weak", 400, 200, {}, 0.005),
    ("cirne", 400, 200, {}, 0.005),
    ("weak", 10_000, 1_000, {}, 0.3),
    ("cirne", 100_000, 10_000, GRID, 20),
    ("weak", 100_000, 10_000, GRID | {"x_per": "job"}, 20),
    ("weak", 100_000, 10_000, GRID, 20),
)


PEAK = """
import resource
from parsched.data.generators import generate
generate("cirne", jobs=100_000, processors=10_000, params={"widths": "geometric"})
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def rows() -> Iterator[Row]:
    """Measure."""
    for key, jobs, processors, params, most in SIZES:
        yield generated(key, jobs, processors, params, most)
    workload = generate("cirne", jobs=100_000, processors=10_000, params=GRID)
    what = f"{len(workload.profiles.widths):,} configurations"
    every_other, widths = np.arange(len(workload)) % 2 == 0, workload.least_width
    for name, run, most in (
        ("check", lambda: again(workload), 110),
        ("times at a width", lambda: workload.profiles.times_at(widths), 20),
        ("take every other job", lambda: workload.take(every_other), 140),
        ("take a slice", lambda: workload.take(slice(10, 90_000)), 100),
    ):
        run()
        yield Row(f"{name}, {what}", 1000 * seconds(run), "ms", most=most)
    peak = int(subprocess.run([sys.executable, "-c", PEAK], capture_output=True, check=True).stdout)
    yield Row("generate cirne, 100,000 × 10,000: peak", peak / 2**10, "MB", most=1_000)


def generated(key: str, jobs: int, processors: int, params: dict[str, Any], most: float) -> Row:
    """Measure a generator; its plain twin makes a few jobs only."""

    def run(count: int = jobs) -> object:
        return generate(key, jobs=count, processors=processors, params=params)

    run(1)
    took = seconds(run)
    ratio = None
    if key == "weak" and jobs == 400:
        with uncompiled(steps):
            ratio = seconds(run) / took
    per = ", X per job" if "x_per" in params else ""
    name = f"generate {key}, {jobs:,} × {processors:,}{per}"
    return Row(name, took, "s", most=most, ratio=ratio)


def again(workload: Workload) -> Workload:
    """Make the same workload, and check it again."""
    return Workload(name="", ids=workload.ids, release=workload.release, profiles=workload.profiles)
