"""Result: a checked schedule with everything that is known about it."""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from algorithms.bounds.registry import BOUNDS, CRITERIA, TIMES
from algorithms.bounds.registry import PROVED as PROVED
from algorithms.granule import rounded_up
from algorithms.platform import Platform
from algorithms.schedule import Schedule
from algorithms.trace import Point, columns
from algorithms.workload import Workload

SAME = 1 - 1e-12
"""Relative distance that rounding makes."""


class Status(StrEnum):
    """How the algorithm ended."""

    FINISHED = "finished"
    STOPPED_EARLY = "stopped early"


@dataclass(frozen=True)
class Ratio:
    """A metric over the best (largest) lower bound on it; never below 1, but for rounding.

    `bound` is the key of a declared bound, or `PROVED` for one that a run has proved.
    """

    metric: str
    bound: str
    value: float


@dataclass(frozen=True)
class Certificate:
    """What is proved about the distance to the optimum.

    No schedule is better by more than `gap`, a fraction of the optimum: 0 proves it optimal, None
    proves nothing.
    """

    gap: float | None

    @property
    def text(self) -> str:
        """The certificate in words; a distance is rounded up."""
        if self.gap is None:
            return "no certificate"
        if self.gap == 0:
            return "proved optimal"
        return f"within {math.ceil(self.gap * 1000 * SAME) / 10:g} % of the optimum"


@dataclass(frozen=True, kw_only=True)
class Result:
    """What `solve` returns.

    `workload` holds the jobs as scheduled (a run time may be cut at its estimate); `seconds` is the
    time that the algorithm alone took; `metrics` and `bounds` are as declared in
    `algorithms.metrics` and `algorithms.bounds`; `sites` says of each site of a grid what
    `algorithms.per_site` declares, and is empty for one machine; `environments` says of each
    environment that jobs need what `algorithms.per_environment` declares, and is empty where none
    need any. `proved` is the bound on the makespan that the run itself has proved, seconds, if it
    is above all `bounds`; `trace` shows how it searched, if it told.

    `unit` is the length of time that all release dates and processing times are multiples of,
    seconds, if there is one and deployments take no time. `is_cut` tells whether jobs run for
    another time than in the workload that was given, so that what is proved of them holds for no
    other run. `helper_memory` is the most memory of a program that the algorithm started, bytes, 0
    without one. `interruption` says why the schedule is only the best that the algorithm had so
    far; blank if it came to its end. `warnings` say what the parameters made of the machine that
    nobody may want.
    """

    algorithm: str
    version: int
    params: dict[str, Any]
    seconds: float
    workload: Workload
    platform: Platform
    schedule: Schedule
    metrics: dict[str, float]
    bounds: dict[str, dict[str, float]]
    sites: list[dict[str, Any]] = field(default_factory=list)
    environments: list[dict[str, Any]] = field(default_factory=list)
    proved: float | None = None
    trace: tuple[Point, ...] = ()
    unit: float | None = None
    is_cut: bool = False
    helper_memory: int = 0
    interruption: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """Whether the algorithm came to its end."""
        return Status.STOPPED_EARLY if self.interruption else Status.FINISHED

    @property
    def certificates(self) -> dict[str, Certificate]:
        """What is proved by criterion."""
        return certificates(self.metrics, self.bounds, proved=self.proved, unit=self.unit)

    @property
    def ratios(self) -> dict[str, Ratio]:
        """Ratio to the best bound by criterion, where the bound is positive."""
        return ratios(self.metrics, self.bounds, proved=self.proved)

    @property
    def grouping(self) -> dict[str, float | None]:
        """How environments were deployed, by name, empty where no job needs any.

        `target` is λ, the makespan that groups were made for, seconds, None where there is none or
        no single one; `deploy_seconds` and `deploy_extra` are those of `DeployTime`.
        """
        if not self.environments:
            return {}
        groups, deployment = self.schedule.groups, self.schedule.deployment
        return {
            "target": None if groups is None else finite(groups.target),
            "deploy_seconds": deployment.seconds,
            "deploy_extra": deployment.extra,
        }

    def as_json(self) -> dict[str, Any]:
        """Return everything but the schedule, ready for JSON: NaN becomes null."""
        return {
            "algorithm": self.algorithm,
            "version": self.version,
            "params": self.params,
            "status": str(self.status),
            "interruption": self.interruption,
            "warnings": list(self.warnings),
            "seconds": self.seconds,
            "metrics": {key: finite(value) for key, value in self.metrics.items()},
            "bounds": self.bounds,
            "sites": self.sites,
            "environments": self.environments,
            "grouping": self.grouping,
            "ratios": {key: {"bound": r.bound, "value": r.value} for key, r in self.ratios.items()},
            "proved": self.proved,
            "unit": self.unit,
            "is_cut": self.is_cut,
            "helper_memory": self.helper_memory,
            "certificates": {
                key: {"gap": c.gap, "text": c.text} for key, c in self.certificates.items()
            },
            "trace": columns(self.trace),
        }


