"""What the papers say, section by section, and where each of it stands here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from schedweb.web.contexts.papers import PapersPage


@require_safe
def papers(request: HttpRequest) -> HttpResponse:
    """The tables of all papers."""
    return render(request, "papers.html", {"page": PapersPage.of()})
