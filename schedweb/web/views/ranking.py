"""The ranking of a comparison: its tables as files, and its charts."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from algorithms.report.palette import Style
from algorithms.report.standings import standings_of
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.web.access import comparison_at
from schedweb.web.contexts.ranking import RankingPart, RankingState
from schedweb.web.contexts.ranking_charts import charts, figure
from schedweb.web.contexts.ranking_view import KEYS
from schedweb.web.http import followed, query_of
from schedweb.web.plots import draw
from schedweb.web.run_selection import RunSelection
from schedweb.web.table_view import TableView


@require_safe
def part(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """The section alone (htmx)."""
    comparison, access = comparison_at(request, pk, token)
    query = query_of(request, KEYS)
    view = TableView.of(query, records_of(comparison))
    ranking = RankingPart.of(comparison, access, view, query, _looks(comparison, view))
    if ranking is None:
        raise Http404
    context = {"ranking": ranking, "charts": charts(access, comparison, ranking.state)}
    response = render(request, "comparisons/_ranking.html", context)
    return followed(request, response, ranking.view.address(ranking.address))


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
