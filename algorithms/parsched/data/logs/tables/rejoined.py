"""Rows that hold the separator within a name, or go on over several lines: put together again by
the number of cells. Only rows that have too many cells or too few come here."""

import csv
import re
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np

from parsched.data.files.findings import FindingKind, Findings, Severity, quoted
from parsched.data.files.layout import TextLayout
from parsched.data.files.mapping import BLANK
from parsched.data.files.roles import ROLES, Reads
from parsched.data.files.vocabulary import meant, plain
from parsched.data.logs.kinds import note
from parsched.data.logs.tables.text_rows import MOST_LINES, RowLines
from parsched.data.logs.values import ENDLESS

CELLS = FindingKind(
    key="wrong_number_of_cells",
    severity=Severity.ERROR,
    field="A line",
    rule="must have as many cells as the first line",
    action="left out",
    drops=True,
)
REJOINED = FindingKind(
    key="separator_in_name",
    severity=Severity.REPAIRED,
    field="A line",
    rule="has the separator within a name",
    action="put together by the number of cells",
)
SEVERAL_LINES = note("several_lines", "A row", "goes on over several lines", "put together")

_MOST_EXTRA = 200
"""Separators that the names of a row may hold."""
_VALUE = re.compile(r"[-+]?[0-9.].*|P[0-9T].*|[A-Z][a-z]{2},? .*", re.DOTALL)
"""What may be a time or a number: dates of all forms among them."""
_SLURM_ID = re.compile(r"[0-9]+(?:[_+.\[].*)?")


class _Of(Enum):
    """What the cells of a column may be: nothing at the end of a line, a time or a number, an id,
    one word or cell of any kind, or a text that may hold separators."""

    END, VALUE, ID, CELL, NAME, TEXT = range(6)


class Misfit(NamedTuple):
    """A row of another number of cells: its number from 0, and its text."""

    row: int
    text: str


class Made(NamedTuple):
    """A row that was put together: its number from 0, and its cells."""

    row: int
    cells: list[str]


class Rejoiner:
    """Puts rows of a table together, and reports them and those that stay apart."""

    def __init__(self, layout: TextLayout, places: RowLines, findings: Findings) -> None:
        self._columns = [_kind_of(name) for name in layout.columns]
        self._separator, self._quote = layout.separator, layout.quote
        self._joint = layout.written or layout.separator
        self._places, self._findings = places, findings
        last = [kind for kind in self._columns if kind is not _Of.END][-1:]
        self._may_go_on = last == [_Of.TEXT] or last == [_Of.NAME]

    def made_of(self, misfits: Sequence[Misfit]) -> list[Made]:
        """Return the rows that some lines are, which stand in order; others are left out."""
        made: list[Made] = []
        at, whole = 0, misfits[0].row - 1 if misfits and misfits[0].row else -1
        while at < len(misfits):
            row, text = misfits[at]
            if at and row != misfits[at - 1].row + 1:
                whole = row - 1  # what stands before is a row by itself
            length, cells = self._record(misfits[at : at + MOST_LINES])
            if cells is not None:
                made.append(Made(row, cells))
                self._add(REJOINED if length == 1 else SEVERAL_LINES, row, text)
                whole = row + length - 1
            elif self._goes_on(text) and whole == row - 1 >= 0:
                self._add(SEVERAL_LINES, row, text)
                whole = row
            else:
                count = len(self._cut(text))
                self._add(CELLS, row, f"{count:,} cells, {quoted(text)}", is_ready=True)
            at += length
        return made

    def _add(self, kind: FindingKind, row: int, text: str, *, is_ready: bool = False) -> None:
        [line] = self._places.of(np.array([row], np.int64)).tolist()
        self._findings.add(kind, line=line, value=text if is_ready else quoted(text))

    def _record(self, misfits: Sequence[Misfit]) -> tuple[int, list[str] | None]:
        """Return how many of some lines the first row takes, and its cells; one and None where it
        cannot be put together."""
        row, text = misfits[0]
        cells = self._cut(text)
        if len(cells) > len(self._columns):
            return 1, self._fitted(cells)
        if self._joint == " " or '"' in text or not self._begins(cells):
            return 1, None
        for length, (number, more) in enumerate(misfits[1:], 2):
            if number != row + length - 1 or self._begins(self._cut(more)):
                break
            text += "\n" + more
            cells = text.split(self._separator)
            if len(cells) >= len(self._columns):
                fitted = self._fitted(cells)
                return (length, fitted) if fitted else (1, None)
        return 1, None

    def _goes_on(self, text: str) -> bool:
        """Tell whether a line may be more of the last cell of the row before."""
        cells = self._cut(text)
        is_short = len(cells) < len(self._columns)
        return self._may_go_on and is_short and self._joint != " " and not self._begins(cells)

    def _begins(self, cells: Sequence[str]) -> bool:
        """Tell whether a line may be the beginning of a row."""
        pairs = zip(cells, self._columns, strict=False)
        return len(cells) > 1 and bool(cells[0].strip()) and all(_fits(*pair) for pair in pairs)

    def _cut(self, text: str) -> list[str]:
        if not self._quote or '"' not in text:
            return text.split(self._separator)
        try:
            return next(csv.reader([text], delimiter=self._separator), [])
        except csv.Error:
            return []

    def _fitted(self, cells: list[str]) -> list[str] | None:
        """Return as many cells as there are columns, cells of names put together; None where they
        fit no way: names take what they can, then other texts as little as they can."""
        extra = len(cells) - len(self._columns)
        if extra > _MOST_EXTRA:
            return None
        failed = set[tuple[int, int]]()
        takes = [0] * len(self._columns)

        def fill(column: int, left: int) -> bool:
            if column == len(self._columns):
                return left == 0
            if (column, left) in failed:
                return False
            kind, at = self._columns[column], column + extra - left
            for more in _extras(kind, left):
                is_fit = _fits(cells[at], kind) if not more else self._may_join(cells[at:], more)
                if is_fit and fill(column + 1, left - more):
                    takes[column] = more
                    return True
            failed.add((column, left))
            return False

        if not fill(0, extra):
            return None
        made, at = list[str](), 0
        for more in takes:
            made.append(self._joint.join(cells[at : at + more + 1]))
            at += more + 1
        return made

    def _may_join(self, cells: Sequence[str], more: int) -> bool:
        """Tell whether some cells may be one: not numbers, whose commas may be decimal ones."""
        pieces = cells[: more + 1]
        return self._separator != "," or not any(map(_is_number, pieces))


def _extras(kind: _Of, left: int) -> Sequence[int]:
    """Return how many cells more a column may take, the likeliest number first."""
    if kind is _Of.NAME:
        return range(left, -1, -1)
    return range(left + 1) if kind is _Of.TEXT else (0,)


def _kind_of(name: str) -> _Of:
    if name.startswith("\0"):
        return _Of.END
    role = meant(name).role
    if role == "executable":
        return _Of.NAME
    if not role:
        return _Of.TEXT
    if plain(name) in ("jobid", "jobidraw"):
        return _Of.ID
    return _Of.CELL if ROLES[role].reads == Reads.TEXT else _Of.VALUE


def _fits(cell: str, kind: _Of) -> bool:
    text = cell.strip()
    if kind is _Of.END:
        return not text
    if kind is _Of.VALUE:
        is_none = text.lower() in BLANK or text.lower() in ENDLESS
        return is_none or _VALUE.fullmatch(text) is not None
    return kind is not _Of.ID or bool(_SLURM_ID.fullmatch(text) or not text[:1].isalpha())


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
