"""Columns of a table, and writing them as lines of text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.model.problem.workload import Floats, Ints

INTEGER, WORD, MILLIONTHS = range(3)
"""Content of a column: integers, indices of words, or numbers in millionths."""

EMPTY = -(2**63)
"""An empty cell of millionths."""

LONGEST = 24
"""Most bytes that a number and its separator take."""

_NEWLINE, _MINUS, _POINT, _ZERO = 10, 45, 46, 48
_MILLION = 1_000_000


@kernel
def write_integer(value: int, out: NDArray[np.uint8], at: int) -> int:
    """Write an integer at `at` and return the position after it."""
    if value < 0:
        out[at] = _MINUS
        at += 1
        value = -value
    digits, rest = 1, value
    while rest >= 10:
        rest //= 10
        digits += 1
    for place in range(at + digits - 1, at - 1, -1):
        out[place] = _ZERO + value % 10
        value //= 10
    return at + digits


@kernel
def write_millionths(value: int, out: NDArray[np.uint8], at: int) -> int:
    """Write value / 1,000,000 with as few decimals as possible and return the position after it."""
    if value == EMPTY:
        return at
    if value < 0:
        out[at] = _MINUS
        at += 1
        value = -value
    # Safe: EMPTY, which has no positive counterpart in 64 bits, is gone by now.
    at = write_integer(value // _MILLION, out, at)
    rest = value % _MILLION
    if rest == 0:
        return at
    out[at] = _POINT
    unit = _MILLION // 10
    while rest > 0:
        at += 1
        out[at] = _ZERO + rest // unit
        rest %= unit
        unit //= 10
    return at + 1


@kernel
def write_rows(
    kinds: Ints,
    cells: Ints,
    words: NDArray[np.uint8],
    starts: Ints,
    separator: int,
    out: NDArray[np.uint8],
) -> int:
    """Write all rows into `out` and return the number of bytes.

    Parameters
    ----------
    kinds
        int64, shape (n_columns,): INTEGER, WORD or MILLIONTHS.
    cells
        int64, shape (n_columns, n_rows).
    words, starts
        Word w is `words[starts[w]:starts[w + 1]]`, uint8 and int64.
    separator
        The byte between two cells.
    """
    at = 0
    for row in range(cells.shape[1]):
        for column in range(len(kinds)):
            cell = cells[column, row]
            if kinds[column] == INTEGER:
                at = write_integer(cell, out, at)
            elif kinds[column] == MILLIONTHS:
                at = write_millionths(cell, out, at)
            else:
                for place in range(starts[cell], starts[cell + 1]):
                    out[at] = words[place]
                    at += 1
            out[at] = separator
            at += 1
        # The separator behind the last cell becomes the end of the line.
        out[at - 1] = _NEWLINE
    return at


ROWS = 1 << 16
"""Rows written at a time."""

_LARGEST_RATIO = 1e12


@dataclass(frozen=True, eq=False)
class TextColumn:
    """Cells of one column: INTEGER, WORD or MILLIONTHS; `words` for cells that are indices."""

    kind: int
    cells: Ints
    words: tuple[str, ...] = ()

    def __getitem__(self, rows: slice) -> "TextColumn":
        """Return some rows."""
        return TextColumn(self.kind, self.cells[rows], self.words)


def integers(values: NDArray[Any]) -> TextColumn:
    """Make a column of whole numbers."""
    return TextColumn(INTEGER, values.astype(np.int64, copy=False))


def constant(word: str, rows: int) -> TextColumn:
    """Make a column of one word."""
    return TextColumn(WORD, np.zeros(rows, np.int64), (word,))


def names(codes: NDArray[Any], words: Sequence[str]) -> TextColumn:
    """Make a column of names by their indices; index -1 gives an empty cell."""
    return TextColumn(WORD, codes.astype(np.int64) + 1, ("", *words))


def texts(words: Sequence[str]) -> TextColumn:
    """Make a column of one text per row."""
    return TextColumn(WORD, np.arange(len(words)), tuple(words))


def numbers(values: Floats) -> TextColumn:
    """Make a column of numbers that reads back exactly: whole ones as integers, NaN empty."""
    whole = values == np.floor(values)
    if whole.all() and (np.abs(values) < 2.0**63).all():
        return integers(values)
    return texts([_text(value) for value in values.tolist()])


def ratios(values: Floats) -> TextColumn:
    """Make a column of numbers with up to six decimals, NaN empty."""
    if (np.abs(np.nan_to_num(values)) > _LARGEST_RATIO).any():
        return numbers(values)
    cells = np.full(len(values), EMPTY)
    present = ~np.isnan(values)
    cells[present] = np.rint(values[present] * 1e6).astype(np.int64)
    return TextColumn(MILLIONTHS, cells)


def _text(value: float) -> str:
    if value != value:
        return ""
    return str(int(value)) if value.is_integer() else repr(value)


def write(stream: BinaryIO, columns: Sequence[TextColumn], separator: str) -> None:
    """Write all rows; words are written as they are, quoting is the caller's."""
    for first in range(0, len(columns[0].cells), ROWS):
        stream.write(_lines([column[first : first + ROWS] for column in columns], separator))


def _lines(columns: Sequence[TextColumn], separator: str) -> bytes:
    kinds = np.array([column.kind for column in columns])
    cells = np.stack([column.cells for column in columns])
    words: list[bytes] = []
    for index, column in enumerate(columns):
        if column.kind == WORD:
            used, cells[index] = np.unique(column.cells, return_inverse=True)
            cells[index] += len(words)
            words += [column.words[word].encode() for word in used.tolist()]
    sizes = np.array([0, *map(len, words)], np.int64)
    wide = int(sizes[1:][cells[kinds == WORD]].sum()) if words else 0
    out = np.empty(wide + cells.size * LONGEST, np.uint8)
    table = np.frombuffer(b"".join(words), np.uint8)
    separator_byte = ord(separator)
    size = write_rows(kinds, cells, table, np.cumsum(sizes), separator_byte, out)
    return out[:size].tobytes()
