"""Differences: the jobs that two schedules treat in another way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import ParameterError
from parsched.declare.parameters import Params, integer, real, text
from parsched.model.problem.calendar import Calendar
from parsched.model.problem.ticks import apart
from parsched.model.problem.workload import Floats, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.instants import dated_cell, dated_column
from parsched.report.jobs import chosen_by
from parsched.report.names import named
from parsched.report.phrases import counted
from parsched.report.questions import LONGEST, AskedJobs, fault
from parsched.report.records import Records
from parsched.report.registry import Report, report, wrong
from parsched.report.standings import standings_of
from parsched.report.table import ABSENT, Cell, Column, Table, raw_table
from parsched.report.units import DisplayUnit, unit_for
from parsched.run.record import Record

TIME, COUNT = "s", ""
LATER = "later"
STARTS = ("start 1", "start 2")


@dataclass(frozen=True, kw_only=True)
class DifferenceOptions(Params):
    """Which two runs, and what counts as a difference."""

    first: str = text("", "Key or label of a run; else the baseline.", longest=2_000, commas=True)
    second: str = text(
        "",
        "Key or label of another run; else what was made elsewhere, or one of the others.",
        longest=2_000,
        commas=True,
    )
    within: float = real(
        0.0, "Times that differ by no more than this are equal.", low=0.0, high=1e9, unit="s"
    )
    question: str = text(
        "",
        "Only jobs that match, such as user:7 width>=256 moved>1h, asked of the second run.",
        longest=LONGEST,
        commas=True,
        fault=fault,
    )
    rows: int = integer(50, "Jobs that are listed; files have all.", low=1, high=10_000)

    def runs(self, records: Records) -> tuple[Record, Record]:
        """Return both runs; raises ParameterError for one that is not there."""
        first = named_run(records, "first", self.first) or usual_run(records)
        second = named_run(records, "second", self.second) or other_run(records, first)
        if second is None or first.key == second.key:
            raise ParameterError({"second": "second must be another run than first"})
        return first, second


def named_run(records: Records, option: str, name: str) -> Record | None:
    """Return a run by key or label, None for no name; raises ParameterError where there is none."""
    if not name:
        return None
    by_name = named(records)
    if name not in by_name:
        raise wrong(option, "must be a run with a result", name)
    return by_name[name]


def usual_run(records: Records) -> Record:
    """Return the baseline; what was made elsewhere is held against another run."""
    ours = [record for record in records.done if not record.made_by]
    return standings_of(records).baseline or (ours or records.done)[0]


def other_run(records: Records, first: Record) -> Record | None:
    """Return the run that is held against the first one: what was made elsewhere, or else one of
    the others; None where it is alone."""
    others = [record for record in records.done if record.key != first.key]
    given = [record for record in others if record.made_by]
    return next(iter(given or others), None)


@dataclass(frozen=True, eq=False)
class Difference:
    """Two schedules of the same jobs: `jobs` are the indices of those that differ, by how far their
    starts are apart, the farthest first; jobs that only one of them has come before all."""

    first: Schedule
    second: Schedule
    jobs: NDArray[np.intp]

    @classmethod
    def of(cls, first: Schedule, second: Schedule, within: float = 0.0) -> "Difference":
        """Compare starts, durations, widths and sites; which processors of a site a job holds is
        no difference.

        Parameters
        ----------
        within
            Seconds by which times may be off.
        """
        differs = (first.width != second.width) | (first.site != second.site)
        for a, b in ((first.start, second.start), (first.duration, second.duration)):
            differs |= ~((np.abs(a - b) <= within) | (np.isnan(a) & np.isnan(b)))
        neither = np.isnan(first.start) & np.isnan(second.start)
        jobs = np.flatnonzero(differs & ~neither)
        moved = np.nan_to_num(np.abs(apart(second.start[jobs], first.start[jobs])), nan=np.inf)
        return cls(first, second, jobs[np.argsort(-moved, kind="stable")])

    @property
    def later(self) -> Floats:
        """Seconds by which each of the jobs starts later in the second schedule."""
        return apart(self.second.start[self.jobs], self.first.start[self.jobs])


@report(
    "differences",
    title="Jobs that differ",
    suits=lambda records: len(records.done) > 1,
    options=DifferenceOptions,
)
def differences(records: Records, options: DifferenceOptions) -> Report:
    """Only the jobs that start at another time, or run elsewhere, under one of two runs."""
    first, second = options.runs(records)
    ours, theirs = records.read_schedule(first), records.read_schedule(second)
    within = max(options.within, first.tolerance, second.tolerance)
    found = Difference.of(ours, theirs, within)
    if options.question:
        chosen = chosen_by(options.question, AskedJobs(records.about.load(), theirs, ours))
        found = replace(found, jobs=found.jobs[chosen[found.jobs]])
    table = _table(records, (first, second), found, options.rows)
    notes = [] if not within else [f"Times that differ by no more than {within:g} s are equal."]
    if len(found.jobs) > options.rows:
        notes.append(f"The {options.rows:,} that are farthest apart are listed; files have all.")
    notes.append("Charts of schedules show the same, coloured by “start moved” against a run.")
    return Report(
        sentences=(_sentence(records, (first, second), found, options.question),),
        tables=(table,),
        notes=tuple(notes),
    )


def _sentence(
    records: Records, runs: tuple[Record, Record], found: Difference, question: str
) -> str:
    if question:
        return _sentence_of_matches(runs, found, question)
    jobs = f"{len(found.jobs):,} of {counted(records.about.jobs, 'job')}"
    first, second = (record.label for record in runs)
    if not len(found.jobs):
        rule = "all start at the same times, for as long, on as many processors"
        return f"{jobs} differ between {first} and {second}: {rule}."
    verb = "differs" if len(found.jobs) == 1 else "differ"
    return f"{jobs} {verb} between {first} and {second}: {_moves(found, second)}."


def _sentence_of_matches(runs: tuple[Record, Record], found: Difference, question: str) -> str:
    first, second = (record.label for record in runs)
    if not len(found.jobs):
        return f"No job that matches {question} differs between {first} and {second}."
    several = len(found.jobs) > 1
    jobs = f"{counted(len(found.jobs), 'job')} that {'match' if several else 'matches'} {question}"
    verb = "differ" if several else "differs"
    return f"{jobs} {verb} between {first} and {second}: {_moves(found, second)}."


def _moves(found: Difference, second: str) -> str:
    parts = [
        f"{int(count.sum()):,} {words}"
        for count, words in (
            (found.later > 0, f"start later under {second}"),
            (found.later < 0, "earlier"),
            (np.isnan(found.later), "only under one of them"),
        )
        if count.any()
    ]
    return ", ".join(parts) or "in width or place"


def _table(records: Records, runs: tuple[Record, Record], found: Difference, most: int) -> Table:
    jobs, with_site = records.about.load().jobs, records.about.platform.is_grid
    listed = Difference(found.first, found.second, found.jobs[:most])
    raw_columns = _columns(runs, with_site=with_site)
    values = _values(jobs, listed, with_site=with_site)
    columns, rows = _shown(raw_columns, values, records.about.calendar)

    def everything() -> Table:
        raw = _values(jobs, found, with_site=with_site)
        return raw_table("jobs", [_head(column) for column in raw_columns], raw)

    return Table(
        key="jobs",
        title="Jobs that differ",
        columns=tuple(columns),
        rows=tuple(rows),
        about=records.about,
        has_units=True,
        data=everything,
    )


def _shown(
    columns: Sequence[Column], values: Sequence[Sequence[Any]], calendar: Calendar | None
) -> tuple[list[Column], list[tuple[Cell, ...]]]:
    """Return columns and rows as people read them: how far a start moved is said in words, starts
    are dates where the jobs have a calendar, and what both runs say alike stands once."""
    units = _units(columns, values)
    heads = [
        replace(column, title="start moved", unit="")
        if column.key == LATER
        else replace(column, unit=units[column.key].name)
        for column in columns
    ]
    if calendar is not None:
        heads = [dated_column(head) if head.key in STARTS else head for head in heads]
    keys = [column.key for column in columns]
    rows = [
        tuple(_cell(key, value, units[key], calendar) for key, value in zip(keys, row, strict=True))
        for row in values
    ]
    return _once(heads, rows)


def _once(
    heads: Sequence[Column], rows: Sequence[tuple[Cell, ...]]
) -> tuple[list[Column], list[tuple[Cell, ...]]]:
    """Leave out the second column of a quantity that is the same under both runs in all rows."""
    places = {column.key: place for place, column in enumerate(heads)}
    alike = {
        column.key.removesuffix(" 1"): places[f"{column.key[:-1]}2"]
        for place, column in enumerate(heads)
        if column.key.endswith(" 1") and column.key not in STARTS
        if all(row[place] == row[places[f"{column.key[:-1]}2"]] for row in rows)
    }
    kept = [place for place in range(len(heads)) if place not in alike.values()]
    titled = [
        replace(heads[place], title=title) if title in alike else heads[place]
        for place in kept
        for title in (heads[place].key.removesuffix(" 1"),)
    ]
    return titled, [tuple(row[place] for place in kept) for row in rows]


def _units(columns: Sequence[Column], values: Sequence[Sequence[Any]]) -> dict[str, DisplayUnit]:
    """Return the unit of each column: a quantity has the same one under both runs."""
    quantities = [column.key.rpartition(" ")[0] for column in columns]
    of_quantity: dict[str, list[Any]] = {}
    for place, quantity in enumerate(quantities):
        of_quantity.setdefault(quantity, []).extend(row[place] for row in values)
    return {
        column.key: unit_for(column.unit, of_quantity[quantity])
        for column, quantity in zip(columns, quantities, strict=True)
        if column.key != LATER
    } | {LATER: DisplayUnit(TIME, 1.0)}


def _cell(key: str, value: Any, unit: DisplayUnit, calendar: Calendar | None) -> Cell:
    if value is None or isinstance(value, str):
        return Cell(value or ABSENT, value)
    if calendar is not None and key in STARTS:
        return dated_cell(value, calendar)
    return Cell(_moved(value) if key == LATER else unit.text(value), value)


def _moved(seconds: float) -> str:
    """Write how far a start moved: "41.33 d earlier", "4 s later"."""
    if seconds == 0:
        return "at the same time"
    unit = unit_for(TIME, [seconds])
    return f"{unit.text(abs(seconds))} {unit.name} {'later' if seconds > 0 else 'earlier'}"


def _head(column: Column) -> str:
    return f"{column.title} [{column.unit}]" if column.unit else column.title


def _columns(runs: tuple[Record, Record], *, with_site: bool) -> list[Column]:
    """Return a column for the job, and for each quantity one for either run."""
    quantities = [("start", TIME), ("run time", TIME), ("processors", COUNT)]
    quantities += [("site", COUNT)] if with_site else []
    columns = [Column(key="job", title="job", is_number=False)]
    columns.append(Column(key=LATER, title="starts later by", unit=TIME))
    for title, unit in quantities:
        for place, record in enumerate(runs, start=1):
            key = f"{title} {place}"
            columns.append(Column(key=key, title=f"{title}, {record.label}", unit=unit))
    return columns


def _values(jobs: Workload, found: Difference, *, with_site: bool) -> Sequence[Sequence[Any]]:
    """Return the cells of each job that differs, None where a schedule does not have it."""
    at = found.jobs
    columns: list[list[Any]] = [[str(id) for id in jobs.ids[at].tolist()]]
    columns.append(_times(found.later))
    both = (found.first, found.second)
    columns += [_times(schedule.start[at]) for schedule in both]
    columns += [_times(schedule.duration[at]) for schedule in both]
    columns += [schedule.width[at].tolist() for schedule in both]
    if with_site:
        columns += [schedule.site[at].tolist() for schedule in both]
    return list(zip(*columns, strict=True))


def _times(values: Floats) -> list[float | None]:
    return [None if value != value else value for value in values.tolist()]
