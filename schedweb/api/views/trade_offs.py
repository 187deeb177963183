"""Trade-offs of a comparison."""

from collections.abc import Callable

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from schedweb.api.serializers.trade_offs import TradeOffsOut, TradeOffsQuery
from schedweb.api.views.base import View, asks
from schedweb.errors import RefusedError
from schedweb.runs import trade_off_files
from schedweb.runs.selectors import comparison_for
from schedweb.runs.trade_offs import Trades

TEXTS: dict[str, tuple[str, Callable[[Trades], str]]] = {
    "csv": ("text/csv", trade_off_files.as_csv),
    "markdown": ("text/markdown", trade_off_files.as_markdown),
    "latex": ("application/x-latex", trade_off_files.as_latex),
}


@extend_schema(tags=["comparisons"])
class TradeOffs(View):
    """Makespan, deployments and Σ C at once."""

    @asks(TradeOffsQuery)
    @extend_schema(
        responses={
            (200, "application/json"): TradeOffsOut,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "text/markdown"): OpenApiTypes.STR,
            (200, "application/x-latex"): OpenApiTypes.STR,
        },
    )
    def retrieve(self, request: Request, pk: str) -> HttpResponseBase:
        """Show makespan, deployments and Σ C of every run, the front, bounds and guarantees for λ.

        For jobs that need environments: refused as long as no run has a result with deployments.
        """
        if (found := Trades.of(comparison_for(self.user, pk))) is None:
            raise RefusedError("No run of this comparison has a result with deployments.")
        if (wanted := self.query["format"]) in TEXTS:
            kind, write = TEXTS[wanted]
            return HttpResponse(write(found), content_type=f"{kind}; charset=utf-8")
        return Response(trade_off_files.as_json(found))
