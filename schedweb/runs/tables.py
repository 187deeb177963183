"""The result table of a comparison: page, CSV, LaTeX, Markdown and API all show these numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from algorithms.bounds import BOUNDS
from algorithms.compare import Standing, relative, same, standings
from algorithms.metrics import METRICS, Metric
from algorithms.result import ratios
from schedweb.runs.models import Run, State
from schedweb.runs.units import Unit, percent, significant, unit_for

ONLINE = (
    "mean_wait",
    "median_wait",
    "p95_wait",
    "max_wait",
    "mean_bounded_slowdown",
    "makespan",
    "utilisation",
    "backfilled",
)
OFFLINE = ("makespan", "sum_completion", "sum_weighted_completion", "mean_flow", "utilisation")
BASELINE = "fcfs"
"""The algorithm that others are compared with, where it is among them."""


@dataclass(frozen=True)
class Column:
    """A metric and the unit that its values are shown in."""

    metric: Metric
    unit: Unit

    @property
    def title(self) -> str:
        """Header text without the unit."""
        return self.metric.title

    @property
    def heading(self) -> str:
        """Header text with the unit."""
        return f"{self.title} ({self.unit.name})" if self.unit.name else self.title


@dataclass(frozen=True)
class Cell:
    """One number and how it stands: None where the run has no result, or the metric no meaning.

    `change` is the difference to the baseline, in the metric's own unit (seconds, fractions);
    `change_percent` relates it to the baseline, `degradation` is the distance to the best, per
    cent, and `rank` is 1 for the best; equal values share a rank.
    """

    value: float | None
    text: str
    best: bool = False
    change: float | None = None
    change_text: str = ""
    change_percent: float | None = None
    degradation: float | None = None
    rank: int | None = None


@dataclass(frozen=True)
class RatioCell:
    """A metric over its best lower bound."""

    metric: Metric
    bound_key: str
    bound: str
    bound_value: float
    value: float

    @property
    def text(self) -> str:
        """The ratio with four digits."""
        return significant(self.value)


@dataclass(frozen=True)
class Row:
    """One run: a cell per column, ratios by criterion, and how it stands over all columns.

    `degradation` is the mean over the columns in which one value is better than another, and
    `rank` orders the rows by it.
    """

    run: Run
    cells: tuple[Cell, ...]
    ratios: Mapping[str, RatioCell]
    degradation: float | None
    rank: int | None
    is_baseline: bool

    @property
    def degradation_text(self) -> str:
        """The mean degradation in per cent."""
        return "–" if self.degradation is None else percent(self.degradation, signed=False)


@dataclass(frozen=True)
class Table:
    """Rows in the order of the runs."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    baseline: Run | None

    @property
    def done(self) -> tuple[Row, ...]:
        """Rows with a result."""
        return tuple(row for row in self.rows if row.run.is_done)

    def cell(self, row: Row, metric: str) -> Cell | None:
        """Return the cell of a row in the column of a metric, or None."""
        for column, cell in zip(self.columns, row.cells, strict=True):
            if column.metric.key == metric:
                return cell
        return None

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values; numbers in the units of the metrics, not of the columns."""
        return {
            "baseline": self.baseline.pk if self.baseline else None,
            "metrics": [_metric_json(column) for column in self.columns],
            "rows": [_row_json(self.columns, row) for row in self.rows],
        }


def build_table(
    runs: Sequence[Run], *, baseline: str | None = None, metrics: Sequence[str] | None = None
) -> Table:
    """Compute the table of runs; `baseline` is the id of a run, unknown ones are ignored."""
    chosen = [METRICS[key] for key in metrics or metrics_for(runs) if key in METRICS]
    base = _baseline(runs, baseline)
    columns = _columns(chosen, runs)
    grid = [
        _cells(
            column,
            [_value(run, column.metric) for run in runs],
            _value(base, column.metric) if base else None,
        )
        for column in columns
    ]
    by_row = list(zip(*grid, strict=True)) if grid else [() for _ in runs]
    overall = [_mean_degradation(columns, cells) for cells in by_row]
    rows = [
        Row(run, cells, _ratios(run), mean, _rank(mean, overall), run is base)
        for run, cells, mean in zip(runs, by_row, overall, strict=True)
    ]
    return Table(tuple(columns), tuple(rows), base)


def _columns(metrics: Sequence[Metric], runs: Sequence[Run]) -> list[Column]:
    """Give metrics of one quantity one unit, so that numbers in a row can be compared."""
    values: dict[str, list[float | None]] = {}
    for metric in metrics:
        values.setdefault(metric.quantity, []).extend(_value(run, metric) for run in runs)
    return [Column(metric, unit_for(metric.unit, values[metric.quantity])) for metric in metrics]


def metrics_for(runs: Sequence[Run]) -> tuple[str, ...]:
    """Return the metrics that fit: waits where jobs arrive over time, completions otherwise."""
    releases = any(run.comparison.workload.features.get("releases") for run in runs[:1])
    return ONLINE if releases else OFFLINE


def _baseline(runs: Sequence[Run], wanted: str | None) -> Run | None:
    done = [run for run in runs if run.state == State.DONE]
    picks = (
        lambda run: run.pk == wanted,
        lambda run: run.algorithm == BASELINE,
        lambda run: True,
    )
    return next((run for pick in picks for run in done if pick(run)), None)


def _value(run: Run, metric: Metric) -> float | None:
    return run.metrics.get(metric.key) if run.state == State.DONE else None


def _cells(column: Column, values: Sequence[float | None], base: float | None) -> tuple[Cell, ...]:
    several = sum(value is not None for value in values) > 1
    stands = standings(column.metric, values)
    return tuple(
        _cell(column, value, base, stand, several)
        for value, stand in zip(values, stands, strict=True)
    )


def _cell(
    column: Column,
    value: float | None,
    base: float | None,
    stand: Standing | None,
    several: bool,
) -> Cell:
    if value is None:
        return Cell(None, "–")
    change = None if base is None else value - base
    return Cell(
        value=value,
        text=column.unit.text(value),
        best=several and stand is not None and stand.is_best,
        change=change,
        change_text=_change_text(column.unit, change),
        change_percent=None if base is None else _per_cent(relative(value, base)),
        degradation=None if stand is None else _per_cent(stand.degradation),
        rank=None if stand is None else stand.rank,
    )


def _per_cent(fraction: float | None) -> float | None:
    return None if fraction is None else 100 * fraction


def _change_text(unit: Unit, change: float | None) -> str:
    if change is None:
        return ""
    return f"+{unit.text(change)}" if change > 0 else unit.text(change)


def _mean_degradation(columns: Sequence[Column], cells: Sequence[Cell]) -> float | None:
    known = [
        cell.degradation
        for column, cell in zip(columns, cells, strict=True)
        if column.metric.better != "neither" and cell.degradation is not None
    ]
    return sum(known) / len(known) if known else None


def _rank(value: float | None, values: Sequence[float | None]) -> int | None:
    if value is None:
        return None
    return 1 + sum(v is not None and v < value and not same(v, value) for v in values)


def _ratios(run: Run) -> dict[str, RatioCell]:
    if run.state != State.DONE:
        return {}
    return {
        criterion: RatioCell(
            metric=METRICS[ratio.metric],
            bound_key=ratio.bound,
            bound=BOUNDS[criterion][ratio.bound].title,
            bound_value=run.bounds[criterion][ratio.bound],
            value=ratio.value,
        )
        for criterion, ratio in ratios(run.metrics, run.bounds).items()
    }


def _metric_json(column: Column) -> dict[str, Any]:
    metric = column.metric
    return {
        "key": metric.key,
        "title": metric.title,
        "unit": metric.unit,
        "better": metric.better,
        "formula": metric.formula,
    }


def _row_json(columns: Sequence[Column], row: Row) -> dict[str, Any]:
    return {
        "run": row.run.pk,
        "label": row.run.label,
        "algorithm": row.run.algorithm,
        "state": row.run.state,
        "values": {
            column.metric.key: {
                "value": cell.value,
                "best": cell.best,
                "change": cell.change,
                "change_percent": cell.change_percent,
                "degradation": cell.degradation,
                "rank": cell.rank,
            }
            for column, cell in zip(columns, row.cells, strict=True)
        },
        "ratios": {
            criterion: {
                "metric": ratio.metric.key,
                "bound": ratio.bound_key,
                "bound_value": ratio.bound_value,
                "value": ratio.value,
            }
            for criterion, ratio in row.ratios.items()
        },
        "degradation": row.degradation,
        "rank": row.rank,
    }
