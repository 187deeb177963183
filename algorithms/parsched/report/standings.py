"""Comparison of runs: page, files, API and sentences all show these numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from parsched.measure.bounds.registry import CRITERIA
from parsched.measure.certificates import Certificate
from parsched.measure.metrics import METRICS, Metric
from parsched.report.baseline import baseline_of
from parsched.report.order import MetricStanding, relative, standings
from parsched.report.overall import behind_the_best
from parsched.report.phrases import MANY_TIMES, multiple, times_best
from parsched.report.proofs import certificates_of
from parsched.report.ratios import RatioCell, is_worth_reading, on_front, ratios_of
from parsched.report.records import Records
from parsched.report.units import DisplayUnit, percent, significant, unit_for
from parsched.report.usual_metrics import DEPLOYMENTS as DEPLOYMENTS
from parsched.report.usual_metrics import ENVIRONED as ENVIRONED
from parsched.report.usual_metrics import OFFLINE as OFFLINE
from parsched.report.usual_metrics import ONLINE as ONLINE
from parsched.report.usual_metrics import REBOOTS as REBOOTS
from parsched.report.usual_metrics import has_environments as has_environments
from parsched.report.usual_metrics import has_two_criteria as has_two_criteria
from parsched.report.usual_metrics import is_about_makespan as is_about_makespan
from parsched.report.usual_metrics import metrics_for as metrics_for
from parsched.run.record import Record


@dataclass(frozen=True)
class StandingsColumn:
    """A metric and the unit that its values are shown in."""

    metric: Metric
    unit: DisplayUnit

    @property
    def title(self) -> str:
        """Header text without the unit."""
        return self.metric.title

    @property
    def heading(self) -> str:
        """Header text with the unit."""
        return f"{self.title} ({self.unit.name})" if self.unit.name else self.title


@dataclass(frozen=True)
class StandingsCell:
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

    @property
    def difference(self) -> str:
        """The change in words for a table: `+16 %`, `38.3 ×` from ten times the baseline on, and in
        its unit where the baseline is 0."""
        if not self.change or self.change_percent is None:
            return self.change_text if self.change else ""
        return f"{self.times} ×" if self.times else percent(self.change_percent)

    @property
    def times(self) -> str:
        """How many times the baseline the value is; blank where per cent say it as briefly."""
        if self.change_percent is None or self.change_percent < MANY_TIMES:
            return ""
        return multiple(self.change_percent)


@dataclass(frozen=True)
class StandingsRow:
    """One run: a cell per column, ratios and certificates by criterion, and how it stands in all.

    `on_front` tells whether no other run is better in one criterion without being worse in the
    other; None where a ratio is missing. `certificates` say what is proved, also by other runs on
    the instance. `degradation` is the mean over the usual metrics (`overall.ranked_over`),
    whichever columns are shown, and `rank` orders the rows by it; both are None without a feasible
    schedule.
    """

    record: Record
    cells: tuple[StandingsCell, ...]
    ratios: Mapping[str, RatioCell]
    certificates: Mapping[str, Certificate]
    on_front: bool | None
    degradation: float | None
    rank: int | None
    is_baseline: bool

    @property
    def behind(self) -> str:
        """How far the run is behind the best on average: in per cent, or many times the best."""
        if self.degradation is None:
            return "–"
        if self.degradation >= MANY_TIMES:
            return times_best(self.degradation)
        return f"{percent(self.degradation, signed=False)} behind"

    @property
    def optimality(self) -> Certificate | None:
        """Certificate of the makespan; None without a result."""
        return self.certificates.get("makespan")


@dataclass(frozen=True)
class Standings:
    """Rows in the order of the records."""

    records: Records
    columns: tuple[StandingsColumn, ...]
    rows: tuple[StandingsRow, ...]
    baseline: Record | None
    has_optimality: bool
    """Whether columns for optimality and computing time belong beside the makespan."""

    @cached_property
    def time_unit(self) -> DisplayUnit:
        """Unit of the computing times."""
        return unit_for("s", [row.record.seconds for row in self.done])

    def time_text(self, row: StandingsRow) -> str:
        """The time that a run's algorithm took, with three digits: times vary from call to call."""
        seconds = row.record.seconds
        if not row.record.is_done or seconds is None:
            return "–"
        return significant(seconds / self.time_unit.size, 3)

    @cached_property
    def done(self) -> tuple[StandingsRow, ...]:
        """Rows with a result."""
        return tuple(row for row in self.rows if row.record.is_done)

    @cached_property
    def ranked(self) -> tuple[StandingsRow, ...]:
        """Rows that are compared for who is best, see `Record.is_ranked`."""
        return tuple(row for row in self.rows if row.record.is_ranked)

    @property
    def criteria(self) -> tuple[str, ...]:
        """Criteria with a ratio in some row that is worth reading."""
        return tuple(key for key in CRITERIA if any(map(_tells(key), self.rows)))

    def cell(self, row: StandingsRow, metric: str) -> StandingsCell | None:
        """Return the cell of a row in the column of a metric, or None."""
        for column, cell in zip(self.columns, row.cells, strict=True):
            if column.metric.key == metric:
                return cell
        return None

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values; numbers in the units of the metrics, not of the columns."""
        return {
            "baseline": self.baseline.key if self.baseline else None,
            "metrics": [_metric_json(column) for column in self.columns],
            "rows": [_row_json(self.columns, row) for row in self.rows],
        }


def standings_of(
    records: Records, *, baseline: str | None = None, metrics: Sequence[str] | None = None
) -> Standings:
    """Compute how records stand, once; `baseline` is the key of one, unknown ones are ignored."""
    asked = ("standings", baseline, tuple(metrics or ()))
    return records.once(asked, lambda: _standings(records, baseline, metrics))


def _standings(records: Records, baseline: str | None, metrics: Sequence[str] | None) -> Standings:
    declared = [METRICS[key] for key in metrics or metrics_for(records) if key in METRICS]
    base = baseline_of(records, baseline)
    columns = _columns(declared, records)
    by_row, overall = _by_row(columns, records, base), behind_the_best(records)
    ranked, ratios = standings("lower", overall), ratios_of(records)
    places = on_front(ratios)
    rows = [
        StandingsRow(
            record=record,
            cells=cells,
            ratios=own,
            certificates=certificates_of(record, records),
            on_front=place,
            degradation=mean,
            rank=standing and standing.rank,
            is_baseline=record is base,
        )
        for record, cells, own, place, mean, standing in zip(
            records, by_row, ratios, places, overall, ranked, strict=True
        )
    ]
    optimality = METRICS["makespan"] in declared and _asks_for_optima(records)
    return Standings(records, tuple(columns), tuple(rows), base, optimality)


def _by_row(
    columns: Sequence[StandingsColumn], records: Records, base: Record | None
) -> list[tuple[StandingsCell, ...]]:
    """Return the cells of each record, one for each column."""
    is_ranked = [record.is_ranked for record in records]
    grid = [
        _cells(
            column,
            [_value(record, column.metric) for record in records],
            is_ranked,
            _value(base, column.metric) if base else None,
        )
        for column in columns
    ]
    return list(zip(*grid, strict=True)) if grid else [() for _ in records]


def _tells(criterion: str) -> Callable[[StandingsRow], bool]:
    def tells(row: StandingsRow) -> bool:
        ratio = row.ratios.get(criterion)
        return ratio is not None and is_worth_reading(criterion, ratio.value)

    return tells


def _columns(metrics: Sequence[Metric], records: Records) -> list[StandingsColumn]:
    """Give metrics of one quantity one unit, so that numbers in a row can be compared."""
    values: dict[str, list[float | None]] = {}
    for metric in metrics:
        values.setdefault(metric.quantity, []).extend(_value(r, metric) for r in records)
    return [
        StandingsColumn(metric, unit_for(metric.unit, values[metric.quantity]))
        for metric in metrics
    ]


def _asks_for_optima(records: Records) -> bool:
    """Tell whether a certificate about the makespan says something: of jobs that arrive over time,
    the last ones settle it under any algorithm, unless they are moldable."""
    traits = records.about.traits
    proved = records.about.proved is not None and records.done
    return not traits.has_releases or traits.is_moldable or bool(proved or records.provers)


def _value(record: Record, metric: Metric) -> float | None:
    return record.metrics.get(metric.key) if record.is_done else None


def _cells(
    column: StandingsColumn,
    values: Sequence[float | None],
    feasible: Sequence[bool],
    base: float | None,
) -> tuple[StandingsCell, ...]:
    """Return the cells of a column; values of schedules that are not feasible only stand there."""
    ranked = [v if is_ranked else None for v, is_ranked in zip(values, feasible, strict=True)]
    several = sum(value is not None for value in ranked) > 1
    stands = standings(column.metric.better, ranked)
    return tuple(
        _cell(column, value, base, stand, several)
        for value, stand in zip(values, stands, strict=True)
    )


def _cell(
    column: StandingsColumn,
    value: float | None,
    base: float | None,
    stand: MetricStanding | None,
    several: bool,
) -> StandingsCell:
    if value is None:
        return StandingsCell(None, "–")
    change = None if base is None else value - base
    return StandingsCell(
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


def _change_text(unit: DisplayUnit, change: float | None) -> str:
    if change is None:
        return ""
    return f"+{unit.text(change)}" if change > 0 else unit.text(change)


def _metric_json(column: StandingsColumn) -> dict[str, Any]:
    metric = column.metric
    return {
        "key": metric.key,
        "title": metric.title,
        "unit": metric.unit,
        "better": metric.better,
        "formula": metric.formula,
    }


def _row_json(columns: Sequence[StandingsColumn], row: StandingsRow) -> dict[str, Any]:
    return {
        "run": row.record.key,
        "label": row.record.label,
        "algorithm": row.record.algorithm,
        "state": row.record.state,
        "status": row.record.status,
        "made_by": row.record.made_by,
        "violation_count": row.record.violation_count,
        "outdated": list(row.record.outdated),
        "seconds": row.record.seconds,
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
                "best": ratio.best,
            }
            for criterion, ratio in row.ratios.items()
        },
        "certificates": {
            criterion: certificate.as_json() for criterion, certificate in row.certificates.items()
        },
        "on_front": row.on_front,
        "degradation": row.degradation,
        "rank": row.rank,
    }
