"""What a figure of Gantt charts shows: charts of some runs over a range of time."""

import csv as csv_files
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import ParameterError
from parsched.model.problem.calendar import Calendar, plain
from parsched.model.problem.identifiers import row_of
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt.layout import GanttLayout
from parsched.report.gantt.rows import Deployments, IntervalRows, span
from parsched.report.gantt.schemes import Drawn, Kinds, Scheme, scheme_of
from parsched.report.questions import AskedJobs, QuestionError, parsed
from parsched.report.questions import matching as match
from parsched.report.records import Records
from parsched.report.writers import safe_cell
from parsched.run.displayed import Plotted
from parsched.run.record import Record

COLUMNS = ("run", "job", "release", "start", "end", "wait", "width", "processors", "site")
"""Columns of the jobs in a view; behind them stand the colour and, with a question, the answer."""
Mask = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True)
class GanttView:
    """What is looked at: the colour with the names that have one, or with its question; the range
    of time, seconds, where `start` 0 is the beginning and `end` None the end of all charts; a
    question whose matches stand out; whether deployments are drawn; and the id of a job that is
    outlined."""

    colour: str
    pick: str = ""
    start: float = 0.0
    end: float | None = None
    question: str = ""
    deployments: bool = True
    job: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class GanttChart:
    """The schedule of one run as rectangles.

    `kinds` is the class of each job; `matches` is None without a question.
    """

    record: Record
    jobs: AskedJobs
    rows: IntervalRows
    deployments: Deployments | None
    layout: GanttLayout
    kinds: Kinds
    matches: Mask | None
    span: tuple[float, float]

    def seen(self, begin: float, end: float) -> tuple[IntervalRows, Deployments | None]:
        """Return what is drawn between two times."""
        if self.deployments is None:
            return self.rows.take(self.rows.within(begin, end)), None
        rows, _, deployments = self.deployments.within(self.rows, begin, end)
        return rows, deployments

    def jobs_between(self, begin: float, end: float) -> NDArray[np.int64]:
        """Return the jobs that are seen between two times, by start."""
        found = self.rows.job[self.rows.within(begin, end)]
        first = np.unique(found, return_index=True)[1]
        return found[np.sort(first)].astype(np.int64)


