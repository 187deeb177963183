"""Commas, points, other signs and units in the numbers of a table. This loads pyarrow."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from parsched.data.files.decimal_commas import COMMA
from parsched.data.files.findings import FindingKind, Findings, shown_cell
from parsched.data.files.mapping import UNITS, Mapping
from parsched.data.files.roles import COUNTS, ROLES, Reads
from parsched.data.files.signs import Signs, are_open, decided, told
from parsched.data.files.thousands import (
    GROUPED,
    OPEN,
    POINTED,
    SIGNS,
    THOUSANDS,
    UNIT_BEHIND,
    WITH_UNIT,
)
from parsched.data.logs.tables.table import Batch
from parsched.model.problem.workload import Ints

_MAY_BE_GROUPED = rf"^\s*[+-]?[0-9]{{1,3}}{SIGNS}[0-9]{{3}}"

_TRIED = 16
"""Cells by which it is tried whether a column has plain numbers."""


class SignedColumns:
    """Makes plain numbers of numbers with signs in some columns; each column is read in one way
    from its first row to its last (see `parsched.data.files.signs`).

    `signs` are what the cells of each tell, `_odd` the columns in which any was no plain number.
    """

    def __init__(self, mapping: Mapping, findings: Findings, may_have_commas: bool) -> None:
        self.findings = findings
        self.signs = dict[str, Signs]()
        self._odd = set[str]()
        counts, texts = set[str](), set[str]()
        for role, columns in mapping.columns.items():
            for column in columns:
                has_amounts = bool(column.unit) and column.unit not in UNITS
                if ROLES[role].reads == Reads.TEXT or has_amounts:
                    texts.add(column.name)
                elif role in COUNTS and column.divide == 1.0:
                    counts.add(column.name)
        for name in mapping.roles:
            if name not in texts:
                self.signs[name] = Signs(name in counts, may_have_commas)

    def decided(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """Yield batches once it is decided how all of their cells are read."""
        yield from decided(batches, self._look, lambda: are_open(self.signs))
        told(self.signs, self.findings)

    def _look(self, batch: Batch) -> None:
        for name, signs in self.signs.items():
            cells = batch[0].column(name)
            if not pa.types.is_string(cells.type):
                continue
            if name not in self._odd and not _are_plain(cells):
                self._odd.add(name)
            signs.look(partial(_has, cells), partial(_first, cells))

    def read(self, rows: pa.RecordBatch, lines: Ints) -> pa.RecordBatch:
        """Return rows with plain numbers, and report what was changed."""
        for name, signs in self.signs.items():
            cells = rows.column(name)
            has_signs = name in self._odd or signs.are_points_thousands
            if has_signs and pa.types.is_string(cells.type):
                made = self._plain(cells, signs, lines)
                rows = rows.set_column(rows.schema.get_field_index(name), name, made)
        return rows

    def _plain(self, cells: pa.Array, signs: Signs, lines: Ints) -> pa.Array:
        made = cells
        if signs.decimal and _has(cells, ","):
            found = pc.match_substring_regex(cells, signs.decimal)
            points = pc.replace_substring(pc.replace_substring(cells, ".", ""), ",", ".")
            made = self._changed(COMMA, cells, found, points, lines)
        if _first(cells, _MAY_BE_GROUPED) is not None:
            found = pc.match_substring_regex(cells, GROUPED)
            if not signs.are_open_thousands:
                found = pc.and_not(found, pc.match_substring_regex(cells, OPEN))
            made = self._without(SIGNS, made, found, lines)
        if signs.are_points_thousands:
            made = self._without(r"\.", made, pc.match_substring_regex(cells, POINTED), lines)
        if signs.is_count:
            number = pc.struct_field(pc.extract_regex(made, WITH_UNIT), "number")
            made = self._changed(UNIT_BEHIND, made, number.is_valid(), number, lines)
        return made

    def _without(self, signs: str, cells: pa.Array, where: pa.Array, lines: Ints) -> pa.Array:
        made = pc.replace_substring_regex(cells, signs, "")
        return self._changed(THOUSANDS, cells, where, made, lines)

    def _changed(
        self, kind: FindingKind, cells: pa.Array, where: pa.Array, made: pa.Array, lines: Ints
    ) -> pa.Array:
        where = where.fill_null(False)
        at = np.flatnonzero(where.to_numpy(zero_copy_only=False))
        self.findings.add_all(kind, lines[at], lambda i: shown_cell(str(cells[int(at[i])])))
        return pc.if_else(where, made, cells)


def _are_plain(cells: pa.Array) -> bool:
    try:
        cells.slice(0, _TRIED).cast(pa.float64())  # a whole column that is of another takes long
        cells.cast(pa.float64())
    except pa.ArrowInvalid:
        return False
    return True


def _has(cells: pa.Array, sign: str) -> bool:
    return bool(pc.any(pc.match_substring(cells, sign)).as_py())


def _first(cells: pa.Array, form: str) -> str | None:
    """Return the first cell that fits a pattern; the first cells are tried first, as most
    columns have cells of one form."""
    for some in (cells.slice(0, 100), cells.slice(100)):
        fits = pc.fill_null(pc.match_substring_regex(some, form), False)
        if len(some) and (at := pc.index(fits, True).as_py()) >= 0:
            return str(some[at])
    return None
