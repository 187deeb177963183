"""Classes: who gains from a policy, and who pays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parsched.declare.parameters import choice, integer, real
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.glossary import symbols_in
from parsched.report.highlights import HighlightOptions
from parsched.report.parts import ColumnHead, heads
from parsched.report.phrases import FEW, capital, counted
from parsched.report.records import Records
from parsched.report.registry import Report, report
from parsched.report.results import ABOUT_RUN, about_run
from parsched.report.standings import standings_of
from parsched.report.table import Cell, Column, Table, raw_head, raw_table
from parsched.report.units import percent, significant, unit_for
from parsched.report.waits import is_starved
from parsched.run.per_class import (
    COLUMNS,
    DIVISIONS,
    NARROW,
    SHORT,
    ClassColumn,
    ClassLimits,
    PerClass,
)
from parsched.run.record import Record

NAME, WAIT = "name", "mean_wait"
QUANTITIES = tuple(key for key in COLUMNS if key not in ("jobs", "work"))
Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class ClassOptions(HighlightOptions):
    """How jobs are told apart, what is told of them, and which runs."""

    by: str = choice(
        "size",
        tuple(DIVISIONS),
        "How jobs are told apart.",
        names={key: division.title for key, division in DIVISIONS.items()},
    )
    quantity: str = choice(
        WAIT,
        QUANTITIES,
        "What is told of each class.",
        names={key: COLUMNS[key].title for key in QUANTITIES},
    )
    short: float = real(SHORT, "Longest run time of a short job, seconds.", low=0.0)
    narrow: int = integer(NARROW, "Most processors of a narrow job.", low=1)

    @property
    def per_class(self) -> PerClass:
        """Tells how the classes fared."""
        return PerClass(by=self.by, limits=ClassLimits(short=self.short, narrow=self.narrow))

    @property
    def told(self) -> str:
        """Say where classes of size end."""
        if self.by != "size":
            return ""
        unit = unit_for("s", [self.short])
        return f" Short: up to {unit.text(self.short)} {unit.name}; narrow: up to {self.narrow:,}."


@dataclass(frozen=True)
class Longest:
    """The job that waits longest: its place among the jobs, and its wait in seconds."""

    job: int
    wait: float


def longest(jobs: Workload, schedule: Schedule) -> Longest:
    """Return the job that waits longest, of several the first; jobs without a start wait for
    nothing."""
    waits = np.nan_to_num(schedule.wait(jobs), nan=-np.inf)
    job = int(waits.argmax())
    return Longest(job, float(waits[job]))


@report(
    "classes",
    title="Classes of jobs",
    suits=lambda records: bool(records.done) and records.about.traits.has_releases,
    options=ClassOptions,
)
def classes(records: Records, options: ClassOptions) -> Report:
    """Who gains and who pays, by size, user, group, queue, partition or accuracy of estimates."""
    runs, notes = options.among(records)
    division = DIVISIONS[options.by]
    found: dict[str, Rows] = {r.key: records.found(options.per_class, r) for r in runs}
    column = COLUMNS[options.quantity]
    [head] = heads([column], (row for rows in found.values() for row in rows))
    if any(found.values()):
        sentences = _sentences(records, runs, found, options.quantity)
    else:
        sentences = (f"These jobs do not tell their {division.title}.",)
    return Report(
        sentences=sentences,
        tables=(_table(records, runs, found, head, division.title),),
        notes=(
            f"{capital(division.title)}: {division.help}{options.told}",
            _about(column),
            *notes,
        ),
    )


def _about(column: ClassColumn) -> str:
    """Return what a quantity is, and what its formula's symbols stand for."""
    symbols = symbols_in(column.formula)
    return f"{column.help} In the formula, {symbols}." if symbols else column.help


def _table(
    records: Records,
    runs: Sequence[Record],
    found: Mapping[str, Rows],
    head: ColumnHead[Any],
    by: str,
) -> Table:
    names = [(row[NAME], row["jobs"]) for row in found[runs[0].key]]
    key = head.column.key
    values = {r.key: {row[NAME]: row[key] for row in found[r.key]} for r in runs}
    rows = [
        (
            Cell(name, name),
            Cell(f"{count:,}", count),
            *_cells(head, [values[r.key].get(name) for r in runs]),
        )
        for name, count in names
    ]
    together = [_whole(head.column, r, found[r.key]) for r in runs]
    whole = (Cell("all jobs", "all jobs"), Cell(f"{records.about.jobs:,}", records.about.jobs))
    return Table(
        key="classes",
        title=f"{capital(head.column.title)} by {by}: {head.column.formula}",
        columns=(
            Column(key=NAME, title=by, is_number=False),
            Column(key="jobs", title="jobs"),
            *(Column(key=r.key, title=r.label, unit=head.name, better="lower") for r in runs),
        ),
        rows=(*rows, (*whole, *_cells(head, together))),
        about=records.about,
        split=len(rows),
        data=_data(records, runs, found, by),
    )


