"""Stored workloads."""

import json
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from parsched import Instance, Platform, __version__
from parsched.base.errors import WorkloadError
from parsched.data.formats import FORMATS
from parsched.report.phrases import counted
from parsched.run.ready_made import ENVIRONMENTS, suiting
from schedweb.base.errors import RefusedError
from schedweb.runs.selectors import comparisons_of
from schedweb.web.contexts.classroom import exercise_query
from schedweb.web.contexts.contents import Contents
from schedweb.web.contexts.environment_choice import EnvironmentChoice
from schedweb.web.contexts.merge_report import MergeReportView
from schedweb.web.contexts.sources import source_rows
from schedweb.web.contexts.workloads import (
    ReportView,
    WorkloadPage,
)
from schedweb.web.editing import edited
from schedweb.web.figures import ShownFigure
from schedweb.web.histograms import Histogram, histograms
from schedweb.web.http import attachment, narrowed, user_of
from schedweb.web.lists import ListPage, undo_address
from schedweb.web.speedups import SpeedupChart, speedup_chart
from schedweb.web.waiting import answered, answered_before, delivered
from schedweb.workers.models import Task
from schedweb.workers.services import submit
from schedweb.workloads import selectors, services
from schedweb.workloads.files import file_of_workload, unkept_of

TOLD = "told"
"""Where a session has the tasks that were told to be ready."""
MOST_TOLD = 50


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The user's workloads; with a task that restores lost jobs, its result."""
    if "task" in request.GET:
        return answered_before(request, "remake", remade)
    page = ListPage.of(user_of(request), "workloads", request.GET)
    return narrowed(request, "workloads/list.html", {"list": page}, page.view.query)


@require_safe
def detail(request: HttpRequest, pk: str) -> HttpResponse:
    """Plots, report, source and first jobs of a workload."""
    if "task" in request.GET:
        return answered_before(request, "environments", _changed)
    workload = selectors.workload_for(user_of(request), pk)
    jobs = workload.load()
    sizes = [site["processors"] for site in workload.sites] or [workload.processors]
    page = WorkloadPage(
        workload=workload,
        report=ReportView.of(workload),
        unkept=unkept_of(jobs),
        contents=Contents.of(jobs, workload.processors, question_in(request)),
        environments=EnvironmentChoice.of_workload(workload, jobs),
        comparisons=list(comparisons_of(user_of(request)).filter(workload=workload)),
        source=source_rows(workload),
        merged=MergeReportView.of(workload.report) if workload.is_merged else None,
        ready=[
            ready
            for ready in suiting(Instance(jobs, Platform.of(*sizes)))
            if ready.topic == ENVIRONMENTS
        ],
        exercise=exercise_query(jobs, workload.processors) if len(sizes) == 1 else "",
    )
    return render(request, "workloads/detail.html", {"page": page})


def question_in(request: HttpRequest) -> str:
    """Return the question to the table of jobs; blank where there is none."""
    return request.GET.get("question", "").strip()


@require_safe
def plot(request: HttpRequest, pk: str, key: str) -> HttpResponse:
    """A plot of a workload, for a page or as a file."""
    workload = selectors.workload_for(user_of(request), pk)
    jobs = workload.load()
    speedups = speedup_chart(jobs)
    charts: list[SpeedupChart | Histogram] = [*([speedups] if speedups else []), *histograms(jobs)]
    chart = next((chart for chart in charts if chart.key == key), None)
    if chart is None:
        raise Http404
    text = f"{chart.title}, {chart.summary}. {workload.name}: {counted(workload.jobs, 'job')}."
    shown = ShownFigure(chart.figure, workload.name, lambda: f"{text} SchedWeb {__version__}.")
    return shown.response(request.GET.dict())


@require_safe
def download(request: HttpRequest, pk: str, extension: str) -> HttpResponse:
    """The jobs as a file: the key of a format, with `.gz` behind it if packed."""
    workload = selectors.workload_for(user_of(request), pk)
    key, _, packed = extension.partition(".")
    if key not in FORMATS or packed not in ("", "gz"):
        raise Http404
    try:
        content = file_of_workload(workload, key, packed=bool(packed))
    except WorkloadError as error:
        messages.error(request, f"{workload.name} cannot be written as {key.upper()}: {error}.")
        return redirect("workload", pk)
    return delivered(request, content, f"{workload.name}.{extension}")


@require_safe
def specification(request: HttpRequest, pk: str) -> HttpResponse:
    """Specification of a merged workload, as `merge` of the command line takes it."""
    workload = selectors.workload_for(user_of(request), pk)
    if not workload.is_merged:
        raise Http404
    content = json.dumps(workload.source["spec"], ensure_ascii=False, indent=2)
    return attachment(f"{content}\n", "merge.json")


@require_POST
def rename(request: HttpRequest, pk: str) -> HttpResponse:
    """Give a workload another name."""
    find = partial(selectors.workload_for, user_of(request), pk)
    return edited(request, reverse("workload", args=(pk,)), find, services.rename_workload)


@require_POST
def environments(request: HttpRequest, pk: str) -> HttpResponse:
    """Make a workload of the same jobs with other environments."""
    user, source = user_of(request), request.POST.get("environment_from", "")
    workload = selectors.workload_for(user, pk)
    arguments = {"workload": workload.pk, "values": {"environment_from": source}}
    try:
        task = submit(user, "environments", arguments)
    except RefusedError as error:
        messages.error(request, str(error))
        return redirect("workload", pk)
    return answered(request, task, _changed)


def _changed(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the workload with other environments, or say why there is none."""
    before = selectors.workload_for(task.owner, task.arguments["workload"])
    if task.is_done:
        return ready(request, task, f"; {before.name} is as it was")
    if task.error:
        messages.error(request, task.error)
    return redirect("workload", before.pk)


def ready(request: HttpRequest, task: Task, more: str = "") -> HttpResponse:
    """Go to the workload that a task has stored; that it is ready is said once, however often the
    address is opened."""
    workload = selectors.workload_for(task.owner, task.result["workload"])
    told = request.session.get(TOLD, [])
    if task.pk not in told:
        more = more or f": {counted(workload.jobs, 'job')}"
        messages.success(request, f"{workload.name} is ready{more}.")
        request.session[TOLD] = [*told[1 - MOST_TOLD :], task.pk]
    return redirect("workload", workload.pk)


@require_POST
def remake(request: HttpRequest, pk: str) -> HttpResponse:
    """Restore the jobs of a workload whose file is missing or damaged."""
    workload = selectors.workload_for(user_of(request), pk)
    try:
        task = submit(workload.owner, "remake", {"workload": pk, "name": workload.name})
    except RefusedError as error:
        messages.error(request, str(error))
        return redirect("workloads")
    return answered(request, task, remade)


def remade(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the workload with restored jobs, or say why they could not be restored."""
    if not task.is_done:
        messages.error(request, task.error or "This was cancelled.")
        return redirect("workloads")
    workload = selectors.workload_for(task.owner, task.result["workload"])
    messages.success(request, f"The jobs of {workload.name} are there again.")
    return redirect("workload", workload.pk)


@require_POST
def delete(request: HttpRequest, pk: str) -> HttpResponse:
    """Put a workload that no comparison uses into the trash."""
    workload = selectors.workload_for(user_of(request), pk)
    try:
        services.delete_workload(workload)
    except RefusedError as error:
        messages.error(request, str(error))
        return redirect("workload", pk)
    return redirect(undo_address("workloads", pk))
