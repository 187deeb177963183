"""Machines whose clocks are wrong: a worker of such a one takes part for a while."""

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from tests.faults.fault import Scene, fault
from tests.faults.ground import clock_library
from tests.faults.site import worker

SECONDS = 10.0
"""How long the worker stays; it needs some of them to start."""


def skewed(seconds: float) -> dict[str, str]:
    """Return variables that set the clock of a program ahead by `seconds`."""
    library = clock_library()
    if library is None:
        raise FileNotFoundError("faketime is not installed")
    return {
        "LD_PRELOAD": str(library),
        "FAKETIME": f"{seconds:+g}s",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "PYTHONPATH": str(Path(__file__).with_name("wrong_clock")),
    }


def skew(seconds: float) -> float:
    """Return by how much a Python program's clock really differs then, seconds."""
    line = [sys.executable, "-c", "import time; print(time.time())"]
    environment = {**os.environ, **skewed(seconds)}
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout) - time.time()


def wrong_clock(seconds: float, scene: Scene) -> None:
    """Let a worker with another clock take part."""
    environment = scene.ground.environment() | skewed(seconds)
    started = worker(environment, scene.ground.folder / "skewed.log")
    try:
        scene.last(SECONDS)
    finally:
        started.end()


for _seconds in (20, 60):
    fault(f"clock: {_seconds} s ahead", "clock")(partial(wrong_clock, _seconds))
    fault(f"clock: {_seconds} s behind", "clock")(partial(wrong_clock, -_seconds))
