"""Makespan against deployments, and Σ C: every run of a comparison, the front, bounds, guarantees.

Page, charts, files and API show these numbers; `algorithms.groups.tradeoffs` computes them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from algorithms.groups.tradeoffs import Measured, Point, TradeOffs, trade_offs_of
from algorithms.problem.deployment import Demands
from algorithms.problem.workload import Workload
from algorithms.result import finite, ratios
from schedweb.runs.deploying import with_deployments
from schedweb.runs.models import Comparison, Run
from schedweb.runs.proofs import proved_for
from schedweb.runs.units import Unit, unit_for

SLICES = 240
"""Makespans, besides those of runs, for which least deployments are computed: a chart is about so
many pixels wide as three times this number."""


BEYOND = 2.0
"""So far beyond the last run and guarantee, as a multiple, an axis may end."""


@dataclass(frozen=True)
class Trade:
    """A run, its point, and its λ as a multiple of the minimum."""

    run: Run
    point: Point
    factor: float | None

    @property
    def place(self) -> str:
        """How it stands, in words; blank where another run beats it in all three criteria."""
        if self.point.on_front:
            return "on the front" if self.point.unbeaten else "on the front, beaten in Σ C"
        return "unbeaten for its Σ C" if self.point.unbeaten else ""

    @property
    def is_unbeaten(self) -> bool:
        """True for what none of the others makes superfluous."""
        return self.point.on_front or self.point.unbeaten


@dataclass(frozen=True)
class Trades:
    """Runs with a result by makespan, and what bounds them.

    `floor` are (makespan, deployments): a schedule that ends by that makespan has at least so many,
    more densely than `found.steps`. `least_sum` is a lower bound on Σ C, seconds, None where none
    is known.
    """

    comparison: Comparison
    found: TradeOffs
    trades: tuple[Trade, ...]
    floor: tuple[tuple[float, int], ...]
    least_sum: float | None

    @classmethod
    def of(cls, comparison: Comparison) -> Self | None:
        """Compare the runs that are done; None where none has deployments."""
        runs = with_deployments(comparison.runs.all())
        if not runs:
            return None
        workload = comparison.workload.load()
        found = trade_offs_of(workload, comparison.platform(), [_measured(run) for run in runs])
        least = found.least_target
        trades = [
            Trade(run, p, p.target / least if p.target is not None and least > 0 else None)
            for run, p in zip(runs, found.points, strict=True)
        ]
        return cls(
            comparison=comparison,
            found=found,
            trades=tuple(sorted(trades, key=_size)),
            floor=_floor(workload, found),
            least_sum=_least_sum(workload, runs),
        )

    @property
    def shown(self) -> tuple[Trade, ...]:
        """Those that no other run makes superfluous."""
        return tuple(trade for trade in self.trades if trade.is_unbeaten)

    def of_point(self, point: Point) -> Trade:
        """Return the run of a point, which is labelled with its id."""
        return next(trade for trade in self.trades if trade.run.pk == point.label)

    @property
    def is_instant(self) -> bool:
        """True when no deployment takes time."""
        return self.found.deployment.is_instant

    @property
    def guarantee(self) -> str:
        """What is proved of the makespan for λ, as a formula."""
        return "4λ" if self.is_instant else "4λ + max(2d, 4d·D_λ / m)"

    @cached_property
    def time(self) -> Unit:
        """Unit of makespans and λ."""
        return unit_for("s", [trade.point.makespan for trade in self.trades])

    @cached_property
    def sums(self) -> Unit:
        """Unit of Σ C."""
        return unit_for("s", [trade.point.sum_completion for trade in self.trades])

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values; times in seconds."""
        return {
            "rules": self.comparison.rules,
            "deployment": self.found.deployment.as_dict(),
            "least_makespan": self.found.least_makespan,
            "least_deployments": self.found.least_deployments,
            "least_sum_completion": self.least_sum,
            "least_target": self.found.least_target,
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


def _measured(run: Run) -> Measured:
    proof = proved_for(run, ())
    return Measured(
        label=run.pk,
        metrics=run.metrics,
        target=run.grouping.get("target"),
        bounds=run.bounds,
        proved=None if proof is None else proof.value,
        unit=run.unit,
    )


def _size(trade: Trade) -> tuple[float, int, float]:
    return trade.point.makespan, trade.point.deployments, trade.point.sum_completion


def _floor(workload: Workload, found: TradeOffs) -> tuple[tuple[float, int], ...]:
    """Return steps from the least makespan on, between which there is nothing to see."""
    least, demands = found.least_makespan, Demands.of(workload)
    ends = [p.guaranteed_makespan for p in found.points if p.guaranteed_makespan is not None]
    last = BEYOND * max(*ends, *(makespan for makespan, _ in found.steps), 0.0)
    steps = {step for step in found.steps if step[0] >= least}
    if 0 < least < last:
        lengths = np.geomspace(least, last, SLICES).tolist()
        steps |= {(length, demands.deployments(length)) for length in lengths}
    return tuple(sorted(steps))


def _least_sum(workload: Workload, runs: Sequence[Run]) -> float | None:
    """Return the best certified bound on Σ w·C, where all weights are 1."""
    if not (workload.weight == 1).all():
        return None
    known = [(run, ratios(run.metrics, run.bounds).get("minsum")) for run in runs]
    return max((r.bounds["minsum"][ratio.bound] for r, ratio in known if ratio), default=None)


def _json(trade: Trade) -> dict[str, Any]:
    point, run = trade.point, trade.run
    return {
        "run": run.pk,
        "label": run.label,
        "algorithm": run.algorithm,
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
