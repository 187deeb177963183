"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from schedweb.runs import selectors
from schedweb.runs.samples import awaits_welcome, can_be_made
from schedweb.studies.samples import welcome
from schedweb.web.contexts.home import HomePage
from schedweb.web.finding import FindPage, FindView
from schedweb.web.http import narrowed, user_of

RECENT = 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What runs, recent comparisons and studies, and the sample; new users get the samples here,
    once the loops that compute them are compiled."""
    user = user_of(request)
    awaits = awaits_welcome(user)
    if awaits and can_be_made():
        welcome(user)
        awaits = False
    page = HomePage.of(user, RECENT, awaits_samples=awaits)
    return render(request, "home.html", {"page": page})


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Everything of mine that has the words of a search."""
    page = FindPage(FindView.of(request.GET), user_of(request))
    return narrowed(request, "find.html", {"page": page}, page.view.query)


@require_safe
def active(request: HttpRequest) -> HttpResponse:
    """What runs (htmx); the whole page once none is left, once the first comparison has ended,
    and once the samples can be made."""
    user = user_of(request)
    awaits = awaits_welcome(user)
    page = HomePage.of_active(user, awaits_samples=awaits, awaits_first="first" in request.GET)
    has_ended = page.awaits_first and selectors.last_finished(user) is not None
    can_welcome = page.awaits_samples and can_be_made()
    if not page.is_active or has_ended or can_welcome:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "parts/_active.html", {"page": page})
