"""What is found in stored runs, cached by the digests of their blobs, which never change."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.curves import CURVES, CurvePoints
from schedweb.runs.models import Run
from schedweb.runs.storage import load_schedule
from schedweb.workloads.storage import load_workload

CACHED = 1_024


def series_of(kind: str, run: Run) -> CurvePoints:
    """Return a series of a run that is done; of `utilisation` as a share of the processors."""
    curve: CurvePoints = found_in(CURVES[kind], run.comparison.workload.digest, run.schedule)
    if kind != "utilisation":
        return curve
    return CurvePoints(curve.x, curve.y / run.comparison.processors)


@lru_cache(maxsize=CACHED)
def found_in(find: Callable[[Workload, Schedule], Any], workload: str, schedule: str) -> Any:
    """Return what a function finds in stored jobs and a stored schedule of them."""
    jobs, of_them = load_schedule(schedule).with_jobs(load_workload(workload))
    return find(jobs, of_them)
