"""Result: a checked schedule with everything that is known about it."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from algorithms.bounds.registry import BOUNDS, CRITERIA
from algorithms.platform import Platform
from algorithms.schedule import Schedule
from algorithms.workload import Workload


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
    is missing or 0."""
    found = {}
    for criterion, metric in CRITERIA.items():
        known = {
            key: value
            for key, value in bounds.get(criterion, {}).items()
            if key in BOUNDS[criterion] and BOUNDS[criterion][key].certified
        }
        if known and metrics.get(metric) is not None:
            best = max(known, key=lambda key: known[key])
            if known[best] > 0:
                found[criterion] = Ratio(metric, best, metrics[metric] / known[best])
    return found
