"""Sheets of a spreadsheet (XLSX) as tables: the first sheet."""

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from parsched.base.errors import FormatError
from parsched.base.extras import extra
from parsched.data.files.findings import Findings, quoted, shown
from parsched.data.files.growth import refuse_growth
from parsched.data.files.layout import distinct, repeated
from parsched.data.files.source import BLOCK, FileLimits
from parsched.data.files.unpacking import stored
from parsched.data.logs import kinds
from parsched.data.logs.tables.table import LogTable, of_records

MOST_ROWS = 1 << 20
"""Rows that a sheet may have."""
MOST_TITLES = 20
"""Rows of one cell above the names of columns."""
MOST_BYTES = 1 << 28
"""Bytes that the parts of a spreadsheet may unpack to."""
TAGS = 4
"""Tags that a cell has in most files."""
CELLS = 20
"""Cells of a row for each that is filled, as far as limits know."""

Row = tuple[int, tuple[Any, ...]]
"""Where a row stands, and its cells."""


def open_sheet(content: Iterator[bytes], findings: Findings, limits: FileLimits) -> LogTable:
    """Return the table of the first sheet; its first row with several cells names the columns, and
    titles may stand above.

    Raises
    ------
    FormatError
        When the file is damaged, too large once unpacked, or empty.
    """
    with extra("logs"):
        from openpyxl import load_workbook  # noqa: PLC0415 (only spreadsheets need it)

    file = stored(content)
    try:
        with zipfile.ZipFile(file) as archive:
            packed = _looked_at(archive)
        book = load_workbook(file, read_only=True, data_only=True)
        first = book.worksheets[0]
        first.reset_dimensions()  # which files state wrongly
        _limit(first, packed, limits)
        rows = enumerate(first.iter_rows(values_only=True, max_row=MOST_ROWS), 1)
        filled = ((at, row) for at, row in rows if _is_filled(row))
        titles, at, row = _names(filled)
    except FormatError:
        file.close()
        raise
    except Exception as error:  # openpyxl raises whatever its parsers raise
        file.close()
        what = shown(str(error) or type(error).__name__)
        raise FormatError(f"the spreadsheet cannot be read: {what}") from error
    for line, title in titles:
        findings.add(kinds.TITLE, line=line, value=quoted(title))
    cells = ["" if cell is None else str(cell) for cell in row]
    names = distinct(cells)
    for name in repeated(cells):
        findings.add(kinds.SAME_NAME, value=quoted(name))
    return replace(of_records(names, _records(rows, len(names), at)), close=file.close)


def _looked_at(archive: zipfile.ZipFile) -> int:
    """Return the packed bytes of a spreadsheet; raises FormatError where they become too much."""
    parts = archive.infolist()
    packed, size = sum(p.compress_size for p in parts), sum(p.file_size for p in parts)
    if size > MOST_BYTES:
        raise FormatError("the spreadsheet holds more than 256 MiB, the limit")
    refuse_growth(packed, size)
    tags = 0
    for part in parts:
        with archive.open(part) as content:
            while block := content.read(BLOCK):
                tags += block.count(b"<")
                refuse_growth(packed, rows=tags // TAGS)
    return packed


def _limit(sheet: Any, packed: int, limits: FileLimits) -> None:
    """Let a sheet refuse rows that are too wide before it fills in the cells that they lack."""
    row_of, cells = sheet._get_row, 0  # noqa: SLF001 (openpyxl has no other place for this)

    def checked(row: list[dict[str, Any]], *arguments: Any) -> tuple[Any, ...]:
        nonlocal cells
        width = row[-1]["column"] if row else 0
        if width > limits.max_columns:
            rule = f"a row must have at most {limits.max_columns:,} columns, the limit"
            raise FormatError(f"{rule}, got a cell in column {width:,}")
        cells += width
        refuse_growth(packed, rows=cells // CELLS)
        return tuple(row_of(row, *arguments))

    sheet._get_row = checked  # noqa: SLF001


def _is_filled(row: tuple[Any, ...]) -> bool:
    return row.count(None) < len(row)


def _names(filled: Iterator[Row]) -> tuple[list[tuple[int, str]], int, tuple[Any, ...]]:
    """Return the titles and where they stand, and the row of names and where it stands."""
    titles: list[tuple[int, str]] = []
    for at, row in islice(filled, MOST_TITLES):
        cells = [str(cell) for cell in row if cell is not None]
        if len(cells) > 1:
            return titles, at, row
        titles += [(at, cell) for cell in cells]
    if not titles:
        raise FormatError("the first sheet is empty")
    at, title = titles[0]
    return [], at, (title,)


def _records(
    rows: Iterator[tuple[int, tuple[Any, ...]]], width: int, after: int
) -> Iterator[tuple[int, list[str | None]]]:
    while True:
        try:
            at, row = next(rows)
        except StopIteration:
            return
        except FormatError:
            raise
        except Exception as error:  # openpyxl raises whatever its parsers raise
            what = shown(str(error) or type(error).__name__)
            raise FormatError(f"the spreadsheet is damaged below row {after}: {what}") from error
        if _is_filled(row):
            cells = [_text(cell) for cell in row[:width]]
            yield at, cells + [None] * (width - len(cells))
        after = at


def _text(cell: Any) -> str | None:
    if cell is None:
        return None
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    if isinstance(cell, timedelta):
        return repr(cell.total_seconds())
    if isinstance(cell, time):
        return repr(cell.hour * 3_600.0 + cell.minute * 60.0 + cell.second)
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
