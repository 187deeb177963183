"""What environments were given, under all runs of a comparison and under one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from schedweb.runs.environments import environments_as_csv
from schedweb.runs.models import Run
from schedweb.web.asking import attachment
from schedweb.web.contexts.environments import EnvironmentMatrix
from schedweb.web.doors import comparison_at, run_at
from schedweb.web.views.comparisons import drawn_by


@require_safe
def part(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """One quantity of environments under the runs that are drawn (htmx)."""
    comparison, door = comparison_at(request, pk, token)
    drawn = drawn_by(request, comparison)
    matrix = EnvironmentMatrix.of(comparison, drawn.drawn, request.GET, door, drawn.looks)
    if matrix is None:
        raise Http404
    response = render(request, "comparisons/_environments.html", {"environments": matrix})
    if current := request.headers.get("HX-Current-URL"):
        response["HX-Replace-Url"] = matrix.address(current)
    return response


@require_safe
def table(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """Every quantity of every environment under every run, as a file."""
    comparison, _ = comparison_at(request, pk, token)
    return _file(list(comparison.runs.all()), comparison.title)


@require_safe
def of_run(request: HttpRequest, pk: str, token: str = "") -> HttpResponse:
    """What each environment was given, as a file."""
    run, _ = run_at(request, pk, token)
    return _file([run], run.label)


def _file(runs: list[Run], title: str) -> HttpResponse:
    if not any(run.grouping for run in runs):
        raise Http404
    return attachment(environments_as_csv(runs), f"{title} environments.csv")
