"""Files of runs that take longer than a request: those that are written, and schedules that are
read."""

from collections.abc import Mapping
from typing import Any

from schedweb.runs.bundles import bundle
from schedweb.runs.files import run_file
from schedweb.runs.imports import add_given, read_given
from schedweb.runs.models import Run
from schedweb.runs.selectors import comparison_for
from schedweb.store import blobs
from schedweb.workers.kinds import Store, Tell, task_kind
from schedweb.workers.models import Task


@task_kind("run-file", "Write {file}")
def write_file(task: Task, tell: Tell) -> Store:
    """Write the schedule of a run, or what was deployed in it, as a file."""
    rows = Run.objects.select_related("comparison__workload")
    run = rows.get(pk=task.arguments["run"], comparison__owner=task.owner)
    digest = blobs.put(run_file(run, task.arguments["format"]))
    return lambda: {"output": digest}


@task_kind("comparison-bundle", "Write the bundle of {file}")
def write_bundle(task: Task, tell: Tell) -> Store:
    """Write the figures, tables and schedules of a comparison into one file."""
    digest = blobs.put(bundle(comparison_for(task.owner, task.arguments["comparison"])))
    return lambda: {"output": digest}


@task_kind("schedule", "Read {file}")
def read_schedule(task: Task, tell: Tell) -> Store:
    """Read a schedule that was made elsewhere, and make it a run of its comparison."""
    comparison = comparison_for(task.owner, task.arguments["comparison"])
    given = read_given(comparison, blobs.get(task.input), task.arguments)

    def store() -> Mapping[str, Any]:
        return {"result": {"run": add_given(comparison, given).pk}}

    return store
