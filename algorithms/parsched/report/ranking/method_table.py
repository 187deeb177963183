"""Tables of one number per method and line, such as ranks: page, files and API show the same.

A line is about one metric and case, or over all; see `degradation`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from parsched.declare.parameters import flattened
from parsched.measure.metrics import Metric
from parsched.model.problem.time_unit import same
from parsched.report.overall import RANK
from parsched.report.phrases import behind, capital
from parsched.report.ranking.degradation import GAIN, DegradationLine
from parsched.report.records import Subject
from parsched.report.results import ABOUT_INSTANCE, about_instance, params_text
from parsched.report.table import ABSENT, Cell, Column, Table, raw_table
from parsched.run.record import Record

NOTHING = "no value"
"""Text for an empty cell."""
ENDLESS = "infinitely worse: the best is 0"
"""Text for a cell with an infinite percentage."""
NO_SHARE = "no a below 1 is better than all sites"
BROAD = 14
"""Number of columns from which they are narrow."""
UNITS = {"degradation": "%", "improvement": "%", "mean": "%", "factor": "", "rank": ""}


@dataclass(frozen=True)
class RankedMethod:
    """A method: a run, or several runs with a common name."""

    name: str
    runs: tuple[Record, ...] = ()

    @property
    def run(self) -> Record | None:
        """The only run; None of several."""
        return self.runs[0] if len(self.runs) == 1 else None

    @property
    def algorithm(self) -> str | None:
        """Key of the algorithm."""
        return self.runs[0].algorithm if self.runs else None

    @property
    def params(self) -> dict[str, Any] | None:
        """Parameters that are the same in all runs."""
        if not self.runs:
            return None
        if run := self.run:
            return dict(run.params)
        first, *others = (flattened(run.params) for run in self.runs)
        return {n: v for n, v in first.items() if all(o.get(n) == v for o in others)}


@dataclass(frozen=True)
class ShownLine:
    """A line with its title and the case, which is blank where the table has one only."""

    line: DegradationLine
    title: str
    case: str
    cells: tuple[Cell, ...]
    metric: Metric | None

    @property
    def unit(self) -> str:
        """Unit of the numbers."""
        return UNITS[self.line.kind]

    @property
    def heading(self) -> str:
        """The title as a heading, capitalised unless it is a symbol."""
        metric_title = "" if self.metric is None else self.metric.title
        is_symbol = self.title == self.line.metric != metric_title
        return self.title if is_symbol else capital(self.title)

    @property
    def full_title(self) -> str:
        """Title and case."""
        return f"{self.title}, {self.case}" if self.case else self.title


@dataclass(frozen=True)
class MethodTable:
    """A table: lines over methods. `across` are its columns, "methods" or "lines"."""

    key: str
    title: str
    methods: tuple[RankedMethod, ...]
    lines: tuple[ShownLine, ...]
    notes: tuple[str, ...]
    about: Subject
    across: str = "methods"

    @property
    def table(self) -> Table:
        """The table as people read it, and as programs do."""
        first, *others = self.head
        return Table(
            key=self.key,
            title=self.title,
            columns=(
                Column(key="name", title=first, is_number=False),
                *(Column(key=f"{i}", title=head) for i, head in enumerate(others)),
            ),
            rows=tuple((Cell(name, name), *cells) for name, cells in self.body),
            notes=self.notes,
            about=self.about,
            split=self.summary if self.across == "methods" else 0,
            data=_data(self),
        )

    @property
    def rows(self) -> list[tuple[RankedMethod, list[Cell]]]:
        """The same by method."""
        return [(m, [line.cells[i] for line in self.lines]) for i, m in enumerate(self.methods)]

    def of_methods(self, places: Sequence[int]) -> Self:
        """Return the table of some methods alone, by their places."""

        def some(shown: ShownLine) -> ShownLine:
            values = tuple(shown.line.values[i] for i in places)
            cells = tuple(shown.cells[i] for i in places)
            return replace(shown, line=replace(shown.line, values=values), cells=cells)

        methods = tuple(self.methods[i] for i in places)
        return replace(self, methods=methods, lines=tuple(map(some, self.lines)))

    @property
    def has_cases(self) -> bool:
        """Tell whether the lines are about several cases."""
        return any(line.case for line in self.lines)

    @property
    def legend(self) -> str:
        """Explanation of the numbers."""
        kinds = {shown_line.line.kind for shown_line in self.lines}
        words = {one.title.partition(" ")[0] for one in self.lines if one.line.kind == "rank"}
        percent = "in per cent" if kinds - {"rank", "factor"} else ""
        return "; ".join(filter(None, [percent, *(f"{word} 1 is the best" for word in words)]))

    @property
    def is_broad(self) -> bool:
        """True if the columns have to be narrow."""
        return len(self.head) > BROAD

    @property
    def summary(self) -> int:
        """Index of the first line that is over all metrics."""
        return next((i for i, s in enumerate(self.lines) if not s.line.metric), len(self.lines))

    @property
    def head(self) -> list[str]:
        """Texts above the columns, the first one above the names of the rows."""
        if self.across == "lines":
            return ["method", *(_with_unit(line) for line in self.lines)]
        return ["", *(method.name for method in self.methods)]

    @property
    def body(self) -> list[tuple[str, list[Cell]]]:
        """Name and cells of each row."""
        if self.across == "lines":
            return [(method.name, cells) for method, cells in self.rows]
        return [(_with_unit(line), list(line.cells)) for line in self.lines]

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values; `infinite` names the methods that no number can be given of."""
        return {
            "title": self.title,
            "methods": [_method_json(method) for method in self.methods],
            "lines": [_line_json(line) for line in self.lines],
            "notes": list(self.notes),
        }


