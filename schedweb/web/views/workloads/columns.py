"""What the columns of an uploaded table mean: looked at, said, followed, and read again."""

from contextlib import suppress
from dataclasses import asdict, fields
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from parsched.base.errors import FormatError
from parsched.data.files.layout import GUESSED, StatedCut
from schedweb.base.errors import RefusedError
from schedweb.web.contexts.columns import ColumnsPage
from schedweb.web.forms.columns import CUT, cut_in, new_cut, profile_of
from schedweb.web.forms.reading import ReadingForm
from schedweb.web.http import attachment, user_of
from schedweb.web.waiting import ANSWER_SECONDS, answered
from schedweb.workers.models import Task
from schedweb.workers.selectors import task_for
from schedweb.workers.services import submit, wait
from schedweb.workloads import services
from schedweb.workloads.pseudonyms import arguments_again, forget_file, key_of
from schedweb.workloads.samples import sample_task, sampled
from schedweb.workloads.selectors import (
    remembered_columns,
    remembered_profile_for,
    remembered_profiles,
)

if TYPE_CHECKING:  # it loads what reads tables
    from parsched.data.logs.sample import TableSample


@require_http_methods(["GET", "HEAD", "POST"])
def columns(request: HttpRequest, pk: str) -> HttpResponse:
    """Show the columns of the file that a task has read, or do what a button of the form says."""
    reading = _reading(request, pk)
    if request.method != "POST":
        return answered(request, _asked_for(request, reading), _shown)
    if "guess" in request.POST or "forget" in request.POST:
        return _as_guessed(request, reading)
    sample = _sample(reading, _cut_before(request))
    if sample is None:
        return redirect("upload_columns", pk)
    try:
        if (cut := new_cut(request.POST, sample)) is not None:
            return redirect(_cut_by(reading, cut))
        profile = profile_of(request.POST)
    except FormatError as error:
        return _page(request, reading, sample, str(error), sent=request.POST)
    if "download" in request.POST:
        return attachment(profile.as_toml(), f"{reading.arguments['file']}.toml")
    return _again(request, reading, {"profile": profile.as_json(), "columns": list(sample.shape)})


@require_POST
def mapped(request: HttpRequest, pk: str) -> HttpResponse:
    """What the filled-in form makes of the first rows (htmx)."""
    reading = _reading(request, pk)
    sample = _sample(reading, _cut_before(request))
    if sample is None:
        raise Http404
    with suppress(FormatError):  # which the form says
        if (cut := new_cut(request.POST, sample)) is not None:
            address = _cut_by(reading, cut)
            return HttpResponse(headers={"HX-Redirect": address})
    page = ColumnsPage.of(sample, reading, sent=request.POST)
    context = {"page": page, "mapped": page.mapped, "is_fragment": True}
    return render(request, "workloads/_mapped.html", context)


@require_safe
def remembered(request: HttpRequest) -> HttpResponse:
    """The tables whose columns the user has explained."""
    context = {"profiles": remembered_profiles(user_of(request)), "most": services.MOST_REMEMBERED}
    return render(request, "workloads/remembered.html", context)


@require_POST
def forget(request: HttpRequest, pk: str) -> HttpResponse:
    """Forget what the user said of columns."""
    profile = remembered_profile_for(user_of(request), pk)
    profile.delete()
    messages.success(request, f"What you said of the columns of {profile.file} is forgotten.")
    return redirect("columns_remembered")


@require_POST
def discard(request: HttpRequest, pk: str) -> HttpResponse:
    """Delete a file that was read for pseudonyms, and its key."""
    reading = _reading(request, pk)
    if not key_of(reading):
        raise Http404
    forget_file(reading.owner, reading.input)
    messages.success(request, f"{reading.arguments['file']} and the key are deleted.")
    return redirect("workload_new")


