"""Reports in answers."""

from collections.abc import Mapping
from typing import Any, ClassVar, get_args

from rest_framework import serializers

from parsched import studies
from parsched.report import REPORTS, DeclaredReport
from parsched.report.figure import KINDS
from parsched.report.printing import ENDINGS, Theme, Time, Width
from schedweb.api.serializers.base import Input, Output
from schedweb.api.serializers.fields import StatedChoice, StatedText

FORMATS = {"json": "json", "csv": "csv", "markdown": "md", "latex": "tex"} | {
    ending: ending for ending in ENDINGS
}
"""Endings of files by what the API calls them."""
LONGEST = 2_000


class DeclaredReportOut(Output):
    key = serializers.CharField()
    title = serializers.CharField()
    help = serializers.CharField(help_text="What it says.")
    options = serializers.SerializerMethodField(help_text="JSON schema of its options.")

    def get_options(self, declared: DeclaredReport) -> dict[str, Any]:
        return declared.options.json_schema()


class ReportColumnOut(Output):
    key = serializers.CharField()
    title = serializers.CharField()
    unit = serializers.CharField(help_text="Blank where there is none, or the title has it.")
    formula = serializers.CharField(allow_blank=True)
    better = serializers.ChoiceField(choices=["lower", "higher", "neither"])
    is_number = serializers.BooleanField()


class ReportTableOut(Output):
    """A table for programs: all digits, units as stored."""

    key = serializers.CharField()
    title = serializers.CharField()
    columns = ReportColumnOut(many=True)
    rows = serializers.ListField(
        child=serializers.DictField(allow_empty=True), help_text="Values by key of the column."
    )
    notes = serializers.ListField(child=serializers.CharField())


class ReportFigureOut(Output):
    """Series over two axes."""

    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(choices=list(KINDS), help_text="What most of the series are.")
    x = serializers.DictField(help_text="Title, unit and scale of the axis.")
    y = serializers.DictField()
    series = serializers.ListField(
        child=serializers.DictField(),
        help_text="Title, id of the run, shape, x, y, texts and facts of each; null is unknown.",
    )
    notes = serializers.ListField(child=serializers.CharField())


class ComparisonReportOut(Output):
    """What a report says."""

    key = serializers.CharField()
    title = serializers.CharField()
    sentences = serializers.ListField(
        child=serializers.CharField(), help_text="The main one first."
    )
    tables = ReportTableOut(many=True)
    figures = ReportFigureOut(many=True)
    gantts = serializers.ListField(
        child=serializers.DictField(), help_text="Gantt charts: their runs, colour and time."
    )
    notes = serializers.ListField(child=serializers.CharField())


def _options(reports: Mapping[str, DeclaredReport]) -> dict[str, StatedText]:
    """Return a field for every option of any report; the report checks its own."""
    of: dict[str, list[str]] = {}
    descriptions: dict[str, str] = {}
    for report in reports.values():
        for spec in report.options.specs():
            of.setdefault(spec.name, []).append(report.key)
            descriptions.setdefault(spec.name, spec.help)
    return {
        name: StatedText(
            max_length=LONGEST,
            allow_blank=True,
            required=False,
            help_text=f"{descriptions[name]} Of {', '.join(keys)}.",
        )
        for name, keys in of.items()
    }


class ReportQuery(Input):
    """How a report is written, and its options."""

    reports: ClassVar[Mapping[str, DeclaredReport]] = REPORTS

    format = StatedChoice(choices=list(FORMATS), default="json")
    of = StatedText(
        max_length=64, required=False, help_text="Which table a text is of, by its key."
    )
    figure = StatedText(
        max_length=64,
        required=False,
        help_text="Which figure svg, pdf and png are of, or whose numbers csv has, by its key.",
    )
    width = StatedChoice(
        choices=list(get_args(Width)), required=False, help_text="3.5, 7 or 10 inches."
    )
    theme = StatedChoice(choices=list(get_args(Theme)), required=False)
    font_size = StatedText(max_length=16, required=False, help_text="Points.")
    time = StatedChoice(choices=list(get_args(Time)), required=False)
    caption = StatedText(max_length=2_000, required=False, help_text="Text below the figure.")
    parameters = StatedChoice(
        choices=["1"],
        required=False,
        help_text="The caption says what is drawn, and for which jobs.",
    )

    def get_fields(self) -> dict[str, Any]:
        """Return also the options of all reports there are."""
        return {**_options(self.reports), **super().get_fields()}


class StudyReportQuery(ReportQuery):
    """The same for studies."""

    reports = studies.REPORTS
