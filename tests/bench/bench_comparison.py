"""From a real trace to a finished comparison, through the services and a real worker."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.row import Row

TRACE = Path(__file__).resolve().parents[3] / "shared" / "traces" / "SDSC-BLUE-2000-4.2-cln.swf.gz"
TARGET = "≤ 15 s"


def rows() -> Iterator[Row]:
    """Wall seconds of a comparison of FCFS, EASY and conservative backfilling."""
    if not TRACE.is_file():
        return
    command = [sys.executable, "-m", "tests.bench.timed_comparison", str(TRACE)]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env=environment
    ).stdout
    for line in done.splitlines():
        name, _, value = line.rpartition(": ")
        yield Row(f"SDSC-BLUE: {name}", value, TARGET if name.endswith("comparison") else "")
