"""Schedules that were made elsewhere, judged once more by the rules and metrics of today."""

from typing import Any

from parsched.run.given import judge
from schedweb.base.errors import RefusedError
from schedweb.runs.models import Run
from schedweb.runs.storage import load_schedule, save_schedule


def why_not_judged(run: Run) -> str:
    """Say why a schedule that came in a file cannot be judged from what is stored of it; blank
    where it can. One that breaks rules is stored as it was drawn, so its file tells more."""
    if not run.result.violation_count:
        return ""
    return f"{run.label} was made elsewhere and breaks rules: upload {run.params['file']} again."


def judged_again(run: Run) -> dict[str, Any]:
    """Return what is stored of a schedule that came in a file; raises `RefusedError` where its file
    is needed for that."""
    if reason := why_not_judged(run):
        raise RefusedError(reason)
    before = run.result
    schedule = load_schedule(run.schedule)
    result = judge(
        run.comparison.instance(),
        schedule,
        made_by=before.made_by,
        tolerance=before.tolerance,
        bounds=(),
    )
    record = result.record()
    took = {"seconds": None, "algorithm_cpu_seconds": None, "remarks": before.remarks}
    return {
        "version": result.version,
        "record": record.outcome | took,
        "details": {**run.details, **record.details},
        "schedule": save_schedule(result.schedule),
        "checkpoint": "",
    }
