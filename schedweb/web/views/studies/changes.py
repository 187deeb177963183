"""Changes that owners make to studies."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from algorithms.studies.part import MAX_REPETITIONS
from schedweb.errors import InvalidError, RefusedError
from schedweb.studies import services
from schedweb.studies.models import Study
from schedweb.studies.selectors import study_for
from schedweb.web.forms.numbers import problem
from schedweb.web.http import user_of
from schedweb.web.lists import undo_address


def _changed(request: HttpRequest, pk: str, change: Callable[[Study], None]) -> HttpResponse:
    """Change a study, and show it with what stands in the way, if anything."""
    try:
        change(study_for(user_of(request), pk))
    except RefusedError as error:
        messages.error(request, str(error))
    return redirect("study", pk)


@require_POST
def pause(request: HttpRequest, pk: str) -> HttpResponse:
    """Compute no more for now."""
    return _changed(request, pk, services.pause_study)


@require_POST
def go_on(request: HttpRequest, pk: str) -> HttpResponse:
    """Compute the rest of a study that was paused or stopped."""
    return _changed(request, pk, services.continue_study)


@require_POST
def stop(request: HttpRequest, pk: str) -> HttpResponse:
    """End what computes; the study can go on later."""
    return _changed(request, pk, services.stop_study)


@require_POST
def retry(request: HttpRequest, pk: str) -> HttpResponse:
    """Compute again what failed or cannot be read."""
    return _changed(request, pk, services.retry_failed)


@require_POST
def repeat(request: HttpRequest, pk: str) -> HttpResponse:
    """Add repetitions."""
    return _changed(request, pk, partial(_repeat, request.POST.get("repetitions", "")))


def _repeat(text: str, study: Study) -> None:
    if wrong := problem("repetitions", text, 1, MAX_REPETITIONS):
        raise InvalidError({"repetitions": wrong})
    services.repeat_more(study, int(text))


@require_POST
def describe(request: HttpRequest, pk: str) -> HttpResponse:
    """Change title and note."""
    title, note = request.POST.get("title", ""), request.POST.get("note", "")
    return _changed(
        request, pk, lambda study: services.describe_study(study, title=title, note=note)
    )


@require_POST
def delete(request: HttpRequest, pk: str) -> HttpResponse:
    """Put a study into the trash."""
    services.delete_study(study_for(user_of(request), pk))
    return redirect(undo_address("studies", pk))
