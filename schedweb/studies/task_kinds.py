"""Files of studies that are too large to be written during a request."""

from schedweb.base.errors import RefusedError
from schedweb.store import blobs
from schedweb.studies.files import bundle, report_text
from schedweb.studies.models import Study
from schedweb.studies.opening import prepared
from schedweb.workers.kinds import Store, Tell, task_kind
from schedweb.workers.models import Task


@task_kind("study-report", "Write {file}")
def write_report(task: Task, tell: Tell) -> Store:
    """Write a report of a study as a file."""
    digest = blobs.put(report_text(_study(task), task.arguments).encode())
    return lambda: {"output": digest}


@task_kind("study-bundle", "Write the bundle of {file}")
def write_bundle(task: Task, tell: Tell) -> Store:
    """Write everything of a study into one file."""
    digest = blobs.put(bundle(_study(task)))
    return lambda: {"output": digest}


@task_kind("study-cell", "Make the instance")
def open_cell(task: Task, tell: Tell) -> Store:
    """Compute the schedules of one instance of a study as a comparison."""
    store = prepared(_study(task), task.arguments)
    return lambda: {"result": {"comparison": store().pk}}


def _study(task: Task) -> Study:
    study = Study.objects.filter(pk=task.arguments["study"], owner=task.owner).first()
    if study is None:
        raise RefusedError("The study is in the trash or was deleted: take it back, and ask again.")
    return study
