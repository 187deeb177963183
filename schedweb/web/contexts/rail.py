"""The rail beside every tab: what is drawn, hidden and compared with, in groups. Comparisons list
their runs in it, studies their methods."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from parsched.declare.parameters import flattened
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.palette import Style
from schedweb.base.folding import folded
from schedweb.web.rail_view import DO, DRAW, EVERY, FIND, GROUP, HIDE, ORDER, RailView
from schedweb.web.table_view import PAGE

MOST_LISTED = 20
"""Most entries that the rail lists: drawn ones first; the search field finds the rest."""
BY_ALGORITHM, BY_SCHEDULE = "algorithm", "schedule"
BY_NAME = "name"
PLACE = "rail-runs"
"""Id of the list, which is renewed by itself."""
OWN = (DRAW, HIDE, FIND, GROUP, ORDER, EVERY, DO, PAGE)
"""Query parameters that the form of the rail sends itself, or that its choices make void."""


class RailListed(Protocol):
    """What the rail has to know of a run or a method; entries of equal `look` have the same
    schedule, and only what is done can be drawn."""

    @property
    def key(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def algorithm(self) -> str: ...

    @property
    def params(self) -> Mapping[str, Any]: ...

    @property
    def look(self) -> str: ...

    @property
    def is_done(self) -> bool: ...


E = TypeVar("E", bound=RailListed)


@dataclass(frozen=True)
class RailItem:
    """One entry in the rail; `state` is what is to be said of it, blank where nothing is."""

    entry: RailListed
    color: str
    is_drawn: bool
    is_baseline: bool
    state: str


@dataclass(frozen=True)
class RailGroup:
    """Entries under one heading; `items` are the listed ones. A group without a title is the whole
    list. Equal schedules have `first`, which stands for them all."""

    title: str
    items: Sequence[RailItem]
    count: int
    first: RailItem | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is unfolded: where some of it is drawn, unless one stands for all."""
        return self.first is None and any(item.is_drawn for item in self.items)


@dataclass(frozen=True)
class RailOption:
    """An option of a select."""

    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True)
