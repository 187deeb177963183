"""The reader's choices for the runs and tables of a comparison, as query parameters."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from algorithms.metrics import METRICS
from algorithms.report.records import Records
from algorithms.report.standings import metrics_for

DRAW, WAITING, AGAINST, HIDE = "draw", "waiting", "against", "hide"
FIND, GROUP, ORDER, EVERY, DO, PAGE = "find", "group", "order", "every-run", "do", "page"
KEYS = ("c", "sort", AGAINST, DRAW, WAITING, HIDE, FIND, GROUP, ORDER, EVERY, DO, PAGE)
ALL, BUT = "all", "!"
"""`draw=all` and `draw=!KEY` together are all runs but that one: addresses stay short."""
PRESETS = {ALL: "All", "none": "None", "front": "Front", "different": "Only different"}
"""Values of `draw` that stand for many runs, and their titles."""
POLL = ("poll", "seen")
LONGEST = 200
"""Characters that are read of a search in the rail, and of the names of parameters."""


@dataclass(frozen=True, kw_only=True)
class TableView:
    """Columns, order and baseline of the result table, the runs to draw (empty: the default), and
    whether every queued run is listed; `rest` are the other query parameters of the page, for its
    other parts.

    `preset` is one of PRESETS instead of `draw`. Runs in `hide` are neither listed nor drawn;
    `find`, `group`, `order` and `lists_all` are about the rail of runs, `page` is that of a long
    table, and `keys` are those of all runs.
    """

    columns: tuple[str, ...]
    defaults: tuple[str, ...]
    sort: str = ""
    descending: bool = False
    against: str = ""
    draw: tuple[str, ...] = ()
    waiting: bool = False
    preset: str = ""
    hide: tuple[str, ...] = ()
    find: str = ""
    group: str = ""
    order: str = ""
    lists_all: bool = False
    page: str = ""
    keys: tuple[str, ...] = ()
    rest: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, query: QueryDict, records: Records) -> Self:
        """Read `c` for each column, `sort`, `against`, `draw` and `hide` for each run, `waiting`,
        and what is about the rail; unknown values become the default. What the buttons of the rail
        `do` is done."""
        defaults = metrics_for(records)
        columns = query.getlist("c")
        sort = query.get("sort", "")
        keys = tuple(record.key for record in records)
        presets = [value for value in query.getlist(DRAW) if value in PRESETS]
        draw, hide = read_keys(query.getlist(DRAW), keys), read_keys(query.getlist(HIDE), keys)
        is_whole = bool(presets) and (presets[0] != ALL or len(draw) == len(keys))
        view = cls(
            columns=tuple(key for key in METRICS if key in columns) or defaults,
            defaults=defaults,
            sort=sort.removeprefix("-"),
            descending=sort.startswith("-"),
            against=query.get(AGAINST, ""),
            draw=() if is_whole else draw,
            waiting=WAITING in query,
            preset=presets[0] if is_whole else "",
            hide=hide,
            find=query.get(FIND, "")[:LONGEST],
            group=query.get(GROUP, "")[:LONGEST],
            order=query.get(ORDER, "")[:LONGEST],
            lists_all=EVERY in query,
            page=query.get(PAGE, ""),
            keys=keys,
            rest=rest_of(query),
        )
        return view.after(query.get(DO, ""), draw)

    def after(self, action: str, ticked: tuple[str, ...]) -> Self:
        """Return the view after a button of the rail that is about the ticked runs."""
        if not ticked:
            return self
        if action == "pin":
            return replace(self, against=ticked[0])
        if action == "hide":
            hidden = {*self.hide, *ticked}
            return replace(self, draw=(), hide=tuple(key for key in self.keys if key in hidden))
        if action == "only":
            return replace(self, hide=tuple(key for key in self.keys if key not in ticked))
        return self

    def sorted_by(self, key: str) -> Self:
        """Return the view after a click on a header: ascending, then descending, then unsorted."""
        if self.sort != key:
            return replace(self, sort=key, descending=False, page="")
        if not self.descending:
            return replace(self, descending=True, page="")
        return replace(self, sort="", descending=False, page="")

    def drawing(self, preset: str) -> Self:
        """Return the view with a ready-made selection of runs."""
        return replace(self, preset=preset, draw=())

    @property
    def items(self) -> list[tuple[str, str]]:
        """Name and value of every choice for the table that differs from the default."""
        usual = set(self.columns) == set(self.defaults)
        pairs = [] if usual else [("c", key) for key in self.columns]
        if self.sort:
            pairs.append(("sort", f"-{self.sort}" if self.descending else self.sort))
        if self.against:
            pairs.append((AGAINST, self.against))
        drawn = [self.preset] if self.preset else written_keys(self.draw, self.keys)
        pairs += [(DRAW, value) for value in drawn]
        if self.waiting:
            pairs.append((WAITING, "each"))
        pairs += [(HIDE, value) for value in written_keys(self.hide, self.keys)]
        rail = ((FIND, self.find), (GROUP, self.group), (ORDER, self.order))
        pairs += [(name, value) for name, value in rail if value]
        if self.lists_all:
            pairs.append((EVERY, "1"))
        if self.page:
            pairs.append((PAGE, self.page))
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
    def with_every_run(self) -> str:
        """The query of the page with every run listed in the rail."""
        return replace(self, lists_all=True).page_query

    @property
    def with_hidden(self) -> str:
        """The query of the page with no run hidden."""
        return replace(self, hide=()).page_query

    @property
    def query(self) -> str:
        """The view as the query of the table's files."""
        return urlencode(self.items)

    @property
    def page_query(self) -> str:
        """The view as the query of the page."""
        return urlencode(self.fields)


def read_keys(values: Collection[str], keys: Sequence[str]) -> tuple[str, ...]:
    """Return those of some keys that a query names, in their order: each by itself or with commas
    between, or all but some."""
    named = {key for value in values for key in value.split(",")}
    chosen = set(keys) if ALL in named else named
    return tuple(key for key in keys if key in chosen and f"{BUT}{key}" not in named)


def written_keys(chosen: Collection[str], keys: Sequence[str]) -> list[str]:
    """Return what a query has for the chosen ones of some keys; of most, it names the others."""
    if 2 * len(chosen) <= len(keys):
        return [key for key in keys if key in chosen]
    return [ALL, *(f"{BUT}{key}" for key in keys if key not in chosen)]


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
