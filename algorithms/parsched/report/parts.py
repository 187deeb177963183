"""Tables of metrics by site or environment, for one run or several."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from parsched.report.table import Cell
from parsched.report.units import DisplayUnit, unit_for


class PartColumn(Protocol):
    """A column as tables need it; columns of one quantity are shown in one unit."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def formula(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def quantity(self) -> str: ...


Declared = TypeVar("Declared", bound=PartColumn, covariant=True)


@dataclass(frozen=True)
class ColumnHead(Generic[Declared]):
    """A declared column with the unit of its numbers."""

    column: Declared
    unit: DisplayUnit

    @property
    def name(self) -> str:
        """Name of the unit; blank if the title contains it."""
        return "" if self.unit.name == self.column.title else self.unit.name

    def cell(self, value: float | None) -> Cell:
        """Write a number."""
        return Cell(self.unit.text(value), value)


def heads(
    columns: Sequence[Declared], rows: Iterable[Mapping[str, Any]]
) -> list[ColumnHead[Declared]]:
    """Give columns of one quantity one unit, over all rows: values by key of the column."""
    values: dict[str, list[float | None]] = {column.quantity: [] for column in columns}
    for row in rows:
        for column in columns:
            values[column.quantity].append(row.get(column.key))
    return [
        ColumnHead(column, unit_for(column.unit, values[column.quantity])) for column in columns
    ]
