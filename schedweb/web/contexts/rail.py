"""The rail of runs beside every tab: which are drawn, hidden and compared with, in groups."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from algorithms.declare.catalogue import ALGORITHMS
from algorithms.declare.parameters import flattened
from algorithms.record import Record
from algorithms.report.standings import Row, Standings
from schedweb.web.contexts.workspace import Workspace
from schedweb.web.run_selection import RunSelection
from schedweb.web.table_view import (
    DO,
    DRAW,
    EVERY,
    FIND,
    GROUP,
    HIDE,
    ORDER,
    PAGE,
    PRESETS,
)

MOST_LISTED = 20
"""Runs that the rail lists; of more, those that are drawn come first, and a search finds others."""
BY_ALGORITHM, BY_SCHEDULE = "algorithm", "schedule"
BY_NAME, BY_RANK = "name", "rank"
OWN = (DRAW, HIDE, FIND, GROUP, ORDER, EVERY, DO, PAGE)
"""Query parameters that the form of the rail sends itself, or that its choices make void."""


@dataclass(frozen=True)
class RailRun:
    """One run in the rail."""

    record: Record
    color: str
    is_drawn: bool
    is_baseline: bool

    @property
    def state(self) -> str:
        """What is to be said of a run that is not simply done; blank if it is."""
        if not self.record.is_done:
            return self.record.state
        return "breaks rules" if self.record.violation_count else ""


@dataclass(frozen=True)
class RailGroup:
    """Runs under one heading, of which `runs` are listed; one without a title is the whole list.
    Equal schedules have `first`, which stands for them all."""

    title: str
    runs: Sequence[RailRun]
    count: int
    first: RailRun | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is unfolded: where some of its runs are drawn, unless one stands for all."""
        return self.first is None and any(run.is_drawn for run in self.runs)


@dataclass(frozen=True)
class Option:
    """An option of a select."""

    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True)
class Rail:
    """The runs of a workspace as its rail lists them; `action` is the address of the open tab."""

    workspace: Workspace
    action: str

    @property
    def selection(self) -> RunSelection:
        """The runs that are drawn."""
        return self.workspace.selection

    @property
    def table(self) -> Standings:
        """How the runs stand."""
        return self.workspace.part.results.table

    @property
    def first_page(self) -> str:
        """Address of the page of one run: those of the others differ in the key."""
        return self.workspace.access.run("run", self.workspace.records[0].key)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """Fields of the form that are no part of the rail."""
        return [(name, value) for name, value in self.workspace.view.fields if name not in OWN]

    @property
    def presets(self) -> list[tuple[str, str]]:
        """Titles of ready-made selections that are not empty, and the queries that choose them."""
        view = self.workspace.view
        has_front = any(row.on_front for row in self.table.done)
        return [
            (title, view.drawing(key).page_query)
            for key, title in PRESETS.items()
            if key != "front" or has_front
        ]

    @property
    def usual(self) -> str:
        """Query of the page with the default selection; blank where that is shown."""
        return self.workspace.view.query_undrawn if self.selection.is_chosen else ""

    @property
    def every(self) -> str:
        """Query of the page with every run listed."""
        return self.workspace.view.with_every_run

    @property
    def unhidden(self) -> str:
        """Query of the page with no run hidden."""
        return self.workspace.view.with_hidden

    @cached_property
    def _runs(self) -> list[RailRun]:
        looks, base = self.workspace.looks, self.table.baseline
        drawn, hidden = self.selection.keys, set(self.workspace.view.hide)
        return [
            RailRun(
                record=row.record,
                color=looks[row.record.key].color,
                is_drawn=row.record.key in drawn,
                is_baseline=base is not None and row.record.key == base.key,
            )
            for row in self._in_order()
            if row.record.key not in hidden
        ]

    def _in_order(self) -> list[Row]:
        """Return the rows in the chosen order, the baseline first."""
        order, rows = self.workspace.view.order, list(self.table.rows)
        if order == BY_NAME:
            rows.sort(key=lambda row: row.record.label.casefold())
        elif order:
            rows.sort(key=lambda row: _place(self.table, row, order))
        return sorted(rows, key=lambda row: not row.is_baseline)

    @cached_property
    def matching(self) -> list[RailRun]:
        """Runs that are not hidden and have every word of the search in label or parameters."""
        words = self.workspace.view.find.casefold().split()
        if not words:
            return self._runs
        return [run for run in self._runs if all(word in _text(run.record) for word in words)]

    @cached_property
    def listed(self) -> list[RailRun]:
        """Runs that are listed: all, or of many the drawn ones and as many others as have room."""
        if self.workspace.view.lists_all or len(self.matching) <= MOST_LISTED:
            return self.matching
        drawn = [run for run in self.matching if run.is_drawn][:MOST_LISTED]
        others = [run for run in self.matching if not run.is_drawn]
        some = [*drawn, *others[: MOST_LISTED - len(drawn)]]
        keys = {run.record.key for run in some}
        return [run for run in self.matching if run.record.key in keys]

    @property
    def more(self) -> int:
        """Number of runs that are not listed."""
        return len(self.matching) - len(self.listed)

    @property
    def hidden(self) -> int:
        """Number of runs that the reader hid."""
        return len(self.workspace.view.hide)

    @property
    def hidden_keys(self) -> list[str]:
        """Values of the field that keeps them hidden."""
        return [value for name, value in self.workspace.view.items if name == HIDE]

    @property
    def unlisted(self) -> str:
        """Keys of drawn runs without a box, which the form has to keep."""
        boxes = {run.record.key for run in self.listed}
        return ",".join(
            run.record.key
            for run in self._runs
            if run.is_drawn and run.record.is_done and run.record.key not in boxes
        )

    @cached_property
    def parameters(self) -> dict[str, str]:
        """Parameters in which runs differ, with their labels."""
        values: dict[str, set[str]] = {}
        for record in self.workspace.records:
            for name, value in flattened(record.params).items():
                values.setdefault(name, set()).add(str(value))
        return {name: name.rpartition(".")[2] for name, some in values.items() if len(some) > 1}

    @property
    def groupings(self) -> list[Option]:
        """Ways to group the runs."""
        ways = {"": "no groups", BY_ALGORITHM: "algorithm", BY_SCHEDULE: "equal schedules"}
        ways |= {name: label for name, label in self.parameters.items() if name not in ways}
        return [Option(k, text, k == self.workspace.view.group) for k, text in ways.items()]

    @property
    def orders(self) -> list[Option]:
        """Orders of the runs."""
        ways = {"": "as added", BY_NAME: "by name", BY_RANK: "by rank"}
        ways |= {column.metric.key: f"by {column.title}" for column in self.table.columns}
        return [Option(k, text, k == self.workspace.view.order) for k, text in ways.items()]

    @property
    def groups(self) -> list[RailGroup]:
        """The listed runs in groups, each in the place of its first run."""
        way = self.workspace.view.group
        if way not in {BY_ALGORITHM, BY_SCHEDULE, *self.parameters}:
            return [RailGroup("", self.listed, len(self.matching))]
        return list(_grouped(self.matching, {run.record.key for run in self.listed}, way))


