"""Tables as text: cells apart by a character, or in columns of fixed width."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import pyarrow as pa
from pyarrow import csv

from algorithms.errors import FormatError
from algorithms.formats.findings import Findings, Kind, Severity, quoted, shown
from algorithms.formats.source import BLOCK
from algorithms.formats.unpacking import BlockFile
from algorithms.problem.workload import Ints
from algorithms.sources import kinds
from algorithms.sources.layout import Layout, Spans
from algorithms.sources.tables.table import Batch, Table
from algorithms.sources.tables.text_rows import Places, rows_of

CELLS = Kind(
    key="wrong_number_of_cells",
    severity=Severity.ERROR,
    field="A line",
    rule="must have as many cells as the first line",
    action="left out",
    drops=True,
)


def open_delimited(content: Iterator[bytes], layout: Layout, findings: Findings) -> Table:
    """Return the table of a text, whose rows are read as they are asked for."""
    for name in layout.repeated:
        findings.add(kinds.SAME_NAME, value=quoted(name))
    for line, title in layout.titles:
        findings.add(kinds.TITLE, line=line, value=quoted(title))
    places = Places(layout.skipped + 1 + (not layout.is_bare) + bool(layout.widths))
    rows = rows_of(content, layout, places, findings)
    may_have_commas = layout.separator != "," and not layout.widths
    if layout.widths:
        rows, layout = _cut(rows, layout), layout.cut
    elif layout.is_aligned:
        rows, layout = _parted(rows), layout.cut
    return Table(
        layout.names,
        lambda wanted: _batches(rows, layout, places, wanted, findings),
        may_have_commas=may_have_commas,
    )


@dataclass
class _Misfits:
    """Rows of too many or too few cells, which pyarrow hands over as it meets them; rows are
    counted from 0."""

    findings: Findings
    places: Places
    rows: list[int]

    def __call__(self, row: csv.InvalidRow) -> str:
        self.rows.append(row.number - 1)
        [line] = self.places.of(np.array([row.number - 1], np.int64)).tolist()
        text = row.text or f"{row.actual_columns} cells"
        self.findings.add(CELLS, line=line, value=f"{row.actual_columns:,} cells, {quoted(text)}")
        return "skip"


def _batches(
    rows: Iterator[bytes],
    layout: Layout,
    places: Places,
    wanted: Sequence[str],
    findings: Findings,
) -> Iterator[Batch]:
    misfits = _Misfits(findings, places, [])
    first = next(rows, None)
    if first is None:
        return
    try:
        reader = _opened(chain((first,), rows), layout, wanted, misfits)
        next_row = 0
        for batch in reader:
            numbers = _numbers(next_row, batch.num_rows, misfits.rows)
            next_row = int(numbers[-1]) + 1 if len(numbers) else next_row
            # What was passed over before these rows is of no more use.
            misfits.rows[:] = [row for row in misfits.rows if row >= next_row]
            yield batch, places.of(numbers)
    except pa.ArrowInvalid as error:
        raise FormatError(
            f"the table cannot be read: {shown(str(error).splitlines()[0])}"
        ) from error


def _opened(
    content: Iterator[bytes], layout: Layout, wanted: Sequence[str], misfits: _Misfits
) -> csv.CSVStreamingReader:
    return csv.open_csv(
        pa.PythonFile(io.BufferedReader(BlockFile(content), BLOCK), "r"),
        # A block holds two of the longest lines; larger ones take memory for no gain.
        csv.ReadOptions(use_threads=False, block_size=2 * BLOCK, column_names=list(layout.columns)),
        csv.ParseOptions(
            delimiter=layout.separator,
            quote_char=layout.quote or False,
            newlines_in_values=bool(layout.quote),
            invalid_row_handler=misfits,
        ),
        csv.ConvertOptions(
            column_types=dict.fromkeys(layout.columns, pa.string()),
            include_columns=list(wanted),
            strings_can_be_null=False,
        ),
    )


def _numbers(first: int, count: int, without: Sequence[int]) -> Ints:
    """Return the numbers of some rows: those from `first` on without those that are left out."""
    rows = np.arange(first, first + count + len(without))
    return np.setdiff1d(rows, np.array(without, np.int64))[:count]


def _cut(content: Iterator[bytes], layout: Layout) -> Iterator[bytes]:
    """Put a separator between columns of fixed width."""
    spans = layout.spans
    for block in content:
        rows = [b"\x1f".join(_cells(row, spans)) for row in block.split(b"\n")[:-1]]
        yield b"\n".join(rows) + b"\n"


def _parted(content: Iterator[bytes]) -> Iterator[bytes]:
    """Put a separator between cells that are apart by blanks."""
    for block in content:
        rows = [b"\x1f".join(row.split()) for row in block.split(b"\n")[:-1]]
        yield b"\n".join(rows) + b"\n"


def _cells(row: bytes, spans: Spans) -> list[bytes]:
    """Return the cells of a row. `sacct` counts bytes, others count characters: whoever keeps the
    gaps between columns free is right."""
    if row.isascii() or all(row[a - 1 : a] in (b" ", b"") for a, _ in spans[1:]):
        return [row[a:b].strip() for a, b in spans]
    text = row.decode("utf-8", "replace")
    return [text[a:b].strip().encode() for a, b in spans]
