"""Numbers out of SWF lines, byte by byte."""

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import allocating, kernel
from parsched.model.problem.workload import LATEST, Floats, Ints

Text = NDArray[np.uint8]
"""A block of lines: uint8, ends with a newline and holds no CR."""

FIELDS = 18
NUMBER, SUBMIT, RUN, ALLOCATED, REQUESTED, ESTIMATE = range(6)
STATUS, USER, GROUP, EXECUTABLE, QUEUE, PARTITION, PRECEDING, WAIT, THINK, MEMORY = range(6, 16)
COLUMNS = 16
"""Columns that the parser fills; SWF fields 6 and 7 tell about the original system."""

SHORT, NOT_A_NUMBER, TOO_LARGE, TITLES, EXTRA, TEXT = range(6)
FAULTS = 6
"""What may be wrong with a line: too few fields, no number or one too large where a job needs it,
column titles (these lines are skipped); more than 18 fields, no number in a field that a job can
do without (these are kept)."""

SHOWN = 5
SHORTEST_LINE = 2 * FIELDS
"""Bytes of the shortest line with 18 fields: tells how many rows a block can fill at most."""

_SLOT = np.full(FIELDS + 1, -1, np.int64)
_SLOT[[1, 2, 4, 5, 8, 9, 11, 12, 13, 14, 15, 16, 17, 3, 18, 10]] = np.arange(COLUMNS)
_POWERS = np.array([float(f"1e{k}") for k in range(309)])
_TAB, _NEWLINE, _BLANK, _SEMICOLON = 9, 10, 32, 59
_PLUS, _MINUS, _POINT, _ZERO, _NINE, _UPPER_E, _LOWER_E = 43, 45, 46, 48, 57, 69, 101
_DIGITS = 18
_FOUND_FIELDS, _FOUND_NUMBERS, _FOUND_FAULT, _FOUND_TEXT, _FOUND = 0, 1, 2, 6, 9


@kernel
def parse_number(text: Text, at: int) -> tuple[float, int]:
    """Return the decimal number that starts at `at`, and where it ends (`at` itself if none does).

    Sign, digits, a point and an exponent as in C; digits after the 18th do not count. Numbers
    beyond float64 are infinite.
    """
    i = at
    negative = text[i] == _MINUS
    if negative or text[i] == _PLUS:
        i += 1
    mantissa, digits, scale, first, point = 0, 0, 0, i, False
    # The newline at the end of a block ends every loop: none checks the length of the text.
    while _ZERO <= text[i] <= _NINE or (text[i] == _POINT and not point):
        if text[i] == _POINT:
            point = True
        elif digits < _DIGITS:
            # 18 digits fit into int64; zeros in front do not count as digits.
            mantissa = mantissa * 10 + int(text[i]) - _ZERO
            digits += mantissa > 0
            scale -= point
        else:
            scale += not point
        i += 1
    if i == first + point:
        return np.nan, at
    if text[i] == _LOWER_E or text[i] == _UPPER_E:
        exponent, i = parse_exponent(text, i + 1)
        if i < 0:
            return np.nan, at
        scale += exponent
    value = scaled(mantissa, scale)
    # -0 is read as 0, as is what underflows: they are equal, but their text and their bits are not.
    return (-value if negative and value > 0.0 else value), i


@kernel
def parse_exponent(text: Text, at: int) -> tuple[int, int]:
    """Return the integer at `at`, cut at 100,000, and where it ends (-1 if none is there)."""
    negative = text[at] == _MINUS
    i = at + 1 if negative or text[at] == _PLUS else at
    first, exponent = i, 0
    while _ZERO <= text[i] <= _NINE:
        exponent = min(exponent * 10 + int(text[i]) - _ZERO, 100_000)
        i += 1
    return (-exponent if negative else exponent), (i if i > first else -1)


@kernel
def scaled(mantissa: int, scale: int) -> float:
    """Return mantissa · 10^scale: correctly rounded up to 15 digits and |scale| ≤ 22."""
    value = float(mantissa)
    if mantissa == 0 or scale < -2 * 308:
        return 0.0
    # In two steps, as 10^309 is no float64.
    if scale < -308:
        value /= _POWERS[308]
        scale += 308
    if scale > 308:
        return np.inf
    # Up to 15 digits and 10^22 are exact in float64: the only rounding is here (Clinger 1990).
    return value * float(_POWERS[scale]) if scale >= 0 else value / float(_POWERS[-scale])


@kernel
def skip_blanks(text: Text, i: int) -> int:
    """Return the place of the next token or of the end of the line; a comment is skipped."""
    while text[i] == _BLANK or text[i] == _TAB:
        i += 1
    if text[i] == _SEMICOLON:
        while text[i] != _NEWLINE:
            i += 1
    return i


