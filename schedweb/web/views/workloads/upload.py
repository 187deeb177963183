"""From a file to a workload: upload, preview, store."""

from dataclasses import replace

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST, require_safe

from parsched.base.digits import whole
from parsched.data.formats import AS_GIVEN, LEAVE_DEPENDENCIES_OUT
from schedweb.base.bodies import BodyError, TooLargeError, check_charset, make_plain, upload_limit
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.clusters.selectors import clusters_of
from schedweb.store import blobs
from schedweb.web import used
from schedweb.web.contexts.contents import Contents
from schedweb.web.contexts.environment_choice import EnvironmentChoice
from schedweb.web.contexts.workloads import PreviewPage, ReportView, UploadPage
from schedweb.web.forms.upload import UploadForm, UseForm
from schedweb.web.http import user_of
from schedweb.web.views.workloads.kept import question_in, ready
from schedweb.web.waiting import answered, answered_before
from schedweb.workers.models import Task
from schedweb.workers.services import submit
from schedweb.workloads import selectors, services
from schedweb.workloads.models import Upload
from schedweb.workloads.pseudonyms import ARGUMENT, key_of

CHOICES = (ARGUMENT, LEAVE_DEPENDENCIES_OUT.name)
"""Check boxes that a refused upload leaves as they were."""


@csrf_exempt
def upload(request: HttpRequest) -> HttpResponse:
    """Refuse requests that are too large before they are read, even by the CSRF check."""
    try:
        make_plain(request, upload_limit())
        check_charset(request)
    except TooLargeError:
        limit = f"{settings.SCHEDWEB_MAX_UPLOAD_MB:,} MB"
        page = UploadPage(error=f"The file is larger than {limit}, the most that is taken.")
        return render(request, "workloads/upload.html", {"page": page}, status=413)
    except BodyError as error:
        page = UploadPage(error=str(error))
        return render(request, "workloads/upload.html", {"page": page}, status=error.status)
    return _read(request)


@csrf_protect
def _read(request: HttpRequest) -> HttpResponse:
    """Show the upload form, or submit a task that reads the file for a preview."""
    if request.method != "POST":
        return _opened(request)
    form = UploadForm(request.POST, files=request.FILES)
    if not form.is_valid():
        return _refused(request, UploadPage(form))
    try:
        arguments = form.arguments
        task = submit(user_of(request), "upload", arguments, input=blobs.put_file(form.content))
    except RefusedError as error:
        form.refuse(error)
        return _refused(request, UploadPage(form))
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
    chosen = {name: bool(task.arguments.get(name)) for name in CHOICES}
    form = UploadForm(initial={**chosen, "text": text})
    page = UploadPage.refused(form, task.error, task.result.get("problems", ()))
    reading = task.pk if task.result.get("is_table") and task.input else ""
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
    page = _page(request, upload, UseForm(initial={"name": upload.name}))
    return render(request, "workloads/preview.html", {"page": page})


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
        page = _page(request, upload, UseForm(initial=request.POST.dict()))
        return render(request, "workloads/preview.html", {"page": page})
    form = UseForm(request.POST)
    if not form.is_valid():
        return _unfit(request, upload, form)
    try:
        arguments = {"upload": upload.pk, "name": upload.name, "values": form.cleaned_data}
        task = submit(upload.owner, "use", arguments)
    except RefusedError as error:
        form.refuse(error)
        return _unfit(request, upload, form)
    return answered(request, task, _used)


def _used(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the workload made of an upload, or the errors of the form."""
    if task.is_done:
        return ready(request, task)
    try:
        upload = selectors.upload_for(task.owner, task.arguments["upload"])
    except Http404:
        return used.of_upload(request, task.arguments["upload"])
    form = UseForm(initial=task.arguments["values"])
    form.refuse(InvalidError(task.errors) if task.errors else RefusedError(task.error))
    return _unfit(request, upload, form)


def _unfit(request: HttpRequest, upload: Upload, form: UseForm) -> HttpResponse:
    page = _page(request, upload, form)
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


def _page(request: HttpRequest, upload: Upload, form: UseForm) -> PreviewPage:
    jobs, source = upload.load(), form["environment_from"].value() or AS_GIVEN
    return PreviewPage(
        upload=upload,
        report=ReportView.of(upload),
        contents=Contents.of(jobs, upload.processors, question_in(request)),
        clusters=[c for c in clusters_of(user_of(request)) if c.platform().largest < upload.widest],
        environments=EnvironmentChoice.of_upload(jobs, source),
        form=form,
        reading=_reading(upload),
    )


def _reading(upload: Upload) -> str:
    """Return the task that read a table, if it is still there; blank for other formats."""
    if upload.profile is None and upload.format != "csv":
        return ""
    task = selectors.reading_of(upload)
    return "" if task is None else str(task.pk)
