"""Reading a comparison, as its owner or through a link."""

from dataclasses import replace
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from algorithms.report.standings import standings_of
from schedweb.runs import selectors
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.sharing.selectors import links_to
from schedweb.web.access import Access, comparison_at
from schedweb.web.contexts.charts import KINDS, figure, looks
from schedweb.web.contexts.comparisons import (
    ComparisonListPage,
    ComparisonPage,
    ResultsPart,
    has_ended,
    stamp,
)
from schedweb.web.contexts.environments import EnvironmentMatrix
from schedweb.web.contexts.ranking import RankingPart
from schedweb.web.contexts.ranking_charts import charts
from schedweb.web.contexts.records import comparison_record
from schedweb.web.contexts.sites import SiteMatrix
from schedweb.web.contexts.trade_offs import TradeOffPart
from schedweb.web.forms.sharing import ShareForm
from schedweb.web.http import (
    attachment,
    followed,
    query_of,
    take_new_link,
    take_refused_link,
    user_of,
)
from schedweb.web.plots import draw
from schedweb.web.run_selection import RunSelection
from schedweb.web.table_view import TableView, merged, rest_of

MATRICES: dict[str, type[SiteMatrix] | type[EnvironmentMatrix]] = {
    "sites": SiteMatrix,
    "environments": EnvironmentMatrix,
}
"""Sections with one quantity of the selected runs, by their names in addresses."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """My comparisons."""
    page = ComparisonListPage(list(selectors.comparisons_of(user_of(request))))
    return render(request, "comparisons/list.html", {"page": page})


@require_safe
def detail(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """The whole page."""
    comparison, access = comparison_at(request, pk, token)
    return page_of(request, comparison, access)


def page_of(request: HttpRequest, comparison: Comparison, access: Access) -> HttpResponse:
    """Render the page of a comparison."""
    view = TableView.of(request.GET, records_of(comparison))
    links = [] if access.is_shared else list(links_to(comparison))
    address = "" if access.is_shared else take_new_link(request, comparison.pk)
    refused = ShareForm() if access.is_shared else take_refused_link(request, comparison.pk)
    page = ComparisonPage.of(comparison, access, view, links, address, refused)
    ranking = RankingPart.of(comparison, access, view, request.GET, page.part.results.looks)
    selection = page.part.results.selection
    context = {
        "page": page,
        "part": page.part,
        **{
            name: matrix.of(comparison, selection.drawn, request.GET, access, selection.looks)
            for name, matrix in MATRICES.items()
        },
        "trades": TradeOffPart.of(comparison, access, request.GET),
        "ranking": ranking,
        "charts": charts(access, comparison, ranking.state) if ranking else None,
    }
    return render(request, "comparisons/detail.html", context)


def drawn_by(query: QueryDict, comparison: Comparison) -> RunSelection:
    """Return the selection of runs on the page with this query."""
    records = records_of(comparison)
    view = TableView.of(query, records)
    if selection := RunSelection.of_choice(records, view.draw):
        return selection
    return RunSelection.of(
        standings_of(records, baseline=view.against or None, metrics=view.columns)
    )


@require_safe
def results(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """Sentence, progress and table (htmx): for polling, and for another view of the table."""
    if "poll" in request.GET:
        comparison, _ = comparison_at(request, pk, token, selectors.with_states)
        if has_ended(comparison):
            return HttpResponse(headers={"HX-Refresh": "true"})
        if request.GET.get("seen") == stamp(comparison):
            return HttpResponse(status=204)
    comparison, access = comparison_at(request, pk, token)
    view = TableView.of(request.GET, records_of(comparison))
    current = request.headers.get("HX-Current-URL", "")
    if current:
        view = replace(view, rest=rest_of(QueryDict(urlsplit(current).query)))
    part = ResultsPart.of(comparison, access, view)
    response = render(request, "comparisons/_results.html", {"part": part})
    if current and "poll" not in request.GET:
        response["HX-Replace-Url"] = merged(current, view)
    return response


@require_safe
def plot(request: HttpRequest, kind: str, pk: str = "", token: str = "") -> HttpResponse:
    """A figure as Bokeh takes it."""
    if kind not in KINDS:
        raise Http404
    comparison, _ = comparison_at(request, pk, token)
    selection = drawn_by(request.GET, comparison)
    return JsonResponse(draw(figure(kind, comparison, selection), looks(selection)))


@require_safe
def matrix(request: HttpRequest, name: str, pk: str = "", token: str = "") -> HttpResponse:
    """One quantity of every site or environment for the selected runs (htmx)."""
    comparison, access = comparison_at(request, pk, token)
    query = query_of(request, (name,))
    selection = drawn_by(query, comparison)
    section = MATRICES[name].of(comparison, selection.drawn, query, access, selection.looks)
    if section is None:
        raise Http404
    response = render(request, f"comparisons/_{name}.html", {name: section})
    return followed(request, response, section.quantity.address)


@require_safe
def record(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """Everything on the page as JSON."""
    comparison, _ = comparison_at(request, pk, token)
    content = JsonResponse(comparison_record(comparison), json_dumps_params={"indent": 1}).content
    return attachment(content, f"{comparison.title}.json")
