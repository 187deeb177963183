"""Makespan against deployments, and Σ C: every run of a comparison, the front, bounds, guarantees.

Page, charts, files and API show these numbers; `points` computes them.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from parsched.measure.certificates import ratios
from parsched.model.problem.deployment import Demands
from parsched.model.problem.workload import Workload
from parsched.report.proofs import proved_for
from parsched.report.records import Records
from parsched.report.trade_offs.points import MeasuredRun, TradeOffs, TradePoint, trade_offs_of
from parsched.report.units import DisplayUnit, unit_for
from parsched.run.record import Record
from parsched.run.result import finite

SLICES = 240
"""Makespans, besides the runs' own, for which least deployments are computed: a chart is about so
many pixels wide as three times this number."""


METRIC = "deployments"
"""Metric that a run must have to be compared."""
BEYOND = 2.0
"""End of an axis as a multiple of the last run and guarantee."""


@dataclass(frozen=True)
class Trade:
    """A run, its point, and its λ as a multiple of the minimum."""

    record: Record
    point: TradePoint
    factor: float | None

    @property
    def place(self) -> str:
        """Its standing in words; blank if another run beats it in all three criteria."""
        if self.point.on_front:
            return "on the front" if self.point.unbeaten else "on the front, beaten in Σ C"
        return "unbeaten for its Σ C" if self.point.unbeaten else ""

    @property
    def is_unbeaten(self) -> bool:
        """True if no other run beats it in all three criteria."""
        return self.point.on_front or self.point.unbeaten


@dataclass(frozen=True)
class Trades:
    """Runs with a result by makespan, and what bounds them.

    `floor` are (makespan, deployments): schedules up to that makespan have at least as many
    deployments; it is denser than `trade_offs.steps`. `least_sum` is a lower bound on Σ C, seconds,
    or None.
    """

    records: Records
    trade_offs: TradeOffs
    trades: tuple[Trade, ...]
    floor: tuple[tuple[float, int], ...]
    least_sum: float | None

    @classmethod
    def of(cls, records: Records) -> Self | None:
        """Compare the runs that are done; None where none has deployments."""
        runs = with_deployments(records)
        if not runs:
            return None
        workload = records.about.load().workload
        trade_offs = trade_offs_of(
            workload, records.about.platform, [_measured(record, records) for record in runs]
        )
        least = trade_offs.least_target
        trades = [
            Trade(record, p, p.target / least if p.target is not None and least > 0 else None)
            for record, p in zip(runs, trade_offs.points, strict=True)
        ]
        return cls(
            records=records,
            trade_offs=trade_offs,
            trades=tuple(sorted(trades, key=_size)),
            floor=_floor(workload, trade_offs),
            least_sum=_least_sum(workload, records),
        )

    @property
    def unbeaten(self) -> tuple[Trade, ...]:
        """Runs that no other run beats in all three criteria."""
        return tuple(trade for trade in self.trades if trade.is_unbeaten)

    def of_point(self, point: TradePoint) -> Trade:
        """Return the run of a point, which is labelled with its id."""
        return next(trade for trade in self.trades if trade.record.key == point.label)

    @property
    def is_instant(self) -> bool:
        """True when no deployment takes time."""
        return self.trade_offs.deployment.is_instant

    @property
    def guarantee(self) -> str:
        """The guarantee on the makespan for λ, as a formula."""
        return "4λ" if self.is_instant else "4λ + max(2d, 4d·D_λ / m)"

    @cached_property
    def time(self) -> DisplayUnit:
        """Unit of makespans and λ."""
        return unit_for("s", [trade.point.makespan for trade in self.trades])

    @cached_property
    def sums(self) -> DisplayUnit:
        """Unit of Σ C."""
        return unit_for("s", [trade.point.sum_completion for trade in self.trades])

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values; times in seconds."""
        return {
            "rules": self.records.about.rules.as_dict(),
            "deployment": self.trade_offs.deployment.as_dict(),
            "systems": self.records.about.platform.systems,
            "least_makespan": self.trade_offs.least_makespan,
            "least_deployments": self.trade_offs.least_deployments,
            "least_sum_completion": self.least_sum,
            "least_target": self.trade_offs.least_target,
            "guarantee": self.guarantee,
            "steps": {
                "makespan": [makespan for makespan, _ in self.floor],
                "deployments": [count for _, count in self.floor],
            },
            "points": [_json(trade) for trade in self.trades],
        }


def times(factor: float) -> str:
    """Write a multiple of the least λ with its sign."""
    return f"{float(f'{factor:.4g}'):,g}×"


def with_deployments(records: Records) -> list[Record]:
    """Return the runs with a result whose deployments are known."""
    return [record for record in records.ranked if record.metrics.get(METRIC) is not None]


def _measured(record: Record, records: Records) -> MeasuredRun:
    proof = proved_for(record, records)
    return MeasuredRun(
        label=record.key,
        metrics=record.metrics,
        target=record.grouping.get("target"),
        bounds=records.about.bounds,
        proved=None if proof is None else proof.value,
        unit=record.unit,
    )


def _size(trade: Trade) -> tuple[float, int, float]:
    return trade.point.makespan, trade.point.deployments, trade.point.sum_completion


def _floor(workload: Workload, trade_offs: TradeOffs) -> tuple[tuple[float, int], ...]:
    """Return steps from the least makespan on, as fine as a chart can show."""
    least, demands = trade_offs.least_makespan, Demands.of(workload)
    ends = [p.guaranteed_makespan for p in trade_offs.points if p.guaranteed_makespan is not None]
    last = BEYOND * max((*ends, *(makespan for makespan, _ in trade_offs.steps)), default=0.0)
    steps = {step for step in trade_offs.steps if step[0] >= least}
    if 0 < least < last:
        lengths = np.geomspace(least, last, SLICES).tolist()
        steps |= {(length, demands.deployments(length)) for length in lengths}
    return tuple(sorted(steps))


def _least_sum(workload: Workload, records: Records) -> float | None:
    """Return the best certified bound on Σ w·C, where all weights are 1."""
    if not (workload.weight == 1).all():
        return None
    bounds = records.about.bounds  # none of jobs that ask for what is not kept
    by_run = (ratios(record.metrics, bounds).get("minsum") for record in with_deployments(records))
    return max((bounds["minsum"][ratio.bound] for ratio in by_run if ratio), default=None)


def _json(trade: Trade) -> dict[str, Any]:
    point, record = trade.point, trade.record
    return {
        "run": record.key,
        "label": record.label,
        "algorithm": record.algorithm,
        "makespan": point.makespan,
        "deployments": point.deployments,
        "sum_completion": point.sum_completion,
        "target": point.target,
        "target_factor": None if trade.factor is None else finite(trade.factor),
        "group_widths": point.group_widths,
        "d_lambda": point.d_lambda,
        "guaranteed_makespan": point.guaranteed_makespan,
        "guaranteed_deployments": point.guaranteed_deployments,
        "on_front": point.on_front,
        "unbeaten": point.unbeaten,
    }
