"""Previews that were used: who goes back to one finds the workload that was made of it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from schedweb.web.http import user_of
from schedweb.workers.models import State, Task
from schedweb.workloads.models import Workload

SIZES = ("generator", "jobs", "processors", "params")
"""What two tasks have in common that make the same jobs by a model."""
Made = Callable[[Task], bool]


def of_upload(request: HttpRequest, pk: str) -> HttpResponse:
    """Lead from the address of an upload that is gone to the workload that was made of it, or to a
    new upload if it was discarded or forgotten; raises Http404 where none ever was."""
    if found := _workload(request, "use", lambda task: task.arguments["upload"] == pk):
        return found
    reading = Task.objects.filter(owner=user_of(request), kind="upload", result__upload=pk).first()
    if reading is None:
        raise Http404
    file = reading.arguments["file"]
    messages.error(request, f"The preview of {file} was discarded or has expired. Upload it again.")
    return redirect("workload_new")


def of_model(request: HttpRequest, preview: Task) -> HttpResponse | None:
    """Lead from a preview of jobs by a model to the workload that was made of it, if any."""
    sizes = [preview.arguments[name] for name in SIZES]
    return _after(request, preview, lambda a: [a[name] for name in SIZES] == sizes)


def of_merge(request: HttpRequest, preview: Task) -> HttpResponse | None:
    """Lead from a preview of merged jobs to the workload that was made of it, if any."""
    spec = preview.arguments["spec"]
    return _after(request, preview, lambda arguments: arguments["spec"] == spec)


def _after(
    request: HttpRequest, preview: Task, is_same: Callable[[dict[str, Any]], bool]
) -> HttpResponse | None:
    def made(task: Task) -> bool:
        is_kept = task.arguments.get("keep") and task.created > preview.created
        return bool(is_kept and is_same(task.arguments))

    return _workload(request, preview.kind, made)


def _workload(request: HttpRequest, kind: str, made: Made) -> HttpResponse | None:
    """Lead to the workload that the last of some tasks has made, unless it is deleted for good."""
    tasks = Task.objects.filter(owner=user_of(request), kind=kind, state=State.DONE)
    for task in tasks.order_by("-created"):
        if not made(task):
            continue
        key = task.result.get("workload", "")
        if Workload.everything.filter(pk=key).exists():
            messages.info(request, "This is what was made of the preview, which was used.")
            return redirect("workload", key)
    return None
