"""From a file to a workload: upload, preview, store."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST, require_safe

from parsched.base.digits import whole
from parsched.data.formats import AS_GIVEN
from schedweb.base.bodies import BodyError, TooLargeError, check_charset, make_plain, upload_limit
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.clusters.selectors import clusters_of
from schedweb.store import blobs
from schedweb.web import used
from schedweb.web.contexts.contents import Contents
from schedweb.web.contexts.environment_choice import EnvironmentChoice
from schedweb.web.contexts.workloads import PreviewPage, ReportView, UploadPage
from schedweb.web.forms.reading import switched
from schedweb.web.http import user_of
from schedweb.web.views.workloads.kept import question_in, ready
from schedweb.web.waiting import answered, answered_before
from schedweb.workers.models import Task
from schedweb.workers.services import submit
from schedweb.workloads import selectors, services
from schedweb.workloads.models import Upload
from schedweb.workloads.pseudonyms import arguments_for, key_of

PASTED = "pasted text"


@csrf_exempt
def upload(request: HttpRequest) -> HttpResponse:
    """Refuse requests that are too large before they are read, even by the CSRF check."""
    try:
        make_plain(request, upload_limit())
        check_charset(request)
    except TooLargeError:
        limit = f"{settings.SCHEDWEB_MAX_UPLOAD_MB:,} MB"
        page = UploadPage(f"The file is larger than {limit}, the most that is taken.")
        return render(request, "workloads/upload.html", {"page": page}, status=413)
    except BodyError as error:
        page = UploadPage(str(error))
        return render(request, "workloads/upload.html", {"page": page}, status=error.status)
    return _read(request)


@csrf_protect
def _read(request: HttpRequest) -> HttpResponse:
    """Show the upload form, or submit a task that reads the file for a preview."""
    if request.method != "POST":
        return _opened(request)
    text = request.POST.get("text", "")
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile) and not text.strip():
        page = UploadPage("Choose a file, or paste its text.")
        return render(request, "workloads/upload.html", {"page": page}, status=422)
    stream = file if isinstance(file, UploadedFile) else ContentFile(text.encode())
    try:
        name = services.plain_name(file.name or "") if isinstance(file, UploadedFile) else ""
        arguments = {
            "file": name or PASTED,
            "pasted": not isinstance(file, UploadedFile),
            "is_remembering": True,
            **switched(request.POST),
        }
        arguments |= arguments_for(request.POST.get("key", ""), asked="pseudonyms" in request.POST)
        task = submit(user_of(request), "upload", arguments, input=blobs.put_file(stream))
    except InvalidError as error:
        return _refused(request, UploadPage(next(iter(error.errors.values())), text))
    except RefusedError as error:
        return _refused(request, UploadPage(str(error), text))
    return answered(request, task, _outcome)


def _opened(request: HttpRequest) -> HttpResponse:
    """Show the form, with the errors of the file if a task has read one."""
    if "task" not in request.GET:
        return render(request, "workloads/upload.html", {"page": UploadPage()})
    return answered_before(request, "upload", _outcome)


def _outcome(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the preview, or the errors of the file."""
    if task.is_done:
        return redirect("upload_preview", task.result["upload"])
    if not task.error:  # cancelled
        return render(request, "workloads/upload.html", {"page": UploadPage()})
    is_text = task.arguments["pasted"] and task.input  # deleted where names became pseudonyms
    text = blobs.get(task.input).decode() if is_text else ""
    problems = task.result.get("problems", ())
    reading = task.pk if task.result.get("is_table") and task.input else ""
    page = UploadPage.refused(text, task.error, problems)
    return _refused(request, replace(page, reading=reading, keyed=reading if key_of(task) else ""))


def _refused(request: HttpRequest, page: UploadPage) -> HttpResponse:
    return render(request, "workloads/upload.html", {"page": page}, status=422)


@require_safe
def preview(request: HttpRequest, pk: str) -> HttpResponse:
    """Report and plots of an upload, before it is stored."""
    if "task" in request.GET:
        return answered_before(request, "use", _used)
    try:
        upload = selectors.upload_for(user_of(request), pk)
    except Http404:
        return used.of_upload(request, pk)
    return render(request, "workloads/preview.html", {"page": _page(request, upload)})


