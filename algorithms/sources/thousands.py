"""Signs between thousands, and units behind counts, in the columns of a table. This loads
pyarrow."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from algorithms.formats.findings import Findings, Kind, shown_cell
from algorithms.formats.thousands import (
    GROUPED,
    OPEN,
    POINTED,
    POINTS,
    SIGNS,
    THOUSANDS,
    UNIT_BEHIND,
    WITH_UNIT,
)
from algorithms.problem.workload import Ints
from algorithms.sources.mapping import UNITS, Mapping
from algorithms.sources.roles import COUNTS, ROLES, Reads

_SAMPLED = 1_000
"""Cells at both ends of a batch by which a column of times is looked at more closely."""
_DOUBTFUL = rf"[0-9]{SIGNS}[0-9]|[0-9]\.[0-9]{{3}}\."


class Thousands:
    """Reads the numbers of some columns without signs between thousands; `counts` are those of
    whole numbers, whose signs prove what they are, as no part of a processor is counted. Of times
    in tables that may have decimal commas some cell has to prove it: 1,234,567 or 1,234.5."""

    def __init__(self, mapping: Mapping, findings: Findings, *, may_have_commas: bool) -> None:
        self.findings, self._may_have_commas = findings, may_have_commas
        self.counts, self.others = set[str](), set[str]()
        for role, columns in mapping.columns.items():
            if ROLES[role].reads not in (Reads.NUMBER, Reads.DURATION):
                continue
            for column in columns:
                if not column.unit or column.unit in UNITS:
                    is_count = role in COUNTS and column.divide == 1.0
                    (self.counts if is_count else self.others).add(column.name)

    def read(self, rows: pa.RecordBatch, lines: Ints) -> pa.RecordBatch:
        """Return rows with plain numbers, and report what was changed."""
        for name in self._doubtful(rows):
            cells = rows.column(name)
            made = self._without(cells, self._grouped(name, cells), SIGNS, lines)
            if self._has_points(name, cells):
                made = self._without(made, pc.match_substring_regex(cells, POINTED), r"\.", lines)
            if name in self.counts:
                made = self._without_units(made, lines)
            rows = rows.set_column(rows.schema.get_field_index(name), name, made)
        return rows

    def _doubtful(self, rows: pa.RecordBatch) -> Iterator[str]:
        """Yield the columns that may have such numbers: counts are few, all of which are looked
        at; of times the first and the last."""
        for name in rows.schema.names:
            cells = rows.column(name)
            if name not in self.counts | self.others or not pa.types.is_string(cells.type):
                continue
            if name in self.counts:
                few, odd = cells.unique(), r"[0-9][^0-9]+[0-9]|[0-9]\s*[A-Za-z]"
            else:
                last = cells.slice(max(len(cells) - _SAMPLED, 0))
                few, odd = pa.concat_arrays([cells.slice(0, _SAMPLED), last]), _DOUBTFUL
            if pc.any(pc.match_substring_regex(few, odd)).as_py():
                yield name

    def _grouped(self, name: str, cells: pa.Array) -> pa.Array:
        """Tell which cells have commas, apostrophes or blanks between thousands."""
        found = pc.match_substring_regex(cells, GROUPED)
        if name in self.counts or not self._may_have_commas:
            return found
        sure = pc.and_not(found, pc.match_substring_regex(cells, OPEN))
        is_proved = pc.any(pc.and_(sure, pc.match_substring(cells, ","))).as_py()
        return found if is_proved else sure

    def _has_points(self, name: str, cells: pa.Array) -> bool:
        """Tell whether the points of a column stand between thousands: some cell has two, or none
        of a column of counts can be decimal, as parts of processors would be counted."""
        pointed = cells.unique()
        pointed = pointed.filter(pc.fill_null(pc.match_substring(pointed, "."), False))
        if not len(pointed):
            return False
        fit = bool(pc.all(pc.match_substring_regex(pointed, POINTED)).as_py())
        is_certain = bool(pc.any(pc.match_substring_regex(pointed, POINTS)).as_py())
        has_parts = bool(pc.any(pc.match_substring_regex(pointed, r"\.\d*[1-9]")).as_py())
        return fit and (is_certain or (name in self.counts and has_parts))

    def _without(self, cells: pa.Array, where: pa.Array, signs: str, lines: Ints) -> pa.Array:
        self._tell(THOUSANDS, cells, where, lines)
        return pc.if_else(where, pc.replace_substring_regex(cells, signs, ""), cells)

    def _without_units(self, cells: pa.Array, lines: Ints) -> pa.Array:
        found = pc.struct_field(pc.extract_regex(cells, WITH_UNIT), "number")
        self._tell(UNIT_BEHIND, cells, found.is_valid(), lines)
        return pc.coalesce(found, cells)

    def _tell(self, kind: Kind, cells: pa.Array, where: pa.Array, lines: Ints) -> None:
        at = np.flatnonzero(where.fill_null(False).to_numpy(zero_copy_only=False))
        self.findings.add_all(kind, lines[at], lambda i: shown_cell(str(cells[int(at[i])])))
