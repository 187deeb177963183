"""Tables and bars of what papers print, with ours beside it."""

from math import isnan, nan

from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.table import ABSENT, Cell, Column, Row, Table, raw_table
from parsched.report.units import significant
from parsched.studies.beside import Numbers, Ours, agreement
from parsched.studies.measured import Measured
from parsched.studies.printed import PrintedLine, PrintedTable

PRINTED, OURS = "printed", "ours"
AGREES = "rank correlation"
EACH = (
    "What is printed stands above ours, where anything is computed. The rank correlation is "
    "Spearman's, of both rows: 1 for the same order."
)
"""Note on all tables."""


def beside_table(cells: Measured, table: PrintedTable) -> Table:
    """Return a table with two rows for each line: what is printed, and ours."""
    columns = (
        Column(key="line", title="", is_number=False),
        Column(key="whose", title="", is_number=False),
        *(Column(key=f"{i}", title=column.title) for i, column in enumerate(table.columns)),
        Column(key="agrees", title=AGREES),
    )
    found = [(line, Ours(cells, table, line).numbers) for line in table.lines]
    rows = tuple(row for line, numbers in found for row in _rows(line, numbers))
    return Table(
        key=table.key,
        title=f"{table.number}: {table.title}",
        columns=columns,
        rows=rows,
        notes=table.notes,
        data=_data(table, found),
    )


def _rows(line: PrintedLine, numbers: Numbers) -> tuple[Row, ...]:
    title = f"{line.title} ({line.unit})" if line.unit else line.title
    printed = (Cell(title, line.title), Cell(PRINTED, PRINTED))
    first = (*printed, *(_cell(value, line) for value in line.numbers), Cell(""))
    if not numbers:
        return (first,)
    agrees = agreement(line, numbers)
    own = (Cell(title, line.title), Cell(OURS, OURS), *(_cell(value, line) for value in numbers))
    return first, (
        *own,
        Cell(ABSENT) if isnan(agrees) else Cell(f"{agrees:.2f}".replace("-", "−"), agrees),
    )


def _cell(value: float | None, line: PrintedLine) -> Cell:
    if value is None or isnan(value):
        return Cell(ABSENT)
    return Cell(f"{value:,.{_decimals(line)}f}".replace("-", "−"), value)


def _decimals(line: PrintedLine) -> int:
    """Return with how many decimals a line is printed."""
    texts = (f"{value:g}".partition(".")[2] for value in line.numbers if value is not None)
    return max(map(len, texts), default=0)


def _data(table: PrintedTable, found: list[tuple[PrintedLine, Numbers]]) -> Table:
    """Return a row for each number, for programs."""
    rows = [
        [table.number, line.title, column.title, line.unit, printed, own]
        for line, numbers in found
        for column, printed, own in zip(
            table.columns, line.numbers, numbers or [None] * len(table.columns), strict=True
        )
    ]
    return raw_table(table.key, ("table", "line", "column", "unit", PRINTED, OURS), rows)


def bars(cells: Measured, table: PrintedTable, line: PrintedLine) -> Figure:
    """Return the bars of a line: ours from the best on, each with what is printed written at it."""
    numbers = Ours(cells, table, line).numbers
    order = sorted(range(len(numbers)), key=lambda i: (numbers[i] is None, numbers[i] or 0.0))
    series = [_bar(cells, table, line, numbers, i).in_row(row) for row, i in enumerate(order)]
    unit = f" ({line.unit})" if line.unit else ""
    return Figure(
        key=line.figure,
        title=table.heading(line),
        x=Axis(title=f"{line.title}{unit}", scale="spread"),
        y=Axis(title=""),
        series=tuple(series),
        kind="bars",
        notes=(f"Ours; behind each, in brackets, what {table.number} prints.",),
    )


def _bar(
    cells: Measured, table: PrintedTable, line: PrintedLine, numbers: Numbers, at: int
) -> Series:
    printed, own = (_cell(of[at], line).text for of in (line.numbers, numbers))
    value = numbers[at]
    requests = {r.label: r for key in line.parts for r in cells.parts[key].part.requests}
    return Series(
        title=table.columns[at].title,
        algorithm=requests[table.methods(line)[at][0]].algorithm.key,
        shape="bars",
        x=floats([nan if value is None else value]),
        y=floats([0]),
        texts=(f"{own} ({printed})",),
        facts={OURS: (own,), PRINTED: (printed,)},
        methods=table.methods(line)[at],
    )


def bar_rows(figure: Figure) -> Table:
    """Return the numbers of bars: a row each."""
    columns = (
        Column(key="method", title="method", is_number=False),
        Column(key=OURS, title=OURS),
        Column(key=PRINTED, title=PRINTED),
    )
    rows = tuple(
        (
            Cell(bar.title, bar.title),
            Cell(significant(float(bar.x[0])), float(bar.x[0])),
            Cell(bar.facts[PRINTED][0], bar.facts[PRINTED][0]),
        )
        for bar in figure.series
    )
    return Table(key=figure.key, title=figure.title, columns=columns, rows=rows, notes=figure.notes)