@require_safe
def fit(request: HttpRequest, pk: str) -> HttpResponse:
    """Say which jobs a machine cannot take (htmx)."""
    upload = selectors.upload_for(user_of(request), pk)
    text = request.GET.get("drop_wider_than", "").strip()
    processors = whole(text)
    misfit = services.misfit(upload, processors) if processors else None
    is_wrong = bool(text) and processors is None
    fits = bool(processors) and not misfit
    context = {"misfit": misfit, "is_wrong": is_wrong, "fits": fits}
    return render(request, "workloads/_fit.html", context)


@require_safe
def environments(request: HttpRequest, pk: str) -> HttpResponse:
    """The environments by the chosen field of jobs (htmx)."""
    upload = selectors.upload_for(user_of(request), pk)
    source = request.GET.get("environment_from", AS_GIVEN)
    context = {"choice": EnvironmentChoice.of_upload(upload.load(), source)}
    return render(request, "workloads/_environments.html", context)


@require_POST
def keep(request: HttpRequest, pk: str) -> HttpResponse:
    """Store the upload as a workload; if another tab did so, go there."""
    try:
        upload = selectors.upload_for(user_of(request), pk)
    except Http404:
        return used.of_upload(request, pk)
    if "look" in request.POST:
        return render(request, "workloads/preview.html", {"page": _page(request, upload)})
    try:
        values = {
            "name": services.checked_name(request.POST.get("name", "")),
            "drop_wider_than": _processors(request.POST.get("drop_wider_than", "").strip()),
            "environment_from": request.POST.get("environment_from", AS_GIVEN),
        }
        arguments = {"upload": upload.pk, "name": upload.name, "values": values}
        task = submit(upload.owner, "use", arguments)
    except InvalidError as error:
        return _unfit(request, upload, error.errors)
    except RefusedError as error:
        return _unfit(request, upload, {"name": str(error)})
    return answered(request, task, _used)


def _used(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the workload made of an upload, or the errors of the form."""
    if task.is_done:
        return ready(request, task)
    try:
        upload = selectors.upload_for(task.owner, task.arguments["upload"])
    except Http404:
        return used.of_upload(request, task.arguments["upload"])
    return _unfit(request, upload, task.errors or {"name": task.error}, task.arguments["values"])


def _unfit(
    request: HttpRequest,
    upload: Upload,
    errors: Mapping[str, str],
    values: Mapping[str, Any] | None = None,
) -> HttpResponse:
    page = _page(request, upload, errors, values)
    return render(request, "workloads/preview.html", {"page": page}, status=422)


@require_POST
def discard(request: HttpRequest, pk: str) -> HttpResponse:
    """Discard an upload; if another tab has used it, go to the workload."""
    try:
        upload = selectors.upload_for(user_of(request), pk)
    except Http404:
        return used.of_upload(request, pk)
    services.discard_upload(upload)
    messages.success(request, f"Nothing of {upload.file} is kept.")
    return redirect("workload_new")


def _page(
    request: HttpRequest,
    upload: Upload,
    errors: Mapping[str, str] | None = None,
    values: Mapping[str, Any] | None = None,
) -> PreviewPage:
    """Return the page with the typed values and their errors."""
    jobs, typed = upload.load(), request.POST.dict() if values is None else values
    wide = typed.get("drop_wider_than", "")
    return PreviewPage(
        upload=upload,
        report=ReportView.of(upload),
        contents=Contents.of(jobs, upload.processors, question_in(request)),
        clusters=[c for c in clusters_of(user_of(request)) if c.platform().largest < upload.widest],
        name=typed.get("name", upload.name),
        environments=EnvironmentChoice.of_upload(jobs, typed.get("environment_from", AS_GIVEN)),
        drop_wider_than="" if wide is None else str(wide).strip(),
        errors=errors or {},
        reading=_reading(upload),
    )


def _reading(upload: Upload) -> str:
    """Return the task that read a table, if it is still there; blank for other formats."""
    if upload.profile is None and upload.format != "csv":
        return ""
    task = selectors.reading_of(upload)
    return "" if task is None else str(task.pk)


def _processors(text: str) -> int | None:
    """Read the optional number; anything else than a number is refused."""
    if not text:
        return None
    if (processors := whole(text)) is None:
        rule = "drop_wider_than must be a positive number of processors"
        raise InvalidError({"drop_wider_than": f"{rule}, got {text!r:.60}"})
    return processors
