"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from schedweb.runs import selectors
from schedweb.runs.samples import needs_welcome, welcome
from schedweb.web.asking import user_of
from schedweb.web.contexts.active import Active
from schedweb.web.contexts.comparisons import HomePage

RECENT = 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What runs now, my last comparisons, the sample; newcomers get the samples here."""
    user = user_of(request)
    if needs_welcome(user):
        welcome(user)
    return render(request, "home.html", {"page": HomePage.of(user, RECENT)})


@require_safe
def active(request: HttpRequest) -> HttpResponse:
    """What runs now (htmx); the whole page once nothing does."""
    active = Active.of(list(selectors.active_runs_of(user_of(request))))
    if not active.lines:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "parts/_active.html", {"page": HomePage(active, [], None)})
