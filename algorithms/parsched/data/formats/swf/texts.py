"""Text in SWF lines where the standard has numbers: names are kept, and so are several
predecessors of a job (`1&2`); what cannot be kept is told, with its field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.data.files.findings import SHOWN, FindingKind, Findings, quoted
from parsched.data.files.links import JobLinks, delays
from parsched.data.files.names import LONGEST_NAME, apart, fit
from parsched.data.files.not_held import says_something
from parsched.data.formats.swf import kinds
from parsched.data.formats.swf.rows import SwfRows
from parsched.model.problem.workload import Ints

FIRST = int(np.iinfo(np.int64).min)
"""What stands for the first name: numbers of a file are above `LEAST`."""
LEAST = -(1 << 62)
NAMED = {12: "user", 13: "group", 14: "executable", 15: "queue", 16: "partition"}
"""Columns of names by field."""
MEMORY, PRECEDING, THINK = 10, 17, 18
_SEVERAL = re.compile(r"\d{1,15}(?:[&,;+]\d{1,15})+", re.ASCII)
_DELAYS = re.compile(r"\d+(?:\.\d*)?(?:[&,;+]\d+(?:\.\d*)?)*", re.ASCII)
_BETWEEN = re.compile("[&,;+]")


@dataclass(frozen=True, eq=False)
class TextRows(SwfRows):
    """Rows of a `block` with text: `cells`, int64 of shape (n_cells, 4), has the line, field, start
    and end of each."""

    cells: Ints
    block: bytes

    def take(self, mask: NDArray[np.bool_]) -> "TextRows":
        """Return the chosen rows."""
        if mask.all():
            return self
        return replace(self, values=self.values[:, mask], lines=self.lines[mask])

    @cached_property
    def texts(self) -> list[tuple[int, int, str]]:
        """Row, field and text of each cell, in order."""
        row = np.minimum(np.searchsorted(self.lines, self.cells[:, 0]), len(self.lines) - 1)
        there = len(self) > 0 and self.lines[row] == self.cells[:, 0]
        kept = self.cells[there] if len(self) else self.cells[:0]
        rows = row[there].tolist() if len(self) else []
        return [
            (row, field, _text(self.block[start:end]))
            for row, (_, field, start, end) in zip(rows, kept.tolist(), strict=True)
        ]

    @cached_property
    def predecessors(self) -> dict[int, str]:
        """The cell of each row that names several predecessors."""
        return {
            row: text
            for row, field, text in self.texts
            if field == PRECEDING and _SEVERAL.fullmatch(text)
        }


def _text(word: bytes) -> str:
    try:
        return word.decode("utf-8")
    except UnicodeDecodeError:
        return word.decode("latin-1")


class NumberedNames:
    """Names that stand in place of numbers, by column: each is a number below
    all that a file gives, `FIRST` for the first of a column."""

    def __init__(self) -> None:
        self.names: dict[str, dict[str, int]] = {name: {} for name in NAMED.values()}
        self._seen: dict[str, dict[str, int]] = {name: {} for name in NAMED.values()}

    def put(self, rows: TextRows, columns: Mapping[str, NDArray[Any]], findings: Findings) -> None:
        """Put the names of rows into their columns, and report what was kept of other texts."""
        told: dict[FindingKind, list[tuple[int, int, str]]] = {}
        for cell in rows.texts:
            row, field, text = cell
            if field in NAMED and (code := self._code(NAMED[field], text)) != -1:
                columns[NAMED[field]][row] = code
                told.setdefault(kinds.NAMES, []).append(cell)
            elif kind := _kind(rows, cell):
                told.setdefault(kind, []).append(cell)
        for kind, cells in told.items():
            _tell(rows, kind, cells, findings)

    def _code(self, column: str, text: str) -> int:
        """Return the number that stands for a name, −1 for what says nothing."""
        seen = self._seen[column]
        if (code := seen.get(text)) is None:
            names = self.names[column]
            name = fit(text, LONGEST_NAME)
            code = FIRST + names.setdefault(name, len(names)) if says_something(text) else -1
            seen[text] = code
        return code

    def numbered(
        self, column: str, values: Ints, named: Mapping[int, str]
    ) -> tuple[Ints, dict[int, str]]:
        """Return a column with a number for each name (the header's own number if it gives one),
        and the names by number."""
        codes, by_number = self.names.get(column, {}), dict(named)
        if not codes:
            return values, by_number
        number_of = {name: number for number, name in named.items()}
        free = max(int(values.max()), *named, 0) + 1
        numbers = [number_of.get(name, free + code) for name, code in codes.items()]
        names = apart(tuple(codes), LONGEST_NAME)
        by_number |= dict(zip(numbers, names, strict=True))
        is_name = values < FIRST + len(codes)
        values[is_name] = np.array(numbers, np.int64)[values[is_name] - FIRST]
        return values, by_number


def _kind(rows: TextRows, cell: tuple[int, int, str]) -> FindingKind | None:
    """Return what is found where a text is no name; None where it is one of several delays."""
    row, field, text = cell
    if not says_something(text):
        return kinds.TEXT[field]
    if field == MEMORY:
        return kinds.MEMORY
    if field == PRECEDING:
        return kinds.SEVERAL if _SEVERAL.fullmatch(text) else kinds.TEXT_OF_LINK[field]
    if field == THINK and row in rows.predecessors:
        several = len(_BETWEEN.split(rows.predecessors[row]))
        is_fit = _DELAYS.fullmatch(text) and len(_BETWEEN.split(text)) == several
        return None if is_fit else kinds.TEXT_OF_LINK[field]
    is_of_link = field == THINK and rows.preceding[row] > 0
    return kinds.TEXT_OF_LINK[field] if is_of_link else kinds.TEXT[field]


def _tell(
    rows: TextRows, kind: FindingKind, cells: list[tuple[int, int, str]], findings: Findings
) -> None:
    for row, field, text in cells[:SHOWN]:
        place = f"(field {field})"
        value = quoted(text) if place in kind.field else f"{quoted(text)} {place}"
        findings.add(kind, line=int(rows.lines[row]), value=value)
    findings.count(kind, max(len(cells) - SHOWN, 0))


def several(rows: TextRows) -> JobLinks:
    """Return which jobs wait for which where a cell names several of them; think times are one for
    all, or as many."""
    think = {row: text for row, field, text in rows.texts if field == THINK}
    pairs: list[tuple[int, Any, float]] = []
    for row, text in rows.predecessors.items():
        ids = [float(id) for id in _BETWEEN.split(text)]
        seconds = [float(rows.think[row])] * len(ids)
        if _kind(rows, (row, THINK, told := think.get(row, ""))) is None:
            seconds = [float(delay) for delay in _BETWEEN.split(told)]
        pairs += [(row, id, delay) for id, delay in zip(ids, seconds, strict=True)]
    links = JobLinks.of(pairs)
    return JobLinks(links.row, links.before.astype(np.float64), delays(links.delay))
