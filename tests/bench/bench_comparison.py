"""From a real trace to a finished comparison, through the services and a real worker."""

from collections.abc import Iterator
from pathlib import Path

from tests.bench.programs import measured
from tests.bench.row import Row

TRACE = Path(__file__).resolve().parents[3] / "shared" / "traces" / "SDSC-BLUE-2000-4.2-cln.swf.gz"
MOST = {
    "upload, preview and checks": 1,
    "the worst of three algorithms": 4,
    "bounds": 10,
    "all of it": 15,
}
"""Seconds."""


def rows() -> Iterator[Row]:
    """Measure a comparison of FCFS, EASY and conservative backfilling."""
    if not TRACE.is_file():
        return
    for name, seconds in measured("timed_comparison", str(TRACE)).items():
        yield Row(f"SDSC-BLUE: {name}", seconds, "s", most=MOST[name])
