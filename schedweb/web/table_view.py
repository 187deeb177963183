"""The reader's choices for the result table, as query parameters."""

from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from algorithms.metrics import METRICS
from algorithms.report.records import Records
from algorithms.report.standings import metrics_for

DRAW, WAITING = "draw", "waiting"
KEYS = ("c", "sort", "against", DRAW, WAITING)
POLL = ("poll", "seen")


@dataclass(frozen=True, kw_only=True)
class TableView:
    """Columns, order and baseline of the result table, the runs to draw (empty: the default), and
    whether every queued run is listed; `rest` are the other query parameters of the page, for its
    other parts."""

    columns: tuple[str, ...]
    defaults: tuple[str, ...]
    sort: str = ""
    descending: bool = False
    against: str = ""
    draw: tuple[str, ...] = ()
    waiting: bool = False
    rest: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, query: QueryDict, records: Records) -> Self:
        """Read `c` for each column, `sort`, `against`, `draw` for each run, and `waiting`; unknown
        values become the default."""
        defaults = metrics_for(records)
        columns = query.getlist("c")
        sort = query.get("sort", "")
        runs = set(query.getlist(DRAW))
        return cls(
            columns=tuple(key for key in METRICS if key in columns) or defaults,
            defaults=defaults,
            sort=sort.removeprefix("-"),
            descending=sort.startswith("-"),
            against=query.get("against", ""),
            draw=tuple(record.key for record in records if record.key in runs),
            waiting=WAITING in query,
            rest=rest_of(query),
        )

    def sorted_by(self, key: str) -> Self:
        """Return the view after a click on a header: ascending, then descending, then unsorted."""
        if self.sort != key:
            return replace(self, sort=key, descending=False)
        if not self.descending:
            return replace(self, descending=True)
        return replace(self, sort="", descending=False)

    @property
    def items(self) -> list[tuple[str, str]]:
        """Name and value of every choice for the table that differs from the default."""
        usual = set(self.columns) == set(self.defaults)
        pairs = [] if usual else [("c", key) for key in self.columns]
        if self.sort:
            pairs.append(("sort", f"-{self.sort}" if self.descending else self.sort))
        if self.against:
            pairs.append(("against", self.against))
        pairs += [(DRAW, key) for key in self.draw]
        if self.waiting:
            pairs.append((WAITING, "each"))
        return pairs

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Fields that a form or link of the page sends to keep its other parts unchanged."""
        return [*self.items, *self.rest]

    @property
    def undrawn(self) -> list[tuple[str, str]]:
        """The fields without the runs to draw."""
        return [(name, value) for name, value in self.fields if name != DRAW]

    @property
    def query_undrawn(self) -> str:
        """The query of the page with the default selection of runs."""
        return urlencode(self.undrawn)

    @property
    def with_waiting(self) -> str:
        """The query of the page with every queued run listed."""
        return replace(self, waiting=True).page_query

    @property
    def query(self) -> str:
        """The view as the query of the table's files."""
        return urlencode(self.items)

    @property
    def page_query(self) -> str:
        """The view as the query of the page."""
        return urlencode(self.fields)


def rest_of(query: QueryDict) -> tuple[tuple[str, str], ...]:
    """Return the query parameters that belong to other parts of the page than the table."""
    return tuple(
        (name, value)
        for name, values in query.lists()
        if name not in KEYS and name not in POLL
        for value in values
    )


def merged(current: str, view: TableView) -> str:
    """Merge the view into an address that also has the state of charts."""
    path, _, query = current.partition("#")[0].partition("?")
    merged_query = QueryDict(query, mutable=True)
    for key in KEYS:
        merged_query.pop(key, None)
    for name, value in view.items:
        merged_query.appendlist(name, value)
    return f"{path}?{merged_query.urlencode()}" if merged_query else path
