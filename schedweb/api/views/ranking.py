"""The ranking of a comparison."""

from collections.abc import Callable

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from schedweb.api.serializers.ranking import RankingOut, RankingQuery
from schedweb.api.views.base import View, asks
from schedweb.errors import InvalidError
from schedweb.runs import sheets
from schedweb.runs.cases import possible_cases
from schedweb.runs.chosen import BEST, Selection, Wanted
from schedweb.runs.models import Comparison
from schedweb.runs.ranking import SETS, usual_metrics
from schedweb.runs.selectors import comparison_for
from schedweb.runs.sheets import Sheet

TEXTS: dict[str, tuple[str, Callable[[Sheet, Comparison], str]]] = {
    "csv": ("text/csv", lambda sheet, _: sheets.as_csv(sheet)),
    "markdown": ("text/markdown", lambda sheet, _: sheets.as_markdown(sheet)),
    "latex": ("application/x-latex", sheets.as_latex),
}


@extend_schema(tags=["comparisons"])
class RankingTable(View):
    """Degradations, means and ranks."""

    @asks(RankingQuery)
    @extend_schema(
        responses={
            (200, "application/json"): RankingOut,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "text/markdown"): OpenApiTypes.STR,
            (200, "application/x-latex"): OpenApiTypes.STR,
        },
    )
    def retrieve(self, request: Request, pk: str) -> HttpResponseBase:
        """Rank the finished runs over metrics and cases, as JSON or text.

        Of runs of `grid` that differ in strategy and admissible share, also the tables of
        Quezada-Pina et al. 2012.
        """
        comparison = comparison_for(self.user, pk)
        selection = self._selection(comparison)
        if (sheet := selection.sheet(key := self.query["table"])) is None:
            there = ", ".join(selection.keys)
            raise InvalidError({"table": f"table must be one of its own: {there}; got {key}"})
        if (wanted := self.query["format"]) in TEXTS:
            kind, write = TEXTS[wanted]
            return HttpResponse(write(sheet, comparison), content_type=f"{kind}; charset=utf-8")
        return Response(sheet.as_json())

    def _selection(self, comparison: Comparison) -> Selection:
        runs = list(comparison.runs.all())
        usual = SETS[self.query["set"]] if "set" in self.query else usual_metrics(runs)
        metrics = self.query.get("metrics", usual)
        cases = [key.strip() for key in self.query.get("cases", "").split(",") if key.strip()]
        possible = {other.pk for other in possible_cases(comparison)} if cases else set()
        selection = Selection.of(
            comparison,
            Wanted(
                metrics=tuple(metrics),
                cases=tuple(dict.fromkeys(cases)),
                each=self.query.get("each", ""),
                across=self.query.get("across", ""),
                sweep=self.query["sweep"],
                share=self.query.get("share", ""),
            ),
            possible,
        )
        if selection.lost:
            rule = "must be comparisons of yours with a result of every method"
            raise InvalidError({"cases": f"cases {rule}, got {', '.join(selection.lost)}"})
        _check(selection, self.query.get("each", ""))
        return selection


def _check(selection: Selection, each: str) -> None:
    """Refuse a parameter, a share and a sweep that are not there; the page takes the usual ones
    instead."""
    wanted, sweep = selection.wanted, selection.sweep
    if each != wanted.each:
        there = ", ".join(split.name for split in selection.splits) or "none here"
        rule = f"must be a parameter that two methods or more have all values of: {there}"
        raise InvalidError({"each": f"each {rule}; got {each}"})
    if sweep is None:
        return
    if wanted.sweep >= len(selection.sweeps):
        rule = f"must be below {len(selection.sweeps)}, the number of sweeps"
        raise InvalidError({"sweep": f"sweep {rule}, got {wanted.sweep}"})
    shares = [*(f"{a:g}" for a in sweep.shares), BEST]
    if wanted.share and wanted.share not in shares:
        raise InvalidError({"share": f"share must be one of {', '.join(shares)}"})