def _place(table: Standings, row: Row, order: str) -> tuple[bool, float]:
    """Return where a run stands by rank or by a metric; missing values come last."""
    if order == BY_RANK:
        return row.rank is None, row.rank or 0
    cell = table.cell(row, order)
    value = cell.value if cell else None
    sign = -1 if cell and _is_better_high(table, order) else 1
    return value is None, sign * (value or 0.0)


def _is_better_high(table: Standings, key: str) -> bool:
    return any(c.metric.key == key and c.metric.better == "higher" for c in table.columns)


def _text(record: Record) -> str:
    values = (f"{name}={value}" for name, value in flattened(record.params).items())
    return " ".join((record.label, record.algorithm, *values)).casefold()


def _grouped(runs: Sequence[RailRun], listed: set[str], way: str) -> Iterator[RailGroup]:
    """Group runs; those whose schedule no other has stand alone, in one list."""
    groups: dict[Hashable, list[RailRun]] = {}
    for run in runs:
        groups.setdefault(_key(run.record, way), []).append(run)
    for alone, several in groupby(groups.values(), lambda g: way == BY_SCHEDULE and len(g) == 1):
        if alone:
            single = [run for group in several for run in group]
            yield RailGroup("", [r for r in single if r.record.key in listed], len(single))
            continue
        for group in several:
            first = group[0] if way == BY_SCHEDULE else None
            rest = [r for r in group if r.record.key in listed and r is not first]
            yield RailGroup(_title(group[0].record, way), rest, len(group), first)


def _key(record: Record, way: str) -> Hashable:
    if way == BY_ALGORITHM:
        return record.algorithm
    if way == BY_SCHEDULE:
        return record.look or record.key
    return str(_value(record, way))


def _value(record: Record, name: str) -> Any:
    return flattened(record.params).get(name)


def _title(record: Record, way: str) -> str:
    if way == BY_ALGORITHM:
        declared = ALGORITHMS.get(record.algorithm)
        return declared.title if declared else record.algorithm
    if way == BY_SCHEDULE:
        return record.label
    value = _value(record, way)
    return "others" if value is None else f"{way.rpartition('.')[2]} = {value}"