def _with_unit(line: ShownLine) -> str:
    return f"{line.full_title} ({line.unit})" if line.unit else line.full_title


def shown_lines(
    lines: Sequence[DegradationLine],
    metrics: Mapping[str, Metric],
    *,
    order: Sequence[int] | None = None,
    symbols: bool = False,
    word: str = RANK,
) -> tuple[ShownLine, ...]:
    """Return lines with the titles of `metrics`, or with their symbols if `symbols`; ranks are
    called by a `word`.

    `order` has the indices of the methods in order.
    """
    several = len({line.case for line in lines if line.case}) > 1
    rows = []
    for line in lines:
        if order is not None:
            line = replace(line, values=tuple(line.values[i] for i in order))
        metric = metrics.get(line.metric)
        name = line.metric if symbols or metric is None else metric.title
        case = (line.case or "all cases") if several else ""
        rows.append(ShownLine(line, _title(line, name, word), case, _cells(line), metric))
    return tuple(rows)


def _cells(line: DegradationLine) -> tuple[Cell, ...]:
    numbers = [value for value in line.values if value is not None]
    best: float | None = None
    if line.kind != "factor" and len(numbers) > 1 and not all(same(v, numbers[0]) for v in numbers):
        best = (max if _is_gain(line) else min)(numbers)
    return tuple(
        Cell(_text(line, v), v, v is not None and best is not None and same(v, best), _why(line, v))
        for v in line.values
    )


def _is_gain(line: DegradationLine) -> bool:
    return line.kind == "improvement" or line.about == GAIN


def _title(line: DegradationLine, name: str, word: str) -> str:
    match line.kind:
        case "mean":
            return f"mean {line.about}".rstrip()
        case "rank":
            return f"{word} {line.about}".rstrip()
        case "factor":
            return f"best a for {name}"
    return name


def _why(line: DegradationLine, value: float | None) -> str:
    if value is None:
        return NO_SHARE if line.kind == "factor" else NOTHING
    return ENDLESS if math.isinf(value) else ""


def _text(line: DegradationLine, value: float | None) -> str:
    if value is None:
        return ABSENT
    if math.isinf(value):
        return "∞"
    if line.kind == "rank":
        return f"{value:.0f}"
    if line.kind == "factor":
        return f"{value:g}"
    if _is_gain(line):
        return f"{value + 0.0 if round(value, 2) else 0.0:,.2f}".replace("-", "−")
    return behind(value)


def _data(table: MethodTable) -> Table:
    """Return the table for programs, one row a method: `nan` is missing, `inf` infinitely worse
    than a best of 0. A best share is blank where none is better than all sites."""
    heads = [f"{s.full_title} [{s.unit}]" if s.unit else s.full_title for s in table.lines]
    about = ["method", "algorithm", "params", *ABOUT_INSTANCE]
    keys = dict(zip(about, about, strict=True)) | {f"{i}": head for i, head in enumerate(heads)}
    rows = [
        [*_about(method, table.about), *map(_raw, table.lines, cells)]
        for method, cells in table.rows
    ]
    return raw_table(table.key, keys, rows)


def _about(method: RankedMethod, about: Subject) -> list[Any]:
    rules = about_instance(about) if method.runs else [""] * len(ABOUT_INSTANCE)
    return [method.name, method.algorithm or "", params_text(method.params or {}), *rules]


def _raw(shown_line: ShownLine, cell: Cell) -> float | None:
    if cell.value is None:
        return None if shown_line.line.kind == "factor" else math.nan
    value: float = cell.value
    return value


def _method_json(method: RankedMethod) -> dict[str, Any]:
    return {
        "name": method.name,
        "run": method.run.key if method.run else None,
        "algorithm": method.algorithm,
        "params": method.params,
    }


def _line_json(shown_line: ShownLine) -> dict[str, Any]:
    line = shown_line.line
    return {
        "kind": line.kind,
        "title": shown_line.title,
        "metric": shown_line.metric.key if shown_line.metric else None,
        "case": line.case or None,
        "unit": shown_line.unit,
        "values": [None if v is None or math.isinf(v) else v for v in line.values],
        "infinite": [i for i, v in enumerate(line.values) if v is not None and math.isinf(v)],
    }
