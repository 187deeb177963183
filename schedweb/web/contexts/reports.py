"""A report as a page of its own: sentences, options, figures, tables, pictures, notes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from parsched.base.errors import ParameterError
from parsched.report import DeclaredReport, Figure, Records, Report, Table
from parsched.report.table import Cell, Column
from schedweb.runs.models import Comparison
from schedweb.runs.pictures import undrawn
from schedweb.studies.models import Study
from schedweb.web.access import Access
from schedweb.web.contexts.asked import asks, names_in
from schedweb.web.contexts.code import of_report
from schedweb.web.forms.params import ParamsForm, params_form
from schedweb.web.plots import height
from schedweb.web.reported import Reported


@dataclass(frozen=True)
class ReportEntry:
    """A report in the list beside the page."""

    declared: DeclaredReport
    address: str
    is_shown: bool


@dataclass(frozen=True)
class ReportDrawing:
    """A figure, and the address of its drawing."""

    figure: Figure
    url: str

    @property
    def height(self) -> int:
        """CSS pixels that it takes."""
        return height(self.figure)


@dataclass(frozen=True)
class ReportTable:
    """A table, and the addresses of its files by what they are called."""

    table: Table
    files: Mapping[str, str]
    page_sentences: frozenset[str]
    """Sentences that the page shows already."""

    @property
    def rows(self) -> list[list[tuple[Column, Cell]]]:
        """Cells with their columns."""
        return [list(zip(self.table.columns, row, strict=True)) for row in self.table.rows]

    @property
    def notes(self) -> list[str]:
        """Notes of the table that the page does not show already."""
        return [note for note in self.table.notes if note and note not in self.page_sentences]


@dataclass(frozen=True)
class ShownPicture:
    """The schedule of a run."""

    title: str
    url: str
    dark_url: str


@dataclass(frozen=True)
class ReportPage:
    """A report of a comparison or a study; `report` is None where its options are wrong."""

    declared: DeclaredReport
    reported: Reported
    form: ParamsForm
    report: Report | None
    options: Mapping[str, str]

    @classmethod
    def of(
        cls,
        key: str,
        reported: Reported,
        query: QueryDict,
        prefix: str = "",
        given: Mapping[str, str] | None = None,
        usual: Mapping[str, str] | None = None,
    ) -> Self | None:
        """Build it; None where there is no such report. Options stand in the query behind a
        `prefix`, except `given` ones, which have no field; where one is blank, the `usual` value
        counts."""
        declared = reported.reports.get(key)
        if declared is None or not declared.suits(reported.subject):
            return None
        names = [spec.name for spec in declared.options.specs()]
        fixed = {} if given is None else given
        sent = {name: fixed.get(name, query.get(f"{prefix}{name}")) for name in names}
        others = {} if usual is None else usual
        options = {name: of for name in names if (of := sent[name] or others.get(name))}
        form, report = params_form(declared.options, prefix, query), None
        form = form.of_fields([f for f in form.fields if f.spec.name not in fixed])
        try:
            report = declared.of(reported.subject, options)
        except ParameterError as error:
            form = form.with_errors(error.errors)
        return cls(declared, reported, form, report, options)

    @property
    def entries(self) -> list[ReportEntry]:
        """All reports that suit, for the list beside the page."""
        return [
            ReportEntry(r, self.reported.address("report", r.key), r is self.declared)
            for r in self.reported.suiting()
        ]

    @cached_property
    def names_of_jobs(self) -> dict[str, list[str]] | None:
        """Names that complete a question among its options; None where there is no such option."""
        subject = self.reported.subject
        if not isinstance(subject, Records) or not any(asks(f.spec) for f in self.form.fields):
            return None
        return names_in(subject.about.load().jobs)

    @cached_property
    def code(self) -> str:
        """Python that prints it; blank where its options are wrong or nothing can compute it."""
        return of_report(self.reported, self.declared, self.options) if self.report else ""

    @property
    def kind(self) -> str:
        """What it is a report of."""
        return "study" if isinstance(self.reported.thing, Study) else "comparison"

    @property
    def code_url(self) -> str:
        """Address of the page that has all of that as code."""
        return self.reported.address("code")

    @property
    def title(self) -> str:
        """Title of what the report is about."""
        return self.reported.thing.title

    @property
    def access(self) -> Access:
        """How the reader came in."""
        return self.reported.access

    @property
    def drawings(self) -> list[ReportDrawing]:
        """Its figures."""
        return [
            ReportDrawing(figure, self._address("report_figure", figure.key))
            for figure in (self.report.figures if self.report else ())
        ]

    @property
    def tables(self) -> list[ReportTable]:
        """Its tables."""
        return [
            ReportTable(table, self._files(table.key), self._page_sentences)
            for table in (self.report.tables if self.report else ())
        ]

    @property
    def _page_sentences(self) -> frozenset[str]:
        return frozenset((*self.report.sentences, *self.report.notes) if self.report else ())

    @property
    def pictures(self) -> list[ShownPicture]:
        """Its pictures, which show runs."""
        thing = self.reported.thing
        gantts = self.report.gantts if self.report else ()
        keys = {record.key for gantt in gantts for record in gantt.runs}
        if not isinstance(thing, Comparison) or undrawn(thing.workload):
            return []
        return [
            ShownPicture(
                run.label,
                self.access.run("run_poster", run.pk, run.schedule),
                self.access.run("run_dark_poster", run.pk, run.schedule),
            )
            for run in thing.runs.all()
            if run.pk in keys and run.schedule
        ]

    @property
    def gantt_url(self) -> str:
        """Address of the figure of its Gantt charts; blank where it has none."""
        gantts = self.report.gantts if self.report else ()
        return self._address("report_figure", gantts[0].key) if gantts else ""

    @property
    def has_dates(self) -> bool:
        """Whether times may be written as dates."""
        thing = self.reported.thing
        return isinstance(thing, Comparison) and thing.workload.calendar is not None

    @property
    def home(self) -> str:
        """Address of what the report is about."""
        return self.reported.home

    def _files(self, table: str) -> dict[str, str]:
        return self.reported.files(self.declared.key, {**self.options, "of": table})

    def _address(self, name: str, *args: str) -> str:
        address = self.reported.address(name, self.declared.key, *args)
        query = urlencode(self.options)
        return f"{address}?{query}" if query else address
