"""Reports: what comparisons and studies say, as JSON and as text."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from django.http import Http404, HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from parsched import studies
from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.report import REPORTS, DeclaredReport, Records, caption, suiting
from parsched.report.printing import ENDINGS
from parsched.report.registry import FILES, Drawable
from parsched.report.writers import WRITERS
from schedweb.api.serializers.base import ListQuery
from schedweb.api.serializers.reports import (
    FORMATS,
    ComparisonReportOut,
    DeclaredReportOut,
    ReportQuery,
    StudyReportQuery,
)
from schedweb.api.serializers.tasks import TaskOut
from schedweb.api.views.base import View, asks
from schedweb.api.views.tasks import WaitingView
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.runs.figures import OWN, file_of, sheet_of
from schedweb.runs.records import records_of
from schedweb.runs.selectors import comparison_for
from schedweb.studies.files import file_of_report
from schedweb.studies.reading import cells_of
from schedweb.studies.selectors import study_for
from schedweb.workers.models import Task


@extend_schema(tags=["catalogue"])
class DeclaredReports(View):
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


@extend_schema(tags=["studies"])
class SuitingStudy(View):
    """Reports of a study."""

    @asks(ListQuery)
    @extend_schema(responses=DeclaredReportOut(many=True))
    def list(self, request: Request, pk: str) -> Response:
        """List the reports that have something to say of a study."""
        cells = cells_of(study_for(self.user, pk))
        return self.listed(DeclaredReportOut, suiting(cells, studies.REPORTS))


Write = Callable[[DeclaredReport, dict[str, Any], str, str], str | Task]
"""Takes a report, its options, the ending of a file and the key of a table."""


class Written(WaitingView):
    """What reports of comparisons and of studies have in common; `noun` is what they are of."""

    noun: ClassVar[str]

    def written(
        self, reports: Mapping[str, DeclaredReport], key: str, subject: Any, write: Write
    ) -> HttpResponseBase:
        """Answer with a report on something, as it was asked for."""
        if key not in reports:
            raise Http404
        options: dict[str, Any] = dict(self.query)
        printed = {name: options.pop(name) for name in (*OWN, "figure") if name in options}
        ending, table = FORMATS[options.pop("format")], options.pop("of", "")
        if ending == "json" and table:
            raise InvalidError({"of": f"of is for text, JSON has every table; got {table}"})
        if not reports[key].suits(subject):
            raise RefusedError(f"There is no report {key} of this {self.noun}.")
        if ending in ENDINGS or "figure" in printed or (ending == "csv" and key == "gantt"):
            return self._drawn(reports[key], subject, options, ending, printed)
        if printed:
            name = next(iter(printed))
            raise InvalidError({name: f"{name} is about figures: choose format svg, pdf or png"})
        try:
            text = write(reports[key], options, ending, table)
        except ParameterError as error:
            raise InvalidError(error.errors) from error
        except UnknownKeyError as error:
            raise InvalidError({"of": f"of must be one of its tables: {error}"}) from error
        kind = f"{WRITERS[ending].media_type}; charset=utf-8"
        if isinstance(text, Task):
            return self.file(text, f"{key}.{ending}", kind)
        return HttpResponse(text, content_type="application/json" if ending == "json" else kind)

    def _drawn(
        self,
        declared: DeclaredReport,
        subject: Any,
        options: dict[str, Any],
        ending: str,
        printed: Mapping[str, str],
    ) -> HttpResponseBase:
        """Answer with a figure as a file."""
        if ending not in FILES:
            raise InvalidError({"figure": f"figure is for {', '.join(FILES)}, got {ending}"})
        try:
            figure = declared.of(subject, options).figure(printed.get("figure", ""))
        except ParameterError as error:
            raise InvalidError(error.errors) from error
        except UnknownKeyError as error:
            raise InvalidError({"figure": f"figure must be one of them: {error}"}) from error
        sheet = sheet_of(printed, lambda: self.captioned(figure, subject))
        content = file_of(figure, ending, sheet)
        return self.file(content, f"{declared.key}-{figure.key}.{ending}", MEDIA[ending])

    def captioned(self, figure: Drawable, subject: Any) -> str:
        """Say what a figure of something shows."""
        return caption(figure, subject) if isinstance(subject, Records) else figure.title


MEDIA = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"} | {
    "csv": "text/csv; charset=utf-8"
}
TEXTS = {
    (200, "application/json"): ComparisonReportOut,
    (200, "text/csv"): OpenApiTypes.STR,
    (200, "text/markdown"): OpenApiTypes.STR,
    (200, "application/x-latex"): OpenApiTypes.STR,
    **{(200, MEDIA[ending]): OpenApiTypes.BINARY for ending in ENDINGS},
}


@extend_schema(tags=["comparisons"])
class Reports(Written):
    """One report of a comparison."""

    noun = "comparison"

    @asks(ReportQuery)
    @extend_schema(responses=TEXTS)
    def retrieve(self, request: Request, pk: str, report: str) -> HttpResponseBase:
        """Show a report, with its options after the question mark, as JSON or one table as text."""
        records = records_of(comparison_for(self.user, pk))

        def write(declared: DeclaredReport, options: Any, ending: str, table: str) -> str:
            return declared.of(records, options).write(ending, table)

        return self.written(REPORTS, report, records, write)


@extend_schema(tags=["studies"])
class StudyReports(Written):
    """One report of a study."""

    noun = "study"

    @asks(StudyReportQuery)
    @extend_schema(responses={**TEXTS, 202: TaskOut})
    def retrieve(self, request: Request, pk: str, report: str) -> HttpResponseBase:
        """Show a report, with its options after the question mark, as JSON or one table as text;
        a worker writes long ones."""
        study = study_for(self.user, pk)
        cells = cells_of(study)
        write = partial(file_of_report, study, cells)
        return self.written(studies.REPORTS, report, cells, write)