def _reading(request: HttpRequest, pk: str) -> Task:
    """Return a task that has read a file which is still there."""
    reading = task_for(user_of(request), pk, "upload")
    if not reading.input:
        raise Http404("The file is not kept, because its names became pseudonyms: upload it again.")
    return reading


def _sample(reading: Task, cut: StatedCut | None = None) -> "TableSample | None":
    """Return the first rows of the file that a task has read, if they are there soon."""
    return sampled(wait(sample_task(reading, cut), ANSWER_SECONDS))


def _cut_before(request: HttpRequest) -> StatedCut | None:
    """Return how the rows were cut that a form has shown; None where it does not say it."""
    try:
        return cut_in(request.POST, prefix=CUT) if f"{CUT}separator" in request.POST else None
    except FormatError as error:
        raise Http404(str(error)) from error


def _asked_for(request: HttpRequest, reading: Task) -> Task:
    """Return the task that takes the first rows, cut as the address says."""
    if "task" in request.GET:
        task = task_for(reading.owner, request.GET["task"], "columns")
        said = (task.arguments.get(each.name, "") for each in fields(StatedCut))
        return sample_task(reading, StatedCut(*said))
    try:
        return sample_task(reading, cut_in(request.GET) if _says_cut(request) else None)
    except FormatError as error:
        raise Http404(str(error)) from error


def _says_cut(request: HttpRequest) -> bool:
    """Tell whether an address says how the text is cut."""
    return any(each.name in request.GET for each in fields(StatedCut))


def _cut_by(reading: Task, cut: StatedCut) -> str:
    """Return the address of the columns of a text that is cut otherwise."""
    said = {"separator": cut.separator} | {k: v for k, v in asdict(cut).items() if v}
    return f"{reverse('upload_columns', args=(reading.pk,))}?{urlencode(said)}"


def _as_guessed(request: HttpRequest, reading: Task) -> HttpResponse:
    """Read the file by guesses, and forget what was said of its columns if that was asked for."""
    sample = _sample(reading)
    if "forget" in request.POST and sample is not None:
        services.forget_columns(reading.owner, sample.shape)
    return _again(request, reading, {})


def _again(request: HttpRequest, reading: Task, told: dict[str, object]) -> HttpResponse:
    sent = request.POST if "name-0" in request.POST else None  # the preview sends no columns
    arguments = {name: reading.arguments[name] for name in ("file", "pasted")}
    arguments |= arguments_again(reading) | ReadingForm.of(reading, sent).arguments
    try:
        again = submit(reading.owner, "upload", {**arguments, **told}, input=reading.input)
    except RefusedError as error:
        return _page(request, reading, _sample(reading), str(error), sent=sent)
    return answered(request, again, _outcome)


def _outcome(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the preview, or the columns again with what is wrong."""
    if task.is_done:
        return redirect("upload_preview", task.result["upload"])
    return _page(request, task, _sample(task), task.error)


def _shown(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the columns that a task has looked at."""
    reading = task_for(task.owner, task.arguments["reading"], "upload")
    if not task.is_done:
        if "separator" not in task.arguments:
            raise Http404(task.error)
        return _page(request, reading, _sample(reading, GUESSED), task.error)
    sample = sampled(task)
    if sample is None:
        raise Http404
    remembered = remembered_columns(reading.owner, sample.shape)
    is_said = _says_cut(request) or bool(sample.said)
    if remembered is not None and remembered.cut and not is_said:
        return redirect(_cut_by(reading, remembered.cut))
    error = "" if sample.said else reading.error
    return _page(request, reading, sample, error, status=200)


def _page(
    request: HttpRequest,
    reading: Task,
    sample: "TableSample | None",
    error: str,
    *,
    sent: QueryDict | None = None,
    status: int = 422,
) -> HttpResponse:
    """Show what columns are taken for, or with `sent` the form that was refused as it was sent."""
    if sample is None:
        raise Http404
    page = ColumnsPage.of(sample, reading, error, sent)
    return render(request, "workloads/columns.html", {"page": page}, status=status)
