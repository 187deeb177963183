"""The reader's choices for the rail beside tabs, as query parameters."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self
from urllib.parse import urlencode

from django.http import QueryDict

from schedweb.web.http import others_in

DRAW, AGAINST, HIDE = "draw", "against", "hide"
FIND, GROUP, ORDER, EVERY, DO = "find", "group", "order", "every-run", "do"
RAIL_KEYS = (AGAINST, DRAW, HIDE, FIND, GROUP, ORDER, EVERY, DO)
ALL, BUT, NONE = "all", "!", "none"
"""`draw=all` and `draw=!KEY` together are all but that one: addresses stay short."""
PRESETS = {ALL: "All", NONE: "None", "front": "Front", "different": "Only different"}
"""Values of `draw` that stand for many, and their titles."""
POLL = ("poll", "seen", "shown", "open")
"""What polling sends, which is no choice of the reader."""
LONGEST = 200
"""Characters that are read of a search in the rail, and of the names of parameters."""


@dataclass(frozen=True, kw_only=True)
class RailView:
    """What to draw (empty: the default), the baseline `against` which it stands, and what the rail
    lists in which order.

    `preset` is one of PRESETS instead of `draw`. What is in `hide` is neither listed nor drawn;
    `find`, `group`, `order` and `lists_all` are about the list. `keys` are all that may be chosen,
    and `rest` the other query parameters of the page, for its other parts.
    """

    against: str = ""
    draw: tuple[str, ...] = ()
    preset: str = ""
    hide: tuple[str, ...] = ()
    find: str = ""
    group: str = ""
    order: str = ""
    lists_all: bool = False
    keys: tuple[str, ...] = ()
    rest: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, query: QueryDict, keys: Sequence[str]) -> Self:
        """Read it from a query; unknown values become the default. What the buttons of the rail
        `do` is done."""
        return cls(**railed(query, keys)).after(query)

    def after(self, query: QueryDict) -> Self:
        """Return the view after the button of the rail that a query has, about what is ticked."""
        ticked, action = read_keys(query.getlist(DRAW), self.keys), query.get(DO, "")
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

    def drawing(self, preset: str) -> Self:
        """Return the view with a ready-made selection."""
        return replace(self, preset=preset, draw=())

    @property
    def items(self) -> list[tuple[str, str]]:
        """Name and value of every choice that differs from the default."""
        pairs = [(AGAINST, self.against)] if self.against else []
        drawn = [self.preset] if self.preset else written_keys(self.draw, self.keys)
        pairs += [(DRAW, value) for value in drawn]
        pairs += [(HIDE, value) for value in written_keys(self.hide, self.keys)]
        rail = ((FIND, self.find), (GROUP, self.group), (ORDER, self.order))
        pairs += [(name, value) for name, value in rail if value]
        if self.lists_all:
            pairs.append((EVERY, "1"))
        return pairs

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Fields that a form or link of the page sends to keep its other parts unchanged."""
        return [*self.items, *self.rest]

    @property
    def undrawn(self) -> list[tuple[str, str]]:
        """The fields without what to draw."""
        return [(name, value) for name, value in self.fields if name != DRAW]

    @property
    def query_undrawn(self) -> str:
        """The query of the page with the default selection."""
        return urlencode(self.undrawn)

    @property
    def with_every_run(self) -> str:
        """The query of the page with everything listed in the rail."""
        return replace(self, lists_all=True).page_query

    @property
    def with_hidden(self) -> str:
        """The query of the page with nothing hidden."""
        return replace(self, hide=()).page_query

    @property
    def query(self) -> str:
        """The view as the query of files."""
        return urlencode(self.items)

    @property
    def page_query(self) -> str:
        """The view as the query of the page."""
        return urlencode(self.fields)


def railed(
    query: QueryDict, keys: Sequence[str], own: Collection[str] = RAIL_KEYS
) -> dict[str, Any]:
    """Return the values of the fields of a view that a query has; `own` are the parameters that
    are no part of its `rest`."""
    presets = [value for value in query.getlist(DRAW) if value in PRESETS]
    draw = read_keys(query.getlist(DRAW), keys)
    is_whole = bool(presets) and (presets[0] != ALL or len(draw) == len(keys))
    return {
        "against": query.get(AGAINST, ""),
        "draw": () if is_whole else draw,
        "preset": presets[0] if is_whole else "",
        "hide": read_keys(query.getlist(HIDE), keys),
        "find": query.get(FIND, "")[:LONGEST],
        "group": query.get(GROUP, "")[:LONGEST],
        "order": query.get(ORDER, "")[:LONGEST],
        "lists_all": EVERY in query,
        "keys": tuple(keys),
        "rest": rest_of(query, own),
    }


def read_keys(values: Collection[str], keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys among `keys` that a query names, in their order: each by itself or with
    commas between, or all but some."""
    named = {key for value in values for key in value.split(",")}
    chosen = set(keys) if ALL in named else named
    return tuple(key for key in keys if key in chosen and f"{BUT}{key}" not in named)


def written_keys(chosen: Collection[str], keys: Sequence[str]) -> list[str]:
    """Return what a query has for the chosen ones of some keys; of most, it names the others."""
    if 2 * len(chosen) <= len(keys):
        return [key for key in keys if key in chosen]
    return [ALL, *(f"{BUT}{key}" for key in keys if key not in chosen)]


def rest_of(query: QueryDict, own: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Return the query parameters that are neither `own` ones nor parameters of polling."""
    return others_in(query, (*own, *POLL))
