"""The chart of makespan and deployments."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from parsched.report.trade_offs.trades import Trades
from schedweb.runs.records import records_of
from schedweb.web.access import comparison_at
from schedweb.web.contexts.trade_offs import TradeOffView
from schedweb.web.figures import FILE
from schedweb.web.plots.trade_offs import trade_offs
from schedweb.web.views.figures import figure


@require_safe
def plot(request: HttpRequest, pk: str = "", token: str = "") -> HttpResponse:
    """The chart as Bokeh takes it, or the plane of makespan and deployments as a file."""
    if FILE in request.GET:
        return figure(request, "comparison_trade_offs_plot", pk, token)
    trades = _trades_at(request, pk, token)
    view = TradeOffView.of(request.GET, trades)
    return JsonResponse(trade_offs(trades, view.axes, view.target))


def _trades_at(request: HttpRequest, pk: str, token: str) -> Trades:
    comparison, _ = comparison_at(request, pk, token)
    if (trades := Trades.of(records_of(comparison))) is None:
        raise Http404
    return trades