class Rail(ABC, Generic[E]):
    """A list of things to draw; `action` is the address of the open tab.

    `noun` is what they are, `example` what one may search for, `hidden_note` what is to be known of
    those that are hidden, and `best` how the default selection is called where there is a choice.
    """

    action: str
    noun: ClassVar[str]
    example: ClassVar[str]
    hidden_note: ClassVar[str] = ""
    best: ClassVar[str] = ""

    @property
    @abstractmethod
    def view(self) -> RailView:
        """The reader's choices."""

    @property
    @abstractmethod
    def entries(self) -> Sequence[E]:
        """What is listed, as it was added."""

    @property
    @abstractmethod
    def looks(self) -> Mapping[str, Style]:
        """Style of each entry."""

    @property
    @abstractmethod
    def drawn(self) -> frozenset[str]:
        """Keys of what is drawn."""

    @property
    @abstractmethod
    def baseline(self) -> str:
        """Key of what the others are compared with; blank for none."""

    @property
    @abstractmethod
    def measures(self) -> Mapping[str, str]:
        """Further orders by their keys, as people read them."""

    @abstractmethod
    def place(self, key: str, order: str) -> tuple[bool, float]:
        """Return where an entry stands in one of these orders; missing values come last."""

    @abstractmethod
    def state(self, entry: E) -> str:
        """What is to be said of an entry that is not simply there; blank if it is."""

    @property
    @abstractmethod
    def presets(self) -> list[tuple[str, str]]:
        """Titles of ready-made selections that are not empty, and the queries that choose them."""

    @property
    def reason(self) -> str:
        """How the default selection was made, where it leaves something out."""
        return ""

    @property
    def open_address(self) -> str:
        """Address of the page of one entry: addresses of the others differ in the key. Blank where
        they have no pages."""
        return ""

    @property
    def ways(self) -> Mapping[str, str]:
        """Ways to group beside parameters."""
        return {"": "no groups", BY_ALGORITHM: "algorithm"}

    @property
    def is_chosen(self) -> bool:
        """True where the reader chose what is drawn."""
        return bool(self.view.draw or self.view.preset)

    @property
    def done_count(self) -> int:
        """How many can be drawn."""
        return sum(entry.is_done for entry in self.entries)

    @property
    def is_all(self) -> bool:
        """True if everything is drawn."""
        return len(self.drawn) == len(self.entries)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """Fields of the form that are no part of the rail."""
        return [(name, value) for name, value in self.view.fields if name not in OWN]

    @property
    def usual(self) -> str:
        """Query of the page with the default selection."""
        return self.view.query_undrawn

    @property
    def every(self) -> str:
        """Query of the page with everything listed."""
        return self.view.with_every_run

    @property
    def unhidden(self) -> str:
        """Query of the page with nothing hidden."""
        return self.view.with_hidden

    @cached_property
    def _items(self) -> list[RailItem]:
        hidden = set(self.view.hide)
        return [
            RailItem(
                entry=entry,
                color=self.looks[entry.key].color,
                is_drawn=entry.key in self.drawn,
                is_baseline=entry.key == self.baseline,
                state=self.state(entry),
            )
            for entry in self.in_order()
            if entry.key not in hidden
        ]

    def in_order(self) -> list[E]:
        """Return the entries in the chosen order, the baseline first."""
        order, entries = self.view.order, list(self.entries)
        if order == BY_NAME:
            entries.sort(key=lambda entry: folded(entry.label))
        elif order in self.measures:
            entries.sort(key=lambda entry: self.place(entry.key, order))
        return sorted(entries, key=lambda entry: entry.key != self.baseline)

    @cached_property
    def matching(self) -> list[RailItem]:
        """What is not hidden and has every word of the search in label or parameters."""
        words = folded(self.view.find).split()
        if not words:
            return self._items
        return [item for item in self._items if all(word in _text(item.entry) for word in words)]

    @cached_property
    def listed(self) -> list[RailItem]:
        """What is listed: all, or of many the drawn ones and as many others as have room."""
        if self.view.lists_all or len(self.matching) <= MOST_LISTED:
            return self.matching
        drawn = [item for item in self.matching if item.is_drawn][:MOST_LISTED]
        others = [item for item in self.matching if not item.is_drawn]
        some = [*drawn, *others[: MOST_LISTED - len(drawn)]]
        keys = {item.entry.key for item in some}
        return [item for item in self.matching if item.entry.key in keys]

    @property
    def more(self) -> int:
        """How many are not listed."""
        return len(self.matching) - len(self.listed)

    @property
    def hidden(self) -> int:
        """How many the reader hid."""
        return len(self.view.hide)

    @property
    def hidden_keys(self) -> list[str]:
        """Values of the field that keeps them hidden."""
        return [value for name, value in self.view.items if name == HIDE]

    @property
    def unlisted(self) -> str:
        """Keys of what is drawn without a box, which the form has to keep."""
        boxes = {item.entry.key for item in self.listed}
        return ",".join(
            item.entry.key
            for item in self._items
            if item.is_drawn and item.entry.is_done and item.entry.key not in boxes
        )

    @cached_property
    def parameters(self) -> dict[str, str]:
        """Parameters in which entries differ, with their labels."""
        values: dict[str, set[str]] = {}
        for entry in self.entries:
            for name, value in flattened(entry.params).items():
                values.setdefault(name, set()).add(str(value))
        return {name: name.rpartition(".")[2] for name, some in values.items() if len(some) > 1}

    @property
    def groupings(self) -> list[RailOption]:
        """Ways to group."""
        ways = dict(self.ways)
        ways |= {name: label for name, label in self.parameters.items() if name not in ways}
        return [RailOption(key, text, key == self.view.group) for key, text in ways.items()]

    @property
    def orders(self) -> list[RailOption]:
        """Orders of the list."""
        ways = {"": "as added", BY_NAME: "by name", **self.measures}
        return [RailOption(key, text, key == self.view.order) for key, text in ways.items()]

    @property
    def groups(self) -> list[RailGroup]:
        """What is listed in groups, each in the place of its first entry."""
        way = self.view.group
        if not way or way not in {*self.ways, *self.parameters}:
            return [RailGroup("", self.listed, len(self.matching))]
        return list(_grouped(self.matching, {item.entry.key for item in self.listed}, way))


def _text(entry: RailListed) -> str:
    values = (f"{name}={value}" for name, value in flattened(entry.params).items())
    return folded(" ".join((entry.label, entry.algorithm, *values)))


def _grouped(items: Sequence[RailItem], listed: set[str], way: str) -> Iterator[RailGroup]:
    """Group entries; those whose schedule no other has stand alone, in one list."""
    groups: dict[Hashable, list[RailItem]] = {}
    for item in items:
        groups.setdefault(_key(item.entry, way), []).append(item)
    for alone, several in groupby(groups.values(), lambda g: way == BY_SCHEDULE and len(g) == 1):
        if alone:
            single = [item for group in several for item in group]
            yield RailGroup("", [i for i in single if i.entry.key in listed], len(single))
            continue
        for group in several:
            first = group[0] if way == BY_SCHEDULE else None
            rest = [i for i in group if i.entry.key in listed and i is not first]
            yield RailGroup(_title(group[0].entry, way), rest, len(group), first)


def _key(entry: RailListed, way: str) -> Hashable:
    if way == BY_ALGORITHM:
        return entry.algorithm
    if way == BY_SCHEDULE:
        return entry.look or entry.key
    return str(_value(entry, way))


def _value(entry: RailListed, name: str) -> Any:
    return flattened(entry.params).get(name)


def _title(entry: RailListed, way: str) -> str:
    if way == BY_ALGORITHM:
        declared = ALGORITHMS.get(entry.algorithm)
        return declared.title if declared else entry.algorithm
    if way == BY_SCHEDULE:
        return entry.label
    value = _value(entry, way)
    return "others" if value is None else f"{way.rpartition('.')[2]} = {value}"
