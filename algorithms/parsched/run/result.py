"""Result: a checked schedule with everything that is known about it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from parsched.base.digits import counted
from parsched.base.origins import versions_of
from parsched.measure.bounds.registry import Bounds, applying, bounds_of, proved
from parsched.measure.certificates import (
    Certificate,
    Ratio,
    certificates,
    ratios,
    without_certificates,
)
from parsched.measure.metrics import told
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.search_trace import TracePoint, columns, shown
from parsched.run.computed_by import bounds_among, result_of, versions_above_1
from parsched.run.displayed import Plotted
from parsched.run.record import Record, look_of, versions


class Status(StrEnum):
    """How the algorithm ended."""

    FINISHED = "finished"
    STOPPED_EARLY = "stopped early"


@dataclass(frozen=True, kw_only=True, repr=False)
class Result(Plotted):
    """What `solve` returns.

    `seconds` is the time that the algorithm alone took, and `cpu_seconds` its processor time with
    the time of programs that it ran, both without the time for getting machine code; `metrics` are
    as declared in `parsched.measure.metrics`; `wanted` are the keys of the bounds that were asked
    for, None for all; `sites` says of each site of a grid what `parsched.run.per_site` declares,
    and is empty for one machine; `environments` says of each environment that jobs need what
    `parsched.run.per_environment` declares, and is empty where none need any. `proved` is the bound
    on the makespan that the run itself has proved, seconds, if it is above those known before;
    `trace` shows how it searched, if it told, and `search` has the numbers of the whole search by
    the keys of `parsched.model.search_trace.SERIES`, such as `lps` and the mean `exact_share`.

    `helper_memory` is the most memory of a program that the algorithm started, bytes, 0 without
    one. `interruption` says why the schedule is only the best that the algorithm had so far; blank
    if it came to its end. `warnings` say what the parameters made of the machine that may be
    unwanted; `remarks` are those that the algorithm adds about its result, such as that times were
    rounded.

    A schedule that is not of our making may break rules: `violations` has a sentence for each,
    `violation_count` says how often they are broken, and `broken_rules` how often each is. Then
    `metrics` are computed from the jobs that have a start, and there are neither ratios nor
    certificates. `tolerance` is by how many seconds its times may be off, as decimals are rounded:
    so it may lie below a bound, and then there is neither for that. `made_by` says who made it, and
    `label` is what it is called.

    Examples
    --------
    >>> import parsched as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> result = sched.solve(instance, "ltf")
    >>> sorted(result.certificates), result.is_feasible
    (['makespan', 'minsum'], True)
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
    trace: tuple[TracePoint, ...] = ()
    search: Mapping[str, float] = field(default_factory=dict)
    helper_memory: int = 0
    interruption: str = ""
    warnings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    violations: tuple[str, ...] = ()
    violation_count: int = 0
    broken_rules: Mapping[str, int] = field(default_factory=dict)
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
        for, unless a run on the same instance had them. There are none where something is not kept
        of the jobs (`Workload.unmodelled`), as they would be bounds of another problem."""
        return {} if self.workload.unmodelled else bounds_of(self.instance, self.wanted)

    @property
    def longest_waiting(self) -> str:
        """Id of the job that waits longest, the first of equals; blank where none waits."""
        wait = self.schedule.wait(self.workload)
        return str(self.workload.ids[wait.argmax()]) if wait.max(initial=0.0) > 0 else ""

    @property
    def best_proof(self) -> float | None:
        """The largest makespan, seconds, that this or any other run on the instance has proved all
        schedules to reach; None if none has, and where something is not kept of the jobs."""
        if self.workload.unmodelled:
            return None
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
            is_settled=self.workload.has_releases and self.workload.is_rigid,
        )

    @property
    def ratios(self) -> dict[str, Ratio]:
        """Ratio to the best bound by criterion, where the bound is positive; none of a schedule
        that breaks rules, which may be below all bounds, nor where jobs ask for what is not kept:
        the schedule may be none of theirs."""
        if not self.is_feasible or self.workload.unmodelled:
            return {}
        return ratios(self.metrics, self.bounds, proved=self.best_proof, tolerance=self.tolerance)

    @property
    def _told_metrics(self) -> dict[str, float | None]:
        """The metrics as they are shown and stored, ready for JSON."""
        found = {name: finite(value) for name, value in self.metrics.items()}
        return told(found, self.workload.unmodelled)

    @property
    def grouping(self) -> dict[str, float | None]:
        """How environments were deployed, by name, empty where no job needs any.

        `target` is λ, the makespan that groups were made for, seconds, None where there is none or
        no single one; `deploy_seconds` and `deploy_extra` are as in `DeployTime`.
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
        algorithm's key. No bound is computed for it."""
        label = label or self.label or self.algorithm
        compared = applying(self.instance, self.wanted)
        used = result_of(self.algorithm, self.params, self.metrics)
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
            metrics=self._told_metrics,
            longest_waiting=self.longest_waiting,
            proved=None if self.workload.unmodelled else self.proved,
            unit=self.unit,
            search=dict(self.search),
            remarks=list(self.remarks),
            violations=list(self.violations),
            violation_count=self.violation_count,
            broken_rules=dict(self.broken_rules),
            tolerance=self.tolerance,
            made_by=self.made_by,
            sites=self.sites,
            grouping=self.grouping,
            versions=versions(
                bounds=compared,
                solves_programs="lps" in self.search,
                starts_programs=self.helper_memory > 0,
            ),
            plugins=versions_of([*used, *bounds_among(compared)]),
            computed_by=versions_above_1(used),
            look=look_of(self.schedule),
            trace=columns(self.trace) if self.trace else {},
            environments=self.environments,
        )

    def __repr__(self) -> str:
        makespan = f"makespan {self.metrics['makespan']:,.6g} s"
        jobs = counted(len(self.workload), "job")
        return f"<Result {self.algorithm}: {makespan}, {jobs}, {self.status}>"

    def as_json(self) -> dict[str, Any]:
        """Return everything but the schedule, ready for JSON: NaN becomes null. Bounds and proofs
        are left out where jobs ask for what is not kept."""
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
            "broken_rules": dict(self.broken_rules),
            "tolerance": self.tolerance,
            "made_by": self.made_by,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "metrics": self._told_metrics,
            "bounds": self.bounds,
            "sites": self.sites,
            "environments": self.environments,
            "grouping": self.grouping,
            "ratios": {key: {"bound": r.bound, "value": r.value} for key, r in self.ratios.items()},
            "proved": None if self.workload.unmodelled else self.proved,
            "search": dict(self.search),
            "unit": self.unit,
            "helper_memory": self.helper_memory,
            "unmodelled": list(self.workload.unmodelled),
            "certificates": {key: c.as_json() for key, c in self.certificates.items()},
            "trace": shown(columns(self.trace), self.workload.unmodelled),
        }


def finite(value: float) -> float | None:
    """Return the value, or None in place of NaN and infinities (JSON has none)."""
    return value if math.isfinite(value) else None
