"""The rows of a text before they are cut into cells: on which line each stands, and which lines
hold none."""

import csv
import re
from collections.abc import Iterator

import numpy as np

from parsched.data.files.findings import FindingKind, Findings, Severity, shown
from parsched.data.files.grown import Grown
from parsched.data.files.layout import TextLayout
from parsched.data.files.source import lines
from parsched.model.problem.workload import Ints

UNCLOSED = FindingKind(
    key="unclosed_quote",
    severity=Severity.ERROR,
    field="A line",
    rule="must close the quotes that it opens",
    action="left out",
    drops=True,
)
MOST_LINES = 200
"""Lines that one row may have, where its quotes hold line ends."""
_MOST_BYTES = 1 << 16
"""Bytes of such a row."""
_QUOTE = b'"'
_MARK = b"\xef\xbb\xbf"


class RowLines:
    """The line of each row: rows follow each other from line `first` on, except for lines that hold
    none."""

    def __init__(self, first: int) -> None:
        self.first = first
        self._rows_before: Grown[np.int64] = Grown(np.int64)

    def pass_over(self, lines: list[int]) -> None:
        """Note lines that hold no row, in order."""
        passed = len(self._rows_before)
        numbers = np.array(lines, np.int64)
        self._rows_before.append(numbers - self.first - np.arange(passed, passed + len(lines)))

    def of(self, rows: Ints) -> Ints:
        """Return the lines of rows, which are counted from 0."""
        passed = np.searchsorted(self._rows_before.view(), rows, "right")
        found: Ints = self.first + rows + passed
        return found


def rows_of(
    content: Iterator[bytes], layout: TextLayout, places: RowLines, findings: Findings
) -> Iterator[bytes]:
    """Yield the rows of a text in UTF-8, in blocks of whole rows: without what stands before them,
    blank lines, and lines whose quotes stay open, which would take the lines below for a
    cell.
    """
    number, skipped, held = 1, places.first - 1, b""
    form = _Form(layout)
    for block in lines(content, findings):
        if number == 1:
            block = block.removeprefix(_MARK)
        if skipped:
            here = min(skipped, block.count(b"\n"))
            block = block.split(b"\n", here)[-1]
            skipped, number = skipped - here, number + here
        block, held = held + block, b""
        if form.needs_check(block):
            count = block.count(b"\n")
            block, held = _CheckedBlock(block, number, form, places, findings).rows()
            number += count - held.count(b"\n")
        else:
            number += block.count(b"\n")
        if block:
            yield block
    if held:
        yield _CheckedBlock(held, number, form, places, findings).rows(is_last=True)[0]


class _Form:
    """What rows with quotes look like: quotes count where a cell begins."""

    def __init__(self, layout: TextLayout) -> None:
        quoted = b'"(?:[^"]|"")*+"'
        of = re.escape(layout.separator.encode())
        blank = b"[- \t]*" if layout.widths else b"[ \t]*" if layout.is_aligned else b""
        self._blank = re.compile(b"(?m)^%b\n" % blank)
        self._closed = _row(of, b"%b[^%b]*+" % (quoted, of))
        self._exact = _row(of, quoted)
        self._layout = layout

    def needs_check(self, block: bytes) -> bool:
        """Tell whether some lines of a block may be no rows."""
        has_quotes = bool(self._layout.quote) and _QUOTE in block
        return has_quotes or self._blank.search(block) is not None

    def is_blank(self, line: bytes) -> bool:
        """Tell whether a line holds no cells."""
        return self._blank.fullmatch(line + b"\n") is not None

    def is_closed(self, row: bytes) -> bool:
        """Tell whether a row closes the quotes that it opens."""
        is_plain = not self._layout.quote or _QUOTE not in row
        return is_plain or self._closed.fullmatch(row) is not None

    def is_row(self, joined: bytes) -> bool:
        """Tell whether lines are one row: quotes end cells, and there are as many cells as
        names."""
        if self._exact.fullmatch(joined) is None:
            return False
        cells = next(csv.reader([joined.decode()], delimiter=self._layout.separator))
        return len(cells) == len(self._layout.columns)


def _row(separator: bytes, quoted: bytes) -> "re.Pattern[bytes]":
    cell = b'(?:%b|(?!")[^%b]*+)' % (quoted, separator)
    return re.compile(b"%b(?:%b%b)*+" % (cell, separator, cell))


class _CheckedBlock:
    """A block some of whose lines may be none or parts of rows."""

    def __init__(
        self, block: bytes, number: int, form: _Form, places: RowLines, findings: Findings
    ) -> None:
        self._lines = block.split(b"\n")[:-1]
        self._number = number
        self._form = form
        self._places = places
        self._findings = findings

    def rows(self, *, is_last: bool = False) -> tuple[bytes, bytes]:
        """Return the rows, and the lines at the end that may go on in the next block."""
        made: list[bytes] = []
        passed: list[int] = []
        at = 0
        while at < len(self._lines):
            line = self._lines[at]
            length = 1 if self._form.is_closed(line) else self._joined(at)
            if length is None and not is_last:
                break
            if self._form.is_blank(line):
                passed.append(self._number + at)
            elif length:
                made.append(b"\n".join(self._lines[at : at + length]))
                passed += range(self._number + at + 1, self._number + at + length)
            else:
                text = shown(line.decode("utf-8", "replace"))
                self._findings.add(UNCLOSED, line=self._number + at, value=text)
                passed.append(self._number + at)
            at += length or 1
        self._places.pass_over(passed)
        return _ended(made), _ended(self._lines[at:])

    def _joined(self, at: int) -> int | None:
        """Return how many lines from one on are one row, 0 if none are, None where the block ends
        before that can be told."""
        joined = self._lines[at]
        last = at + MOST_LINES
        for length, line in enumerate(self._lines[at + 1 : last], 2):
            joined += b"\n" + line
            if len(joined) > _MOST_BYTES:
                return 0
            if _QUOTE in line and self._form.is_closed(joined):
                return length if self._form.is_row(joined) else 0
        return 0 if last <= len(self._lines) else None


def _ended(rows: list[bytes]) -> bytes:
    return b"\n".join(rows) + b"\n" if rows else b""
