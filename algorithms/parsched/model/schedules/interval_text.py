"""Write and read sets of intervals as text: "0-3 7 9-12", closed, one set a line."""

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import allocating, kernel

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

BLANK, HYPHEN, NEWLINE, ZERO = 32, 45, 10, 48
MAX_DIGITS = 10
LARGEST = 10**MAX_DIGITS

GOOD, NOT_A_NUMBER, REVERSED, TOO_LARGE = 0, 1, 2, 3


@kernel
def put_number(text: Bytes, at: int, number: int) -> int:
    """Write a number >= 0 in decimal from position `at` and return the position after it."""
    digits, rest = 1, number // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for k in range(at + digits - 1, at - 1, -1):
        text[k] = ZERO + number % 10
        number //= 10
    return at + digits


@allocating
def write_intervals(offsets: Ints, lo: Ints, hi: Ints) -> Bytes:
    """Write set i, the half-open intervals `offsets[i]:offsets[i + 1]` of `lo` and `hi`, as line i.

    Returns
    -------
    uint8, shape (n_bytes,): ASCII; every line ends in a newline.
    """
    text = np.empty(len(lo) * (2 * MAX_DIGITS + 2) + len(offsets), np.uint8)
    at = 0
    for i in range(len(offsets) - 1):
        for c in range(offsets[i], offsets[i + 1]):
            if c > offsets[i]:
                text[at] = BLANK
                at += 1
            at = put_number(text, at, lo[c])
            if hi[c] > lo[c] + 1:
                text[at] = HYPHEN
                at = put_number(text, at + 1, hi[c] - 1)
        text[at] = NEWLINE
        at += 1
    return text[:at].copy()


@kernel
def get_number(text: Bytes, at: int) -> tuple[int, int]:
    """Read a decimal number from position `at`; return (number or -1, position after it)."""
    number, begin = 0, at
    while at < len(text) and ZERO <= text[at] <= ZERO + 9:
        # A larger number exceeds every limit, and its further digits might overflow.
        if number < LARGEST:
            number = 10 * number + int(text[at]) - ZERO
        at += 1
    return (number if at > begin else -1), at


@kernel
def read_intervals(
    text: Bytes, rows: int, limit: int, lo: Ints, hi: Ints, offsets: Ints
) -> tuple[int, int, int]:
    """Read `rows` lines of intervals in any order into `lo`, `hi` (half-open) and `offsets`.

    Parameters
    ----------
    text
        uint8, ASCII; every line ends in a newline.
    limit
        Processors of the largest possible machine.
    lo, hi
        int64, room for one entry per blank-separated word.
    offsets
        int64, shape (rows + 1,).

    Returns
    -------
    fault, row, position
        `fault` is GOOD or says what is wrong with the word at byte `position` of line `row`.
    """
    at, count = 0, 0
    for row in range(rows):
        offsets[row] = count
        while text[at] != NEWLINE:
            if text[at] == BLANK:
                at += 1
                continue
            word = at
            first, at = get_number(text, at)
            last = first
            if first >= 0 and text[at] == HYPHEN:
                last, at = get_number(text, at + 1)
            if first < 0 or last < 0 or (text[at] != BLANK and text[at] != NEWLINE):
                return NOT_A_NUMBER, row, word
            if last < first:
                return REVERSED, row, word
            if last >= limit:
                return TOO_LARGE, row, word
            lo[count] = first
            hi[count] = last + 1
            count += 1
        at += 1
    offsets[rows] = count
    return GOOD, -1, -1


@kernel
def merge_intervals(offsets: Ints, lo: Ints, hi: Ints) -> tuple[int, int]:
    """Join touching intervals of each set, all in ascending order, in place.

    Returns
    -------
    row, processor
        The first set that names a processor twice, and that processor; (-1, -1) if there is none.
    """
    used = 0
    begin = offsets[0]
    for row in range(len(offsets) - 1):
        end = offsets[row + 1]
        kept = used
        # Invariant: used <= c, so what is written has been read.
        for c in range(begin, end):
            if used > kept and lo[c] < hi[used - 1]:
                return row, lo[c]
            if used > kept and lo[c] == hi[used - 1]:
                hi[used - 1] = hi[c]
            else:
                lo[used] = lo[c]
                hi[used] = hi[c]
                used += 1
        begin = end
        offsets[row + 1] = used
    return -1, -1
