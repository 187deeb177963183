"""Trade-offs of makespan and deployments: the section alone, its chart, and its table as files."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from algorithms.report.trade_offs.trades import Trades
from schedweb.runs.records import records_of
from schedweb.web.access import comparison_at
from schedweb.web.contexts.trade_offs import KEYS, TradeOffPart, TradeOffView
from schedweb.web.http import followed, query_of
from schedweb.web.plots.trade_offs import trade_offs


@require_safe
def part(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """The section alone (htmx)."""
    comparison, access = comparison_at(request, pk, token)
    if (section := TradeOffPart.of(comparison, access, query_of(request, KEYS))) is None:
        raise Http404
    response = render(request, "comparisons/_trade_offs.html", {"trades": section})
    return followed(request, response, section.view.address(section.home))


@require_safe
def plot(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """The chart as Bokeh takes it."""
    trades = _trades_at(request, pk, token)
    view = TradeOffView.of(request.GET, trades)
    return JsonResponse(trade_offs(trades, view.axes, view.target))


def _trades_at(request: HttpRequest, pk: str, token: str) -> Trades:
    comparison, _ = comparison_at(request, pk, token)
    if (trades := Trades.of(records_of(comparison))) is None:
        raise Http404
    return trades
