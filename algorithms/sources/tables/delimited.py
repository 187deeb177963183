"""Tables as text: cells apart by a character, or in columns of fixed width."""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from pyarrow import csv

from algorithms.errors import FormatError
from algorithms.formats.findings import Findings, Kind, Severity, shown
from algorithms.formats.source import BLOCK, lines
from algorithms.formats.unpacking import BlockFile
from algorithms.sources.layout import Layout
from algorithms.sources.tables.table import Batch, Table

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
    before = layout.skipped
    if layout.widths:  # the line of dashes is one more
        content, layout, before = _cut(content, layout), layout.cut, before + 1
    return Table(layout.names, lambda wanted: _batches(content, layout, before, wanted, findings))


@dataclass
class _Misfits:
    """Rows of too many or too few cells, which pyarrow hands over as it meets them."""

    findings: Findings
    before: int
    places: list[int]

    def __call__(self, row: csv.InvalidRow) -> str:
        line = self.before + row.number
        self.places.append(line)
        text = row.text or f"{row.actual_columns} cells"
        self.findings.add(CELLS, line=line, value=f"{row.actual_columns:,}: {shown(text)}")
        return "skip"


def _batches(
    content: Iterator[bytes],
    layout: Layout,
    before: int,
    wanted: Sequence[str],
    findings: Findings,
) -> Iterator[Batch]:
    misfits = _Misfits(findings, before, [])
    at = before + 1 + (not layout.is_bare)
    try:
        reader = csv.open_csv(
            pa.PythonFile(io.BufferedReader(BlockFile(_in_utf_8(content, layout)), BLOCK), "r"),
            csv.ReadOptions(
                use_threads=False,
                block_size=4 * BLOCK,
                skip_rows=layout.skipped + (not layout.is_bare),
                column_names=list(layout.columns),
            ),
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
        seen = 0
        for batch in reader:
            seen, skipped = _after(at, seen, batch.num_rows, misfits.places)
            # What was passed over before these rows is of no more use.
            misfits.places[:] = [place for place in misfits.places if place >= at + seen]
            yield batch, skipped
    except pa.ArrowInvalid as error:
        raise FormatError(
            f"the table cannot be read: {shown(str(error).splitlines()[0])}"
        ) from error


def _in_utf_8(content: Iterator[bytes], layout: Layout) -> Iterator[bytes]:
    """Yield whole lines in UTF-8.

    Raises
    ------
    FormatError
        Names the first line that is not in it, where the beginning of the file was.
    """
    number = 1
    for block in lines(content):
        if layout.encoding == "utf-8":
            try:
                block.decode("utf-8")
            except UnicodeDecodeError as error:
                line = number + block.count(b"\n", 0, error.start)
                what = f"line {line} is not UTF-8 (byte 0x{block[error.start]:02x})"
                raise FormatError(f"{what}: save the file in it") from error
            yield block
        else:
            yield block.decode(layout.encoding).encode()
        number += block.count(b"\n")


def _after(at: int, seen: int, count: int, places: Sequence[int]) -> tuple[int, np.ndarray]:
    """Return the next line that may hold a row, and the lines of some rows: those from `at + seen`
    on without those that were passed over."""
    lines = np.setdiff1d(
        np.arange(at + seen, at + seen + count + len(places)), np.array(places, np.int64)
    )[:count]
    return (int(lines[-1]) + 1 - at if count else seen), lines


def _cut(content: Iterator[bytes], layout: Layout) -> Iterator[bytes]:
    """Put a separator between columns of fixed width, and leave the line of dashes out."""
    spans, skip = layout.spans, layout.skipped
    for block in lines(content):
        rows = block.split(b"\n")[:-1]
        made = [
            b"\x1f".join(
                row.decode(layout.encoding, "replace")[a:b].strip().encode() for a, b in spans
            )
            for row in rows[skip:]
            if row.strip() and not re.fullmatch(rb"[-\s]+", row)
        ]
        skip = max(skip - len(rows), 0)
        if made:
            yield b"\n".join(made) + b"\n"
