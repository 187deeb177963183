"""The result table as the page shows it: sorted, with differences and bounds below the numbers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import urlencode

from parsched.measure.bounds.registry import CRITERIA
from parsched.measure.metrics import Metric
from parsched.report.palette import Style
from parsched.report.records import Records
from parsched.report.standings import (
    Standings,
    StandingsCell,
    StandingsColumn,
    StandingsRow,
    standings_of,
)
from parsched.run.record import Record
from schedweb.web.paging import Paged
from schedweb.web.run_selection import RunSelection
from schedweb.web.table_view import PAGE, TableView

RANK, OPTIMALITY, TIME = "rank", "optimality", "time"
LONGEST = "max_wait"
JOB, ASK = "job", "ask"
"""Parameters of schedules: the job that is pinned, and the question that is asked."""
_WORD, _SPECIAL = re.compile(r"[\w-]+"), re.compile(r'["\\]')
ABOUT_OPTIMALITY = (
    "What is proved about the makespan, by lower bounds and by searches of all these runs. The "
    "ratio of Σ w·C says in its tooltip what is proved about that."
)
ABOUT_TIME = "Time that the algorithm alone took"
OF_OPTIMUM = " of the optimum"
BOUNDED = {metric: criterion for criterion, metric in CRITERIA.items()}


@dataclass(frozen=True)
class ResultHead:
    """Header of a column; `sort` is "ascending", "descending" or nothing; `about` names a dialog
    and `tooltip` says what it is about. A column of words is not `is_number`."""

    key: str
    title: str
    unit: str
    about: str
    sort: str
    query: str
    tooltip: str = ""
    is_number: bool = True


@dataclass(frozen=True)
class ShownCell:
    """A cell: a number or a few words (with a `mark`), a line below, and a tooltip.

    The line below is styled as "better", "worse" or "bound". `job` is the query of the schedules
    that shows the job whose value it is.
    """

    text: str
    exact: float | None
    unit: str
    best: bool = False
    sub: str = ""
    look: str = ""
    note: str = ""
    mark: str = ""
    job: str = ""


@dataclass(frozen=True)
class ShownRow:
    """One run."""

    row: StandingsRow
    style: Style
    url: str
    cells: Sequence[ShownCell]
    is_drawn: bool

    @property
    def run(self) -> Record:
        """The run that the row is about."""
        return self.row.record


@dataclass(frozen=True)
class Results:
    """The result table under a view."""

    table: Standings
    view: TableView
    heads: Sequence[ResultHead]
    rows: Sequence[ShownRow]
    selection: RunSelection
    looks: Mapping[str, Style]
    paged: Paged[StandingsRow]
    """The rows of the page that is open, without runs that are hidden."""

    @classmethod
    def of(cls, records: Records, view: TableView, addresses: Mapping[str, str]) -> Self:
        """Build the table of finished runs; styles do not depend on the order of the rows."""
        table = standings_of(records, baseline=view.against or None, metrics=view.columns)
        return cls.of_table(table, RunSelection.of_view(table, view), view, addresses)

    @classmethod
    def of_table(
        cls, table: Standings, runs: RunSelection, view: TableView, addresses: Mapping[str, str]
    ) -> Self:
        """Build it from standings that are already computed: the page of them that is open."""
        looks = runs.looks
        listed = [row for row in _sorted(table, view) if row.record.key not in view.hide]
        paged = Paged.of(listed, view.page, PAGE, view.fields)
        ratios = {m: c for m, c in BOUNDED.items() if c in table.criteria}
        common = _common_bounds(table, ratios)
        rows = [
            ShownRow(
                row=row,
                style=looks[row.record.key],
                url=addresses[row.record.key],
                cells=_cells(table, row, ratios, common, _job_query(row.record, view, runs)),
                is_drawn=row.record.key in runs.keys,
            )
            for row in paged.items
        ]
        return cls(table, view, _heads(table, view, ratios, common), rows, runs, looks, paged)

    @property
    def drawn_rows(self) -> Sequence[ShownRow]:
        """Rows of the selected runs."""
        return [row for row in self.rows if row.is_drawn]

    @property
    def done(self) -> Sequence[Record]:
        """Runs with a result, in their own order."""
        return [row.record for row in self.table.done]

    @property
    def rank(self) -> ResultHead:
        """Header of the last column."""
        return _head(self.view, RANK, "rank", "", RANK)

    @property
    def has_ranks(self) -> bool:
        """True if there are several runs to rank."""
        return len(self.table.done) > 1


def _common_bounds(table: Standings, ratios: Mapping[str, str]) -> dict[str, str]:
    """Return the bound of each column that is one and the same for all runs: its header says it."""
    bounds = {
        m: {r.ratios[c].bound for r in table.done if c in r.ratios} for m, c in ratios.items()
    }
    return {metric: found.pop() for metric, found in bounds.items() if len(found) == 1}


def _heads(
    table: Standings, view: TableView, ratios: Mapping[str, str], common: Mapping[str, str]
) -> list[ResultHead]:
    heads = []
    for column in table.columns:
        key = column.metric.key
        heads.append(_head(view, key, column.title, column.unit.name, key))
        if key in ratios:
            title = f"{column.title} / bound"
            heads.append(_head(view, f"ratio.{ratios[key]}", title, common.get(key, ""), key))
        if key == CRITERIA["makespan"] and table.has_optimality:
            optimality = _head(view, OPTIMALITY, "optimality", "", OPTIMALITY)
            heads.append(replace(optimality, tooltip=ABOUT_OPTIMALITY, is_number=False))
            time = _head(view, TIME, "computing time", table.time_unit.name, TIME)
            heads.append(replace(time, tooltip=ABOUT_TIME))
    return heads


def _head(view: TableView, key: str, title: str, unit: str, about: str) -> ResultHead:
    direction = "descending" if view.descending else "ascending"
    sort = direction if view.sort == key else ""
    return ResultHead(key, title, unit, about, sort, view.sorted_by(key).page_query)


def _job_query(record: Record, view: TableView, runs: RunSelection) -> str:
    """Return the query of the schedules that shows the longest-waiting job of a run, which is drawn
    then; blank where no job waits, or nothing is known of it."""
    job = record.longest_waiting
    if not job:
        return ""
    shown = view if record.key in runs.keys else replace(view, draw=(record.key,), preset="")
    word = job if _WORD.fullmatch(job) else '"' + _SPECIAL.sub(r"\\\g<0>", job) + '"'
    kept = [(name, value) for name, value in shown.fields if name not in (JOB, ASK)]
    return urlencode([*kept, (JOB, job), (ASK, f"id:{word}")])


def _cells(
    table: Standings,
    row: StandingsRow,
    ratios: Mapping[str, str],
    common: Mapping[str, str],
    longest: str,
) -> list[ShownCell]:
    cells = []
    for column, cell in zip(table.columns, row.cells, strict=True):
        number = _number(column, cell, is_ranked=row.record.is_feasible)
        cells.append(replace(number, job=longest) if column.metric.key == LONGEST else number)
        if column.metric.key in ratios:
            ratio = _ratio(row, ratios[column.metric.key])
            cells.append(replace(ratio, sub="") if column.metric.key in common else ratio)
        if column.metric.key == CRITERIA["makespan"] and table.has_optimality:
            cells += [_optimality(row), ShownCell(table.time_text(row), row.record.seconds, "s")]
    return cells


def _number(column: StandingsColumn, cell: StandingsCell, *, is_ranked: bool) -> ShownCell:
    """Show a value, and its difference to the baseline: a schedule that breaks rules is none the
    better for it."""
    sub, look = cell.difference, ""
    if cell.change and is_ranked and sub != "0 %":
        look = _look(column.metric, cell.change)
    note = f"{cell.times} times the baseline" if cell.times else ""
    return ShownCell(cell.text, cell.value, column.metric.unit, cell.best, sub, look, note=note)


def _look(metric: Metric, change: float) -> str:
    if metric.better == "neither":
        return ""
    return "better" if (change < 0) == (metric.better == "lower") else "worse"


def _ratio(row: StandingsRow, criterion: str) -> ShownCell:
    ratio = row.ratios.get(criterion)
    if ratio is None:
        return ShownCell("–", None, "")
    certificate = row.certificates[criterion]
    has_gap = certificate.gap is not None
    note = f"{ratio.metric.title}: {certificate.text}" if has_gap else ""
    return ShownCell(ratio.text, ratio.value, "", ratio.best, ratio.bound, "bound", note)


def _optimality(row: StandingsRow) -> ShownCell:
    certificate = row.optimality
    if certificate is None:
        return ShownCell("–", None, "")
    text, sub = certificate.text, ""
    if text.endswith(OF_OPTIMUM):
        text, sub = text.removesuffix(OF_OPTIMUM), OF_OPTIMUM.strip()
    mark = "unknown" if certificate.gap is None else "proved" if certificate.is_proof else "within"
    return ShownCell(text, certificate.gap, "", sub=sub, mark=mark, note=certificate.reason)


def _sorted(table: Standings, view: TableView) -> Sequence[StandingsRow]:
    """Sort by the column of the view; missing values come last."""

    def value(row: StandingsRow) -> float | None:
        if view.sort == RANK:
            return row.rank
        if view.sort.startswith("ratio."):
            ratio = row.ratios.get(view.sort.removeprefix("ratio."))
            return ratio.value if ratio else None
        if view.sort == OPTIMALITY:
            return row.optimality.gap if row.optimality else None
        if view.sort == TIME:
            return row.record.seconds
        cell = table.cell(row, view.sort)
        return cell.value if cell else None

    sign = -1 if view.descending else 1
    rows = list(table.done)
    return sorted(rows, key=lambda row: (value(row) is None, sign * (value(row) or 0.0)))
