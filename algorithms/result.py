"""Result: a checked schedule with everything that is known about it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from algorithms.bounds.registry import BOUNDS, CRITERIA, TIMES, Bounds, bounds_of, proved
from algorithms.bounds.registry import PROVED as PROVED
from algorithms.problem.instance import Instance
from algorithms.problem.platform import Platform
from algorithms.problem.unmodelled import reason
from algorithms.problem.workload import Workload
from algorithms.record import Record, look_of, plugins, versions
from algorithms.schedules.schedule import Schedule
from algorithms.search_trace import Point, columns
from algorithms.time_unit import ROUNDING, SAME, meets, reaches, rounded_up, same


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
    proves nothing, and `reason` may say why. Where `is_rounded`, gap 0 means no more than ROUNDING:
    the times have no unit, so nobody can tell.
    """

    gap: float | None
    reason: str = ""
    is_rounded: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values, with the reason where there is one."""
        return {"gap": self.gap, "text": self.text} | (
            {"reason": self.reason} if self.reason else {}
        )

    @property
    def is_proof(self) -> bool:
        """Whether it proves the optimum."""
        return self.gap == 0 and not self.is_rounded

    @property
    def text(self) -> str:
        """The certificate in words; a distance is rounded up."""
        if self.gap is None:
            return "no certificate"
        if self.is_proof:
            return "proved optimal"
        if self.gap <= ROUNDING:
            return f"within {ROUNDING:g} of the optimum"
        return f"within {math.ceil(self.gap * 1000 * SAME) / 10:g} % of the optimum"


@dataclass(frozen=True, kw_only=True, repr=False)
class Result:
    """What `solve` returns.

    `seconds` is the time that the algorithm alone took, and `cpu_seconds` its processor time with
    that of programs that it ran, both without the time for getting machine code; `metrics` are as
    declared in `algorithms.metrics`; `wanted` are the keys of the bounds that were asked for, None
    for all; `sites` says of each site of a grid what `algorithms.per_site` declares, and is empty
    for one machine; `environments` says of each environment that jobs need what
    `algorithms.per_environment` declares, and is empty where none need any. `proved` is the bound
    on the makespan that the run itself has proved, seconds, if it is above those known before;
    `trace` shows how it searched, if it told, and `search` has the numbers of the whole search by
    the keys of `algorithms.search_trace.SERIES`, such as `lps` and the mean `exact_share`.

    `helper_memory` is the most memory of a program that the algorithm started, bytes, 0 without
    one. `interruption` says why the schedule is only the best that the algorithm had so far; blank
    if it came to its end. `warnings` say what the parameters made of the machine that nobody may
    want; `remarks` are those that the algorithm adds about its result, such as that times were
    rounded.

    A schedule that is not of our making may break rules: `violations` has a sentence for each, and
    `violation_count` how often they are broken. Then `metrics` are those of the jobs that have a
    start, and there are neither ratios nor certificates. `tolerance` is by how many seconds its
    times may be off, as decimals are rounded: so it may lie below a bound, and then there is
    neither for that. `made_by` says who made it, and `label` is what it is called.
    """

    algorithm: str
    version: int
    params: dict[str, Any]
    seconds: float
    cpu_seconds: float
    instance: Instance
    schedule: Schedule
    metrics: dict[str, float]
    wanted: frozenset[str] | None = None
    sites: list[dict[str, Any]] = field(default_factory=list)
    environments: list[dict[str, Any]] = field(default_factory=list)
    proved: float | None = None
    trace: tuple[Point, ...] = ()
    search: Mapping[str, float] = field(default_factory=dict)
    helper_memory: int = 0
    interruption: str = ""
    warnings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    violations: tuple[str, ...] = ()
    violation_count: int = 0
    tolerance: float = 0.0
    made_by: str = ""
    label: str = ""

    @property
    def is_feasible(self) -> bool:
        """Whether the schedule breaks no rule."""
        return not self.violation_count

    @property
    def status(self) -> Status:
        """Whether the algorithm came to its end."""
        return Status.STOPPED_EARLY if self.interruption else Status.FINISHED

    @property
    def workload(self) -> Workload:
        """The jobs as scheduled: with run times and estimates as the rules make them."""
        return self.instance.jobs

    @property
    def platform(self) -> Platform:
        """The machine."""
        return self.instance.platform

    @property
    def unit(self) -> float | None:
        """Length of time that all times of the instance are multiples of, seconds, if any."""
        return self.instance.unit

    @property
    def bounds(self) -> Bounds:
        """Lower bounds of the instance by criterion and key: computed when they are first asked
        for, unless a run on the same instance had them."""
        return bounds_of(self.instance, self.wanted)

    @property
    def best_proof(self) -> float | None:
        """The largest makespan, seconds, that this or any other run on the instance has proved all
        schedules to reach; None if none has."""
        return max(filter(None, (self.proved, proved(self.instance))), default=None)

    @property
    def certificates(self) -> dict[str, Certificate]:
        """What is proved by criterion."""
        if not self.is_feasible:
            return without_certificates(self.bounds)
        return certificates(
            self.metrics,
            self.bounds,
            proved=self.best_proof,
            unit=self.unit,
            unmodelled=self.workload.unmodelled,
            tolerance=self.tolerance,
        )

    @property
    def ratios(self) -> dict[str, Ratio]:
        """Ratio to the best bound by criterion, where the bound is positive; none of a schedule
        that breaks rules, which may be below all bounds."""
        if not self.is_feasible:
            return {}
        return ratios(self.metrics, self.bounds, proved=self.best_proof, tolerance=self.tolerance)

    @property
    def grouping(self) -> dict[str, float | None]:
        """How environments were deployed, by name, empty where no job needs any.

        `target` is λ, the makespan that groups were made for, seconds, None where there is none or
        no single one; `deploy_seconds` and `deploy_extra` are those of `DeployTime`.
        """
        if not self.environments:
            return {}
        groups, deployment = self.schedule.groups, self.platform.deployment
        return {
            "target": None if groups is None else finite(groups.target),
            "deploy_seconds": deployment.seconds,
            "deploy_extra": deployment.extra,
        }

    def record(self, label: str = "", *, key: str = "") -> Record:
        """Return the result as plain JSON values under a label, by default its own, or else the
        algorithm's key."""
        label = label or self.label or self.algorithm
        return Record(
            key=key or label,
            label=label,
            algorithm=self.algorithm,
            version=self.version,
            params=self.params,
            status=str(self.status),
            interruption=self.interruption,
            seconds=self.seconds,
            algorithm_cpu_seconds=self.cpu_seconds,
            metrics={name: finite(value) for name, value in self.metrics.items()},
            proved=self.proved,
            unit=self.unit,
            search=dict(self.search),
            remarks=list(self.remarks),
            violations=list(self.violations),
            violation_count=self.violation_count,
            tolerance=self.tolerance,
            made_by=self.made_by,
            sites=self.sites,
            grouping=self.grouping,
            versions=versions(
                bounds=self.bounds,
                solves_programs="lps" in self.search,
                starts_programs=self.helper_memory > 0,
            ),
            plugins=plugins(self.algorithm, self.params, self.metrics, self.bounds),
            look=look_of(self.schedule),
            trace=columns(self.trace) if self.trace else {},
            environments=self.environments,
        )

    def __repr__(self) -> str:
        makespan = f"makespan {self.metrics['makespan']:,.6g} s"
        return f"<Result {self.algorithm}: {makespan}, {len(self.workload):,} jobs, {self.status}>"

    def as_json(self) -> dict[str, Any]:
        """Return everything but the schedule, ready for JSON: NaN becomes null."""
        return {
            "algorithm": self.algorithm,
            "version": self.version,
            "params": self.params,
            "instance": self.instance.describe(),
            "status": str(self.status),
            "interruption": self.interruption,
            "warnings": [*self.warnings, *self.remarks],
            "violations": list(self.violations),
            "violation_count": self.violation_count,
            "tolerance": self.tolerance,
            "made_by": self.made_by,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "metrics": {key: finite(value) for key, value in self.metrics.items()},
            "bounds": self.bounds,
            "sites": self.sites,
            "environments": self.environments,
            "grouping": self.grouping,
            "ratios": {key: {"bound": r.bound, "value": r.value} for key, r in self.ratios.items()},
            "proved": self.proved,
            "search": dict(self.search),
            "unit": self.unit,
            "helper_memory": self.helper_memory,
            "unmodelled": list(self.workload.unmodelled),
            "certificates": {key: c.as_json() for key, c in self.certificates.items()},
            "trace": columns(self.trace),
        }


