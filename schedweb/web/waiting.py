"""Waiting for tasks: quick ones are answered at once, others have a page of their own."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from schedweb.base.errors import DamagedError
from schedweb.store import blobs
from schedweb.web.access import Access
from schedweb.web.http import attachment, user_of
from schedweb.workers.models import ErrorKind, State, Task
from schedweb.workers.selectors import task_for
from schedweb.workers.services import wait

ANSWER_SECONDS = 0.8
"""How long a page waits for a task before it shows progress instead."""
POLL_SECONDS = 1

STATUS_OF_A_FORM = (200, 422)
STATUS = {ErrorKind.STORAGE: 503, ErrorKind.DEFECT: 500, ErrorKind.LOST: 500}
"""HTTP status of a failed task by kind of error, unless the request itself was invalid."""

Show: TypeAlias = Callable[[HttpRequest, Task], HttpResponse]
"""Shows the result of a task that is over."""


def answered(request: HttpRequest, task: Task, show: Show) -> HttpResponse:
    """Show the result of a task, or its page while it runs."""
    task = wait(task, ANSWER_SECONDS)
    if not task.is_over:
        return redirect("task", task.pk)
    refuse_damage(task)
    response = show(request, task)
    if task.state == State.FAILED and response.status_code in STATUS_OF_A_FORM:
        response.status_code = STATUS.get(ErrorKind(task.error_kind), response.status_code)
    return response


def refuse_damage(task: Task) -> None:
    """Raise `DamagedError` if a task failed because of a stored file, which has its own page."""
    if damage := task.result.get("damage"):
        raise DamagedError(**damage)


def answered_before(request: HttpRequest, kind: str, show: Show) -> HttpResponse:
    """Show the result of the task named in the address, if it is of that kind."""
    return answered(request, task_for(user_of(request), request.GET["task"], kind), show)


Address: TypeAlias = Callable[[Task], str]

PAGES: Mapping[str, Address] = {
    "upload": lambda task: reverse("workload_new"),
    "columns": lambda task: reverse("upload_columns", args=(task.arguments["reading"],)),
    "use": lambda task: reverse("upload_preview", args=(task.arguments["upload"],)),
    "generate": lambda task: reverse("generate", args=(task.arguments["generator"],)),
    "merge": lambda task: reverse("merge"),
    "schedule": lambda task: reverse("comparison_schedule", args=(task.arguments["comparison"],)),
    "remake": lambda task: reverse("workloads"),
    "study-cell": lambda task: reverse(
        "study_cells",
        args=[task.arguments[name] for name in ("study", "part", "value")],
    ),
    "without-users": lambda task: reverse("workload_left_out"),
    "environments": lambda task: reverse("workload", args=(task.arguments["workload"],)),
}
"""Addresses that show the result of a task with its key added, by kind of task."""
SUBJECTS: Mapping[str, Address] = {
    "workload-file": lambda task: reverse("workload", args=(task.arguments["workload"],)),
    "run-file": lambda task: reverse("run", args=(task.arguments["run"],)),
    "comparison-bundle": lambda task: reverse("comparison", args=(task.arguments["comparison"],)),
    "study-report": lambda task: reverse("study", args=(task.arguments["study"],)),
    "study-bundle": lambda task: reverse("study", args=(task.arguments["study"],)),
}
"""Addresses of the subject of a file, by the kind of task that writes the file."""


def follow_up(task: Task) -> str:
    """Return the address that shows the result of a task that is over."""
    if subject := SUBJECTS.get(task.kind):
        return subject(task)
    return f"{PAGES[task.kind](task)}?task={task.pk}"


def delivered(
    request: HttpRequest, content: bytes | Task, name: str, access: Access | None = None
) -> HttpResponse:
    """Answer with a file, or with a page that polls while a worker writes it.

    `access` is the run's: readers with a link see nothing else of its owner.
    """
    if isinstance(content, bytes):
        return attachment(content, name)
    task = wait(content, ANSWER_SECONDS)
    refuse_damage(task)
    if task.is_done:
        return attachment(blobs.get(task.output), name)
    access = access or Access()
    context = {"task": task, "name": name, "access": access, "subject": SUBJECTS[task.kind](task)}
    status = 409 if task.is_over else 202
    response = render(request, "tasks/file.html", context, status=status)
    if not task.is_over:
        response["Retry-After"] = response["Refresh"] = str(POLL_SECONDS)
    return response
