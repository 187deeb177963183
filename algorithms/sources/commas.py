"""Decimal commas in the numbers of a table. This loads pyarrow."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from algorithms.formats.decimal_commas import COMMA, DECIMAL, EITHER
from algorithms.formats.findings import Findings, shown_cell
from algorithms.problem.workload import Ints
from algorithms.sources.mapping import UNITS, Mapping
from algorithms.sources.roles import ROLES, Reads


@dataclass
class Commas:
    """Reads the numbers of some columns with decimal commas. `certain` are the columns some of
    whose commas can stand between no thousands."""

    columns: frozenset[str]
    findings: Findings
    certain: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, mapping: Mapping, findings: Findings) -> Self:
        """Take those columns of a mapping that are numbers or times and nothing else."""
        texts, values = set[str](), set[str]()
        for role, columns in mapping.columns.items():
            is_text = ROLES[role].reads == Reads.TEXT
            for column in columns:
                has_amounts = bool(column.unit) and column.unit not in UNITS
                (texts if is_text or has_amounts else values).add(column.name)
        return cls(frozenset(values - texts), findings)

    def read(self, rows: pa.RecordBatch, lines: Ints) -> pa.RecordBatch:
        """Return rows with decimal points in place of decimal commas, and report these."""
        for name in self._with_commas(rows):
            cells = rows.column(name)
            found = pc.match_substring_regex(cells, DECIMAL)
            if name not in self.certain:
                tells = pc.and_not(found, pc.match_substring_regex(cells, EITHER))
                if not pc.any(tells).as_py():
                    continue
                self.certain.add(name)
            at = np.flatnonzero(found.fill_null(False).to_numpy(zero_copy_only=False))
            self.findings.add_all(COMMA, lines[at], _shown(cells, at))
            points = pc.replace_substring(pc.replace_substring(cells, ".", ""), ",", ".")
            place = rows.schema.get_field_index(name)
            rows = rows.set_column(place, name, pc.if_else(found, points, cells))
        return rows

    def _with_commas(self, rows: pa.RecordBatch) -> Iterable[str]:
        for name in rows.schema.names:
            cells = rows.column(name)
            is_read = name in self.columns and pa.types.is_string(cells.type)
            if is_read and pc.any(pc.match_substring(cells, ",")).as_py():
                yield name


def _shown(cells: pa.Array, at: Ints) -> Callable[[int], str]:
    """Return what shows the cell of the i-th of some rows."""
    return lambda i: shown_cell(str(cells[int(at[i])]))
