"""The result table as the page shows it: sorted, with differences and bounds below the numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from algorithms.bounds.registry import CRITERIA
from algorithms.metrics import METRICS, Metric
from schedweb.runs.models import Run
from schedweb.runs.tables import Cell, Column, Row, Table, build_table
from schedweb.runs.units import percent
from schedweb.web.palette import Style, styles
from schedweb.web.viewing import View

RANK = "rank"
BOUNDED = {metric: criterion for criterion, metric in CRITERIA.items()}


@dataclass(frozen=True)
class Head:
    """Header of a column; `sort` is "ascending", "descending" or nothing."""

    key: str
    title: str
    unit: str
    metric: str
    sort: str
    query: str


@dataclass(frozen=True)
class Shown:
    """A number, and what is said below it."""

    text: str
    exact: float | None
    unit: str
    best: bool = False
    sub: str = ""
    verdict: str = ""


@dataclass(frozen=True)
class ShownRow:
    """One run."""

    row: Row
    style: Style
    url: str
    cells: Sequence[Shown]

    @property
    def run(self) -> Run:
        """The run that the row is about."""
        return self.row.run


@dataclass(frozen=True)
class Results:
    """The result table under a view."""

    table: Table
    view: View
    heads: Sequence[Head]
    rows: Sequence[ShownRow]
    looks: Mapping[str, Style]

    @classmethod
    def of(cls, runs: Sequence[Run], view: View, addresses: Mapping[str, str]) -> Self:
        """Build the table of the runs that are done; an algorithm keeps its looks in any order."""
        table = build_table(runs, baseline=view.against or None, metrics=view.columns)
        looks = dict(
            zip([run.pk for run in runs], styles([run.algorithm for run in runs]), strict=True)
        )
        ratios = {m: c for m, c in BOUNDED.items() if c in table.criteria}
        rows = [
            ShownRow(row, looks[row.run.pk], addresses[row.run.pk], _cells(table, row, ratios))
            for row in _sorted(table, view)
        ]
        return cls(table, view, _heads(table, view, ratios), rows, looks)

    @property
    def metrics(self) -> Sequence[Metric]:
        """Every metric, for the choice of columns."""
        return list(METRICS.values())

    @property
    def done(self) -> Sequence[Run]:
        """Runs with a result, in their own order."""
        return [row.run for row in self.table.done]

    @property
    def rank(self) -> Head:
        """Header of the last column."""
        return _head(self.view, RANK, "rank", "", RANK)

    @property
    def has_ranks(self) -> bool:
        """True with something to compare."""
        return len(self.table.done) > 1


def _heads(table: Table, view: View, ratios: dict[str, str]) -> list[Head]:
    heads = []
    for column in table.columns:
        key = column.metric.key
        heads.append(_head(view, key, column.title, column.unit.name, key))
        if key in ratios:
            heads.append(_head(view, f"ratio.{ratios[key]}", f"{column.title} / bound", "", key))
    return heads


def _head(view: View, key: str, title: str, unit: str, metric: str) -> Head:
    direction = "descending" if view.descending else "ascending"
    sort = direction if view.sort == key else ""
    return Head(key, title, unit, metric, sort, view.sorted_by(key).query)


def _cells(table: Table, row: Row, ratios: dict[str, str]) -> list[Shown]:
    shown = []
    for column, cell in zip(table.columns, row.cells, strict=True):
        shown.append(_number(column, cell))
        if column.metric.key in ratios:
            shown.append(_ratio(row, ratios[column.metric.key]))
    return shown


def _number(column: Column, cell: Cell) -> Shown:
    sub = verdict = ""
    if cell.change:
        known = cell.change_percent is not None
        sub = percent(cell.change_percent) if known else cell.change_text  # type: ignore[arg-type]
        verdict = _verdict(column.metric, cell.change) if sub != "0 %" else ""
    return Shown(cell.text, cell.value, column.metric.unit, cell.best, sub, verdict)


def _verdict(metric: Metric, change: float) -> str:
    if metric.better == "neither":
        return ""
    return "better" if (change < 0) == (metric.better == "lower") else "worse"


def _ratio(row: Row, criterion: str) -> Shown:
    ratio = row.ratios.get(criterion)
    if ratio is None:
        return Shown("–", None, "")
    return Shown(ratio.text, ratio.value, "", ratio.best, ratio.bound)


def _sorted(table: Table, view: View) -> Sequence[Row]:
    """Sort by the column of the view; missing values come last."""

    def value(row: Row) -> float | None:
        if view.sort == RANK:
            return row.rank
        if view.sort.startswith("ratio."):
            ratio = row.ratios.get(view.sort.removeprefix("ratio."))
            return ratio.value if ratio else None
        cell = table.cell(row, view.sort)
        return cell.value if cell else None

    sign = -1 if view.descending else 1
    rows = list(table.done)
    return sorted(rows, key=lambda row: (value(row) is None, sign * (value(row) or 0.0)))
