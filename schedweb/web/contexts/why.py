"""Why a job waited, on a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from django.utils.safestring import SafeString, mark_safe

from parsched.base.errors import ParameterError
from parsched.report.explain import Explanation, strip, tables_of
from parsched.report.explain.words import InstantWriter
from parsched.report.table import Cell, Column, Table
from schedweb.runs.explanations import explanation_of
from schedweb.runs.models import Run
from schedweb.web.access import Access
from schedweb.web.contexts.older import mark_of


@dataclass(frozen=True)
class WhyTable:
    """A table with its cells beside their columns."""

    table: Table

    @property
    def rows(self) -> list[list[tuple[Column, Cell]]]:
        """Cells of every row with their columns."""
        return [list(zip(self.table.columns, row, strict=True)) for row in self.table.rows]


@dataclass(frozen=True)
class WhyPage:
    """The answer for one job of a run; `fault` says why there is none, blank before a job is asked
    for."""

    run: Run
    access: Access
    job: str
    why: Explanation | None = None
    fault: str = ""

    @classmethod
    def of(cls, run: Run, access: Access, job: str) -> Self:
        """Explain a job; raises `RefusedError` for a run without a schedule."""
        job = job.strip()
        if not job:
            return cls(run, access, job)
        try:
            return cls(run, access, job, explanation_of(run, job))
        except ParameterError as error:
            return cls(run, access, job, fault=f"{error}.")

    @property
    def mark(self) -> str:
        """What is said where an older version computed the run."""
        return mark_of(self.run)

    @property
    def address(self) -> str:
        """Address of the question."""
        return self.access.run("run_why", self.run.pk)

    @property
    def link(self) -> str:
        """Address of this answer."""
        return f"{self.address}?{urlencode({'job': self.job})}"

    @property
    def run_address(self) -> str:
        """Address of the run, with the job pinned in its chart."""
        return f"{self.access.run('run', self.run.pk)}?{urlencode({'job': self.job})}"

    @property
    def picture(self) -> SafeString:
        """The free processors as SVG, whose texts the library escapes."""
        drawn = "" if self.why is None else strip(self.why)
        return mark_safe(drawn)

    @property
    def ends(self) -> tuple[str, str]:
        """When the wait began and ended, as people read it."""
        at = InstantWriter(self.run.comparison.workload.calendar)
        return ("", "") if self.why is None else (at(self.why.released), at(self.why.start))

    @property
    def tables(self) -> Sequence[WhyTable]:
        """What held the job back, who overtook it and who made room."""
        if self.why is None:
            return ()
        calendar = self.run.comparison.workload.calendar
        return [WhyTable(table) for table in tables_of(self.why, calendar)]
