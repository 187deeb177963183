"""Result: a checked schedule with everything that is known about it."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from algorithms.bounds.registry import BOUNDS, CRITERIA
from algorithms.platform import Platform
from algorithms.schedule import Schedule
from algorithms.workload import Workload

SAME = 1 - 1e-12
"""Relative distance that rounding makes."""


class Status(StrEnum):
    """How the algorithm ended."""

    FINISHED = "finished"
    STOPPED_EARLY = "stopped early"


@dataclass(frozen=True)
class Ratio:
    """A metric over the best (largest) lower bound on it; never below 1, but for rounding."""

    metric: str
    bound: str
    value: float


@dataclass(frozen=True, kw_only=True)
class Result:
    """What `solve` returns.

    `workload` holds the jobs as scheduled (a run time may be cut at its estimate); `seconds` is the
    time that the algorithm alone took; `metrics` and `bounds` are as declared in
    `algorithms.metrics` and `algorithms.bounds`.
    """

    algorithm: str
    version: int
    params: dict[str, Any]
    status: Status
    seconds: float
    workload: Workload
    platform: Platform
    schedule: Schedule
    metrics: dict[str, float]
    bounds: dict[str, dict[str, float]]

    @property
    def ratios(self) -> dict[str, Ratio]:
        """Ratio to the best bound by criterion, where the bound is positive."""
        return ratios(self.metrics, self.bounds)

    def as_json(self) -> dict[str, Any]:
        """Return everything but the schedule, ready for JSON: NaN becomes null."""
        return {
            "algorithm": self.algorithm,
            "version": self.version,
            "params": self.params,
            "status": str(self.status),
            "seconds": self.seconds,
            "metrics": {key: finite(value) for key, value in self.metrics.items()},
            "bounds": self.bounds,
            "ratios": {key: {"bound": r.bound, "value": r.value} for key, r in self.ratios.items()},
        }


def finite(value: float) -> float | None:
    """Return the value, or None in place of NaN and infinities (JSON has none)."""
    return value if math.isfinite(value) else None


def ratios(metrics: dict[str, Any], bounds: dict[str, dict[str, float]]) -> dict[str, Ratio]:
    """Return each bounded metric over its best certified bound, by criterion; left out where either
    is missing or 0.

    Of bounds that differ by rounding only, the one declared first is named."""
    found = {}
    for criterion, metric in CRITERIA.items():
        known = {
            key: value
            for key, value in bounds.get(criterion, {}).items()
            if key in BOUNDS[criterion] and BOUNDS[criterion][key].certified
        }
        most = max(known.values(), default=0.0)
        if most > 0 and metrics.get(metric) is not None:
            first = next(key for key in BOUNDS[criterion] if known.get(key, 0) >= most * SAME)
            found[criterion] = Ratio(metric, first, _ratio(metrics[metric], known[first]))
    return found


def _ratio(value: float, bound: float) -> float:
    """Return value / bound, 1 where rounding alone puts it below."""
    ratio = value / bound
    return 1.0 if SAME <= ratio < 1 else ratio
