"""Runs by both criteria: ratios to the bounds, and the Pareto front."""

from dataclasses import dataclass
from typing import Any

from parsched.report.ratios import RatioCell
from parsched.report.records import Records
from parsched.report.standings import Standings, StandingsRow, standings_of
from parsched.run.record import Record

HORIZONTAL, VERTICAL = "makespan", "minsum"
"""Criteria of the axes."""


@dataclass(frozen=True)
class FrontPoint:
    """A run: x is its makespan over the best certified bound, y the same of its Σ w·C."""

    record: Record
    makespan: RatioCell
    minsum: RatioCell
    on_front: bool

    @property
    def x(self) -> float:
        """Ratio of the makespan."""
        return self.makespan.value

    @property
    def y(self) -> float:
        """Ratio of Σ w·C."""
        return self.minsum.value


@dataclass(frozen=True)
class Pareto:
    """The runs that are done and have both ratios, in their own order."""

    points: tuple[FrontPoint, ...]

    @classmethod
    def of(cls, table: Standings) -> "Pareto":
        """Take the ratios of a result table."""
        return cls(tuple(_point(row) for row in table.done if row.on_front is not None))

    @property
    def front(self) -> list[FrontPoint]:
        """Points on the front by rising x: a line through them falls in steps."""
        return sorted((p for p in self.points if p.on_front), key=lambda p: (p.x, -p.y))

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values; the front as x and y of its steps."""
        front = self.front
        return {
            "points": [_json(point) for point in self.points],
            "front": {"x": [point.x for point in front], "y": [point.y for point in front]},
        }


def pareto(records: Records) -> Pareto:
    """Return the series of the runs of a comparison."""
    return Pareto.of(standings_of(records))


def _point(row: StandingsRow) -> FrontPoint:
    return FrontPoint(row.record, row.ratios[HORIZONTAL], row.ratios[VERTICAL], bool(row.on_front))


def _json(point: FrontPoint) -> dict[str, Any]:
    return {
        "run": point.record.key,
        "label": point.record.label,
        "algorithm": point.record.algorithm,
        "x": point.x,
        "y": point.y,
        "on_front": point.on_front,
        "makespan": point.record.metrics[point.makespan.metric.key],
        "sum_weighted_completion": point.record.metrics[point.minsum.metric.key],
        "makespan_bound": point.makespan.bound_key,
        "minsum_bound": point.minsum.bound_key,
    }
