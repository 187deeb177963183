"""Declared columns of parts of a run, its sites or environments, as tables show them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from django.http import QueryDict

from schedweb.runs.units import Unit, unit_for


class Declared(Protocol):
    """What a table needs to know of a column; columns of one quantity are shown in one unit."""

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


Column = TypeVar("Column", bound=Declared, covariant=True)


@dataclass(frozen=True)
class Cell:
    """A number as it is shown, and in full."""

    text: str
    exact: float | None


@dataclass(frozen=True)
class Head(Generic[Column]):
    """A column with the unit of its numbers."""

    column: Column
    unit: Unit

    @property
    def name(self) -> str:
        """Name of the unit, where the title does not say it."""
        return "" if self.unit.name == self.column.title else self.unit.name

    def cell(self, value: float | None) -> Cell:
        """Write a number."""
        return Cell(self.unit.text(value), value)


def heads(columns: Sequence[Column], rows: Iterable[Mapping[str, Any]]) -> list[Head[Column]]:
    """Give columns of one quantity one unit, over all rows: values by key of the column."""
    values: dict[str, list[float | None]] = {column.quantity: [] for column in columns}
    for row in rows:
        for column in columns:
            values[column.quantity].append(row.get(column.key))
    return [Head(column, unit_for(column.unit, values[column.quantity])) for column in columns]


def joined(current: str, **chosen: str) -> str:
    """Put choices into an address that also holds the state of tables and charts."""
    path, _, query = current.partition("#")[0].partition("?")
    kept = QueryDict(query, mutable=True)
    for name, value in chosen.items():
        kept[name] = value
    return f"{path}?{kept.urlencode()}"
