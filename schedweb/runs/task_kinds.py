"""Files of runs that are too large to be written during a request."""

from schedweb.runs.files import run_file
from schedweb.runs.models import Run
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
