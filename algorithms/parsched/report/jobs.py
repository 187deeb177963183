"""Jobs: those that match a question, under every run."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import ParameterError
from parsched.declare.parameters import Params, integer, text
from parsched.model.problem.calendar import Calendar
from parsched.model.problem.workload import Floats, Ints
from parsched.model.schedules.schedule import Schedule
from parsched.report.instants import dated_cell, dated_column
from parsched.report.names import named
from parsched.report.phrases import counted
from parsched.report.questions import (
    FIELDS,
    LONGEST,
    AskedJobs,
    QuestionError,
    fault,
    matching,
    parsed,
)
from parsched.report.questions.tree import conditions_in
from parsched.report.records import Records
from parsched.report.registry import Report, report, wrong
from parsched.report.standings import standings_of
from parsched.report.table import ABSENT, Cell, Column, Table, raw_table
from parsched.report.units import DisplayUnit, percent, unit_for
from parsched.run.record import Record

INSTANTS = ("submit", "release", "start")
"""Columns that are dates where the jobs have a calendar."""


@dataclass(frozen=True, kw_only=True)
class JobOptions(Params):
    """Which jobs, and under which run they are listed."""

    question: str = text(
        "",
        "Such as user:7 width>=256 wait>1h; blank for all jobs.",
        longest=LONGEST,
        commas=True,
        fault=fault,
    )
    run: str = text(
        "",
        "Key or label of the run whose jobs are listed; else the baseline, or a run beside it.",
        longest=2_000,
        commas=True,
    )
    rows: int = integer(50, "Jobs that are listed; files have all.", low=1, high=10_000)

    def chosen(self, records: Records) -> Record:
        """Return the run whose jobs are listed; raises ParameterError for one that is not there."""
        if not self.run:
            usual = standings_of(records).baseline or records.done[0]
            others = [record for record in records.done if record.key != usual.key]
            return others[0] if others and _compares(self.question) else usual
        by_name = named(records)
        if self.run not in by_name:
            raise wrong("run", "must be a run with a result", self.run)
        return by_name[self.run]


def _compares(question: str) -> bool:
    """Is a question about how a run differs from the baseline?"""
    return any(
        FIELDS[condition.field].needs == "baseline" for condition in conditions_in(parsed(question))
    )


@dataclass(frozen=True)
class Count:
    """What there is to count of some jobs under a schedule; times in seconds, None of no jobs.

    Jobs that the schedule does not have count, and wait for nothing.
    """

    jobs: int
    share: float
    work: float
    mean_wait: float | None
    longest_wait: float | None
    mean_slowdown: float | None

    @classmethod
    def of(cls, jobs: AskedJobs, chosen: NDArray[np.bool_]) -> "Count":
        """Count the chosen jobs."""
        at = chosen & jobs.placed.is_scheduled
        wait, run = jobs.wait[at], jobs.runtime[at]
        work = jobs.work[jobs.placed.is_scheduled]
        ratio = (wait + run) / np.where(run > 0, run, np.nan)
        slowdown = np.where(wait > 0, ratio, 1.0)
        slowdown = slowdown[np.isfinite(slowdown)]
        return cls(
            jobs=int(chosen.sum()),
            share=float(chosen.mean()) if len(chosen) else 0.0,
            work=float(jobs.work[at].sum()) / max(float(work.sum()), 1e-300),
            mean_wait=float(wait.mean()) if len(wait) else None,
            longest_wait=float(wait.max()) if len(wait) else None,
            mean_slowdown=float(slowdown.mean()) if len(slowdown) else None,
        )


@dataclass(frozen=True)
class _AskedRuns:
    """One question to all runs of some records."""

    records: Records
    question: str

    @property
    def baseline(self) -> Record | None:
        return standings_of(self.records).baseline

    def jobs(self, record: Record) -> AskedJobs:
        """Return the jobs under one run, with the baseline where the question is about it."""
        schedule = self.records.read_schedule(record)
        return AskedJobs(self.records.about.load(), schedule, self._before)

    @cached_property
    def _before(self) -> Schedule | None:
        if self.baseline is None or not _compares(self.question):
            return None
        return self.records.read_schedule(self.baseline)

    def matching(self, jobs: AskedJobs) -> NDArray[np.bool_]:
        """Return which jobs match; raises ParameterError where they have no answer."""
        return chosen_by(self.question, jobs)


def chosen_by(question: str, jobs: AskedJobs) -> NDArray[np.bool_]:
    """Return which jobs match a question; raises ParameterError where they have no answer."""
    try:
        return matching(parsed(question), jobs)
    except QuestionError as error:
        raise ParameterError({"question": f"question: {error}"}) from error


@report("jobs", title="Jobs", options=JobOptions)
def jobs(records: Records, options: JobOptions) -> Report:
    """The jobs that match a question, such as wait>1h, counted under every run."""
    asked, shown = _AskedRuns(records, options.question), options.chosen(records)
    counts: list[tuple[Record, Count]] = []
    listed: Table | None = None
    for record in records.done:
        under = asked.jobs(record)
        chosen = asked.matching(under)
        counts.append((record, Count.of(under, chosen)))
        if record.key == shown.key:
            listed = _listed(records, record, under, np.flatnonzero(chosen), options.rows)
    assert listed is not None
    found = _of(shown, counts)
    notes = ["Waits count from the release of a job: of one that waits for others, after them."]
    if found.jobs > options.rows:
        first = f"The {options.rows:,} that wait longest under {shown.label} are listed"
        notes.append(f"{first}; files have all.")
    if options.question:
        notes.append(f"Question: {options.question}")
    return Report(
        sentences=(_sentence(records, options.question, shown, counts),),
        tables=(_counted(records, counts), listed),
        notes=tuple(notes),
    )


def _sentence(
    records: Records, question: str, shown: Record, counts: Sequence[tuple[Record, Count]]
) -> str:
    count = _of(shown, counts)
    number = counted(records.about.jobs, "job")
    verb = "matches" if count.jobs == 1 else "match"
    which = f"{count.jobs:,} of {number} {verb} {question}" if question else f"All of {number}"
    if count.mean_wait is None or count.longest_wait is None:
        return f"{which} under {shown.label}."
    mean, most = _told(count.mean_wait), _told(count.longest_wait)
    joined = f"{which} under {shown.label}: they wait" if question else f"{which} wait"
    behind = "" if question else f" under {shown.label}"
    return f"{joined} {mean} on average and {most} at most{behind}."


def _of(shown: Record, counts: Sequence[tuple[Record, Count]]) -> Count:
    return next(count for record, count in counts if record.key == shown.key)


def _told(seconds: float) -> str:
    unit = unit_for("s", [seconds])
    return f"{unit.text(seconds)} {unit.name}"


def _counted(records: Records, counts: Sequence[tuple[Record, Count]]) -> Table:
    """Return one row for each run."""
    several = [count for _, count in counts]
    waits = [w for count in several for w in (count.mean_wait, count.longest_wait)]
    unit = unit_for("s", waits)
    heads = (
        Column(key="run", title="run", is_number=False),
        Column(key="jobs", title="jobs"),
        Column(key="share", title="of all jobs"),
        Column(key="work", title="of all work"),
        Column(key="mean_wait", title="mean wait", unit=unit.name),
        Column(key="longest_wait", title="longest wait", unit=unit.name),
        Column(key="mean_slowdown", title="mean slowdown"),
    )
    rows = [
        (
            Cell(record.label, record.label),
            Cell(f"{count.jobs:,}", count.jobs),
            Cell(percent(100 * count.share, signed=False), count.share),
            Cell(percent(100 * count.work, signed=False), count.work),
            Cell(unit.text(count.mean_wait), count.mean_wait),
            Cell(unit.text(count.longest_wait), count.longest_wait),
            Cell(DisplayUnit("", 1.0).text(count.mean_slowdown), count.mean_slowdown),
        )
        for record, count in counts
    ]
    names = {head.key: head.title for head in heads}
    names |= {key: f"{names[key]} [s]" for key in ("mean_wait", "longest_wait")}
    names |= {key: f"{names[key]} [fraction]" for key in ("share", "work")}
    raw = raw_table("runs", names, [[cell.value for cell in row] for row in rows])
    return Table(
        key="runs",
        title="Matching jobs of every run",
        columns=heads,
        rows=tuple(rows),
        about=records.about,
        has_units=True,
        data=raw,
    )


def _listed(records: Records, record: Record, jobs: AskedJobs, chosen: Ints, most: int) -> Table:
    """Return the chosen jobs (indices), the longest wait first."""
    waits = np.nan_to_num(jobs.wait[chosen], nan=-1.0)
    order = chosen[np.argsort(-waits, kind="stable")]
    columns = _columns(jobs)
    listed = _values(jobs, order[:most])
    units = [
        unit_for(column.unit, [row[place] for row in listed])
        for place, column in enumerate(columns)
    ]

    def everything() -> Table:
        heads = {c.key: f"{c.title} [{c.unit}]" if c.unit else c.title for c in columns}
        return raw_table("jobs", heads, _values(jobs, order))

    calendar = records.about.calendar
    keys = [column.key for column in columns]
    rows = [
        tuple(_cell(*cell, calendar) for cell in zip(keys, row, units, strict=True))
        for row in listed
    ]
    return Table(
        key="jobs",
        title=f"Matching jobs under {record.label}",
        columns=tuple(
            dated_column(column)
            if calendar and column.key in INSTANTS
            else replace(column, unit=unit.name)
            for column, unit in zip(columns, units, strict=True)
        ),
        rows=tuple(rows),
        about=records.about,
        has_units=True,
        data=everything,
    )


def _columns(jobs: AskedJobs) -> list[Column]:
    names = [Column(key=key, title=key, is_number=False) for key in jobs.workload.labels]
    released = {} if jobs.workload.submitted is None else {"release": "could start"}
    titles = {"wait": "wait", "submit": "submitted", **released, "start": "start"}
    titles["runtime"] = "run time"
    times = [Column(key=key, title=title, unit="s") for key, title in titles.items()]
    place = [Column(key="site", title="site", is_number=False)]
    return [
        Column(key="job", title="job", is_number=False),
        *times,
        Column(key="width", title="processors"),
        *(place if jobs.instance.platform.is_grid else []),
        *names,
    ]


def _values(jobs: AskedJobs, at: Ints) -> list[tuple[Any, ...]]:
    """Return the cells of jobs by index, None for what is unknown."""
    named = list(jobs.workload.labels.values())
    if jobs.instance.platform.is_grid:
        named.insert(0, jobs.sites)
    of = jobs.workload
    released = [] if of.submitted is None else [of.release]
    columns: list[Sequence[Any]] = [
        [str(id) for id in of.ids[at].tolist()],
        *(_known(c[at]) for c in (jobs.wait, of.submission, *released, jobs.placed.start)),
        _known(jobs.runtime[at]),
        [None if value is None else int(value) for value in _known(jobs.width[at])],
        *([labels.name(job) for job in at.tolist()] for labels in named),
    ]
    return list(zip(*columns, strict=True))


def _known(values: Floats) -> list[float | None]:
    return [None if value != value else value for value in values.tolist()]


def _cell(key: str, value: Any, unit: DisplayUnit, calendar: Calendar | None) -> Cell:
    if value is None or isinstance(value, str):
        return Cell(value or ABSENT, value)
    if calendar is not None and key in INSTANTS:
        return dated_cell(value, calendar)
    return Cell(unit.text(value), value)