@kernel
def parse_line(text: Text, i: int, values: Floats, row: int, found: Ints) -> int:
    """Parse the line at `i` into `values[:, row]` and return where it ends.

    `found` receives the number of fields, how many of the needed ones are numbers; the fault or -1,
    its field, its place; the field and place of the first text that a job can do without.
    """
    found[:] = 0
    found[_FOUND_FAULT] = -1
    fields, numbers = 0, 0
    i = skip_blanks(text, i)
    while text[i] != _NEWLINE:
        fields += 1
        slot = _SLOT[fields] if fields <= FIELDS else -1
        start, end, value = i, i, 0.0
        if slot >= 0:
            value, end = parse_number(text, i)
        i = end
        while text[i] != _BLANK and text[i] != _TAB and text[i] != _NEWLINE:
            i += 1
        if slot >= 0:
            # A number fills its field: "12a" is none.
            number = start < end == i
            needed = SUBMIT <= slot <= ESTIMATE
            good = number and abs(value) <= LATEST
            numbers += needed and number
            values[slot, row] = value if good else np.nan
            at = _FOUND_FAULT + 1 if needed else _FOUND_TEXT
            if not good and found[at] == 0:
                found[at], found[at + 1], found[at + 2] = fields, start, i
                if needed:
                    found[_FOUND_FAULT] = TOO_LARGE if number else NOT_A_NUMBER
        i = skip_blanks(text, i)
    found[_FOUND_FIELDS], found[_FOUND_NUMBERS] = fields, numbers
    return i


@kernel
def record(counts: Ints, where: Ints, fault: int, line: int, place: Ints) -> None:
    """Count a fault, and keep its line and place if it is one of the first."""
    if counts[fault] < SHOWN:
        where[fault, counts[fault], 0] = line
        for k in range(len(place)):
            where[fault, counts[fault], 1 + k] = place[k]
    counts[fault] += 1


@allocating
def parse_lines(
    text: Text, line: int, titles: bool, values: Floats, lines: Ints, counts: Ints, where: Ints
) -> tuple[int, int]:
    """Parse a block; return how many rows were filled and how many lines the block has.

    Parameters
    ----------
    text
        The block. `;` starts a comment, to the end of the line.
    line
        Number of lines before the block.
    titles
        True while the first data line, which may hold column titles, is still to come.
    values
        float64, shape (COLUMNS, capacity): filled row by row; NaN for text that is no number.
    lines
        int64, shape (capacity,): line number of each row.
    counts
        int64, shape (FAULTS,): lines with each fault, added to.
    where
        int64, shape (FAULTS, SHOWN, 4): of the first lines with each fault the line, the field (or
        the number of fields) and the place of the text in the block, from start until before end.
    """
    found = np.empty(_FOUND, np.int64)
    place = np.empty(3, np.int64)
    i, rows, seen = 0, 0, 0
    while i < len(text):
        start = i
        i = parse_line(text, i, values, rows, found) + 1
        seen += 1
        fields, fault = found[_FOUND_FIELDS], found[_FOUND_FAULT]
        if fields == 0:
            continue
        if fault >= 0 and found[_FOUND_NUMBERS] == 0 and titles:
            fault = TITLES
        elif fields < FIELDS:
            fault = SHORT
        titles = False
        if fault >= 0:
            # `rows` stays, so the next line overwrites the row of this one.
            place[0], place[1], place[2] = fields, start, i - 1
            if fault in (NOT_A_NUMBER, TOO_LARGE):
                place[:] = found[_FOUND_FAULT + 1 : _FOUND_TEXT]
            record(counts, where, fault, line + seen, place)
            continue
        lines[rows] = line + seen
        rows += 1
        if fields > FIELDS:
            place[0], place[1], place[2] = fields, start, i - 1
            record(counts, where, EXTRA, line + seen, place)
        if found[_FOUND_TEXT] > 0:
            record(counts, where, TEXT, line + seen, found[_FOUND_TEXT:])
    return rows, seen


@kernel
def text_cells(text: Text, line: int, lines: Ints, cells: Ints) -> int:
    """Find what stands in lines in place of numbers that jobs can do without; return how many.

    Parameters
    ----------
    text, line
        As in `parse_lines`.
    lines
        int64, shape (n_rows,): those that are looked at, in order.
    cells
        int64, shape (capacity, 4): line, field, start and end of each, filled row by row; there is
        room for `FIELDS` in each line.
    """
    i, row, count = 0, 0, 0
    while i < len(text) and row < len(lines):
        line += 1
        if line != lines[row]:
            while text[i] != _NEWLINE:
                i += 1
            i += 1
            continue
        row += 1
        field = 0
        i = skip_blanks(text, i)
        while text[i] != _NEWLINE:
            field += 1
            slot = _SLOT[field] if field <= FIELDS else -1
            start, end, value = i, i, 0.0
            if slot >= 0:
                value, end = parse_number(text, i)
            i = end
            while text[i] != _BLANK and text[i] != _TAB and text[i] != _NEWLINE:
                i += 1
            good = start < end == i and abs(value) <= LATEST
            if not good and (slot > ESTIMATE or slot == NUMBER):
                cells[count, 0], cells[count, 1] = line, field
                cells[count, 2], cells[count, 3] = start, i
                count += 1
            i = skip_blanks(text, i)
        i += 1
    return count
