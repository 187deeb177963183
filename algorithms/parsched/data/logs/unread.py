"""Times of a batch that cannot be read, or may have been read wrongly. This loads pyarrow."""

from collections.abc import Callable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from parsched.data.files.findings import FindingKind, shown_cell
from parsched.data.files.mapping import SourceColumn
from parsched.data.files.roles import ROLES, Reads
from parsched.data.logs import kinds
from parsched.data.logs.chosen import ChosenRows
from parsched.data.logs.dates import FORMS
from parsched.data.logs.values import DURATIONS

Mask = NDArray[np.bool_]


class UnreadCells:
    """The cells, by their columns."""

    def __init__(self) -> None:
        self._times: list[tuple[str, SourceColumn, Mask]] = []
        self._zones: list[tuple[SourceColumn, Mask]] = []
        self._early: list[tuple[Mask, Callable[[int], str]]] = []

    def add(self, role: str, column: SourceColumn, where: Mask) -> None:
        """Take cells that are no times."""
        if where.any():
            self._times.append((role, column, where))

    def add_zones(self, column: SourceColumn, where: Mask) -> None:
        """Take cells that name a zone by an abbreviation that has several meanings."""
        self._zones.append((column, where))

    def add_early(self, where: Mask, cell: Callable[[int], str]) -> None:
        """Take dates long before 1970, with what shows the cells."""
        self._early.append((where, cell))

    def leave(self, rows: pa.RecordBatch, chosen: ChosenRows, lacks: Mask) -> None:
        """Leave out rows with such a time that lack what a job needs."""
        for role, column, where in self._times:
            chosen.leave(_kind(role, column, is_needed=True), where & lacks, _of(rows, column))
        for where, cell in self._early:
            chosen.leave(kinds.EARLY_DATE, where & lacks, cell)

    def remark(self, rows: pa.RecordBatch, chosen: ChosenRows) -> None:
        """Say of jobs which of their times these are."""
        for role, column, where in self._times:
            chosen.remark(_kind(role, column, is_needed=False), where, _of(rows, column))
        for column, where in self._zones:
            chosen.remark(kinds.ZONE_GUESSED, where, _of(rows, column))


def _of(rows: pa.RecordBatch, column: SourceColumn) -> Callable[[int], str]:
    """Return what shows the cell of a row in a column."""
    cells = rows.column(column.name)
    return lambda i: shown_cell(str(cells[i].as_py()))


def _kind(role: str, column: SourceColumn, *, is_needed: bool) -> FindingKind:
    forms = FORMS if ROLES[role].reads == Reads.INSTANT else DURATIONS
    return kinds.unread(ROLES[role].title, column.name, forms, is_needed=is_needed)
