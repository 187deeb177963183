"""Declared columns of parts of a run, its sites or environments, as tables show them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar
from urllib.parse import urlencode

from django.http import QueryDict

from schedweb.runs.models import Comparison
from schedweb.runs.units import Unit, unit_for
from schedweb.web.doors import Door


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


@dataclass(frozen=True)
class Quantity(Generic[Column]):
    """The column of a matrix that was chosen of those declared. `name` stands for it in addresses,
    and `others` are the query of the page without it; `part` is the matrix alone, `csv` all columns
    as a file."""

    name: str
    columns: Sequence[Column]
    column: Column
    others: Sequence[tuple[str, str]]
    page: str
    part: str
    csv: str

    @classmethod
    def of(
        cls,
        name: str,
        declared: Mapping[str, Column],
        usual: str,
        query: QueryDict,
        comparison: Comparison,
        door: Door,
    ) -> Self:
        """Read it from the query of the page of a comparison; what is unknown is the `usual`."""
        return cls(
            name=name,
            columns=list(declared.values()),
            column=declared.get(query.get(name, ""), declared[usual]),
            others=[(key, v) for key, values in query.lists() if key != name for v in values],
            page=door.home(comparison),
            part=door.comparison(f"comparison_{name}", comparison),
            csv=door.comparison(f"comparison_{name}_csv", comparison),
        )

    @property
    def address(self) -> str:
        """Address of the page with it and with all else that was chosen."""
        return f"{self.page}?{urlencode([*self.others, (self.name, self.column.key)])}"
