"""What environments were given, under all runs of a comparison and under one, as files."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from schedweb.runs.environments import environments_as_csv
from schedweb.runs.models import Run
from schedweb.web.asking import attachment
from schedweb.web.doors import comparison_at, run_at


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
