"""What workers do with files and jobs for people who wait; addresses that show the results are the
web's."""

from collections.abc import Mapping
from functools import partial
from os import SEEK_END
from typing import Any, BinaryIO

from django.db import transaction

from parsched.base.errors import FormatError
from parsched.data.files.layout import StatedCut
from parsched.data.formats import LEAVE_DEPENDENCIES_OUT, ReadOptions, sample_of
from parsched.data.logs import Mapping as Profile
from parsched.data.merging import NothingLeft
from schedweb.base.errors import RefusedError, TableError
from schedweb.store import blobs
from schedweb.workers.kinds import Store, Tell, task_kind
from schedweb.workers.models import Task
from schedweb.workloads import services
from schedweb.workloads.environments import with_other_environments
from schedweb.workloads.files import jobs_file
from schedweb.workloads.merging import new_merged, plan_merge, run_merge
from schedweb.workloads.models import Upload, Workload
from schedweb.workloads.pseudonyms import forget_file, key_of
from schedweb.workloads.reading import limits
from schedweb.workloads.remaking import remake
from schedweb.workloads.selectors import upload_for, workload_for
from schedweb.workloads.sources import SourceShelf
from schedweb.workloads.storage import save_workload
from schedweb.workloads.without_users import without_users


@task_kind("upload", "Read {file}")
def read_file(task: Task, tell: Tell) -> Store:
    """Read an uploaded file for its preview; with `use`, which is what `keep_upload` takes, make it
    a workload at once, unless it is `strict` and a line cannot be used."""
    upload = _upload_of(task, tell)
    use = task.arguments.get("use")
    if use is None:
        return _remembering(task, _storing(upload, "upload"))
    if task.arguments["strict"]:
        services.refuse_dropped(upload)
    workload = services.workload_of(upload, **{"name": upload.name, **use})
    store, digest = _storing(workload, "workload"), task.input

    def stored() -> Mapping[str, Any]:
        if key_of(task):
            transaction.on_commit(partial(forget_file, task.owner, digest))
        return store()

    return stored


def _upload_of(task: Task, tell: Tell) -> Upload:
    """Read the file as the arguments say; of a table that cannot be read it is told that its
    columns may be explained."""
    name, told = task.arguments["file"], task.arguments.get("profile")
    with blobs.opened(task.input) as file:
        size = max(file.seek(0, SEEK_END), 1)
        file.seek(0)

        def on_progress(done: int) -> None:
            tell(done / size, f"{done:,} of {size:,} bytes are read")

        try:
            return services.new_upload(
                task.owner,
                file,
                name,
                on_progress,
                profile=None if told is None else Profile.from_json(told),
                source=task.arguments.get("source", ""),
                is_remembering=task.arguments.get("is_remembering", False),
                pseudonyms=key_of(task),
                leave_dependencies_out=task.arguments.get(LEAVE_DEPENDENCIES_OUT.name, False),
            )
        except FormatError as error:
            kind = TableError if _is_table(file, name) else FormatError
            raise kind(str(error), error.problems) from error


def _is_table(file: BinaryIO, name: str) -> bool:
    file.seek(0)
    try:
        sample_of(file, name=name, options=ReadOptions(limits=limits()))
    except FormatError:
        return False
    return True


def _remembering(task: Task, store: Store) -> Store:
    """Also keep what the user said of the columns, for other files that have them."""
    columns, told = task.arguments.get("columns"), task.arguments.get("profile")
    if not columns or told is None:
        return store

    def remember() -> Mapping[str, Any]:
        services.remember_columns(
            task.owner, columns, task.arguments["file"], Profile.from_json(told)
        )
        return store()

    return remember


@task_kind("columns", "Look at the columns of {file}")
def look_at_columns(task: Task, tell: Tell) -> Store:
    """Take the first rows of a table, by which its columns are explained."""
    with blobs.opened(task.input) as file:
        sample = sample_of(
            file,
            name=task.arguments["file"],
            options=ReadOptions(limits=limits()),
            cut=StatedCut(*(task.arguments.get(name, "") for name in ("separator", "first_line"))),
        )
    digest = blobs.put(sample.as_bytes())
    return lambda: {"output": digest}


@task_kind("use", "Store {name}")
def use_upload(task: Task, tell: Tell) -> Store:
    """Make an upload a workload."""
    upload = upload_for(task.owner, task.arguments["upload"])
    kept = services.workload_of(upload, **task.arguments["values"])

    def store() -> Mapping[str, Any]:
        services.take_over(upload, kept)
        return {"result": {"workload": kept.pk}}

    return store


@task_kind("generate", "Generate {jobs:,} jobs")
def generate(task: Task, tell: Tell) -> Store:
    """Generate a workload; without `keep`, only its jobs, for a preview."""
    values = {name: task.arguments[name] for name in ("generator", "jobs", "processors", "params")}
    if task.arguments["keep"]:
        workload = services.new_generated(task.owner, **values, name=task.arguments["name"])
        return _storing(workload, "workload")
    digest = save_workload(services.generated(**values))
    return lambda: {"output": digest}


@task_kind("merge", "Merge {name}")
def merge(task: Task, tell: Tell) -> Store:
    """Merge workloads; without `keep`, only their jobs and a report, for a preview."""
    plan = plan_merge(SourceShelf(task.owner), task.arguments["spec"])
    try:
        if task.arguments["keep"]:
            return _storing(new_merged(task.owner, plan), "workload")
        merged = run_merge(plan)
    except NothingLeft as error:
        result = {"report": error.report.as_json(), "refused": str(error)}
        return lambda: {"result": result}
    digest = save_workload(merged.workload)
    result = {"report": merged.report.as_json(), "spec": merged.spec.as_json()}
    return lambda: {"output": digest, "result": result}


@task_kind("environments", "Choose environments")
def environments(task: Task, tell: Tell) -> Store:
    """Make a workload of the same jobs with other environments."""
    workload = workload_for(task.owner, task.arguments["workload"])
    derived = with_other_environments(task.owner, workload, **task.arguments["values"])
    return _storing(derived, "workload")


@task_kind("without-users", "Leave out the largest users")
def leave_out(task: Task, tell: Tell) -> Store:
    """Make a workload without the jobs of the users who use the machine most."""
    workload = workload_for(task.owner, task.arguments["workload"])
    derived = without_users(task.owner, workload, **task.arguments["values"])
    return _storing(derived, "workload")


@task_kind("remake", "Make the jobs of {name} again")
def make_again(task: Task, tell: Tell) -> Store:
    """Store lost jobs once more."""
    remake(workload_for(task.owner, task.arguments["workload"]))
    return lambda: {"result": {"workload": task.arguments["workload"]}}


@task_kind("workload-file", "Write {file}")
def write_file(task: Task, tell: Tell) -> Store:
    """Write the jobs of a workload as a file."""
    workload = Workload.objects.filter(pk=task.arguments["workload"], owner=task.owner).first()
    if workload is None:
        text = "The workload is in the trash or was deleted: take it back, and ask again."
        raise RefusedError(text)
    content = jobs_file(workload, task.arguments["format"], packed=task.arguments["packed"])
    digest = blobs.put(content)
    return lambda: {"output": digest}


def _storing(row: Upload | Workload, name: str) -> Store:
    """Return what stores a row, and names it in the result."""

    def store() -> Mapping[str, Any]:
        row.save()
        return {"result": {name: row.pk}}

    return store
