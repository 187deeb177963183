"""What is tested against what, with the last figures."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from schedweb.base.evidence import EvidencePage


@require_safe
def evidence(request: HttpRequest) -> HttpResponse:
    """The page of the evidence."""
    return render(request, "evidence.html", {"page": EvidencePage.of()})
