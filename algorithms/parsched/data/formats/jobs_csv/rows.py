"""Rows of a CSV workload as columns: split at once where lines are regular, else by the rules of
CSV."""

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import itemgetter

import numpy as np

from parsched.base.errors import FormatError
from parsched.data.files.findings import Findings
from parsched.data.files.source import lines
from parsched.data.formats.jobs_csv import kinds
from parsched.data.formats.jobs_csv.layout import BYTE_ORDER_MARK, CsvLayout
from parsched.model.problem.arrays import Ints

ROWS = 1 << 14
"""Rows that are checked at a time, where they are not split at once."""

Row = tuple[int, Sequence[str]]
"""Number of the line where it begins, and its cells in the columns that mean something."""

_NEW_LINE = ord("\n")

Columns = Sequence[Sequence[str]]
"""Cells of the columns that mean something."""


class TextLines(Iterator[str]):
    """The lines of a file as text, each with its line end; `number` counts the lines so far."""

    def __init__(self, content: Iterator[bytes], findings: Findings) -> None:
        self._blocks = lines(content, findings)
        self._lines = io.StringIO()
        self.number = 0

    def block(self) -> str:
        """Return lines that come next, without taking them: whole ones, and none at the end."""
        at = self._lines.tell()
        if not (block := self._lines.read()):
            block, at = self._decoded(next(self._blocks, b"")), 0
            self._lines = io.StringIO(block, newline="\n")
        self._lines.seek(at)
        return block

    def skip(self, count: int) -> None:
        """Take all lines of a block; `count` is their number."""
        self._lines.seek(0, io.SEEK_END)
        self.number += count

    def __next__(self) -> str:
        if not (line := self._lines.readline()):
            self._lines = io.StringIO(self._decoded(next(self._blocks)), newline="\n")
            line = self._lines.readline()
        self.number += 1
        return line

    def _decoded(self, block: bytes) -> str:
        """Return a block as text, without the mark that a file may begin with."""
        if not self.number:
            block = block.removeprefix(BYTE_ORDER_MARK)
        return block.decode()


def blocks(
    text: TextLines, layout: CsvLayout, findings: Findings
) -> Iterator[tuple[Ints, Columns]]:
    """Yield the numbers of lines and the known cells of rows that have as many cells as there are
    columns.

    Raises
    ------
    FormatError
        When the text is no CSV; names the line.
    """
    while block := text.block():
        if '"' in block:  # A row may go on in the next line, and in the next block.
            yield from _together(_rows(text, layout, findings))
            return
        count = block.count("\n")
        if columns := split_at_once(block, count, layout):
            yield np.arange(text.number + 1, text.number + count + 1), columns
            text.skip(count)
        else:
            yield from _together(_rows(text, layout, findings, text.number + count))


def split_at_once(block: str, count: int, layout: CsvLayout) -> Columns | None:
    """Return the cells of lines by column, if all of these are rows as they should be."""
    separator, width = layout.separator, len(layout.names)
    if layout.skips_blanks or "\0" in block:
        return None
    text = np.frombuffer(block.encode(), np.uint8)
    places = np.flatnonzero((text == ord(separator)) | (text == _NEW_LINE))
    ends = text[places]
    longest = np.diff(places, prepend=-1).max(initial=0) - 1
    if len(ends) != count * width or longest > csv.field_size_limit():
        return None
    # Invariant: there are as many cells as there should be; each line has its own where every last
    # one of a row ends with its line, as there are no more line ends than rows.
    if not (ends[width - 1 :: width] == _NEW_LINE).all():
        return None
    cells = block.replace("\n", separator).split(separator)
    cells.pop()
    columns = [cells[place::width] for place in layout.read]
    may_be_blank = not all(map(str.strip, columns[0]))
    return None if may_be_blank else columns


def _together(rows: Iterator[Row]) -> Iterator[tuple[Ints, Columns]]:
    """Yield rows as columns, some at a time."""
    while block := list(islice(rows, ROWS)):
        number, cells = zip(*block, strict=True)
        yield np.array(number, np.int64), list(zip(*cells, strict=True))


def _rows(
    text: TextLines, layout: CsvLayout, findings: Findings, last: int | None = None
) -> Iterator[Row]:
    """Yield rows up to a line, by the rules of CSV."""
    width, pick = len(layout.names), itemgetter(*layout.read)
    reader = csv.reader(
        text, delimiter=layout.separator, skipinitialspace=layout.skips_blanks, strict=True
    )
    while text.number != last:
        line = text.number + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            rule = (
                "a cell with quotes must begin and end with one, and double those within, and none "
                f"may have more than {csv.field_size_limit():,} characters"
            )
            raise FormatError(f"line {line} is not CSV: {rule}") from error
        if not any(map(str.strip, row)):
            continue
        if len(row) != width and any(row[width:] or [" "]):
            findings.add(kinds.CELLS, line=line, value=f"{len(row):,}, not {width:,}")
        else:
            yield line, pick(row)
