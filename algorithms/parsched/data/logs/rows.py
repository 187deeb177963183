"""A batch of rows as jobs: what each column says, and which rows are none. This loads pyarrow."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from parsched.data.files.findings import FindingKind, Findings, quoted, shown, shown_cell
from parsched.data.files.mapping import (
    NOT_BEGUN,
    NOT_ENDED,
    RESIZED,
    Mapping,
    SourceColumn,
    zone_of,
)
from parsched.data.files.roles import COUNTS, ROLES, TIMES, Reads
from parsched.data.logs import kinds
from parsched.data.logs.chosen import ChosenRows
from parsched.data.logs.declared import LeftOut
from parsched.data.logs.eligible import Eligible, eligible_of
from parsched.data.logs.lost import OnNodes
from parsched.data.logs.ordered import DateOrders
from parsched.data.logs.signs import SignedColumns
from parsched.data.logs.tables.table import Batch
from parsched.data.logs.twice import DATES, told
from parsched.data.logs.unread import UnreadCells
from parsched.data.logs.values import durations, instants, numbers, states_in, texts
from parsched.model.problem.clocks import EPOCH
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.wall_clock import Instants
from parsched.model.problem.workload import LATEST, Floats, Ints, are_weights

PAUSE = 60.0
"""Seconds by which a run time may differ from that between start and end, as clocks do."""
DAY = 86_400.0
CENTURY = 3_155_760_000.0
"""Seconds from which on a time limit is none, as Slurm writes it in its data base."""
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class LogRows:
    """The jobs of a batch.

    `batch` has the cells, `lines` says where each job stands. Times are float64, in seconds:
    `eligible` is NaN for jobs that wait from their submission, `start` and `estimate` where they
    are unknown. `width` and `most`, the widest for a moldable job, are whole numbers.
    """

    batch: pa.RecordBatch
    lines: Ints
    submit: Floats
    eligible: Floats
    start: Floats
    run: Floats
    estimate: Floats
    width: Floats
    most: Floats
    weight: Floats
    delay: Floats

    def __len__(self) -> int:
        return len(self.lines)


class RowReader:
    """Reads batches by a mapping.

    `is_local` says whether some time was a date that named no zone.
    """

    def __init__(
        self,
        mapping: Mapping,
        left_out: tuple[LeftOut, ...],
        findings: Findings,
        signed: SignedColumns,
        orders: DateOrders,
    ) -> None:
        self.mapping = mapping
        self.left_out = left_out
        self.findings = findings
        self._zone = zone_of(mapping.zone)
        self.is_local = False
        self._ran = frozenset(state.lower() for state in mapping.run)
        counted = [column for role in COUNTS for column in mapping.columns.get(role, ())]
        self._is_in_parts = any(column.divide != 1.0 for column in counted)
        self._signed, self._orders = signed, orders
        self._unread = UnreadCells()
        self._on_nodes = OnNodes()
        self._first = next((each[0].name for each in mapping.columns.values()), "")

    def read(self, batch: Batch) -> LogRows:
        """Return the jobs among some rows, and report the others."""
        rows, lines = batch
        kept = self._jobs(rows, lines)
        rows, lines = _taken(rows, kept), lines[kept]
        rows = self._signed.read(rows, lines)
        self._unread = UnreadCells()
        times, odd_dates = self._times(rows)
        run, start, submit, eligible = self._course(rows, times)
        width, remarks = self._width(rows)
        chosen, cell = ChosenRows(lines, self.findings), partial(self._cell, rows)
        self._leave_totals(rows, chosen, ~np.isfinite(submit))
        self._unread.leave(rows, chosen, ~(np.isfinite(run) & np.isfinite(submit)))
        self._leave_idle(rows, chosen, times["start"], run)
        chosen.leave(kinds.NO_RUN, ~np.isfinite(run), cell("run"))
        chosen.leave(kinds.NEGATIVE_RUN, run < 0, _number(run))
        chosen.leave(kinds.NO_SUBMIT, ~np.isfinite(submit) | (submit < 0), cell("submit"))
        chosen.leave(kinds.TOO_LONG, (run > LATEST) | (np.abs(submit) > LATEST), _number(run))
        whole = (width >= 1) & (width <= MAX_PROCESSORS) & (width == np.floor(width))
        chosen.leave(kinds.NO_PROCESSORS, ~whole, self._wide(rows, width))
        for kind, where in remarks:
            chosen.remark(kind, where, _number(width))
        estimate = self._estimate(rows, chosen, times["estimate"])
        weight, most = self._weight(rows, chosen), self._most(rows, width)
        with np.errstate(invalid="ignore"):
            paused = np.abs(times["end"] - times["start"] - run) > PAUSE
        for kind, where, date in odd_dates:
            chosen.remark(kind, where, date)
        self._unread.remark(rows, chosen)
        if self._has("eligible", "eligible_wait"):
            for kind, where in eligible.remarks:
                chosen.remark(kind, where, cell("eligible"))
        chosen.remark(kinds.SUSPENDED, paused & np.isfinite(run), _number(run))
        kept = np.flatnonzero(chosen.kept)
        columns = (submit, eligible.time, start, run, estimate, width, most, weight, times["delay"])
        made = LogRows(_taken(rows, kept), lines[kept], *(column[kept] for column in columns))
        self._remark(made)
        return made

    def _times(
        self, rows: pa.RecordBatch
    ) -> tuple[dict[str, Floats], list[tuple[FindingKind, Mask, Callable[[int], str]]]]:
        """Return the times of rows by role, and which dates a clock shows twice, or never."""
        dates = {role: self._dates(rows, role) for role in DATES}
        lengths = [role for role in TIMES if ROLES[role].reads == Reads.DURATION]
        times = {role: self._durations(rows, role) for role in lengths}
        times |= {role: dates[role].first for role in DATES}
        dated = times["submit"] >= EPOCH
        no_dates = np.zeros(len(rows), np.bool_)
        for role in ("start", "end"):  # 0 is no date, nor is what clocks of a zone show of it
            none = dated & (times[role] <= DAY)
            no_dates |= none & (times[role] != 0)
            self._unread.add_early(dated & (times[role] < -DAY), self._cell(rows, role))
            times[role] = np.where(none, np.nan, times[role])
        for role in ("start", "end", "wait", "delay"):  # what cannot be read of them is reported
            times[role] = np.where(np.isinf(times[role]), np.nan, times[role])
        chosen, are_twice, is_open = told(times, dates, PAUSE)
        leapt = np.any([date.leapt for date in dates.values()], axis=0)
        odd = (kinds.TWICE, are_twice & ~is_open), (kinds.TWICE_OPEN, is_open), (kinds.LEAPT, leapt)
        remarks = [(kind, where, self._dated(rows, dates)) for kind, where in odd]
        return times | chosen, [*remarks, (kinds.NO_DATE, no_dates, lambda i: "")]

    def _course(
        self, rows: pa.RecordBatch, times: dict[str, Floats]
    ) -> tuple[Floats, Floats, Floats, Eligible]:
        """Return run times, starts and submissions, each from what else says it, and when jobs
        became eligible to start."""
        with np.errstate(invalid="ignore"):  # what cannot be read is infinite
            run = _first(times["run"], times["end"] - times["start"])
            start = _first(times["start"], times["submit"] + times["wait"], times["end"] - run)
            told = self._eligible(rows, times, start)
            submit = _first(times["submit"], start - times["wait"], told.first, start)
        if not self._has("submit", "start", "end"):
            submit = np.where(np.isfinite(submit), submit, 0.0)
        return run, start, submit, eligible_of(told, submit, start)

    def _eligible(self, rows: pa.RecordBatch, times: dict[str, Floats], start: Floats) -> Instants:
        """Return when jobs became eligible to start, as far as the log says it."""
        told = self._dates(rows, "eligible")
        first = np.where((times["submit"] >= EPOCH) & (told.first <= 0), np.nan, told.first)
        return told._replace(first=_first(first, start - times["eligible_wait"]))

    def _dated(self, rows: pa.RecordBatch, dates: dict[str, Instants]) -> Callable[[int], str]:
        """Return what shows the cell of a row whose time a clock shows twice, or never."""
        cells = {role: self._cell(rows, role) for role in DATES}
        odd = {role: np.isfinite(date.second) | date.leapt for role, date in dates.items()}
        return lambda i: next(cells[role](i) for role in DATES if odd[role][i])

    def _wide(self, rows: pa.RecordBatch, width: Floats) -> Callable[[int], str]:
        """Return what shows the processors of a row: the number, or the cell that is none."""
        role = next((role for role in COUNTS if self._has(role)), "processors")
        number, cell = _number(width), self._cell(rows, role)
        return lambda i: number(i) if np.isfinite(width[i]) else cell(i)

    def _leave_totals(self, rows: pa.RecordBatch, chosen: ChosenRows, lacks: Mask) -> None:
        """Leave out the sums below a table, which have no submit time."""
        if self._first and lacks.any():
            first = texts(rows.column(self._first))
            sums = _mask(pc.match_substring_regex(first, r"(?i)^(grand |sub-?)?totals?:?$"))
            chosen.leave(kinds.TOTALS, sums & lacks, lambda i: shown_cell(str(first[i])))

    def _leave_idle(
        self, rows: pa.RecordBatch, chosen: ChosenRows, start: Floats, run: Floats
    ) -> None:
        """Leave out the jobs that never ran, and those without a run time in a table without
        starts."""
        idle = self._is_idle(start, run)
        if not self._has("start"):
            chosen.leave(kinds.NO_RUN_TIME, idle, self._nothing_in("run"))
        never, state = idle | ((run == 0) & self._never_ran(rows)), self._cell(rows, "state")
        chosen.leave(kinds.NO_START, idle & self._are(rows, "complete"), state)
        chosen.leave(kinds.NEVER_STARTED, never, state)

    def _nothing_in(self, role: str) -> Callable[[int], str]:
        """Return what names the columns of a role that say nothing."""
        names = ", ".join(quoted(each.name) for each in self.mapping.columns.get(role, ()))
        return lambda i: f"nothing in {names}"

    def _is_idle(self, start: Floats, run: Floats) -> Mask:
        """Tell which jobs never ran: no start is known, and no run time above 0."""
        idle: Mask = ~(run > 0) & ~np.isinf(run) & np.isnan(start)
        return idle if self._has("start") else np.isnan(run)

    def _never_ran(self, rows: pa.RecordBatch) -> Mask:
        """Tell which jobs of no run time were cancelled before they ran, or given no processors."""
        columns = self.mapping.columns
        none = [self._count(rows, (column,)) == 0 for column in columns.get("processors", ())]
        found: Mask = np.any([self._are(rows, "cancel"), *none], axis=0)
        return found

    def _are(self, rows: pa.RecordBatch, begin: str) -> Mask:
        """Say of each job whether its state begins with a text, in lower case."""
        columns = self.mapping.columns.get("state", ())
        states = [states_in(texts(rows.column(column.name))) for column in columns]
        begun = [_mask(pc.starts_with(of, begin)) for of in states]
        found: Mask = np.any([np.zeros(len(rows), np.bool_), *begun], axis=0)
        return found

    def _has(self, *roles: str) -> bool:
        return any(role in self.mapping.columns for role in roles)

    def _jobs(self, rows: pa.RecordBatch, lines: Ints) -> Ints:
        """Return which rows are jobs that have ended."""
        chosen = ChosenRows(lines, self.findings)

        def leave(kind: FindingKind, where: Mask, column: str) -> None:
            cells = rows.column(column)
            chosen.leave(kind, where, lambda i: shown_cell(str(cells[i].as_py())))

        if self._first and pa.types.is_string(rows.column(self._first).type):
            again = pc.equal(pc.utf8_trim_whitespace(rows.column(self._first)), self._first)
            leave(kinds.NAMES_AGAIN, _mask(again), self._first)
        for rule in self.left_out:
            found = pc.match_substring_regex(texts(rows.column(rule.column)), rule.pattern)
            where = _mask(found)
            if rule.unless_begun and where.any():
                where &= ~self._have_begun(rows)
            leave(rule.kind, where, rule.column)
        for column in self.mapping.columns.get("state", ()):
            states = states_in(texts(rows.column(column.name)))
            running = _are(states, NOT_ENDED)
            resized = _are(states, RESIZED)
            if resized.any():  # what a job was before has ended where that is told
                running &= ~(resized & np.isfinite(self._dates(rows, "end").first))
            leave(kinds.NOT_ENDED, running, column.name)
            if self._ran:
                leave(kinds.OTHER_STATE, ~_are(states, self._ran), column.name)
        return np.flatnonzero(chosen.kept)

    def _have_begun(self, rows: pa.RecordBatch) -> Mask:
        """Tell which rows say when they began, and not that they wait: arrays of Slurm whose jobs
        had the same fate have one row."""
        begun = np.isfinite(self._dates(rows, "start").first)
        for column in self.mapping.columns.get("state", ()):
            begun &= ~_are(states_in(texts(rows.column(column.name))), NOT_BEGUN)
        return begun

    def _dates(self, rows: pa.RecordBatch, role: str) -> Instants:
        """Return the instants of a role: of several columns, the first that has one counts."""
        values = Instants.once(np.full(len(rows), np.nan))
        for column in self.mapping.columns.get(role, ()):
            found, is_local, guessed = instants(
                rows.column(column.name), column, self._zone, self._orders.of(column)
            )
            self.is_local = self.is_local or is_local
            missing = np.isnan(values.first)
            self._unread.add(role, column, np.isinf(found.first) & missing)
            if guessed is not None:
                self._unread.add_zones(column, guessed & missing)
            for told_before, told_here in zip(values, found, strict=True):
                told_before[missing] = told_here[missing]
        return values

    def _durations(self, rows: pa.RecordBatch, role: str) -> Floats:
        values = np.full(len(rows), np.nan)
        for column in self.mapping.columns.get(role, ()):
            found = durations(rows.column(column.name), column)
            if role != "estimate":  # what cannot be read of it is reported in its own words
                self._unread.add(role, column, np.isinf(found) & np.isnan(values))
            values = _first(values, found)
        return values

    def _count(self, rows: pa.RecordBatch, columns: tuple[SourceColumn, ...]) -> Floats:
        values = np.full(len(rows), np.nan)
        for column in columns:
            found = numbers(rows.column(column.name), column)
            values = np.where(values > 0, values, found)
        return values

    def _width(self, rows: pa.RecordBatch) -> tuple[Floats, list[tuple[FindingKind, Mask]]]:
        """Return the processors of each row, and where they are not those allocated."""
        found = {role: self._count(rows, self.mapping.columns.get(role, ())) for role in COUNTS}
        width = found["processors"]
        asked = ~(width > 0) & (found["asked"] > 0)
        width = np.where(asked, found["asked"], width)
        per_node = np.where(found["per_node"] > 0, found["per_node"], 1.0)
        counted = ~(width > 0) & (found["nodes"] > 0)
        width = np.where(counted, found["nodes"] * per_node, width)
        width = _first(width, found["asked"], found["nodes"])
        if self._is_in_parts:  # of processors: what is left over is one more
            width = np.ceil(np.round(width, 6))
        remarks = []
        if self._has("processors"):
            remarks.append((kinds.ASKED_USED, asked))
        if self._has("nodes") and not self._has("per_node"):
            remarks.append((kinds.NODES, self._on_nodes.are_unlike(width, found["nodes"])))
        if not self._has("per_node") and self._has("processors", "asked"):
            remarks.append((kinds.NODES_USED, counted))
        return width, remarks

    def _most(self, rows: pa.RecordBatch, width: Floats) -> Floats:
        """Return the most processors of each job: those it has, unless it is moldable."""
        most = self._count(rows, self.mapping.columns.get("most", ()))
        good = (most > width) & (most <= MAX_PROCESSORS)
        return np.where(good, np.floor(most), width)

    def _estimate(self, rows: pa.RecordBatch, chosen: ChosenRows, estimate: Floats) -> Floats:
        chosen.remark(kinds.ESTIMATE, np.isinf(estimate), self._cell(rows, "estimate"))
        known = np.isfinite(estimate) & (estimate > 0) & (estimate < CENTURY)
        return np.where(known, estimate, np.nan)

    def _weight(self, rows: pa.RecordBatch, chosen: ChosenRows) -> Floats:
        if not self._has("weight"):
            return np.ones(len(rows))
        weight = self._count(rows, self.mapping.columns["weight"])
        odd = ~(are_weights(weight) | np.isnan(weight))
        chosen.remark(kinds.WEIGHT_VALUE, odd, _number(weight))
        return np.where(are_weights(weight), weight, 1.0)

    def _cell(self, rows: pa.RecordBatch, role: str) -> Callable[[int], str]:
        """Return what shows the cell of a row in the columns of a role."""
        columns = [rows.column(column.name) for column in self.mapping.columns.get(role, ())]

        def cell(i: int) -> str:
            told = [str(column[i].as_py()) for column in columns if column[i].is_valid]
            return shown_cell(told[0]) if told and told[0].strip() else "nothing"

        return cell

    def _remark(self, rows: LogRows) -> None:
        """Say what is remarkable of jobs."""
        of = self.findings
        over = np.flatnonzero(rows.run > rows.estimate)
        of.add_all(
            kinds.OVERRUN,
            rows.lines[over],
            lambda i: f"{shown(rows.run[over[i]])} above {shown(rows.estimate[over[i]])}",
        )
        of.add_all(kinds.ZERO_RUN, rows.lines[rows.run == 0], lambda i: "")
        if self._has("estimate"):
            cell = self._cell(rows.batch, "estimate")
            none = np.flatnonzero(np.isnan(rows.estimate))
            of.add_all(kinds.NO_ESTIMATE, rows.lines[none], lambda i: cell(int(none[i])))
        early = rows.start < rows.submit
        of.add_all(kinds.BEFORE_SUBMIT, rows.lines[early], lambda i: "")


def _number(values: Floats) -> Callable[[int], str]:
    """Return what shows the value of a row."""
    return lambda i: shown(float(values[i]))


def _taken(rows: pa.RecordBatch, kept: Ints) -> pa.RecordBatch:
    return rows if len(kept) == len(rows) else rows.take(pa.array(kept))


def _first(*columns: Floats) -> Floats:
    """Return, for each row, the first value that says something."""
    values = columns[0]
    for column in columns[1:]:
        values = np.where(np.isnan(values), column, values)
    return values


def _mask(found: pa.Array) -> Mask:
    mask: Mask = found.fill_null(False).to_numpy(zero_copy_only=False)
    return mask


def _are(states: pa.Array, of: frozenset[str]) -> Mask:
    found = pc.is_in(states, pa.array(sorted(of), pa.string()))
    mask: Mask = found.to_numpy(zero_copy_only=False)
    return mask
