"""The columns of an uploaded table: what they are taken for, and what the first rows become."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
from django.http import QueryDict

from parsched.base.errors import FormatError
from parsched.data.files.layout import GUESSED, StatedCut
from parsched.data.formats import Reading, ReadOptions
from parsched.data.logs import Mapping as Profile
from parsched.model.problem.calendar import Calendar
from schedweb.web.contexts.workloads import ReportView
from schedweb.web.forms.columns import ColumnsForm, profile_of
from schedweb.web.forms.reading import ReadingForm
from schedweb.workers.models import Task
from schedweb.workloads.models import ColumnProfile
from schedweb.workloads.pseudonyms import key_of
from schedweb.workloads.reading import limits
from schedweb.workloads.selectors import remembered_profile

if TYPE_CHECKING:  # it loads what reads tables
    from parsched.data.logs.sample import TableSample

JOBS = 8
"""Jobs that are listed."""


@dataclass(frozen=True)
class MappedJob:
    """A job as it was read: dates where the log has them, else seconds."""

    id: str
    submit: str
    run: float
    processors: int
    limit: float | None
    user: str
    state: str


@dataclass(frozen=True)
class MappedRows:
    """What a profile makes of the first rows of a table, or why it makes nothing of them."""

    report: ReportView | None = None
    rows: int = 0
    is_whole: bool = True
    jobs: Sequence[MappedJob] = ()
    error: str = ""
    problems: Sequence[str] = ()

    @classmethod
    def of(cls, sample: "TableSample", profile: Profile | None, *, leaves_out: bool) -> Self:
        """Read the rows of a sample, without dependencies if asked."""
        rows, is_whole = len(sample.lines), sample.is_whole
        try:
            options = ReadOptions(limits=limits(), leave_dependencies_out=leaves_out)
            reading = sample.read(profile, options)
        except FormatError as error:
            problems = () if len(error.problems) < 2 else error.problems
            text = str(error) if not problems else str(error).partition(":")[0]
            return cls(rows=rows, is_whole=is_whole, error=text, problems=problems)
        return cls(ReportView(reading.report), rows, is_whole, _jobs(reading))

    @classmethod
    def sent(cls, sample: "TableSample", data: QueryDict, *, leaves_out: bool) -> Self:
        """Read the rows of a sample as the sent form says."""
        try:
            return cls.of(sample, profile_of(data), leaves_out=leaves_out)
        except FormatError as error:
            return cls(error=str(error), problems=error.problems)


def _jobs(reading: Reading) -> list[MappedJob]:
    jobs, calendar = reading.workload, Calendar.of(reading.workload)
    shown = range(min(len(jobs), JOBS))
    return [
        MappedJob(
            id=str(jobs.ids[i]),
            submit=_at(calendar, float(jobs.submission[i])),
            run=float(jobs.least_time[i]),
            processors=int(jobs.least_width[i]),
            limit=None if np.isnan(jobs.estimate[i]) else float(jobs.estimate[i]),
            user=(jobs.user.name(i) or "") if jobs.user is not None else "",
            state=(jobs.status.name(i) or "") if jobs.status is not None else "",
        )
        for i in shown
    ]


def _at(calendar: Calendar | None, release: float) -> str:
    """Write when a job was submitted: its date in the log's zone, seconds where it has none."""
    return (calendar.text(release) if calendar else "") or f"{release:,.10g} s"


@dataclass(frozen=True)
class ColumnsPage:
    """The form of columns; `remembered` is what was said of an earlier file with them, `cut` what
    the user said of how a text is cut, and `left_out` what is left out."""

    reading: Task
    error: str
    form: ColumnsForm
    mapped: MappedRows
    remembered: ColumnProfile | None
    source: str
    left_out: ReadingForm
    cut: StatedCut = GUESSED
    is_text: bool = False

    @classmethod
    def of(
        cls, sample: "TableSample", reading: Task, error: str = "", sent: QueryDict | None = None
    ) -> Self:
        """Show what a task has taken the columns of a table for, or a form that was refused."""
        from parsched.data.logs.columns import seen  # noqa: PLC0415 (loads pyarrow)

        remembered = remembered_profile(reading.owner, sample.shape)
        told = reading.arguments.get("profile")
        profile = None if told is None else Profile.from_json(told)
        if profile is None and reading.arguments.get("is_remembering") and remembered:
            profile = remembered.mapping
        left_out = ReadingForm.of(reading, sent)
        leaves_out = left_out.leaves_dependencies_out
        columns, taken_for = seen(sample.columns, sample.cells, sample.source, profile)
        if sent is None:
            form = ColumnsForm.of(columns, taken_for, sample)
            mapped = MappedRows.of(sample, taken_for, leaves_out=leaves_out)
        else:
            form = ColumnsForm.sent(columns, sent)
            mapped = MappedRows.sent(sample, sent, leaves_out=leaves_out)
        source = sample.source.title if sample.source is not None else ""
        cut = sample.said, sample.is_text
        return cls(reading, error, form, mapped, remembered, source, left_out, *cut)

    @property
    def file(self) -> str:
        """Name of the file."""
        return str(self.reading.arguments["file"])

    @property
    def has_key(self) -> bool:
        """True where the file is kept with a key until the user discards both."""
        return bool(key_of(self.reading))
