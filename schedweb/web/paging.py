"""Long lists in pages: the one that is shown, and the addresses of the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Self, TypeVar
from urllib.parse import urlencode

from parsched.base.digits import whole

SIZE = 12
"""Rows of a page."""

Item = TypeVar("Item")


@dataclass(frozen=True)
class Paged(Generic[Item]):
    """One page of a list; `name` is the query parameter that has its number, and `others` are the
    other fields of the query. Where `names_first`, links to the first page have its number, too, as
    a page number in the address has a meaning."""

    items: Sequence[Item]
    name: str
    number: int
    count: int
    others: tuple[tuple[str, str], ...] = ()
    size: int = SIZE
    names_first: bool = False

    @classmethod
    def of(
        cls,
        everything: Sequence[Item],
        asked: str,
        name: str,
        fields: Sequence[tuple[str, str]] = (),
        size: int = SIZE,
        *,
        names_first: bool = False,
    ) -> Self:
        """Return the page that is asked for by number: the first where it is none, and the last
        where it is too high."""
        last = max(1, -(-len(everything) // size))
        number = min(max(whole(asked) or 1, 1), last)
        first = (number - 1) * size
        others = tuple(pair for pair in fields if pair[0] != name)
        items, count = everything[first : first + size], len(everything)
        return cls(items, name, number, count, others, size, names_first)

    @property
    def pages(self) -> int:
        """Number of pages."""
        return max(1, -(-self.count // self.size))

    @property
    def first(self) -> int:
        """Number of the first row, from 1 on."""
        return (self.number - 1) * self.size + 1

    @property
    def last(self) -> int:
        """Number of the last row."""
        return min(self.number * self.size, self.count)

    @property
    def links(self) -> list[tuple[int, str]]:
        """Number and query of each page."""
        return [(number, self._query(number)) for number in range(1, self.pages + 1)]

    def _query(self, number: int) -> str:
        own = [(self.name, str(number))] if number > 1 or self.names_first else []
        return urlencode([*self.others, *own])
