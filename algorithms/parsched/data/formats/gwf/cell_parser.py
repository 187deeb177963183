"""Numbers and words out of lines with a separator between their cells, byte by byte."""

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import allocating, kernel
from parsched.data.formats.swf.line_parser import (
    ESTIMATE,
    EXTRA,
    NOT_A_NUMBER,
    SHORT,
    SUBMIT,
    TEXT,
    TITLES,
    TOO_LARGE,
    Text,
    parse_number,
    record,
)
from parsched.model.problem.workload import LATEST, Floats, Ints

TAB, BLANK, COMMA = 9, 32, 44
"""Separators; with BLANK any number of blanks and tabs separates two cells."""

_NEWLINE, _HASH, _MINUS, _ZERO, _ONE, _NINE = 10, 35, 45, 48, 49, 57
_FOUND_FIELDS, _FOUND_NUMBERS, _FOUND_FAULT, _FOUND_TEXT, _FOUND = 0, 1, 2, 6, 9


@kernel
def cell_end(text: Text, i: int, separator: int) -> int:
    """Return where the cell that begins at `i` ends: at a separator or the end of the line."""
    while text[i] != _NEWLINE and text[i] != separator:
        if separator == BLANK and text[i] == TAB:
            break
        i += 1
    return i


@kernel
def skip_blanks(text: Text, i: int, separator: int) -> int:
    """Return the place of the next byte that is no blank, nor a tab unless that separates."""
    while text[i] == BLANK or (text[i] == TAB and separator != TAB):
        i += 1
    return i


@kernel
def trimmed(text: Text, start: int, end: int) -> int:
    """Return where a cell ends without the blanks and tabs behind it."""
    while end > start and (text[end - 1] == BLANK or text[end - 1] == TAB):
        end -= 1
    return end


@kernel
def is_unknown(text: Text, start: int, end: int) -> bool:
    """Tell whether a cell is empty or −1."""
    return start == end or (end - start == 2 and text[start] == _MINUS and text[start + 1] == _ONE)


@kernel
def parse_cell(
    text: Text, start: int, end: int, field: int, slot: int, row: int, values: Floats, found: Ints
) -> None:
    """Put the number of a cell into its slot, and take down what is wrong with it."""
    value, stop = (-1.0, end) if start == end else parse_number(text, start)
    number = stop == end
    needed = SUBMIT <= slot <= ESTIMATE
    good = number and abs(value) <= LATEST
    found[_FOUND_NUMBERS] += needed and number and start < end
    values[slot, row] = value if good else np.nan
    at = _FOUND_FAULT + 1 if needed else _FOUND_TEXT
    if not good and slot > 0 and found[at] == 0:
        found[at], found[at + 1], found[at + 2] = field, start, end
        if needed:
            found[_FOUND_FAULT] = TOO_LARGE if number else NOT_A_NUMBER


@kernel
def parse_line(
    text: Text,
    i: int,
    separator: int,
    slots: Ints,
    words: Ints,
    row: int,
    values: Floats,
    cells: Ints,
    found: Ints,
) -> int:
    """Parse the line at `i` into row `row` and return where it ends; `found` as in `line_parser`.

    A number that is missing is −1; so is one of an empty cell.
    """
    found[:] = 0
    found[_FOUND_FAULT] = -1
    values[:, row] = -1.0
    cells[:, row, :] = 0
    i = skip_blanks(text, i, separator)
    if text[i] == _HASH:
        return cell_end(text, i, _NEWLINE)
    fields, more = 0, text[i] != _NEWLINE
    while more:
        fields += 1
        start = skip_blanks(text, i, separator)
        i = cell_end(text, start, separator)
        if start == i and fields > 1 and text[i] == _NEWLINE:
            fields -= 1  # a separator at the end of a line begins no field
            break
        end = trimmed(text, start, i)
        if fields < len(slots):
            if words[fields] >= 0 and not is_unknown(text, start, end):
                cells[words[fields], row, 0], cells[words[fields], row, 1] = start, end
            if slots[fields] >= 0:
                parse_cell(text, start, end, fields, slots[fields], row, values, found)
        if separator == BLANK:
            i = skip_blanks(text, i, separator)
            more = text[i] != _NEWLINE
        else:
            more = text[i] != _NEWLINE
            i += more
    found[_FOUND_FIELDS] = fields
    return i


@kernel
def fault_of(found: Ints, least: int, titles: bool) -> int:
    """Return why a line cannot be used, or −1; `titles` as in `parse_lines`."""
    if found[_FOUND_FAULT] >= 0 and found[_FOUND_NUMBERS] == 0 and titles:
        return TITLES
    return SHORT if found[_FOUND_FIELDS] < least else int(found[_FOUND_FAULT])


