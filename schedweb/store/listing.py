"""Lists of stored things: what is searched, filtered and sorted, for pages and API alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet

from schedweb.base.folding import folded
from schedweb.store import filing

Narrow = Callable[[QuerySet[Any]], QuerySet[Any]]
MOST_WORDS = 10


@dataclass(frozen=True)
class ListColumn:
    """A column; `sorts` is the field that it sorts by, blank where it does not."""

    title: str
    sorts: str = ""
    is_number: bool = False


@dataclass(frozen=True)
class Filter:
    """Rows may be filtered by one of some options: key, title, and the filter."""

    key: str
    title: str
    options: Mapping[str, tuple[str, Narrow]]


@dataclass(frozen=True)
class Listing:
    """A list: `searched` are the folded fields in which words are looked for, `usual` its order."""

    columns: Sequence[ListColumn]
    searched: Sequence[str]
    usual: str
    filters: Sequence[Filter] = field(default=())

    @property
    def orders(self) -> set[str]:
        """Fields that it may be sorted by, each also downwards."""
        names = {column.sorts for column in self.columns if column.sorts}
        return names | {f"-{name}" for name in names}

    def found(self, rows: QuerySet[Any], text: str) -> QuerySet[Any]:
        """Return the rows that have all words of a text, each in any of the fields or tags."""
        for word in folded(text).split()[:MOST_WORDS]:
            condition = Q()
            for name in (*self.searched, "folded_tags"):
                condition |= Q(**{f"{name}__contains": word})
            rows = rows.filter(condition)
        return rows

    def narrowed(
        self,
        rows: QuerySet[Any],
        *,
        text: str = "",
        tag: str = "",
        archived: bool | None = None,
        chosen: Mapping[str, str] | None = None,
    ) -> QuerySet[Any]:
        """Return the rows that are asked for; what is not known of filters is left out."""
        rows = self.found(rows, text)
        if tag:
            rows = filing.tagged(rows, tag)
        if archived is not None:
            rows = rows.filter(archived__isnull=not archived)
        for one in self.filters:
            if option := one.options.get((chosen or {}).get(one.key, "")):
                rows = option[1](rows)
        return rows

    def ordered(self, rows: QuerySet[Any], order: str) -> QuerySet[Any]:
        """Return rows in an order, or in the usual one."""
        return rows.order_by(order if order in self.orders else self.usual, "pk")
