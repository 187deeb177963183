"""Why did this job wait? A page of a run, and a part of pages with charts (htmx)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from schedweb.runs.models import Run
from schedweb.web.access import Access, comparison_at, run_at
from schedweb.web.contexts.why import WhyPage

LONGEST_ID = 200
"""Characters of an id that are read."""


@require_safe
def of_run(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """The answer for a job of a run."""
    return _answered(request, *run_at(request, pk, token))


@require_safe
def of_comparison(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """The answer for a job of a chosen run of a comparison."""
    comparison, access = comparison_at(request, pk, token)
    key = request.GET.get("run", "")
    run = next((one for one in comparison.runs.all() if one.pk == key), None)
    if run is None:
        raise Http404
    return _answered(request, run, access)


def _answered(request: HttpRequest, run: Run, access: Access) -> HttpResponse:
    if not run.is_done or not run.schedule:
        raise Http404
    page = WhyPage.of(run, access, request.GET.get("job", "")[:LONGEST_ID])
    is_part = "HX-Request" in request.headers
    # htmx leaves out what is no success.
    status = 404 if page.fault and not is_part else 200
    template = "runs/_why.html" if is_part else "runs/why.html"
    return render(request, template, {"page": page}, status=status)
