"""Metrics by environment: a table for one run, a matrix for several."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from django.http import QueryDict

from parsched.report.environments import NAME, Rows, met, names_by_work, ordered
from parsched.report.gantt.categories import categories
from parsched.report.palette import Style
from parsched.report.parts import ColumnHead, heads
from parsched.report.table import Cell
from parsched.run.per_environment import (
    COLUMNS,
    DEPLOYMENTS,
    EnvironmentColumn,
    Row,
    is_least,
    is_within,
    together,
)
from parsched.run.record import Record
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import records_of
from schedweb.web.access import Access
from schedweb.web.contexts.quantity import Quantity
from schedweb.workloads.storage import load_workload

KEY, ORDER, EVERY = "environments", "order", "every"
"""Query parameters: the chosen quantity, the column that rows are sorted by (with a minus sign:
descending), and whether to show all rows."""
USUAL, USUAL_ORDER = DEPLOYMENTS, "-work"
ANCHOR = "#by-environment"
FIRST = 50
"""Environments listed by default; if only a few more exist, all are listed."""
LEAST, WITHIN = "fewest possible", "fewest by λ"
"""Texts for numbers of deployments that meet a lower bound."""
GREY = "var(--gantt-grey)"


@dataclass(frozen=True)
class Label:
    """Label of a row or a column: a run or an environment, with its colour."""

    text: str
    color: str
    url: str = ""


def is_older(record: Record) -> bool:
    """Return whether the run dates from before metrics by environment were stored."""
    return record.is_done and not record.grouping and bool(record.metrics.get(DEPLOYMENTS))


TOGETHER = Label("all environments", "")


def labels_of(names: Sequence[str], comparison: Comparison) -> list[Label]:
    """Return environments with their colours in the charts of a comparison."""
    coloured = categories(load_workload(comparison.workload.digest))
    names_with_colour = coloured.names if coloured else ()
    colors = {name: f"var(--category-{i})" for i, name in enumerate(names_with_colour, start=1)}
    return [Label(name, colors.get(name, GREY)) for name in names]


def _address(page: str, query: QueryDict) -> str:
    return f"{page}?{query.urlencode()}{ANCHOR}" if query else f"{page}{ANCHOR}"


@dataclass(frozen=True)
class EnvironmentCut:
    """How many environments are listed, and the address that switches between all of them and the
    first ones; `is_all` if all were requested."""

    shown: int
    count: int
    is_all: bool
    address: str

    @classmethod
    def of(cls, count: int, query: QueryDict, page: str) -> Self:
        """Read the choice from the query of a page."""
        is_all = KEY in query.getlist(EVERY)
        other = query.copy()
        if is_all:
            del other[EVERY]
        else:
            other.appendlist(EVERY, KEY)
        listed = count if is_all or count <= FIRST + FIRST // 5 else FIRST
        return cls(listed, count, is_all, _address(page, other))

    @property
    def is_offered(self) -> bool:
        """True if there are more environments than are listed by default."""
        return self.is_all or self.shown < self.count


@dataclass(frozen=True)
class OrderHead:
    """Header of a column that sorts the table."""

    title: str
    unit: str
    tooltip: str
    sort: str
    address: str
    is_number: bool = True


@dataclass(frozen=True)
class EnvironmentRow:
    """One environment: its numbers, each with the text below it."""

    label: Label
    cells: Sequence[tuple[Cell, str]]


@dataclass(frozen=True)
class EnvironmentTable:
    """The section of a run; of the columns those that the algorithm makes known of any environment,
    and the titles of the others in `unknown`."""

    heads: Sequence[OrderHead]
    rows: Sequence[EnvironmentRow]
    whole: Sequence[Cell]
    unknown: Sequence[str]
    cut: EnvironmentCut
    sentence: str
    csv: str

    @property
    def columns(self) -> Sequence[EnvironmentColumn]:
        """Columns of the table."""
        return list(COLUMNS.values())

    @classmethod
    def of(cls, run: Run, access: Access, query: QueryDict) -> Self | None:
        """Build it; None where jobs need no environment, and for runs that were stored before
        environments were."""
        grouping = run.result.grouping
        if not grouping:
            return None
        rows: Rows = run.environments
        lost = run.comparison.workload.unmodelled
        page, whole = access.run("run", run.pk), together(rows)
        filled = [column for column in COLUMNS.values() if whole[column.key] is not None]
        columns = heads(filled, rows)
        labels, cut = (
            labels_of([row[NAME] for row in rows], run.comparison),
            EnvironmentCut.of(len(rows), query, page),
        )
        order_asked = query.get(ORDER, "")
        is_known = order_asked.removeprefix("-") in (NAME, *(column.key for column in filled))
        order = order_asked if is_known else USUAL_ORDER
        places = ordered(rows, order)[: cut.shown]
        return cls(
            heads=_order_heads(columns, order, query, page),
            rows=[EnvironmentRow(labels[i], _cells(columns, rows[i], lost)) for i in places],
            whole=[head.cell(whole[head.column.key]) for head in columns],
            unknown=[column.title for column in COLUMNS.values() if column not in filled],
            cut=cut,
            sentence=met(rows, grouping.get("target"), lost),
            csv=access.run("run_report_file", run.pk, KEY, "csv"),
        )


def _cells(
    columns: Sequence[ColumnHead[EnvironmentColumn]], row: Row, unmodelled: Sequence[str]
) -> list[tuple[Cell, str]]:
    met = "" if unmodelled else LEAST if is_least(row) else WITHIN if is_within(row) else ""
    return [
        (head.cell(row.get(head.column.key)), met if head.column.key == DEPLOYMENTS else "")
        for head in columns
    ]


def _order_heads(
    columns: Sequence[ColumnHead[EnvironmentColumn]], now: str, query: QueryDict, page: str
) -> list[OrderHead]:
    """Return headers; a click sorts, another one turns the order round."""

    def head(key: str, title: str, unit: str, tooltip: str) -> OrderHead:
        is_number = key != NAME
        first, second = (f"-{key}", key) if is_number else (key, f"-{key}")
        sort = {key: "ascending", f"-{key}": "descending"}.get(now, "")
        clicked = query.copy()
        clicked[ORDER] = second if now == first else first
        return OrderHead(title, unit, tooltip, sort, _address(page, clicked), is_number)

    names = head(NAME, "Environment", "", "As the jobs name it.")
    return [
        names,
        *(
            head(h.column.key, h.column.title, h.name, f"{h.column.formula}. {h.column.help}")
            for h in columns
        ),
    ]


@dataclass(frozen=True)
class EnvironmentLine:
    """A row of a matrix."""

    label: Label
    cells: Sequence[Cell]


@dataclass(frozen=True)
class EnvironmentGrid:
    """One quantity by environment and run. Lines are runs, or environments if there are more of
    them; the last line or column is the total over all environments."""

    head: ColumnHead[EnvironmentColumn]
    columns: Sequence[Label]
    lines: Sequence[EnvironmentLine]
    foot: EnvironmentLine | None
    cut: EnvironmentCut

    @classmethod
    def of(
        cls,
        column: EnvironmentColumn,
        runs: Sequence[Label],
        labels: Sequence[Label],
        stored: Sequence[Sequence[Row]],
        query: QueryDict,
        page: str,
    ) -> Self:
        """Build it from runs, environments and the rows stored for each run."""
        [head] = heads([column], (row for rows in stored for row in rows))
        is_tall, cut = len(labels) > len(runs), EnvironmentCut.of(len(labels), query, page)
        listed = labels[: cut.shown] if is_tall else labels
        values = [{row[NAME]: row.get(column.key) for row in rows} for rows in stored]
        cells = [[head.cell(of.get(label.text)) for label in listed] for of in values]
        whole = [head.cell(together(rows)[column.key]) for rows in stored]
        if is_tall:
            lines = [
                EnvironmentLine(*line)
                for line in zip(listed, zip(*cells, strict=True), strict=True)
            ]
            return cls(head, runs, lines, EnvironmentLine(TOGETHER, whole), cut)
        rows = zip(runs, cells, whole, strict=True)
        lines = [EnvironmentLine(run, [*own, last]) for run, own, last in rows]
        return cls(
            head, [*listed, TOGETHER], lines, None, replace(cut, shown=len(labels), is_all=False)
        )

    @property
    def of_lines(self) -> str:
        """Heading of the lines."""
        return "Algorithm" if self.foot is None else "Environment"


@dataclass(frozen=True)
class EnvironmentMatrix:
    """The section of a comparison.

    `grid` is None where no run that is drawn knows its environments; `hidden` others do, and
    `older` were stored before environments were.
    """

    quantity: Quantity[EnvironmentColumn]
    grid: EnvironmentGrid | None
    hidden: int
    older: int

    @classmethod
    def of(
        cls,
        comparison: Comparison,
        runs: Sequence[Record],
        query: QueryDict,
        access: Access,
        looks: Mapping[str, Style],
    ) -> Self | None:
        """Build it from the selected runs only, without loading others; None if jobs need no
        environment."""
        records = records_of(comparison)
        with_rows, older = sum(bool(run.grouping) for run in records), sum(map(is_older, records))
        if not with_rows and not older:
            return None
        drawn = [run for run in runs if run.grouping]
        lines = [
            Label(r.label, looks[r.key].color, access.run("run", r.key) + ANCHOR) for r in drawn
        ]
        stored: list[Rows] = list(records.details(drawn, KEY).values())
        quantity = Quantity.of(KEY, COLUMNS, USUAL, query, comparison, access)
        labels = labels_of(names_by_work(stored), comparison)
        grid = (
            EnvironmentGrid.of(quantity.column, lines, labels, stored, query, quantity.page)
            if drawn
            else None
        )
        return cls(quantity, grid, with_rows - len(drawn), older)
