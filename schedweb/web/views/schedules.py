"""Adding a schedule that was made elsewhere to a comparison."""

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from schedweb.base.bodies import BodyError, TooLargeError, check_charset, make_plain, upload_limit
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.runs.imports import submit_schedule
from schedweb.runs.models import Comparison
from schedweb.runs.selectors import comparison_for
from schedweb.web.contexts.schedules import SchedulePage
from schedweb.web.http import user_of
from schedweb.web.waiting import answered, answered_before
from schedweb.workers.models import Task

FIELDS = ("label", "made_by", "kind")


@csrf_exempt
def add(request: HttpRequest, pk: str) -> HttpResponse:
    """Refuse requests that are too large before they are read, even by the CSRF check."""
    try:
        make_plain(request, upload_limit())
        check_charset(request)
    except BodyError as error:
        limit = f"{settings.SCHEDWEB_MAX_UPLOAD_MB:,} MB"
        is_large = isinstance(error, TooLargeError)
        sentence = f"file is larger than {limit}, the most that is taken" if is_large else error
        comparison = comparison_for(user_of(request), pk)
        page = SchedulePage.refused(comparison, {}, {"file": str(sentence)})
        return _shown(request, page, error.status)
    return _read(request, pk)


@csrf_protect
def _read(request: HttpRequest, pk: str) -> HttpResponse:
    """Show the form, or submit a task that reads the file and makes it a run."""
    comparison = comparison_for(user_of(request), pk)
    if request.method != "POST":
        if "task" in request.GET:
            return answered_before(request, "schedule", _outcome)
        return _shown(request, SchedulePage(comparison), 200)
    values = {name: request.POST.get(name, "") for name in FIELDS}
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        return _refused(request, comparison, values, {"file": "file must be chosen"})
    try:
        task = submit_schedule(comparison, file, file.name or "", **values)
    except InvalidError as error:
        return _refused(request, comparison, values, error.errors)
    except RefusedError as error:
        return _refused(request, comparison, values, {"": str(error)})
    return answered(request, task, _outcome)


def _outcome(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the run, or the error of the file."""
    if task.is_done:
        return redirect("run", task.result["run"])
    comparison = comparison_for(task.owner, task.arguments["comparison"])
    values = {name: task.arguments[name] for name in FIELDS}
    if not task.error:  # cancelled
        return _shown(request, SchedulePage(comparison, values), 200)
    return _refused(request, comparison, values, task.errors or {"": task.error})


def _refused(
    request: HttpRequest, comparison: Comparison, values: dict[str, str], errors: dict[str, str]
) -> HttpResponse:
    return _shown(request, SchedulePage.refused(comparison, values, errors), 422)


def _shown(request: HttpRequest, page: SchedulePage, status: int) -> HttpResponse:
    return render(request, "comparisons/schedule.html", {"page": page}, status=status)
