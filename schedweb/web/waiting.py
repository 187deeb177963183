"""What people wait for: a quick task is answered at once, others have a page of their own."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from schedweb.store import blobs
from schedweb.web.asking import attachment
from schedweb.web.doors import Door
from schedweb.workers.models import Task
from schedweb.workers.services import wait

ANSWER_SECONDS = 0.8
"""How long a page waits for a task before it shows progress instead."""
POLL_SECONDS = 1

Show: TypeAlias = Callable[[HttpRequest, Task], HttpResponse]
"""Shows what came out of a task that is over."""


def answered(request: HttpRequest, task: Task, show: Show) -> HttpResponse:
    """Show what came out of a task, or its page while it goes on."""
    task = wait(task, ANSWER_SECONDS)
    return show(request, task) if task.is_over else redirect("task", task.pk)


Address: TypeAlias = Callable[[Task], str]

PAGES: Mapping[str, Address] = {
    "upload": lambda task: reverse("workload_new"),
    "use": lambda task: reverse("upload_preview", args=(task.arguments["upload"],)),
    "generate": lambda task: reverse("generate", args=(task.arguments["generator"],)),
    "merge": lambda task: reverse("merge"),
    "remake": lambda task: reverse("workloads"),
    "environments": lambda task: reverse("workload", args=(task.arguments["workload"],)),
}
"""Addresses that show what came out of a task, by its kind, when its key is added."""
SUBJECTS: Mapping[str, Address] = {
    "workload-file": lambda task: reverse("workload", args=(task.arguments["workload"],)),
    "run-file": lambda task: reverse("run", args=(task.arguments["run"],)),
}
"""Addresses of what a file is written of, by the kind of the task that writes it."""


def follow_up(task: Task) -> str:
    """Return the address that shows what came out of a task that is over."""
    if subject := SUBJECTS.get(task.kind):
        return subject(task)
    return f"{PAGES[task.kind](task)}?task={task.pk}"


def delivered(
    request: HttpRequest, made: bytes | Task, name: str, door: Door | None = None
) -> HttpResponse:
    """Answer with a file; while a worker writes it, with a page that asks again.

    `door` is that of a run: a reader with a link sees nothing else of its owner.
    """
    if isinstance(made, bytes):
        return attachment(made, name)
    task = wait(made, ANSWER_SECONDS)
    if task.is_done:
        return attachment(blobs.get(task.output), name)
    door = door or Door()
    context = {"task": task, "name": name, "door": door, "subject": SUBJECTS[task.kind](task)}
    status = 409 if task.is_over else 202
    response = render(request, "tasks/file.html", context, status=status)
    if not task.is_over:
        response["Retry-After"] = response["Refresh"] = str(POLL_SECONDS)
    return response
