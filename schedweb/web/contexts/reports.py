"""A report as a page of its own: sentences, options, figures, tables, pictures, notes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from algorithms.errors import ParameterError
from algorithms.report import REPORTS, Declared, Figure, Report, Table, suiting
from algorithms.report.table import Cell, Column
from algorithms.report.writers import WRITERS
from schedweb.runs.models import Comparison
from schedweb.web.access import Access
from schedweb.web.forms.params import ParamsForm, params_form
from schedweb.web.plots import height
from schedweb.web.report_files import OFFERED, records_for


@dataclass(frozen=True)
class Entry:
    """A report in the list beside the page."""

    declared: Declared
    address: str
    is_shown: bool


@dataclass(frozen=True)
class Drawing:
    """A figure, and the address of its drawing."""

    figure: Figure
    url: str

    @property
    def height(self) -> int:
        """CSS pixels that it takes."""
        return height(self.figure)


@dataclass(frozen=True)
class ShownTable:
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
    """A report of a comparison; `report` is None where its options are wrong."""

    declared: Declared
    comparison: Comparison
    access: Access
    form: ParamsForm
    entries: Sequence[Entry]
    report: Report | None
    query: str

    @classmethod
    def of(cls, key: str, comparison: Comparison, access: Access, query: QueryDict) -> Self | None:
        """Build it; None where there is no such report of the comparison."""
        records = records_for(access, comparison)
        suit = suiting(records)
        if key not in REPORTS or REPORTS[key] not in suit:
            return None
        declared = REPORTS[key]
        names = [spec.name for spec in declared.options.specs()]
        options = {name: value for name in names if (value := query.get(name))}
        form, report = params_form(declared.options, "", query), None
        try:
            report = declared.of(records, options)
        except ParameterError as error:
            form = form.with_errors(error.errors)
        entries = [
            Entry(r, access.comparison("comparison_report", comparison, r.key), r is declared)
            for r in suit
        ]
        return cls(declared, comparison, access, form, entries, report, urlencode(options))

    @property
    def drawings(self) -> list[Drawing]:
        """Its figures."""
        return [
            Drawing(figure, self._address("comparison_report_figure", figure.key))
            for figure in (self.report.figures if self.report else ())
        ]

    @property
    def tables(self) -> list[ShownTable]:
        """Its tables."""
        return [
            ShownTable(table, self._files(table.key), self._page_sentences)
            for table in (self.report.tables if self.report else ())
        ]

    @property
    def _page_sentences(self) -> frozenset[str]:
        return frozenset((*self.report.sentences, *self.report.notes) if self.report else ())

    @property
    def pictures(self) -> list[ShownPicture]:
        """Its pictures, which are those of runs."""
        keys = {picture.key for picture in (self.report.pictures if self.report else ())}
        return [
            ShownPicture(
                run.label,
                self.access.run("run_poster", run.pk, run.schedule),
                self.access.run("run_dark_poster", run.pk, run.schedule),
            )
            for run in self.comparison.runs.all()
            if run.pk in keys and run.schedule
        ]

    @property
    def home(self) -> str:
        """Address of the comparison."""
        return self.access.home(self.comparison)

    def _files(self, table: str) -> dict[str, str]:
        query = "&".join(filter(None, [self.query, urlencode({"of": table})]))
        return {
            WRITERS[ending].title: f"{self._plain('comparison_report_file', ending)}?{query}"
            for ending in OFFERED
        }

    def _plain(self, name: str, *args: str) -> str:
        return self.access.comparison(name, self.comparison, self.declared.key, *args)

    def _address(self, name: str, *args: str) -> str:
        address = self._plain(name, *args)
        return f"{address}?{self.query}" if self.query else address
