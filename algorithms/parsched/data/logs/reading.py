"""Reading a log: its table, what the columns mean, and its jobs. This loads pyarrow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import pyarrow as pa

from parsched.base.errors import FormatError
from parsched.data.files.bare import are_bare
from parsched.data.files.findings import FindingExample, Findings, quoted, shown
from parsched.data.files.layout import GUESSED, StatedCut, TextLayout
from parsched.data.files.mapping import Mapping
from parsched.data.files.reading import DoesNotFit, Reading, ReadOptions
from parsched.data.files.refusals import listed, nothing, sentences
from parsched.data.files.source import FileLimits
from parsched.data.files.vocabulary import lost_by
from parsched.data.logs import kinds
from parsched.data.logs.declared import LeftOut, Source
from parsched.data.logs.guess import STEP, guessed, guesses
from parsched.data.logs.jobs import LogJobs
from parsched.data.logs.json_lines import is_json_lines
from parsched.data.logs.ordered import DateOrders
from parsched.data.logs.recognising import (
    PARQUET,
    is_packed_table,
    is_sheet,
    recognised_as,
    shape_of,
)
from parsched.data.logs.rows import RowReader
from parsched.data.logs.signs import SignedColumns
from parsched.data.logs.tables.delimited import open_delimited
from parsched.data.logs.tables.parquet import open_parquet
from parsched.data.logs.tables.records import of_json_lines
from parsched.data.logs.tables.sheet import open_sheet
from parsched.data.logs.tables.table import Batch, LogTable

SAMPLED = 200
"""Rows by which units are guessed."""

TABLE = "table"
"""Key of what is read by guesses, or by a profile of the user."""


@dataclass
class Opened:
    """A file as a table, the source that it was recognised as, if any, and of a text how it is cut
    and the names that are remembered of it (see `shape_of`)."""

    table: LogTable
    source: Source | None
    findings: Findings
    layout: TextLayout | None = None
    shape: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What people call its source; blank where none was recognised."""
        return self.source.title if self.source else ""


def opened(
    head: bytes,
    content: Iterator[bytes],
    limits: FileLimits,
    source: Source | None = None,
    cut: StatedCut = GUESSED,
) -> Opened:
    """Return a file as a table; a text is cut as a user says, or else as seems likely.

    Raises
    ------
    DoesNotFit
        When it is none.
    """
    findings = Findings()
    if source is not None and source.open is not None:
        return Opened(source.open(content, limits, findings), source, findings)
    if head.startswith(PARQUET):
        table = open_parquet(content)
    elif is_json_lines(head):
        table = of_json_lines(content, limits, findings)
    elif is_sheet(head):
        table = open_sheet(content, findings, limits)
    else:
        layout = _layout(head, source, cut)
        table = open_delimited(content, layout, findings)
        source = source or recognised_as(table.columns)
        return Opened(table, source, findings, layout, shape_of(head))
    return Opened(table, source or recognised_as(table.columns), findings)


def looked_at(
    head: bytes,
    content: Iterator[bytes],
    limits: FileLimits,
    source: Source | None = None,
    cut: StatedCut = GUESSED,
) -> Opened:
    """Return a file as a table as `opened` does; a text with an unknown layout becomes a column of
    whole lines."""
    is_known = source is not None or bool(cut.separator) or is_packed_table(head)
    if (
        is_known
        or TextLayout.of(head) is not None
        or (layout := TextLayout.whole(head, cut)) is None
    ):
        return opened(head, content, limits, source, cut)
    findings = Findings()
    return Opened(open_delimited(content, layout, findings), None, findings, layout, shape_of(head))


def _layout(head: bytes, source: Source | None, cut: StatedCut) -> TextLayout:
    declared = source.layout if source is not None and not cut else None
    layout = TextLayout.of(head, cut) if declared is None else declared(head)
    if layout is not None and layout.is_named:
        return layout
    if cut.separator:
        rule = f"it must name several columns, with {cut.separator} between"
        raise DoesNotFit(f"{_first_line(head)}: {rule}")
    raise DoesNotFit(f"{_first_line(head)}: it must name several columns of a table")


def _first_line(head: bytes) -> str:
    text = head.decode("utf-8", "replace").lstrip("\ufeff").split("\n", 1)[0]
    return f"line 1, {quoted(text.strip())}"


def read_log(
    head: bytes,
    content: Iterator[bytes],
    name: str,
    options: ReadOptions,
    source: Source | None = None,
    mapping: Mapping | None = None,
) -> Reading:
    """Read a log from the blocks of a file: by a mapping, else by the mapping of its source, else
    by guesses.

    Raises
    ------
    FormatError
        When it has no column for what a workload needs, or no row is a job. `DoesNotFit` when it
        is no table of jobs at all.
    """
    cut = mapping.cut if mapping else _remembered_cut(head, options)
    file = opened(head, content, options.limits, source, cut)
    try:
        return read_opened(file, name, options, mapping)
    finally:
        file.table.close()


def _remembered_cut(head: bytes, options: ReadOptions) -> StatedCut:
    """Return what a user has said of how texts like this are cut."""
    remembered = None if options.remembered is None else options.remembered(shape_of(head))
    return GUESSED if remembered is None else remembered.cut


