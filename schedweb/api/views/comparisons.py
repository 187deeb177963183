"""Comparisons: several algorithms on one workload and one machine."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from algorithms.errors import ParameterError
from algorithms.problem.instance import Instance, Rules
from schedweb.api.serializers.comparisons import (
    ComparisonBrief,
    ComparisonIn,
    ComparisonOut,
    ComparisonPatch,
    ComparisonsQuery,
    EntriesIn,
    ParetoOut,
    TableOut,
    TableQuery,
)
from schedweb.api.serializers.runs import CancelIn
from schedweb.api.views.base import View, asks
from schedweb.errors import InvalidError
from schedweb.runs import exports, services
from schedweb.runs.entries import Entry
from schedweb.runs.pareto import pareto
from schedweb.runs.ready_made import chosen
from schedweb.runs.selectors import comparison_for, comparisons_of
from schedweb.runs.tables import build_table

OURS = re.compile(r"entries\b(\.(?P<index>\d+))?")


@extend_schema(tags=["comparisons"])
class Comparisons(View):
    """Comparisons with their runs and result tables."""

    @asks(ComparisonsQuery)
    @extend_schema(responses=ComparisonBrief(many=True))
    def list(self, request: Request) -> Response:
        """List your comparisons."""
        return self.listed(ComparisonBrief, comparisons_of(self.user))

    @extend_schema(request=ComparisonIn, responses={201: ComparisonOut})
    def create(self, request: Request) -> Response:
        """Compare algorithms on a workload and a cluster; the runs are queued at once."""
        given = self.given(ComparisonIn)
        with _chosen(given, _instance(given)) as entries:
            made = services.create_comparison(self.user, entries=entries, **given)
        return self._again(made.pk, status=201)

    @extend_schema(responses=ComparisonOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a comparison: state of its runs, result table, summary."""
        return self._again(pk)

    @extend_schema(request=ComparisonPatch, responses=ComparisonOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change title and note."""
        comparison = comparison_for(self.user, pk)
        now = {"title": comparison.title, "note": comparison.note}
        services.describe_comparison(comparison, **{**now, **self.given(ComparisonPatch)})
        return self._again(pk)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Delete a comparison with its runs and share links."""
        services.delete_comparison(comparison_for(self.user, pk))
        return Response(status=204)

    @extend_schema(request=EntriesIn, responses={201: ComparisonOut})
    def extend(self, request: Request, pk: str) -> Response:
        """Add algorithms to a comparison."""
        comparison = comparison_for(self.user, pk)
        given = self.given(EntriesIn)
        with _chosen(given, comparison.instance()) as entries:
            services.add_runs(comparison, entries)
        return self._again(pk, status=201)

    @extend_schema(request=CancelIn, responses=ComparisonOut)
    def cancel(self, request: Request, pk: str) -> Response:
        """Cancel every run that has not ended.

        Those that wait are cancelled at once, those that compute are asked to stop and keep the
        best schedule that they have; a second call changes nothing. With `discard` all of them are
        cancelled at once and keep nothing.
        """
        comparison = comparison_for(self.user, pk)
        discard = self.given(CancelIn)["discard"]
        services.stop_comparison(comparison)
        if discard:
            services.discard_comparison(comparison)
        return self._again(pk)

    def _again(self, pk: str, status: int = 200) -> Response:
        return self.shown(ComparisonOut, comparison_for(self.user, pk), status)


@extend_schema(tags=["comparisons"])
class ResultTable(View):
    """The result table alone."""

    @asks(TableQuery)
    @extend_schema(
        responses={
            (200, "application/json"): TableOut,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "text/markdown"): OpenApiTypes.STR,
            (200, "application/x-latex"): OpenApiTypes.STR,
        },
    )
    def retrieve(self, request: Request, pk: str) -> HttpResponseBase:
        """Show the result table, with another baseline or other metrics, as JSON or text."""
        comparison = comparison_for(self.user, pk)
        runs = list(comparison.runs.all())
        baseline = self.query.get("baseline")
        if baseline is not None and baseline not in [run.pk for run in runs]:
            raise InvalidError({"baseline": f"baseline must be a run of it, got {baseline}"})
        table = build_table(runs, baseline=baseline, metrics=self.query.get("metrics"))
        match self.query["format"]:
            case "csv":
                return _text(exports.as_csv(table), "text/csv")
            case "markdown":
                return _text(exports.as_markdown(table), "text/markdown")
            case "latex":
                return _text(exports.as_latex(table, comparison), "application/x-latex")
        return Response(table.as_json())


@extend_schema(tags=["comparisons"])
class ParetoPlot(View):
    """Both criteria at once."""

    @extend_schema(responses=ParetoOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show the runs that are done by makespan and Σ w·C, and the Pareto front."""
        return Response(pareto(list(comparison_for(self.user, pk).runs.all())).as_json())


def _text(content: str, kind: str) -> HttpResponse:
    return HttpResponse(content, content_type=f"{kind}; charset=utf-8")


def _instance(given: Mapping[str, Any]) -> Instance:
    """Return what is to be solved; raises `InvalidError`."""
    try:
        rules = Rules.from_mapping(given["rules"])
    except ParameterError as error:
        raise InvalidError({f"rules.{n}": text for n, text in error.errors.items()}) from error
    return Instance(given["workload"].load(), given["cluster"].platform(), rules)


@contextmanager
def _chosen(given: dict[str, Any], instance: Instance) -> Iterator[list[Entry]]:
    """Take what was chosen out of what was given, as the services call it; errors that come back
    are called as here."""
    own = [Entry(**item) for item in given.pop("algorithms", [])]
    key = given.pop("ready_made", None)
    try:
        yield chosen(own, key, instance)
    except InvalidError as error:
        fields = {_named(name, len(own)): text for name, text in reversed(error.errors.items())}
        raise InvalidError(dict(reversed(fields.items()))) from error


def _named(name: str, own: int) -> str:
    """Call a field as here: after one's own entries come those of the ready-made comparison."""
    if not (found := OURS.match(name)):
        return name
    index = found["index"]
    is_own = own if index is None else int(index) < own
    return f"algorithms{name.removeprefix('entries')}" if is_own else "ready_made"