@allocating
def parse_lines(
    text: Text,
    line: int,
    separator: int,
    least: int,
    titles: bool,
    slots: Ints,
    words: Ints,
    values: Floats,
    cells: Ints,
    lines: Ints,
    counts: Ints,
    where: Ints,
) -> tuple[int, int]:
    """Parse a block; return how many rows were filled and how many lines the block has.

    Parameters
    ----------
    text
        The block. A line that begins with `#` is a comment.
    line
        Number of lines before the block.
    separator
        TAB, BLANK or COMMA.
    least
        Fields that a line must have; those beyond `slots` are reported as `EXTRA`.
    titles
        True while the first data line, which may hold column titles, is still to come.
    slots
        int64, shape (n_fields + 1,): for each field, counted from 1, the row of `values` that takes
        its number, or −1. The job's number (0) may be text, which gives NaN.
    words
        int64, shape (n_fields + 1,): for each field the row of `cells` that takes its place, or −1.
    values
        float64, shape (COLUMNS, capacity), filled row by row.
    cells
        int64, shape (n_words, capacity, 2): start and end of words in the block; equal if unknown.
    lines, counts, where
        As in `swf.line_parser.parse_lines`.
    """
    found = np.empty(_FOUND, np.int64)
    place = np.empty(3, np.int64)
    i, rows, seen = 0, 0, 0
    while i < len(text):
        start = i
        i = parse_line(text, i, separator, slots, words, rows, values, cells, found) + 1
        seen += 1
        fields = found[_FOUND_FIELDS]
        if fields == 0:
            continue
        fault = fault_of(found, least, titles)
        titles = False
        place[0], place[1], place[2] = fields, start, i - 1
        if fault >= 0:
            if fault in (NOT_A_NUMBER, TOO_LARGE):
                place[:] = found[_FOUND_FAULT + 1 : _FOUND_TEXT]
            record(counts, where, fault, line + seen, place)
            continue
        lines[rows] = line + seen
        rows += 1
        if fields >= len(slots):
            record(counts, where, EXTRA, line + seen, place)
        if found[_FOUND_TEXT] > 0:
            record(counts, where, TEXT, line + seen, found[_FOUND_TEXT:])
    return rows, seen


@kernel
def are_plain(text: Text, cells: Ints, plain: NDArray[np.bool_]) -> None:
    """Tell which words are whole numbers as Python writes them: 7, but neither 007 nor 7.0.

    Parameters
    ----------
    cells
        int64, shape (n_rows, 2): start and end of the words.
    plain
        bool, shape (n_rows,): filled in.
    """
    for row in range(len(cells)):
        start, end = cells[row, 0], cells[row, 1]
        good = end > start and (text[start] != _ZERO or end == start + 1)
        while good and start < end:
            good = _ZERO <= text[start] <= _NINE
            start += 1
        plain[row] = good


@kernel
def hashed(text: Text, start: int, end: int, seed: int) -> int:
    """Return a hash of some bytes (FNV-1a of 32 bits, which int64 multiplies without overflow)."""
    value = seed
    for i in range(start, end):
        value = ((value ^ int(text[i])) * 16777619) & 0xFFFFFFFF
    return value ^ (value >> 15)


@kernel
def is_same(text: Text, one: Ints, other: Ints) -> bool:
    """Tell whether two cells, each (start, end), hold the same bytes."""
    if one[1] - one[0] != other[1] - other[0]:
        return False
    length, k = one[1] - one[0], 0
    while k < length and text[one[0] + k] == text[other[0] + k]:
        k += 1
    return bool(k == length)


@kernel
def first_alike(text: Text, cells: Ints, seed: int, table: Ints, first: Ints) -> None:
    """Find for each row the first one with the same word, −1 where it is unknown.

    Parameters
    ----------
    cells
        int64, shape (n_rows, 2): start and end of the words.
    seed
        Any number below 2^32, random so that an attacker cannot make words that all hash alike.
    table
        int64, at least 2·n_rows entries, a power of two: working space.
    first
        int64, shape (n_rows,): filled in.
    """
    table[:] = -1
    mask = len(table) - 1
    for row in range(len(cells)):
        first[row] = -1
        if cells[row, 0] == cells[row, 1]:
            continue
        at = hashed(text, cells[row, 0], cells[row, 1], seed) & mask
        while table[at] >= 0 and not is_same(text, cells[table[at]], cells[row]):
            at = (at + 1) & mask
        if table[at] < 0:
            table[at] = row
        first[row] = table[at]
