"""The ranking of a comparison."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from algorithms.grid.tables import SHAPES
from algorithms.ranking import SETS
from schedweb.api.serializers.ranking import RankingOut, RankingQuery
from schedweb.api.views.base import View, asks
from schedweb.errors import InvalidError
from schedweb.runs import sheets
from schedweb.runs.cases import MAX_CASES
from schedweb.runs.chosen import RANKING, Selection, Wanted
from schedweb.runs.grid_sweeps import BESIDE
from schedweb.runs.models import Comparison
from schedweb.runs.ranking import usual_metrics
from schedweb.runs.selectors import comparison_for
from schedweb.runs.sheets import Sheet

TEXTS: dict[str, tuple[str, Callable[[Sheet, Comparison], str]]] = {
    "csv": ("text/csv", lambda sheet, _: sheets.as_csv(sheet)),
    "markdown": ("text/markdown", lambda sheet, _: sheets.as_markdown(sheet)),
    "latex": ("application/x-latex", sheets.as_latex),
}


OF_RANKING, OF_PAPER = ("set", "metrics", "each", "across"), ("sweep", "share")
"""Parameters of the general table, and of those of the grid paper."""


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
        runs, query = list(comparison.runs.all()), self.query
        if unused := _unused(query):
            raise InvalidError(unused)
        usual = SETS[query["set"]] if "set" in query else usual_metrics(runs)
        table = query["table"]
        selection = Selection.of(
            comparison,
            Wanted(
                metrics=tuple(query.get("metrics", usual)),
                cases=_cases(query.get("cases", "")),
                each=query.get("each", ""),
                across=query.get("across", ""),
                sweep=query.get("sweep", 0),
                table=table if table in SHAPES else "",
                share=query.get("share", ""),
            ),
        )
        wrong = dict(selection.problems)
        if selection.lost:
            rule = "must be comparisons of yours with a result of every method"
            wrong["cases"] = f"{rule}, got {', '.join(selection.lost)}"
        if wrong:
            raise InvalidError({name: f"{name} {rule}" for name, rule in wrong.items()})
        return selection


def _cases(given: str) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(key.strip() for key in given.split(",") if key.strip()))
    if len(found) > MAX_CASES:
        raise InvalidError({"cases": f"cases must be at most {MAX_CASES}, got {len(found):,}"})
    return found


def _unused(query: Mapping[str, Any]) -> dict[str, str]:
    """Return what was given and would change nothing, by name with the reason."""
    found: dict[str, str] = {}
    table = query["table"]
    if table == RANKING:
        found |= dict.fromkeys(OF_PAPER, "is for tables of Quezada-Pina et al. 2012, not ranking")
    else:
        found |= dict.fromkeys(OF_RANKING, f"is for table=ranking, not {table}")
    if table == BESIDE or (table in SHAPES and not SHAPES[table].needs_share):
        found["share"] = f"is for tables that need one, not {table}"
    if query["format"] == "json":
        found["across"] = "is for text: JSON has lines and methods by name"
    if "set" in query:
        found["metrics"] = "must be left out beside set, which names metrics, too"
    return {name: f"{name} {reason}" for name, reason in found.items() if name in query}
