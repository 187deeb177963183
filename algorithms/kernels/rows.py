"""Tables as text: one line a row, cells with a separator between."""

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
from algorithms.workload import Ints

INTEGER, WORD, MILLIONTHS = range(3)
"""What the cells of a column are: integers, indices of words, or numbers in millionths."""

EMPTY = -(2**63)
"""A cell of millionths in which nothing stands."""

LONGEST = 24
"""Bytes that a number takes at most, with its separator."""

_NEWLINE, _MINUS, _POINT, _ZERO = 10, 45, 46, 48
_MILLION = 1_000_000


@kernel
def write_integer(value: int, out: NDArray[np.uint8], at: int) -> int:
    """Write an integer at `at` and return where it ends."""
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
    """Write value / 1,000,000 with as many decimals as it needs and return where it ends."""
    if value == EMPTY:
        return at
    if value < 0:
        out[at] = _MINUS
        at += 1
        value = -value
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
    """Write all rows into `out` and return how many bytes they take.

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
        out[at - 1] = _NEWLINE
    return at
