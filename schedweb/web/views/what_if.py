"""What if: one click from a comparison or a workload to the form of another comparison."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from parsched.base.errors import ParameterError, WorkloadError
from parsched.data.what_if import WhatIf
from schedweb.accounts.models import User
from schedweb.base.errors import RefusedError
from schedweb.runs.models import Comparison
from schedweb.runs.selectors import comparison_for
from schedweb.runs.services import texts_of
from schedweb.web.http import user_of
from schedweb.web.planned_machine import PlannedMachine, larger_key
from schedweb.web.waiting import answered, answered_before
from schedweb.workers.models import Task
from schedweb.workloads.models import Workload
from schedweb.workloads.selectors import workload_for
from schedweb.workloads.without_users import task_without_users

MOST_RUNS, MOST_TEXT = 30, 6_000
"""Most runs that an address names, and most characters: with more, the form chooses as for any
workload. The web server takes 8,190 characters (its `limit_request_line`)."""


@require_POST
def more_processors(request: HttpRequest, pk: str) -> HttpResponse:
    """Go to the form that compares the jobs on a machine larger by a share, which is stored when
    the comparison starts."""
    user, workload = user_of(request), workload_for(user_of(request), pk)
    comparison = _comparison(user, request)
    percent = request.POST.get("more_processors", "")
    key = larger_key(percent, comparison.pk if comparison else "")
    try:
        PlannedMachine.of(user, key, workload)
    except (ParameterError, WorkloadError) as error:
        return _refused(request, workload, comparison, str(error))
    return redirect(compare_url(workload, comparison, key))


@require_POST
def without_users(request: HttpRequest, pk: str) -> HttpResponse:
    """Make a workload without the users who use the machine most, and compare it."""
    user, workload = user_of(request), workload_for(user_of(request), pk)
    comparison = _comparison(user, request)
    try:
        values = {"without_users": request.POST.get("without_users", "")}
        users = WhatIf.from_mapping(values).without_users
        task = task_without_users(workload, users, comparison.pk if comparison else "")
    except (ParameterError, RefusedError) as error:
        return _refused(request, workload, comparison, str(error))
    return answered(request, task, left_out)


@require_safe
def left_out_before(request: HttpRequest) -> HttpResponse:
    """The result of a task that took a while."""
    if "task" not in request.GET:
        raise Http404
    return answered_before(request, "without-users", left_out)


def left_out(request: HttpRequest, task: Task) -> HttpResponse:
    """Go to the form that compares the workload that a task has stored, or say why there is
    none."""
    before = workload_for(task.owner, task.arguments["workload"])
    pk = task.arguments["comparison"]
    comparison = Comparison.objects.filter(owner=task.owner, pk=pk).first()
    if not task.is_done:
        return _refused(request, before, comparison, task.error or "This was cancelled")
    workload = workload_for(task.owner, task.result["workload"])
    machine = comparison.machine if comparison else None
    return redirect(compare_url(workload, comparison, machine.pk if machine else ""))


def _comparison(user: User, request: HttpRequest) -> Comparison | None:
    pk = request.POST.get("comparison", "")
    return comparison_for(user, pk) if pk else None


def _refused(
    request: HttpRequest, workload: Workload, comparison: Comparison | None, why: str
) -> HttpResponse:
    messages.error(request, why)
    return (
        redirect("comparison", comparison.pk) if comparison else redirect("workload", workload.pk)
    )


def compare_url(workload: Workload, comparison: Comparison | None, machine: str) -> str:
    """Return the address of the form that runs the same algorithms under the same rules, on a
    machine of this key."""
    query: list[tuple[str, str]] = [("workload", workload.pk)]
    query += [("cluster", machine)] if machine else []
    if comparison is not None:
        query += [(f"rules-{name}", str(value)) for name, value in comparison.rules.items()]
        runs = [("run", text) for text in texts_of(comparison)]
        is_short = len(runs) <= MOST_RUNS and len(urlencode(query + runs)) <= MOST_TEXT
        query += runs if is_short else []
    return f"{reverse('compare')}?{urlencode(query)}"
