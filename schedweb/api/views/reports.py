"""Reports: what comparisons say, as JSON and as text."""

from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from algorithms.errors import ParameterError, UnknownKeyError, UnsupportedError
from algorithms.report import REPORTS, suiting
from algorithms.report.writers import WRITERS
from schedweb.api.serializers.base import ListQuery
from schedweb.api.serializers.reports import (
    FORMATS,
    ComparisonReportOut,
    DeclaredReportOut,
    ReportQuery,
)
from schedweb.api.views.base import View, asks
from schedweb.errors import InvalidError, RefusedError
from schedweb.runs.records import records_of
from schedweb.runs.selectors import comparison_for


@extend_schema(tags=["catalogue"])
class Declared(View):
    """Every report that there is."""

    @asks(ListQuery)
    @extend_schema(responses=DeclaredReportOut(many=True))
    def list(self, request: Request) -> Response:
        """List the reports with their options."""
        return self.listed(DeclaredReportOut, list(REPORTS.values()))


@extend_schema(tags=["comparisons"])
class Suiting(View):
    """Reports of a comparison."""

    @asks(ListQuery)
    @extend_schema(responses=DeclaredReportOut(many=True))
    def list(self, request: Request, pk: str) -> Response:
        """List the reports that have something to say of a comparison."""
        return self.listed(DeclaredReportOut, suiting(records_of(comparison_for(self.user, pk))))


@extend_schema(tags=["comparisons"])
class Reports(View):
    """One report of a comparison."""

    @asks(ReportQuery)
    @extend_schema(
        responses={
            (200, "application/json"): ComparisonReportOut,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "text/markdown"): OpenApiTypes.STR,
            (200, "application/x-latex"): OpenApiTypes.STR,
        },
    )
    def retrieve(self, request: Request, pk: str, report: str) -> HttpResponseBase:
        """Show a report, with its options after the question mark, as JSON or one table as text."""
        comparison = comparison_for(self.user, pk)
        if report not in REPORTS:
            raise Http404
        options: dict[str, Any] = dict(self.query)
        ending, table = FORMATS[options.pop("format")], options.pop("of", "")
        if ending == "json" and table:
            raise InvalidError({"of": f"of is for text, JSON has every table; got {table}"})
        try:
            result = REPORTS[report].of(records_of(comparison), options)
        except UnsupportedError as error:
            raise RefusedError(f"There is no report {report} of this comparison.") from error
        except ParameterError as error:
            raise InvalidError(error.errors) from error
        if ending == "json":
            return Response(result.as_json())
        try:
            text = result.write(ending, table)
        except UnknownKeyError as error:
            raise InvalidError({"of": f"of must be one of its tables: {error}"}) from error
        kind = WRITERS[ending].media_type
        return HttpResponse(text, content_type=f"{kind}; charset=utf-8")