@dataclass(frozen=True, eq=False, kw_only=True)
class GanttPlot(Plotted):
    """Gantt charts of runs on one axis of time; `GanttFigure` prints them."""

    records: Records
    runs: tuple[Record, ...]
    view: GanttView
    baseline: Record
    key: str = "schedules"
    title: str = "Schedules"
    notes: tuple[str, ...] = ()

    @property
    def calendar(self) -> Calendar | None:
        """Which dates times are."""
        return self.records.about.calendar

    @cached_property
    def instance(self) -> Instance:
        """Jobs and machine."""
        return self.records.about.load()

    @cached_property
    def _schedules(self) -> dict[str, Schedule]:
        platform, jobs = self.instance.platform, self.instance.workload
        every = {record.key: record for record in (*self.runs, self.baseline)}
        return {
            key: self.records.read_schedule(record).with_processors(platform, jobs)
            for key, record in every.items()
        }

    @cached_property
    def scheme(self) -> Scheme:
        """Classes of jobs, with their colours; raises ParameterError for a colour that does not
        tell these jobs apart, and for names to colour that they do not have."""
        schedules = [self._schedules[record.key] for record in self.runs]
        drawn = Drawn(self.instance, schedules, self._schedules[self.baseline.key])
        return scheme_of(self.view.colour, self.view.pick, drawn)

    @cached_property
    def pinned(self) -> int | None:
        """The place of the job that is outlined, None where none is; raises ParameterError for an
        id that no job has."""
        if not self.view.job:
            return None
        return row_of(self.instance.jobs, self.view.job)

    @cached_property
    def charts(self) -> tuple[GanttChart, ...]:
        """The charts from the top."""
        return tuple(map(self._chart, self.runs))

    def _chart(self, record: Record) -> GanttChart:
        instance, schedule = self.instance, self._schedules[record.key]
        jobs = AskedJobs(instance, schedule, self._schedules[self.baseline.key])
        rows = IntervalRows.of(instance.platform, schedule)
        deployments = Deployments.of(instance.workload, instance.platform, schedule, rows)
        return GanttChart(
            record=record,
            jobs=jobs,
            rows=rows,
            deployments=deployments if self.view.deployments else None,
            layout=GanttLayout.of(instance.platform, rows.needed(instance.platform)),
            kinds=self.scheme.kinds(jobs),
            matches=self._matches(jobs),
            span=span(instance.workload, schedule, deployments),
        )

    def _matches(self, jobs: AskedJobs) -> Mask | None:
        """Return which jobs match the question; raises ParameterError where these jobs have no
        answer."""
        if not self.view.question:
            return None
        try:
            return match(parsed(self.view.question), jobs)
        except QuestionError as error:
            raise ParameterError({"question": f"question: {error}"}) from error

    @cached_property
    def range(self) -> tuple[float, float]:
        """First and last second that is drawn; raises ParameterError where no chart has any."""
        begin = min(chart.span[0] for chart in self.charts)
        last = max(chart.span[1] for chart in self.charts)
        if self.view.start and self.view.start >= last:
            rule = f"start must be before the end of the charts, {last:g} s"
            raise ParameterError({"start": f"{rule}, got {self.view.start:g}"})
        if self.view.end is not None and self.view.end <= begin:
            rule = f"end must be after the beginning of the charts, {begin:g} s"
            raise ParameterError({"end": f"{rule}, got {self.view.end:g}"})
        start = max(begin, self.view.start) if self.view.start else begin
        end = last if self.view.end is None else self.view.end
        return start, max(end, start + 1e-6)

    @cached_property
    def seen(self) -> tuple[tuple[IntervalRows, Deployments | None], ...]:
        """What each chart draws of jobs and deployments."""
        return tuple(chart.seen(*self.range) for chart in self.charts)

    def resolve(self) -> None:
        """Find the colours, the answers and the range of time, which drawing needs; raises
        ParameterError for what these jobs do not have."""
        _ = self.pinned, self.scheme, self.range

    @property
    def rectangles(self) -> int:
        """How many there are to draw."""
        return sum(
            len(rows.job) + (len(deployments.before) if deployments else 0)
            for rows, deployments in self.seen
        )

    @property
    def job_count(self) -> int:
        """How many rows `csv` has: the jobs in view under each run."""
        return sum(len(chart.jobs_between(*self.range)) for chart in self.charts)

    def csv(self) -> str:
        """Return the visible jobs, the jobs of each run by start; times in seconds."""
        file = io.StringIO()
        writer = csv_files.writer(file, lineterminator="\n")
        answer = ("matches",) if self.view.question else ()
        writer.writerow((*COLUMNS, self.scheme.key, *answer))
        for chart in self.charts:
            writer.writerows(self._rows(chart))
        return file.getvalue()

    def _rows(self, chart: GanttChart) -> Iterator[tuple[Any, ...]]:
        at = chart.jobs_between(*self.range)
        placed, jobs = chart.jobs.placed, chart.jobs
        assert placed.processors is not None
        sites = [site.name for site in self.instance.platform.sites]
        names = [one.label for one in self.scheme.classes]
        columns = (
            [safe_cell(str(one)) for one in self.instance.workload.ids[at].tolist()],
            *(_numbers(times[at]) for times in (jobs.released, placed.start, placed.end)),
            _numbers(jobs.wait[at]),
            placed.width[at].tolist(),
            placed.processors.take(at).text(),
            [safe_cell(sites[code]) for code in placed.site[at].tolist()],
            [safe_cell(names[kind]) for kind in chart.kinds[at].tolist()],
        )
        answer = () if chart.matches is None else (chart.matches[at].astype(int).tolist(),)
        run = safe_cell(chart.record.label)
        for row in zip(*columns, *answer, strict=True):
            yield (run, *row)

    def as_json(self) -> Mapping[str, Any]:
        """Return what is drawn as plain JSON values, without the jobs."""
        return {
            "key": self.key,
            "title": self.title,
            "runs": [record.key for record in self.runs],
            "colour": self.view.colour,
            "start": self.view.start,
            "end": self.view.end,
            "question": self.view.question,
            "job": self.view.job,
            "notes": list(self.notes),
        }


def _numbers(values: NDArray[np.float64]) -> list[int | float]:
    """Return times as they are written: whole ones without a fraction."""
    return [plain(value) for value in values.tolist()]
