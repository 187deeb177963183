"""Several workloads merged into one: a site each, on one clock."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from parsched.base.errors import ParameterError
from parsched.data.merging import PRESETS, MergeSpec
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.web import used
from schedweb.web.contexts.contents import Contents
from schedweb.web.contexts.merge_report import MergeReportView
from schedweb.web.contexts.merging import MergePage
from schedweb.web.forms.merge import MergeForm
from schedweb.web.http import user_of
from schedweb.web.views.workloads.kept import question_in, ready
from schedweb.web.waiting import answered, answered_before, follow_up
from schedweb.workers.models import Task
from schedweb.workers.services import submit
from schedweb.workloads.merging import MOST_SITES, plan_merge, too_many
from schedweb.workloads.selectors import workload_for
from schedweb.workloads.sources import SourceShelf
from schedweb.workloads.storage import load_workload

LONGEST_SPEC = 2**20
"""Characters of a specification."""
SHOWN_PROBLEMS = 20


def merge(request: HttpRequest) -> HttpResponse:
    """Fill in a specification, preview the merged workload, and store it."""
    shelf = SourceShelf(user_of(request))
    if request.method != "POST" and "task" in request.GET:
        return answered_before(request, "merge", _outcome)
    if request.method != "POST":
        return _render(request, _opened(request, shelf))
    if "keep" in request.POST:
        return _keep(request, shelf)
    if "read" in request.POST:
        return _read(request, shelf)
    page = MergePage(MergeForm.posted(request.POST, shelf), shelf)
    if "preview" in request.POST:
        return _merged(request, page, page.form.values, keep=False)
    return _render(request, page)


def _opened(request: HttpRequest, shelf: SourceShelf) -> MergePage:
    """Open an empty form, a ready-made specification, or a merged workload's specification."""
    form, problems = MergeForm.new(), []
    if preset := PRESETS.get(request.GET.get("preset", "")):
        form = MergeForm.of(preset, shelf)
    elif like := request.GET.get("like"):
        workload = workload_for(user_of(request), like)
        if workload.is_merged:
            try:
                spec = MergeSpec.from_json({**workload.source["spec"], "name": workload.name})
                form = MergeForm.of(spec, shelf)
            except ParameterError as error:  # kept under rules that have changed since
                problems = _first(error.errors)
    return MergePage(form, shelf, text_problems=problems)


def _read(request: HttpRequest, shelf: SourceShelf) -> HttpResponse:
    """Fill the form from a specification, and preview the result if all its files are stored."""
    file, text = request.FILES.get("file"), request.POST.get("spec", "")
    if isinstance(file, UploadedFile):
        text = file.read(LONGEST_SPEC + 1).decode("utf-8", "replace")
    page = MergePage(MergeForm.new(), shelf, text=text)
    try:
        spec = _specification(text)
    except ParameterError as error:
        return _render(request, replace(page, text_problems=_first(error.errors)))
    page = replace(page, form=MergeForm.of(spec, shelf), text="")
    if page.form.missing:
        return _render(request, page)
    return _merged(request, page, page.form.values, keep=False)


def _specification(text: str) -> MergeSpec:
    if not text.strip():
        raise ParameterError({"": "Choose a file, or paste a specification."})
    if len(text) > LONGEST_SPEC:
        rule = f"a specification must have at most {LONGEST_SPEC:,} characters"
        raise ParameterError({"": f"{rule}, got {len(text):,}"})
    spec = MergeSpec.from_text(text.removeprefix("\ufeff"))
    if len(spec.sources) > MOST_SITES:
        raise ParameterError({"sources": too_many(len(spec.sources))})
    return spec


def _first(errors: Mapping[str, str]) -> list[str]:
    sentences = list(dict.fromkeys(errors.values()))
    more = len(sentences) - SHOWN_PROBLEMS
    return sentences[:SHOWN_PROBLEMS] + ([f"and {more:,} more"] if more > 0 else [])


def _merged(request: HttpRequest, page: MergePage, values: Any, *, keep: bool) -> HttpResponse:
    """Submit a task that merges, for a preview or to store the result."""
    try:
        spec = plan_merge(page.shelf, values).spec
        arguments = {"spec": spec.as_json(), "name": spec.heading.name, "keep": keep}
        task = submit(user_of(request), "merge", arguments)
    except InvalidError as error:
        return _render(request, replace(page, form=page.form.with_errors(error.errors)))
    except RefusedError as error:
        return _render(request, replace(page, refused=str(error)))
    return answered(request, task, _outcome)


def _outcome(request: HttpRequest, task: Task) -> HttpResponse:
    """Show report and jobs, the workload made of them, or the errors of the form."""
    if "workload" in task.result:
        return ready(request, task)
    shelf, values = SourceShelf(task.owner), task.arguments["spec"]
    page = MergePage(_form_of(values, shelf), shelf)
    if "refused" in task.result:
        report = MergeReportView.of(task.result["report"])
        return _render(
            request, replace(page, report=report, refused="No job is left: see the table.")
        )
    if not task.is_done:
        form = page.form.with_errors(task.errors)
        return _render(request, replace(page, form=form, refused="" if task.errors else task.error))
    if request.method == "POST":  # so that going back finds the preview, or what was made of it
        return redirect(follow_up(task))
    if found := used.of_merge(request, task):
        return found
    report = task.result["report"]
    page = replace(
        page,
        report=MergeReportView.of(report),
        contents=Contents.of(
            load_workload(task.output), report["processors"], question_in(request)
        ),
        task=task.pk,
        spec=json.dumps(task.result["spec"], ensure_ascii=False),
    )
    return _render(request, page)


def _keep(request: HttpRequest, shelf: SourceShelf) -> HttpResponse:
    """Store the previewed workload: its specification names the files by their digests."""
    try:
        values = json.loads(request.POST.get("spec", ""))
    except (ValueError, RecursionError):
        values = None
    return _merged(request, MergePage(_form_of(values, shelf), shelf), values, keep=True)


def _form_of(values: Any, shelf: SourceShelf) -> MergeForm:
    try:
        return MergeForm.of(MergeSpec.from_json(values), shelf)
    except ParameterError:
        return MergeForm.new()


def _render(request: HttpRequest, page: MergePage) -> HttpResponse:
    refused = page.refused or page.form.problems or page.text_problems
    status = 422 if refused else 200
    return render(request, "workloads/merge.html", {"page": page}, status=status)
