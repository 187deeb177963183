"""Pages of tasks that take longer than a request waits."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from schedweb.web.http import user_of
from schedweb.web.waiting import follow_up
from schedweb.workers import services
from schedweb.workers.kinds import KINDS
from schedweb.workers.models import Task
from schedweb.workers.selectors import task_for


@require_safe
def detail(request: HttpRequest, pk: str) -> HttpResponse:
    """Progress of a task; its result once it is over."""
    task = task_for(user_of(request), pk)
    if task.is_over:
        return redirect(follow_up(task))
    return render(request, "tasks/detail.html", _context(task))


@require_safe
def state(request: HttpRequest, pk: str) -> HttpResponse:
    """Progress of a task (htmx)."""
    task = task_for(user_of(request), pk)
    if task.is_over:
        return HttpResponse(headers={"HX-Redirect": follow_up(task)})
    return render(request, "tasks/_state.html", _context(task))


@require_POST
def cancel(request: HttpRequest, pk: str) -> HttpResponse:
    """Cancel a task and discard its output."""
    task = task_for(user_of(request), pk)
    if services.cancel(task):
        messages.success(request, f"Cancelled: {KINDS[task.kind].title_of(task)}.")
    task.refresh_from_db()
    return redirect(follow_up(task) if task.is_over else reverse("workloads"))


def _context(task: Task) -> dict[str, object]:
    title = KINDS[task.kind].title_of(task)
    return {"task": task, "title": title, "percent": round(100 * task.progress)}