def finite(value: float) -> float | None:
    """Return the value, or None in place of NaN and infinities (JSON has none)."""
    return value if math.isfinite(value) else None


def ratios(
    metrics: Mapping[str, Any],
    bounds: Bounds,
    *,
    proved: float | None = None,
    tolerance: float = 0.0,
) -> dict[str, Ratio]:
    """Return each bounded metric over its best certified bound, by criterion; left out where either
    is missing or 0, or where times may be off by a `tolerance`, seconds, and put it below.

    Of bounds that differ by rounding only, the one declared first is named; `PROVED` where `proved`
    beats them all, which is one more certified bound on the makespan, seconds.
    """
    by_criterion = {}
    for criterion, metric in CRITERIA.items():
        lower = _certified(criterion, bounds)
        most = max(lower.values(), default=0.0)
        if metrics.get(metric) is None:
            continue
        if criterion == "makespan" and proved is not None and exceeds(proved, most):
            by_criterion[criterion] = Ratio(metric, PROVED, _ratio(metrics[metric], proved))
        elif most > 0:
            first = next(
                key for key in BOUNDS[criterion] if key in lower and not exceeds(most, lower[key])
            )
            by_criterion[criterion] = Ratio(metric, first, _ratio(metrics[metric], lower[first]))
    if tolerance:
        return {key: ratio for key, ratio in by_criterion.items() if ratio.value >= 1}
    return by_criterion


