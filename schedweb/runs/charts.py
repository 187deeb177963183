"""Series of stored runs, cached by the digests of their blobs, which never change."""

from functools import lru_cache

from algorithms.report.curves import CURVES, Series
from schedweb.runs.models import Run
from schedweb.runs.storage import load_schedule
from schedweb.workloads.storage import load_workload

CACHED = 128


def series_of(kind: str, run: Run) -> Series:
    """Return a series of a run that is done; of `utilisation` as a share of the processors."""
    curve = curve_of(kind, run.comparison.workload.digest, run.schedule)
    if kind != "utilisation":
        return curve
    return Series(curve.x, curve.y / run.comparison.processors)


@lru_cache(maxsize=CACHED * len(CURVES))
def curve_of(kind: str, workload: str, schedule: str) -> Series:
    """Return a curve of a stored schedule of stored jobs."""
    return CURVES[kind](load_workload(workload), load_schedule(schedule))
