"""What the columns of an uploaded table mean: looked at, said, and read again."""

import io

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from algorithms.errors import FormatError
from algorithms.formats import Options, columns_of
from algorithms.sources import Mapping as Profile
from schedweb.errors import RefusedError
from schedweb.store import blobs
from schedweb.web.forms.columns import ColumnsForm, profile_of
from schedweb.web.http import user_of
from schedweb.web.waiting import answered
from schedweb.workers.models import Task
from schedweb.workers.selectors import task_for
from schedweb.workers.services import submit
from schedweb.workloads.reading import limits


@require_http_methods(["GET", "HEAD", "POST"])
def columns(request: HttpRequest, pk: str) -> HttpResponse:
    """Show the columns of the file that a task has read, or read it again as somebody says."""
    task = task_for(user_of(request), pk, "upload")
    if request.method != "POST":
        return _shown(request, task, task.error)
    try:
        arguments = {
            "file": task.arguments["file"],
            "pasted": task.arguments["pasted"],
            "profile": profile_of(request.POST),
        }
        again = submit(task.owner, "upload", arguments, input=task.input)
    except (FormatError, RefusedError) as error:
        return _shown(request, task, str(error), 422)
    return answered(request, again, _outcome)


def has_columns(task: Task) -> bool:
    """Tell whether a task has read a table, whose columns somebody can explain."""
    try:
        content = io.BytesIO(blobs.get(task.input))
        columns_of(content, name=task.arguments["file"], options=Options(limits=limits()))
    except FormatError:
        return False
    return True


def _outcome(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the preview, or the columns again with what is wrong."""
    if task.is_done:
        return redirect("upload_preview", task.result["upload"])
    return _shown(request, task, task.error, 422)


def _shown(request: HttpRequest, task: Task, error: str, status: int = 200) -> HttpResponse:
    told = task.arguments.get("profile")
    options = Options(limits=limits(), mapping=None if told is None else Profile.from_json(told))
    try:
        content = io.BytesIO(blobs.get(task.input))
        seen, profile = columns_of(content, name=task.arguments["file"], options=options)
    except FormatError as wrong:
        raise Http404(str(wrong)) from wrong
    context = {"task": task, "form": ColumnsForm.of(seen, profile), "error": error}
    return render(request, "workloads/columns.html", context, status=status)
