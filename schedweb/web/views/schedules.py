"""Adding a schedule that was made elsewhere to a comparison."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from schedweb.base.bodies import BodyError, TooLargeError, check_charset, make_plain, upload_limit
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.runs.imports import submit_schedule
from schedweb.runs.models import Comparison
from schedweb.runs.selectors import comparison_for
from schedweb.web.contexts.schedules import SchedulePage
from schedweb.web.forms.upload import ScheduleForm
from schedweb.web.http import user_of
from schedweb.web.waiting import answered, answered_before
from schedweb.workers.models import Task


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
        form = ScheduleForm()
        form.refuse(InvalidError({"file": str(sentence)}))
        return _shown(request, comparison_for(user_of(request), pk), form, error.status)
    return _read(request, pk)


@csrf_protect
def _read(request: HttpRequest, pk: str) -> HttpResponse:
    """Show the form, or submit a task that reads the file and makes it a run."""
    comparison = comparison_for(user_of(request), pk)
    if request.method != "POST":
        if "task" in request.GET:
            return answered_before(request, "schedule", _outcome)
        return _shown(request, comparison, ScheduleForm(), 200)
    form = ScheduleForm(request.POST, files=request.FILES)
    if not form.is_valid():
        return _shown(request, comparison, form, 422)
    try:
        texts = {**form.cleaned_data}
        file = texts.pop("file")
        task = submit_schedule(comparison, file, file.name, **texts)
    except RefusedError as error:
        form.refuse(error)
        return _shown(request, comparison, form, 422)
    return answered(request, task, _outcome)


def _outcome(request: HttpRequest, task: Task) -> HttpResponse:
    """Show the run, or the error of the file."""
    if task.is_done:
        return redirect("run", task.result["run"])
    comparison = comparison_for(task.owner, task.arguments["comparison"])
    form = ScheduleForm(initial={**task.arguments, "file": None})
    if not task.error:  # cancelled
        return _shown(request, comparison, form, 200)
    form.refuse(InvalidError(task.errors) if task.errors else RefusedError(task.error))
    return _shown(request, comparison, form, 422)


def _shown(
    request: HttpRequest, comparison: Comparison, form: ScheduleForm, status: int
) -> HttpResponse:
    page = SchedulePage(comparison, form)
    return render(request, "comparisons/schedule.html", {"page": page}, status=status)
