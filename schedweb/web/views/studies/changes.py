"""Changes that owners make to studies."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from schedweb.base.errors import RefusedError
from schedweb.studies import services
from schedweb.studies.selectors import study_for
from schedweb.web.confirming import confirmed_in
from schedweb.web.editing import EditForm, edited, repetitions_form, texts_form
from schedweb.web.http import user_of
from schedweb.web.lists import undo_address


def _changed(request: HttpRequest, pk: str, change: Callable[..., None]) -> HttpResponse:
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
    return _changed(request, pk, partial(services.continue_study, confirmed=confirmed_in(request)))


@require_POST
def stop(request: HttpRequest, pk: str) -> HttpResponse:
    """End what computes; the study can go on later."""
    return _changed(request, pk, services.stop_study)


@require_POST
def retry(request: HttpRequest, pk: str) -> HttpResponse:
    """Compute again what failed or cannot be read."""
    return _changed(request, pk, partial(services.retry_failed, confirmed=confirmed_in(request)))


@require_POST
def repeat(request: HttpRequest, pk: str) -> HttpResponse:
    """Add repetitions."""
    repeat_more = partial(services.repeat_more, confirmed=confirmed_in(request))
    return _edited(request, pk, repeat_more, repetitions_form)


@require_POST
def describe(request: HttpRequest, pk: str) -> HttpResponse:
    """Change title and note."""
    return _edited(request, pk, services.describe_study)


def _edited(
    request: HttpRequest,
    pk: str,
    change: Callable[..., object],
    form_of: Callable[..., EditForm] = texts_form,
) -> HttpResponse:
    """Change what a form of a study says, or show it with what is wrong."""
    find = partial(study_for, user_of(request), pk)
    return edited(request, reverse("study", args=(pk,)), find, change, form_of)


@require_POST
def delete(request: HttpRequest, pk: str) -> HttpResponse:
    """Put a study into the trash."""
    services.delete_study(study_for(user_of(request), pk))
    return redirect(undo_address("studies", pk))
