"""Single cells of studies: the numbers of all repetitions of a value, and their schedules."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from schedweb.base.errors import RefusedError
from schedweb.studies.models import Study
from schedweb.studies.opening import task_of_cell
from schedweb.studies.reading import cells_of
from schedweb.studies.selectors import study_for
from schedweb.web.access import study_at
from schedweb.web.contexts.study_cells import CellsPage
from schedweb.web.http import user_of
from schedweb.web.waiting import answered, answered_before
from schedweb.workers.models import Task


@require_safe
def detail(
    request: HttpRequest, part: int, value: int, pk: str = "", token: str = ""
) -> HttpResponse:
    """What came out of each repetition of a value."""
    if "task" in request.GET and not token:
        return answered_before(request, "study-cell", _show)
    study, access = study_at(request, pk, token)
    _refuse_missing(study, part, value)
    page = CellsPage.of(study, cells_of(study), access, part, value)
    return render(request, "studies/cells.html", {"page": page})


@require_POST
def compare(request: HttpRequest, pk: str, part: int, value: int, repetition: int) -> HttpResponse:
    """Compute the schedules of one instance, and show them as a comparison."""
    study = study_for(user_of(request), pk)
    _refuse_missing(study, part, value)
    if repetition >= study.declared.parts[part].repetitions:
        raise Http404
    try:
        task = task_of_cell(study, part, value, repetition)
    except RefusedError as error:
        messages.error(request, str(error))
        return redirect("study_cells", pk, part, value)
    return answered(request, task, _show)


def _show(request: HttpRequest, task: Task) -> HttpResponse:
    """Go to the comparison, or say why there is none."""
    if task.is_done:
        return redirect("comparison", task.result["comparison"])
    messages.error(request, task.error or "This was cancelled.")
    at = [task.arguments[name] for name in ("study", "part", "value")]
    return redirect("study_cells", *at)


def _refuse_missing(study: Study, part: int, value: int) -> None:
    parts = study.declared.parts
    if part >= len(parts) or value >= len(parts[part].instances.values):
        raise Http404
