"""Charts of the ranking of a comparison."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from algorithms.report.palette import Style
from algorithms.report.standings import standings_of
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.web.access import comparison_at
from schedweb.web.contexts.ranking import RankingState
from schedweb.web.contexts.ranking_charts import figure
from schedweb.web.plots import draw
from schedweb.web.run_selection import RunSelection
from schedweb.web.table_view import TableView


@require_safe
def plot(request: HttpRequest, kind: str, pk: str = "", token: str = "") -> HttpResponse:
    """A chart of the ranking as Bokeh takes it."""
    comparison, state = _state(request, pk, token)
    chart = figure(kind, state.selection, request.GET.get("of", ""))
    if chart is None:
        raise Http404
    return JsonResponse(draw(chart, _looks(comparison, state.table)))


def _state(request: HttpRequest, pk: str, token: str) -> tuple[Comparison, RankingState]:
    """Return the state in the address; readers with a link see no other comparison as a case."""
    comparison, access = comparison_at(request, pk, token)
    table = TableView.of(request.GET, records_of(comparison))
    return comparison, RankingState.of(comparison, request.GET, table, access)


def _looks(comparison: Comparison, view: TableView) -> Mapping[str, Style]:
    """Return the styles of runs on the page."""
    records = records_of(comparison)
    if selection := RunSelection.of_choice(records, view.draw):
        return selection.looks
    return RunSelection.of(
        standings_of(records, baseline=view.against or None, metrics=view.columns)
    ).looks