def _ratio(value: float, bound: float) -> float:
    """Return value / bound, 1 where rounding alone puts it below."""
    ratio = value / bound
    return 1.0 if SAME <= ratio < 1 else ratio


def exceeds(value: float, other: float, unit: float | None = None) -> bool:
    """Tell whether a bound is above another by more than rounding, as multiples of the unit if
    there is one."""
    if unit is not None:
        return rounded_up(value, unit) > rounded_up(other, unit)
    return value > other and not same(value, other)


def certificates(
    metrics: Mapping[str, Any],
    bounds: Bounds,
    *,
    proved: float | None = None,
    unit: float | None = None,
    unmodelled: Sequence[str] = (),
    tolerance: float = 0.0,
) -> dict[str, Certificate]:
    """Return what certified bounds prove, by criterion; of deployments only where there are any
    bounds on them.

    Parameters
    ----------
    proved
        One more certified bound on the makespan, seconds.
    unit
        Length of time that all release dates and processing times are multiples of, seconds: the
        shortest makespan is one too, so its bounds are rounded up (`algorithms.time_unit`). Without
        one, a makespan within ROUNDING of its bound has gap 0 and `is_rounded`. Σ w·C has none, as
        weights are real numbers: it is optimal only if it is no larger than its bound.
    unmodelled
        What the source says of the jobs that is not kept: then the schedule may be none of theirs,
        and there is no certificate.
    tolerance
        Seconds by which times may be off: then what is no larger than its bound may be so for that,
        and has no certificate.
    """
    if unmodelled:
        return without_certificates(bounds, reason(unmodelled))
    best = {criterion: _best(criterion, bounds) for criterion in CRITERIA}
    best["makespan"] = known_makespan(bounds, proved=proved, unit=unit)
    units = {"makespan": unit, "deployments": 1.0}
    found = {
        criterion: _certificate(
            metrics.get(metric),
            best[criterion],
            units.get(criterion),
            rounds=criterion == "makespan",
        )
        for criterion, metric in CRITERIA.items()
        if criterion in TIMES or bounds.get(criterion)
    }
    if tolerance:
        none = Certificate(None, ROUNDED.format(tolerance))
        found = {key: none if one.gap == 0 else one for key, one in found.items()}
    return found


ROUNDED = "its times may be off by {:g} s"
"""Why nothing is certified of a schedule that is as good as a bound."""
BREAKS_RULES = "the schedule breaks rules"
"""Why nothing is certified of a schedule that is not feasible."""


def without_certificates(bounds: Bounds, reason: str = BREAKS_RULES) -> dict[str, Certificate]:
    """Return that nothing is proved, and why, for each criterion that has a certificate."""
    none = Certificate(None, reason)
    return {key: none for key in CRITERIA if key in TIMES or bounds.get(key)}


def known_makespan(
    bounds: Bounds, *, proved: float | None = None, unit: float | None = None
) -> float:
    """Return a makespan, seconds, that certified bounds prove no schedule to be below; 0 if there
    are none.

    Parameters are those of `certificates`.
    """
    best = max(_best("makespan", bounds), proved or 0.0)
    return rounded_up(best, unit)


def _best(criterion: str, bounds: Bounds) -> float:
    return max(_certified(criterion, bounds).values(), default=0.0)


def _certified(criterion: str, bounds: Bounds) -> dict[str, float]:
    return {
        key: value
        for key, value in bounds.get(criterion, {}).items()
        if key in BOUNDS[criterion] and BOUNDS[criterion][key].certified
    }


def _certificate(
    value: float | None, bound: float, unit: float | None, *, rounds: bool
) -> Certificate:
    if value is None or math.isnan(value):
        return Certificate(None)
    if meets(value, bound, unit):
        return Certificate(0.0)
    if rounds and reaches(value, bound, unit):
        return Certificate(0.0, is_rounded=True)
    return Certificate(value / bound - 1 if bound > 0 else None)
