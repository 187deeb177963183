"""The reader's choices for the runs and tables of a comparison, as query parameters."""

from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from parsched.measure.metrics import METRICS
from parsched.report.records import Records
from parsched.report.standings import metrics_for
from schedweb.web.http import others_in
from schedweb.web.rail_view import RAIL_KEYS, RailView, railed

WAITING, PAGE = "waiting", "page"
KEYS = ("c", "sort", WAITING, PAGE, *RAIL_KEYS)


@dataclass(frozen=True, kw_only=True)
class TableView(RailView):
    """Columns and order of the result table, whether every queued run is listed, and the `page` of
    a long table, beside what the rail of runs has."""

    columns: tuple[str, ...]
    defaults: tuple[str, ...]
    sort: str = ""
    descending: bool = False
    waiting: bool = False
    page: str = ""

    @classmethod
    def of(cls, query: QueryDict, records: Records) -> Self:
        """Read `c` for each column, `sort`, `waiting`, and what is about the rail; unknown values
        become the default. What the buttons of the rail `do` is done."""
        defaults = metrics_for(records)
        columns = query.getlist("c")
        sort = query.get("sort", "")
        view = cls(
            columns=tuple(key for key in METRICS if key in columns) or defaults,
            defaults=defaults,
            sort=sort.removeprefix("-"),
            descending=sort.startswith("-"),
            waiting=WAITING in query,
            page=query.get(PAGE, ""),
            **railed(query, [record.key for record in records], KEYS),
        )
        return view.after(query)

    def sorted_by(self, key: str) -> Self:
        """Return the view after a click on a header: ascending, then descending, then unsorted."""
        if self.sort != key:
            return replace(self, sort=key, descending=False, page="")
        if not self.descending:
            return replace(self, descending=True, page="")
        return replace(self, sort="", descending=False, page="")

    @property
    def items(self) -> list[tuple[str, str]]:
        """Name and value of every choice for table and rail that differs from the default."""
        usual = set(self.columns) == set(self.defaults)
        pairs = [] if usual else [("c", key) for key in self.columns]
        if self.sort:
            pairs.append(("sort", f"-{self.sort}" if self.descending else self.sort))
        pairs += super().items
        if self.waiting:
            pairs.append((WAITING, "each"))
        if self.page:
            pairs.append((PAGE, self.page))
        return pairs

    @property
    def with_waiting(self) -> str:
        """The query of the page with every queued run listed."""
        return replace(self, waiting=True).page_query


def merged(current: str, view: TableView) -> str:
    """Merge the view into an address that also has the state of charts."""
    path, _, query = current.partition("#")[0].partition("?")
    pairs = [*others_in(QueryDict(query), KEYS), *view.items]
    return f"{path}?{urlencode(pairs)}" if pairs else path
