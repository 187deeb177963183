"""Tables as text: cells apart by a character, or in columns of fixed width."""

import io
import re
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
import pyarrow as pa
from pyarrow import csv

from parsched.base.errors import FormatError
from parsched.data.files.findings import Findings, quoted, shown
from parsched.data.files.layout import WORDS, Spans, TextLayout
from parsched.data.files.source import BLOCK
from parsched.data.files.unpacking import BlockFile
from parsched.data.logs import kinds
from parsched.data.logs.tables.rejoined import Made, Misfit, Rejoiner
from parsched.data.logs.tables.table import Batch, LogTable
from parsched.data.logs.tables.text_rows import RowLines, rows_of
from parsched.model.problem.workload import Ints


def open_delimited(content: Iterator[bytes], layout: TextLayout, findings: Findings) -> LogTable:
    """Return the table of a text, whose rows are read as they are asked for."""
    for name in layout.repeated:
        findings.add(kinds.SAME_NAME, value=quoted(name))
    for line, title in layout.titles:
        findings.add(kinds.TITLE, line=line, value=quoted(title))
    places = RowLines(layout.skipped + 1 + (not layout.is_bare) + bool(layout.widths))
    rows = rows_of(content, layout, places, findings)
    may_have_commas = layout.separator != "," and not layout.widths
    if layout.widths:
        rows, layout = _cut(rows, layout), layout.cut
    elif layout.is_aligned:
        rows, layout = _parted(rows), layout.cut
    elif layout.has_signs:
        rows, layout = _parted_by(rows, layout.separator), layout.cut
    return LogTable(
        layout.names,
        lambda wanted: _batches(rows, layout, places, wanted, findings),
        may_have_commas=may_have_commas,
    )


class _Misfits(list[Misfit]):
    """Rows of too many or too few cells, which pyarrow hands over as it meets them."""

    def __call__(self, row: csv.InvalidRow) -> str:
        self.append(Misfit(row.number - 1, (row.text or "").rstrip("\r\n")))
        return "skip"


def _batches(
    rows: Iterator[bytes],
    layout: TextLayout,
    places: RowLines,
    wanted: Sequence[str],
    findings: Findings,
) -> Iterator[Batch]:
    misfits, rejoiner = _Misfits(), Rejoiner(layout, places, findings)
    first = next(rows, None)
    if first is None:
        return
    try:
        reader = _opened(chain((first,), rows), layout, wanted, misfits)
        next_row = 0
        for batch in reader:
            numbers = _numbers(next_row, batch.num_rows, [each.row for each in misfits])
            next_row = int(numbers[-1]) + 1 if len(numbers) else next_row
            # Lines behind these rows may go on in the next block.
            met = [each for each in misfits if each.row < next_row]
            misfits[:] = misfits[len(met) :]
            batch, numbers = _with(rejoiner.made_of(met), batch, numbers, layout.columns)
            yield batch, places.of(numbers)
        if made := rejoiner.made_of(misfits):
            none = _as_batch([], wanted, layout.columns)
            batch, numbers = _with(made, none, np.empty(0, np.int64), layout.columns)
            yield batch, places.of(numbers)
    except pa.ArrowInvalid as error:
        raise FormatError(
            f"the table cannot be read: {shown(str(error).splitlines()[0])}"
        ) from error


def _with(
    made: Sequence[Made], batch: pa.RecordBatch, numbers: Ints, columns: Sequence[str]
) -> tuple[pa.RecordBatch, Ints]:
    """Return rows and their numbers with those that were put together among them."""
    if not made:
        return batch, numbers
    more = _as_batch(made, batch.schema.names, columns)
    numbers = np.concatenate((numbers, np.array([each.row for each in made], np.int64)))
    order = np.argsort(numbers)
    rows = pa.Table.from_batches([batch, more]).take(pa.array(order)).combine_chunks()
    return rows.to_batches()[0], numbers[order]


def _as_batch(
    made: Sequence[Made], wanted: Sequence[str], columns: Sequence[str]
) -> pa.RecordBatch:
    places = [columns.index(name) for name in wanted]
    arrays = [pa.array([each.cells[place] for each in made], pa.string()) for place in places]
    return pa.RecordBatch.from_arrays(arrays, names=list(wanted))


def _opened(
    content: Iterator[bytes], layout: TextLayout, wanted: Sequence[str], misfits: _Misfits
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


def _cut(content: Iterator[bytes], layout: TextLayout) -> Iterator[bytes]:
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


def _parted_by(content: Iterator[bytes], signs: str) -> Iterator[bytes]:
    """Put one separator where several characters stand between cells."""
    if signs == WORDS["tabs"]:
        for block in content:
            yield re.sub(rb"\t+", b"\x1f", re.sub(rb"(?m)\t+$", b"", block))
    else:
        for block in content:
            yield block.replace(signs.encode(), b"\x1f")


def _cells(row: bytes, spans: Spans) -> list[bytes]:
    """Return the cells of a row. `sacct` counts bytes, others count characters: the count that
    keeps the gaps between columns free is right."""
    if row.isascii() or all(row[a - 1 : a] in (b" ", b"") for a, _ in spans[1:]):
        return [row[a:b].strip() for a, b in spans]
    text = row.decode("utf-8", "replace")
    return [text[a:b].strip().encode() for a, b in spans]
