"""Sheets of a spreadsheet (XLSX) as tables: the first sheet."""

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from algorithms.errors import FormatError
from algorithms.extras import extra
from algorithms.formats.findings import Findings, quoted, shown
from algorithms.formats.unpacking import stored
from algorithms.sources import kinds
from algorithms.sources.layout import distinct, repeated
from algorithms.sources.tables.table import Table, of_records

MOST_ROWS = 1 << 20
"""Rows that a sheet may have."""
MOST_TITLES = 20
"""Rows of one cell above the names of columns."""
MOST_BYTES = 1 << 28
"""Bytes that the parts of a spreadsheet may unpack to."""

Row = tuple[int, tuple[Any, ...]]
"""Where a row stands, and its cells."""


def open_sheet(content: Iterator[bytes], findings: Findings) -> Table:
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
            if sum(part.file_size for part in archive.infolist()) > MOST_BYTES:
                raise FormatError("the spreadsheet holds more than 256 MiB, the limit")
        book = load_workbook(file, read_only=True, data_only=True)
        first = book.worksheets[0]
        first.reset_dimensions()  # which files state wrongly
        rows = enumerate(first.iter_rows(values_only=True, max_row=MOST_ROWS), 1)
        filled = ((at, row) for at, row in rows if any(cell is not None for cell in row))
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
        except Exception as error:  # openpyxl raises whatever its parsers raise
            what = shown(str(error) or type(error).__name__)
            raise FormatError(f"the spreadsheet is damaged below row {after}: {what}") from error
        if any(cell is not None for cell in row):
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
