"""Reading a CSV workload, block by block; lines that are no jobs are left out and counted."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import FormatError
from parsched.base.naming import is_seen
from parsched.data.doubts.far_dates import CERTAIN
from parsched.data.files.calendar_kinds import known_zone, start_of
from parsched.data.files.cell_values import NameColumn, numbers
from parsched.data.files.far_dates import set_apart
from parsched.data.files.findings import FindingKind, Findings, quoted, shown_cell
from parsched.data.files.late import remark_late
from parsched.data.files.machine import least_machine
from parsched.data.files.names import LONGEST_NAME
from parsched.data.files.not_held import note_partitions, says_something, told_of
from parsched.data.files.reading import Reading, ReadOptions
from parsched.data.files.refusals import misfit, refuse_dropped
from parsched.data.files.releases import by_release, epoch, starts
from parsched.data.files.signs import Signs, are_open, decided, told
from parsched.data.files.vocabulary import lost_by
from parsched.data.formats.jobs_csv import AFTER, DELAY, SUBMIT_DATE, kinds
from parsched.data.formats.jobs_csv.layout import CsvLayout
from parsched.data.formats.jobs_csv.rows import Columns, TextLines, blocks
from parsched.data.formats.jobs_csv.stated import StatedColumns
from parsched.data.formats.jobs_csv.waits import Waits, unfit_delays
from parsched.data.formats.jobs_json.columns import are_different, numbers_or_text, plain_numbers
from parsched.data.formats.submissions import submissions
from parsched.model.problem.clocks import moved
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.ticks import between
from parsched.model.problem.unmodelled import in_order
from parsched.model.problem.workload import LABELS, LATEST, Floats, Ints, Workload, are_weights

_DATES = 2e-6
"""Seconds by which a date may be off."""


def read_csv(content: Iterator[bytes], name: str, options: ReadOptions) -> Reading:
    """Read a workload from the blocks of a file.

    Takes O(n) time and about 150 bytes per job beside its id and names.

    Raises
    ------
    FormatError
        When the first line does not name the columns that are needed, no line holds a job, there
        are more jobs than the limit, or the text is no CSV; names the line. `DoesNotFit`
        when it is no table of jobs at all.
    """
    findings = Findings()
    text = TextLines(content, findings)
    head = next((line for line in text if line.strip()), "")
    layout = CsvLayout.guess(head.rstrip("\n"))
    layout.check()
    options.limits.check_columns(len(layout.names))
    reader = _CsvReader(layout, options, findings)
    without = [DELAY] if DELAY in layout.names and AFTER not in layout.names else []
    for column in [*(name for name in layout.unknown if not lost_by(name)), *without]:
        reader.findings.add(kinds.UNKNOWN_COLUMN, line=text.number, value=quoted(column))
    reader.feed_all(blocks(text, layout, reader.findings))
    return reader.close(name)


@dataclass(frozen=True)
class _Rule:
    """A rule of a column, and the numbers that break it."""

    column: str
    kind: FindingKind
    is_broken: Callable[[Floats], NDArray[np.bool_]]


def _are_counts(v: Floats) -> NDArray[np.bool_]:
    """Tell which numbers may be processors of a job."""
    return np.asarray((v >= 1) & (v <= MAX_PROCESSORS) & (v == np.floor(v)))


_RULES = (
    _Rule("procs", kinds.PROCESSORS, lambda v: ~_are_counts(v)),
    _Rule("time", kinds.TIME, lambda v: ~((v >= 0) & (v <= LATEST))),
    _Rule("release", kinds.RELEASE, lambda v: ~((v >= 0) & (v <= LATEST) | np.isnan(v))),
    _Rule(
        "weight",
        kinds.WEIGHT_VALUE,
        lambda v: ~(are_weights(v) | np.isnan(v)),
    ),
    _Rule("estimate", kinds.ESTIMATE_VALUE, lambda v: v > LATEST),
    _Rule("start", kinds.START, lambda v: np.abs(v) > LATEST),
    _Rule("allocated", kinds.ALLOCATED, lambda v: ~(_are_counts(v) | np.isnan(v))),
    _Rule("submitted", kinds.SUBMITTED, lambda v: np.abs(v) > LATEST),
)
"""What the numbers of a job must obey; a line is left out for the first that it breaks."""


_COUNTS = frozenset(("procs", "allocated"))
"""Columns that count processors."""


class _CsvReader:
    """What has been read so far."""

    def __init__(self, layout: CsvLayout, options: ReadOptions, findings: Findings) -> None:
        self.findings = findings
        self._options = options
        self._places = {name: i for i, name in enumerate(layout.places)}
        self._lost = tuple(layout.lost.values())
        self._signs = {
            rule.column: Signs(rule.column in _COUNTS, layout.separator != ",")
            for rule in _RULES
            if rule.column in self._places
        }
        self._lines: list[Ints] = []
        self._numbers: dict[str, list[Floats]] = {rule.column: [] for rule in _RULES}
        self._ids: list[str] = []
        self._names = {name: NameColumn() for name in LABELS if name in self._places}
        self._waits = Waits()
        self._jobs = 0
        self._began: float | None = None
        self._is_dated = SUBMIT_DATE not in self._places
        self._stated = StatedColumns(self._places, self.findings)

    def feed_all(self, rows: Iterator[tuple[Ints, Columns]]) -> None:
        """Take all rows, each once it is decided how the numbers of its columns are read."""
        for number, cells in decided(rows, self._look, lambda: are_open(self._signs)):
            self.feed(number, cells)
        told(self._signs, self.findings)

    def _look(self, rows: tuple[Ints, Columns]) -> None:
        for column, signs in self._signs.items():
            signs.look_at(rows[1][self._places[column]])

    def feed(self, number: Ints, cells: Sequence[Sequence[str]]) -> None:
        """Take some rows: the numbers of their lines, and the cells of each column that means
        something."""
        values = {
            rule.column: self._read(rule.column, cells[self._places[rule.column]], number)
            for rule in _RULES
            if rule.column in self._places
        }
        kept = np.flatnonzero(self._good(values, cells, number))
        self._jobs += len(kept)
        if self._jobs > self._options.limits.max_jobs:
            raise FormatError(
                f"the file holds more than {self._options.limits.max_jobs:,} jobs, the limit"
            )
        self._keep(values, cells, number, kept)

    def _read(self, column: str, cells: Sequence[str], number: Ints) -> Floats:
        """Return the numbers of a column, and report those with a decimal comma, or with signs
        between thousands."""
        values, signs = numbers(cells), self._signs[column]
        odd = np.isinf(values)
        if signs.are_points_thousands:
            odd |= np.array(["." in cell for cell in cells])
        for row in np.flatnonzero(odd).tolist():
            if (plain := signs.plain(cells[row])) is not None:
                values[row] = numbers([plain[0]])[0]
                self.findings.add(plain[1], line=int(number[row]), value=shown_cell(cells[row]))
        return values

    def _good(
        self, values: dict[str, Floats], cells: Sequence[Sequence[str]], number: Ints
    ) -> NDArray[np.bool_]:
        """Return which rows are jobs, and report the others."""
        good = np.ones(len(number), np.bool_)
        for rule in _RULES:
            if rule.column in values:
                column = cells[self._places[rule.column]]
                bad = np.flatnonzero(rule.is_broken(values[rule.column]) & good)
                self.findings.add_all(rule.kind, number[bad], _shown(column, bad))
                good[bad] = False
        after, delay = self._waits_of(cells)
        bad = unfit_delays(after, delay)
        bad = bad[good[bad]]
        self.findings.add_all(kinds.DELAY_VALUE, number[bad], _shown(delay, bad))
        good[bad] = False
        return good

    def _waits_of(self, cells: Sequence[Sequence[str]]) -> tuple[Sequence[str], Sequence[str]]:
        """Return the cells that say for whom jobs wait, and how long after that; none where no
        column says the first."""
        if AFTER not in self._places:
            return (), ()
        after = cells[self._places[AFTER]]
        return after, cells[self._places[DELAY]] if DELAY in self._places else [""] * len(after)

    def _note_what_is_not_held(self, cells: Sequence[Sequence[str]], number: Ints) -> None:
        """Say what jobs ask for in columns that are not read."""
        for column, lost in zip(cells, self._lost, strict=True):
            says = {cell: says_something(cell) for cell in set(column)}
            told = np.array([i for i, cell in enumerate(column) if says[cell]], np.int64)
            self.findings.add_all(told_of(lost), number[told], _shown(column, told))

    def _keep(
        self,
        values: dict[str, Floats],
        cells: Sequence[Sequence[str]],
        number: Ints,
        kept: Ints,
    ) -> None:
        self._lines.append(number[kept])
        for name, column in values.items():
            self._numbers[name].append(column[kept])
        chosen = kept.tolist()
        told = [[column[i] for i in chosen] for column in cells[len(self._places) :]]
        self._note_what_is_not_held(told, number[kept])
        after, delay = self._waits_of(cells)
        if after:
            first = self._jobs - len(chosen)
            self._waits.append(first, _chosen(after, chosen), _chosen(delay, chosen))
        if "id" in self._places:
            self._ids += map(str.strip, _chosen(cells[self._places["id"]], chosen))
        if not self._is_dated and chosen:
            self._date(cells[self._places[SUBMIT_DATE]][chosen[0]], values["release"], number, kept)
        self._stated.feed(cells, kept, number)
        for name, names in self._names.items():
            texts = _chosen(cells[self._places[name]], chosen)
            unfit = names.append(texts)
            self._options.limits.check_names(name, len(names))
            self.findings.add_all(kinds.NAME, number[kept][unfit], _shown(texts, unfit))

    def _date(self, cell: str, release: Floats, number: Ints, kept: Ints) -> None:
        """Take the date of the first job, which says when time 0 was."""
        self._is_dated = True
        try:
            moment = datetime.fromisoformat(cell.strip())
        except ValueError:
            value = shown_cell(cell) if cell.strip() else "nothing"
            self.findings.add(kinds.NO_DATE, line=int(number[kept[0]]), value=value)
            return
        known = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        began = between(float(np.nan_to_num(release[kept[0]])), known.timestamp())
        # Dates are rounded to microseconds: a clock that begins at so plain an instant does.
        plain = round(began, 3)
        self._began = plain if abs(plain - began) < _DATES else began

    def close(self, name: str) -> Reading:
        """Build the workload."""
        self._refuse_nothing()
        number = np.concatenate(self._lines)
        release = self._column("release", 0.0)
        time, start = self._column("time", 0.0), self._column("start", np.nan)
        far = set_apart(release, start, time, number, self.findings, CERTAIN)
        order = by_release(release, number, self.findings, kinds.UNSORTED, apart=far)
        shift = epoch(release[order], number[order], self.findings, kinds.SHIFTED)
        ids = self._checked_ids(number)
        own = self._ids or [str(k) for k in range(1, self._jobs + 1)]
        after = self._waits.dependencies(own, order, number, self.findings)
        estimate = self._estimates(number)
        self._remark(time, estimate, number)
        labels: dict[str, Any] = {key: names.labels(order) for key, names in self._names.items()}
        note_partitions(labels.get("partition"), kinds.PARTITIONS, self.findings)
        workload = Workload(
            name=name,
            ids=ids[order],
            **self._sizes(time, order),
            estimate=estimate[order],
            weight=self._column("weight", 1.0)[order],
            **self._moved(release, shift, order, number),
            after=after,
            unmodelled=in_order((*self.findings.unmodelled, *self._stated.unmodelled())),
            machine=self._stated.machine(),
            unix_start=start_of(shift or self._began, self.findings),
            zone=known_zone(self._stated.zone, self.findings),
            **labels,
        )
        remark_late(workload, self.findings, line=int(number[order][0]))
        refuse_dropped(self.findings.report(len(workload)), self._options.bad_lines)
        return Reading(
            format="csv",
            workload=workload,
            report=self.findings.report(len(workload)),
            processors=workload.machine.processors or least_machine(workload),
            lines=number[order],
        )

    def _moved(self, release: Floats, shift: float, order: Any, number: Ints) -> dict[str, Any]:
        """Return the instants of jobs on the clock of the workload, in its order."""
        lines, released = number[order], moved(release, shift)[order]
        submitted = submissions(
            moved(self._column("submitted", np.nan), shift)[order],
            released,
            self.findings,
            lambda row: {"line": int(lines[row])},
        )
        recorded = moved(self._column("start", np.nan), shift)[order]
        return {"release": released, "recorded": starts(recorded), "submitted": submitted}

    def _sizes(self, time: Floats, order: Any) -> dict[str, Any]:
        """Return the processors of jobs, and on how many they ran, where some cell says it."""
        width = self._column("procs", 1.0).astype(np.int64)
        sizes: dict[str, Any] = {"profiles": Profiles.rigid(width[order], time[order])}
        if "allocated" in self._places:
            sizes["allocated"] = self._column("allocated", 0.0).astype(np.int64)[order]
        return sizes

    def _refuse_nothing(self) -> None:
        """Refuse a file without jobs, and lines that are none where options say so."""
        report = self.findings.report(self._jobs)
        refuse_dropped(report, self._options.bad_lines)
        if not self._jobs:
            if not report.dropped:
                raise FormatError("the file holds no jobs, only the names of columns")
            raise misfit([finding for finding in report.findings if finding.kind.drops])

    def _column(self, name: str, blank: float) -> Floats:
        """Return the numbers of a column, with something for blank cells."""
        if not self._numbers[name]:
            return np.full(self._jobs, blank)
        values = np.concatenate(self._numbers[name])
        return np.where(np.isnan(values), blank, values)

    def _estimates(self, number: Ints) -> Floats:
        """Return the requested times; NaN where there is none."""
        values = self._column("estimate", np.nan)
        none = np.flatnonzero(values <= 0)
        self.findings.add_all(kinds.NO_ESTIMATE, number[none], lambda i: values[none[i]])
        return np.where(values <= 0, np.nan, values)

    def _checked_ids(self, number: Ints) -> NDArray[Any]:
        """Return the ids, or the numbers of the lines where they do not tell the jobs apart."""
        if not self._ids:
            return np.arange(1, self._jobs + 1)
        if (numbers := plain_numbers(self._ids)) is not None and are_different(numbers):
            return numbers
        seen: set[str] = set()
        odd = []
        for i, id in enumerate(self._ids):
            if id in seen or not 0 < len(id) <= LONGEST_NAME or not is_seen(id):
                odd.append(i)
            seen.add(id)
        if not odd:
            ids: NDArray[Any] = numbers_or_text(np.array(self._ids, object))
            return ids
        where = np.array(odd)
        self.findings.add_all(kinds.RENUMBERED, number[where], _shown(self._ids, where))
        return number

    def _remark(self, time: Floats, estimate: Floats, number: Ints) -> None:
        over = np.flatnonzero(time > estimate)
        self.findings.add_all(
            kinds.OVERRUN, number[over], lambda i: f"{time[over[i]]:g} above {estimate[over[i]]:g}"
        )
        self.findings.add_all(kinds.ZERO_TIME, number[time == 0], lambda i: "")


def _chosen(cells: Sequence[str], rows: Sequence[int]) -> Sequence[str]:
    """Return the cells of some rows, which are often all."""
    return cells if len(rows) == len(cells) else [cells[i] for i in rows]


def _shown(cells: Sequence[str], rows: Ints) -> Callable[[int], str]:
    """Return what shows the cell of the i-th of some rows."""
    return lambda i: shown_cell(cells[rows[i]]) if cells[rows[i]].strip() else "nothing"
