"""Changes that owners make to comparisons and runs."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from schedweb.base.errors import RefusedError
from schedweb.runs import renewing, selectors, services
from schedweb.web.confirming import confirmed_in
from schedweb.web.editing import edited
from schedweb.web.http import user_of
from schedweb.web.lists import undo_address


@require_POST
def describe(request: HttpRequest, pk: str) -> HttpResponse:
    """Change title and note."""
    find = partial(selectors.comparison_for, user_of(request), pk)
    return edited(request, reverse("comparison", args=(pk,)), find, services.describe_comparison)


@require_POST
def delete(request: HttpRequest, pk: str) -> HttpResponse:
    """Put a comparison into the trash."""
    services.delete_comparison(selectors.comparison_for(user_of(request), pk))
    return redirect(undo_address("comparisons", pk))


@require_POST
def cancel_all(request: HttpRequest, pk: str) -> HttpResponse:
    """Cancel every queued run and stop computing ones, which keep their best schedules; with
    `discard`, give up the schedules of the runs that are stopping.

    The button that was clicked decides, not the current states of the runs: they may have changed.
    """
    comparison = selectors.comparison_for(user_of(request), pk)
    if "discard" in request.POST:
        services.discard_comparison(comparison)
    else:
        services.stop_comparison(comparison)
    return redirect("comparison", pk)


@require_POST
def retry_all(request: HttpRequest, pk: str) -> HttpResponse:
    """Queue every failed or cancelled run again."""
    comparison = selectors.comparison_for(user_of(request), pk)
    services.retry_ended(comparison, confirmed=confirmed_in(request))
    return redirect("comparison", pk)


@require_POST
def recompute(request: HttpRequest, pk: str) -> HttpResponse:
    """Queue again everything that an older version computed; requests from the page of a run return
    to it."""
    comparison = selectors.comparison_for(user_of(request), pk)
    try:
        renewing.recompute(comparison, confirmed=confirmed_in(request))
    except RefusedError as error:
        messages.error(request, str(error))
    run = comparison.runs.filter(pk=request.POST.get("run", "")).first()
    return redirect("run", run.pk) if run else redirect("comparison", pk)


@require_POST
def cancel_run(request: HttpRequest, pk: str) -> HttpResponse:
    """Cancel a queued run, or stop a computing one; with `discard`, give up the schedule of a run
    that is stopping.

    Requests from the page of the run return to it.
    """
    run = selectors.run_for(user_of(request), pk)
    if "discard" in request.POST:
        services.discard_run(run)
    else:
        services.stop_run(run)
    if request.POST.get("from") == "run":
        return redirect("run", pk)
    return redirect("comparison", run.comparison.pk)


@require_POST
def retry_run(request: HttpRequest, pk: str) -> HttpResponse:
    """Queue one run again."""
    run = selectors.run_for(user_of(request), pk)
    try:
        services.retry_run(run, confirmed=confirmed_in(request))
    except RefusedError as error:
        messages.error(request, str(error))
    return redirect("comparison", run.comparison.pk)


@require_POST
def delete_run(request: HttpRequest, pk: str) -> HttpResponse:
    """Take a run out of its comparison."""
    run = selectors.run_for(user_of(request), pk)
    try:
        services.delete_run(run)
    except RefusedError as error:
        messages.error(request, str(error))
        return redirect("run", pk)
    messages.success(request, f"{run.label} is taken out.")
    return redirect("comparison", run.comparison.pk)


@require_POST
def describe_run(request: HttpRequest, pk: str) -> HttpResponse:
    """Change the note on a run."""
    find = partial(selectors.run_for, user_of(request), pk)
    return edited(request, reverse("run", args=(pk,)), find, services.describe_run)
