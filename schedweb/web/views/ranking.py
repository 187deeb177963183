"""The ranking of a comparison: its tables as files, and its charts."""

import json
from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from schedweb.runs import sheets
from schedweb.runs.chosen import RANKING
from schedweb.runs.models import Comparison
from schedweb.runs.sheets import Sheet
from schedweb.runs.tables import build_table
from schedweb.web.asking import attachment, followed, query_of
from schedweb.web.contexts.ranking import Asked, RankingPart
from schedweb.web.contexts.ranking_charts import FIGURES, charts
from schedweb.web.contexts.ranking_view import KEYS
from schedweb.web.doors import comparison_at
from schedweb.web.drawn import Drawn
from schedweb.web.palette import Style
from schedweb.web.viewing import View

EXPORTS: dict[str, Callable[[Sheet, Comparison], str]] = {
    "csv": lambda sheet, _: sheets.as_csv(sheet),
    "md": lambda sheet, _: sheets.as_markdown(sheet),
    "tex": sheets.as_latex,
    "json": lambda sheet, _: json.dumps(sheet.as_json(), indent=1, ensure_ascii=False),
}


@require_safe
def part(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """The section alone (htmx)."""
    comparison, door = comparison_at(request, pk, token)
    query = query_of(request, KEYS)
    view = View.of(query, list(comparison.runs.all()))
    ranking = RankingPart.of(comparison, door, view, query, _looks(comparison, view))
    if ranking is None:
        raise Http404
    shown = {"ranking": ranking, "charts": charts(door, comparison, ranking.asked)}
    response = render(request, "comparisons/_ranking.html", shown)
    return followed(request, response, ranking.view.address(ranking.address))


@require_safe
def table(request: HttpRequest, extension: str, pk: str = "", token: str = "") -> HttpResponse:
    """The ranking, or a table in the shape of the grid paper's, as a file."""
    if extension not in EXPORTS:
        raise Http404
    comparison, asked = _asked(request, pk, token)
    key = request.GET.get("of", RANKING)
    if (sheet := asked.selection.sheet(key)) is None:
        raise Http404
    name = f"{comparison.title} {key}.{extension}"
    return attachment(EXPORTS[extension](sheet, comparison), name)


@require_safe
def plot(request: HttpRequest, kind: str, pk: str = "", token: str = "") -> HttpResponse:
    """A chart of the ranking as Bokeh takes it."""
    if kind not in FIGURES:
        raise Http404
    comparison, asked = _asked(request, pk, token)
    looks = _looks(comparison, asked.table)
    if (figure := FIGURES[kind](asked.selection, request.GET.get("of", ""), looks)) is None:
        raise Http404
    return JsonResponse(figure)


def _asked(request: HttpRequest, pk: str, token: str) -> tuple[Comparison, Asked]:
    """Return what the address asks for; a reader with a link sees no other comparison as a case."""
    comparison, door = comparison_at(request, pk, token)
    table = View.of(request.GET, list(comparison.runs.all()))
    return comparison, Asked.of(comparison, request.GET, table, door)


def _looks(comparison: Comparison, view: View) -> Mapping[str, Style]:
    """Return how runs look on the page."""
    runs = list(comparison.runs.all())
    if chosen := Drawn.chosen(runs, view.draw):
        return chosen.looks
    return Drawn.of(build_table(runs, baseline=view.against or None, metrics=view.columns)).looks