def _whole(column: ClassColumn, record: Record, rows: Rows) -> float | None:
    """Return the value of all jobs: the metric that the column is of each class, if there is one,
    None where no job has a start."""
    if column.metric:
        return record.metrics.get(column.metric)
    return column.together(rows) if rows else None


def _cells(head: ColumnHead[Any], values: Sequence[float | None]) -> list[Cell]:
    """Write the values of one class under all runs; the least are emphasised where some differ."""
    known = [value for value in values if value is not None]
    best = min(known, default=None)
    differ = len(set(known)) > 1
    return [Cell(head.unit.text(v), v, differ and v == best) for v in values]


def _data(records: Records, runs: Sequence[Record], found: Mapping[str, Rows], by: str) -> Table:
    """Return the table for programs: one row a class and run, with all columns in their own
    units."""
    units = [raw_head(column.key, column.unit) for column in COLUMNS.values()]
    rows = [
        [*about_run(r, records.about), by, row[NAME], *(row[key] for key in COLUMNS)]
        for r in runs
        for row in found[r.key]
    ]
    return raw_table("classes", [*ABOUT_RUN, "by", "class", *units], rows)


def _sentences(
    records: Records, runs: Sequence[Record], found: Mapping[str, Rows], quantity: str
) -> tuple[str, ...]:
    """Say who gains most and who pays most under the best run against the baseline, and which jobs
    starve under any."""
    base = standings_of(records).baseline
    column = COLUMNS[quantity]
    measured = {r.key: _whole(column, r, found[r.key]) for r in runs if r.is_ranked}
    values = {key: value for key, value in measured.items() if value is not None}
    if base is None or base.key not in values:
        return ()
    others = [record for record in runs if record.key in values and record.key != base.key]
    if not others:
        return ()
    best = min(others, key=lambda record: values[record.key])
    told = _exchange(base, best, found, quantity)
    return tuple(filter(None, (told, *_starving(records, base, others))))


def _exchange(base: Record, best: Record, found: Mapping[str, Rows], quantity: str) -> str:
    """Compare the classes under two runs."""
    column = COLUMNS[quantity]
    before = {row[NAME]: row[quantity] for row in found[base.key]}
    after = {row[NAME]: row[quantity] for row in found[best.key]}
    change = {name: value - before[name] for name, value in after.items() if name in before}
    gains = min(change, key=lambda name: change[name])
    pays = max(change, key=lambda name: change[name])
    parts = []
    if change[gains] < 0:
        moved = _moved(change, before, gains, column.unit)
        parts.append(f"most gained by {_class(gains, found[base.key])}, {moved}")
    if change[pays] > 0:
        moved = _moved(change, before, pays, column.unit)
        parts.append(f"most paid by {_class(pays, found[base.key])}, {moved}")
    if not parts:
        return f"No class fares otherwise under {best.label} than under {base.label}."
    told = ". ".join([parts[0], *map(capital, parts[1:])])
    return f"{capital(column.title)} under {best.label} against {base.label}: {told}."


def _class(name: str, rows: Rows) -> str:
    """Name a class, and how many jobs it has where these are few."""
    jobs = next(row["jobs"] for row in rows if row[NAME] == name)
    return f"{name} ({counted(jobs, 'job')})" if jobs < FEW else name


def _moved(change: Mapping[str, float], before: Mapping[str, float], name: str, unit: str) -> str:
    by = change[name]
    shown = unit_for(unit, [by])
    text = f"{'+' if by > 0 else ''}{shown.text(by)} {shown.name}".rstrip()
    share = f" ({percent(100 * by / before[name])})" if before[name] else ""
    return text + share


def _starving(records: Records, base: Record, others: Sequence[Record]) -> list[str]:
    """Name the job that waits longest under each run in which it starves."""
    usual = records.found(longest, base).wait
    told = []
    for record in others:
        worst = records.found(longest, record)
        if is_starved(worst.wait, usual):
            jobs = records.about.load().workload
            user = jobs.user.name(worst.job) if jobs.user is not None else None
            who = f"job {jobs.ids[worst.job]}" + (f" of user {user}" if user else "")
            unit = unit_for("s", [worst.wait])
            than = (
                f", {significant(worst.wait / usual, 3)} times the longest wait under {base.label}"
            )
            told.append(
                f"Under {record.label} {who} waits {unit.text(worst.wait)} {unit.name}"
                f"{than if usual else ''}."
            )
    return told