def finite(value: float) -> float | None:
    """Return the value, or None in place of NaN and infinities (JSON has none)."""
    return value if math.isfinite(value) else None


def ratios(
    metrics: dict[str, Any], bounds: dict[str, dict[str, float]], *, proved: float | None = None
) -> dict[str, Ratio]:
    """Return each bounded metric over its best certified bound, by criterion; left out where either
    is missing or 0.

    Of bounds that differ by rounding only, the one declared first is named; `PROVED` where `proved`
    beats them all.

    Parameters
    ----------
    proved
        One more certified bound on the makespan, seconds.
    """
    found = {}
    for criterion, metric in CRITERIA.items():
        known = _certified(criterion, bounds)
        most = max(known.values(), default=0.0)
        if metrics.get(metric) is None:
            continue
        if criterion == "makespan" and proved is not None and proved * SAME > most:
            found[criterion] = Ratio(metric, PROVED, _ratio(metrics[metric], proved))
        elif most > 0:
            first = next(key for key in BOUNDS[criterion] if known.get(key, 0) >= most * SAME)
            found[criterion] = Ratio(metric, first, _ratio(metrics[metric], known[first]))
    return found


def _ratio(value: float, bound: float) -> float:
    """Return value / bound, 1 where rounding alone puts it below."""
    ratio = value / bound
    return 1.0 if SAME <= ratio < 1 else ratio


def certificates(
    metrics: dict[str, Any],
    bounds: dict[str, dict[str, float]],
    *,
    proved: float | None = None,
    unit: float | None = None,
) -> dict[str, Certificate]:
    """Return what certified bounds prove, by criterion; of deployments only where there are any
    bounds on them.

    Parameters
    ----------
    proved
        One more certified bound on the makespan, seconds.
    unit
        Length of time that all release dates and processing times are multiples of, seconds. The
        optimal makespan is one too, as each start is a sum of them in the schedule where no job can
        start earlier alone; so its bounds are rounded up.
    """
    best = {criterion: _best(criterion, bounds) for criterion in CRITERIA}
    best["makespan"] = known_makespan(bounds, proved=proved, unit=unit)
    return {
        criterion: Certificate(_gap(metrics.get(metric), best[criterion]))
        for criterion, metric in CRITERIA.items()
        if criterion in TIMES or bounds.get(criterion)
    }


def known_makespan(
    bounds: dict[str, dict[str, float]], *, proved: float | None = None, unit: float | None = None
) -> float:
    """Return a makespan, seconds, that certified bounds prove no schedule to be below; 0 if there
    are none.

    Parameters are those of `certificates`.
    """
    best = max(_best("makespan", bounds), proved or 0.0)
    return best if unit is None else rounded_up(best, unit)


def _best(criterion: str, bounds: dict[str, dict[str, float]]) -> float:
    return max(_certified(criterion, bounds).values(), default=0.0)


def _certified(criterion: str, bounds: dict[str, dict[str, float]]) -> dict[str, float]:
    return {
        key: value
        for key, value in bounds.get(criterion, {}).items()
        if key in BOUNDS[criterion] and BOUNDS[criterion][key].certified
    }


def _gap(value: float | None, bound: float) -> float | None:
    if value is None or math.isnan(value):
        return None
    if value * SAME <= bound:
        return 0.0
    return value / bound - 1 if bound > 0 else None