def read_opened(file: Opened, name: str, options: ReadOptions, mapping: Mapping | None) -> Reading:
    """Read the jobs of a table, as `read_log` does; it may be read once."""
    options.limits.check_columns(len(file.table.columns))
    if not file.table.columns:
        raise nothing(file.findings.report(0), file.title)
    batches: Iterator[Batch] | None = None
    columns = file.table.columns
    is_remembered = False
    if mapping is None and options.remembered is not None:
        mapping = options.remembered(file.shape or columns)
        is_remembered = mapping is not None
    if mapping is None and file.source is not None:
        mapping = file.source.mapping.within(columns)
    elif mapping is not None:
        _check_names(mapping, file.table.columns)
    is_bare = are_bare(columns)
    if is_bare:
        file.findings.add(kinds.NO_NAMES)
    if not (is_bare and mapping is None):
        _refuse_lack(mapping or guessed(columns), columns)
    if mapping is None:
        first, batches = _peek(file.table.batches(file.table.columns), file)
        cells = cells_in(first)
        mapping = guessed(file.table.columns, cells)
        for guess in guesses(file.table.columns, cells):
            if guess.is_unit_guessed:
                file.findings.add(kinds.guessed_unit(guess.unit), value=quoted(guess.column))
        _refuse_lack(mapping, columns)
    left_out = _left_out(file.source, mapping, columns)
    if batches is None:
        wanted = {rule.column for rule in left_out} | {*mapping.roles, *_lost(mapping, columns)}
        batches = file.table.batches([each for each in file.table.columns if each in wanted])
    reading = _read(file, mapping, left_out, batches, name, options)
    return replace(reading, is_remembered=is_remembered)


def _lost(mapping: Mapping, columns: Sequence[str]) -> dict[str, str]:
    """Return what columns without a role say that is not kept, by their usual names."""
    meant = ((name, lost_by(name)) for name in columns if name not in mapping.roles)
    return {name: lost for name, lost in meant if lost}


def _refuse_lack(mapping: Mapping, columns: Sequence[str]) -> None:
    if lack := mapping.lacks():
        raise DoesNotFit(f"columns {listed(columns)}: {lack}")


def _left_out(
    source: Source | None, mapping: Mapping, columns: Sequence[str]
) -> tuple[LeftOut, ...]:
    """Return which rows are no jobs: those that the source names, and steps where they are none."""
    rules = [rule.within(columns) for rule in (source.left_out if source else ())]
    if mapping.steps == "left out":
        ids = mapping.columns.get("id", ())
        rules += [LeftOut(kinds.STEP, column.name, STEP) for column in ids]
    return tuple(rule for rule in rules if rule is not None)


def _read(
    file: Opened,
    mapping: Mapping,
    left_out: tuple[LeftOut, ...],
    batches: Iterator[Batch],
    name: str,
    options: ReadOptions,
) -> Reading:
    source = file.source
    lost = _lost(mapping, file.table.columns)
    used = {*mapping.roles, *(rule.column for rule in left_out), *lost}
    for column in file.table.columns:
        if column not in used:
            file.findings.add(kinds.UNREAD, value=quoted(column))
    orders = DateOrders(mapping, file.findings)
    signed = SignedColumns(mapping, file.findings, file.table.may_have_commas)
    reader = RowReader(mapping, left_out, file.findings, signed, orders)
    jobs = LogJobs(mapping, options, file.findings, lost)
    there = set[str]()
    for batch in signed.decided(orders.decided(batches)):
        there |= _filled(batch[0])
        try:
            rows = reader.read(batch)
        except (pa.ArrowException, UnicodeDecodeError, OverflowError) as error:
            raise FormatError(f"the table cannot be read: {shown(str(error))}") from error
        jobs.append(rows)
    if reader.is_local:
        file.findings.add(kinds.NO_ZONE, value=mapping.zone or "UTC")
    reading = jobs.reading(
        source.key if source else TABLE, name, file.table.processors, file.table.moldable
    )
    # Tables that are made of other files have all columns of their source, filled or not.
    is_made = source is not None and source.open is not None
    mapping = orders.told()
    reading = replace(reading, mapping=mapping.within(there) if is_made else mapping)
    return reading if file.table.has_lines else _without_lines(reading)


def _filled(rows: pa.RecordBatch) -> set[str]:
    """Return the names of columns in which some cell is not missing."""
    return {name for name in rows.schema.names if rows.column(name).null_count < len(rows)}


def _without_lines(reading: Reading) -> Reading:
    """Return the reading of a file whose jobs are numbered, not its lines."""
    findings = tuple(
        replace(
            finding,
            examples=tuple(
                FindingExample(0, each.value, f"number {each.line}" if each.line else each.job)
                for each in finding.examples
            ),
        )
        for finding in reading.report.findings
    )
    return replace(reading, report=replace(reading.report, findings=findings), lines=None)


def _peek(batches: Iterator[Batch], file: Opened) -> tuple[pa.RecordBatch, Iterator[Batch]]:
    first = next(batches, None)
    if first is None and file.findings.dropped:
        raise nothing(file.findings.report(0), file.title)
    if first is None:
        raise FormatError("the file holds no jobs, only the names of columns")
    return first[0], chain((first,), batches)


def cells_in(rows: pa.RecordBatch) -> dict[str, list[str]]:
    """Return the first cells of each column."""
    rows = rows.slice(0, SAMPLED)
    return {name: _cells(rows.column(name)) for name in rows.schema.names}


def _cells(column: pa.Array) -> list[str]:
    try:
        return [str(cell) for cell in column.to_pylist() if cell is not None and cell != ""]
    except (pa.ArrowException, ValueError, OverflowError):  # Python has no such dates or texts
        return []


def _check_names(mapping: Mapping, columns: Sequence[str]) -> None:
    for column, role in mapping.roles.items():
        if column not in columns:
            raise FormatError(
                sentences(
                    f"column {quoted(column)} of the profile, columns.{role}: the file has none",
                    f"Its columns are {listed(columns)}",
                )
            )
