"""Trade-offs between makespan and deployments, with the bounds on both.

The front are the schedules that no other one beats in one criterion without being worse in the
other. It takes runs of any algorithms on one instance; `parsched.run.ready_made` has those for
environments, with one λ after the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan
from typing import Self

from parsched.measure.bounds.registry import Bounds
from parsched.measure.certificates import known_makespan
from parsched.model.problem.deployment import Demands
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.policies.groups.parameters import least_target
from parsched.report.order import front
from parsched.run.result import Result

COUNTS = ("deployments", "group_widths", "d_lambda")
"""Metrics that count processors."""


@dataclass(frozen=True, kw_only=True)
class TradePoint:
    """One schedule, of that `label`; `target` is λ in seconds, None for an algorithm without one.

    Guarantees for λ and jobs that are released at time 0: the makespan is at most
    `guaranteed_makespan`, 4λ, or 4λ + max(2d, 4d·D_λ / m) where a deployment on all processors at
    once takes d, and the deployments are at most `guaranteed_deployments`, 2·D_λ. A point is
    `on_front` if none beats it in makespan and deployments, and `unbeaten` if none does in these
    and Σ C.
    """

    label: str
    makespan: float
    deployments: int
    sum_completion: float
    target: float | None = None
    group_widths: int | None = None
    d_lambda: int | None = None
    guaranteed_makespan: float | None = None
    guaranteed_deployments: int | None = None
    on_front: bool = False
    unbeaten: bool = False

    @classmethod
    def of(
        cls,
        label: str,
        metrics: Mapping[str, float | None],
        *,
        target: float | None = None,
        platform: Platform,
    ) -> Self:
        """Build from metrics by key.

        Parameters
        ----------
        metrics
            Makespan, deployments and Σ C must be known; those that are not are None or NaN.
        target
            λ of the groups, seconds; None or NaN where there is no single one.
        platform
            The machine, with the time that its deployments take.
        """
        values = {
            key: value for key, value in metrics.items() if not (value is None or isnan(value))
        }
        counts = {key: int(values[key]) for key in COUNTS if key in values}
        target = None if target is None or isnan(target) else target
        least = counts.get("d_lambda")
        return cls(
            label=label,
            makespan=values["makespan"],
            deployments=counts["deployments"],
            sum_completion=values["sum_completion"],
            target=target,
            group_widths=counts.get("group_widths"),
            d_lambda=least,
            guaranteed_makespan=_longest(target, least, platform),
            guaranteed_deployments=None if least is None else 2 * least,
        )


def _longest(target: float | None, least: int | None, platform: Platform) -> float | None:
    """Return the makespan that group list scheduling guarantees, seconds (see `gls`)."""
    slowest = platform.deployment.on(platform.processors)
    if target is None or (slowest > 0 and least is None):
        return None
    return 4 * target + slowest * max(2, 4 * (least or 0) / platform.processors)


@dataclass(frozen=True, kw_only=True)
class MeasuredRun:
    """One run: what was measured and what was proved, as `parsched.run.result.Result` has them.

    `target` is λ of its groups, seconds, None or NaN where there is no single one.
    """

    label: str
    metrics: Mapping[str, float | None]
    target: float | None = None
    bounds: Bounds = field(default_factory=dict)
    proved: float | None = None
    unit: float | None = None

    @classmethod
    def of(cls, label: str, result: Result) -> Self:
        """Take what belongs here from a result."""
        groups = result.schedule.groups
        return cls(
            label=label,
            metrics=result.metrics,
            target=None if groups is None else groups.target,
            bounds=result.bounds,
            proved=result.best_proof,
            unit=result.unit,
        )


@dataclass(frozen=True, kw_only=True)
class TradeOffs:
    """All points, and what no schedule can be below.

    Deployments take `deployment`. `least_makespan` (seconds) and `least_deployments` are certified
    for every schedule; `least_target` is the minimum of λ, seconds. `steps` are (makespan,
    deployments): a schedule that ends by that makespan, a λ or a makespan of a point, has at least
    that number. Of jobs that ask for what is not kept there are neither bounds nor steps: 0, and
    empty. In all of them a moldable job counts with the least that it may take: processors,
    work and time.
    """

    points: tuple[TradePoint, ...]
    deployment: DeployTime
    least_makespan: float
    least_deployments: int
    least_target: float
    steps: tuple[tuple[float, int], ...]

    @classmethod
    def of(
        cls,
        workload: Workload,
        platform: Platform,
        points: Sequence[TradePoint],
        *,
        least_makespan: float = 0.0,
    ) -> Self:
        """Compare points that stand for schedules of jobs with environments.

        Of jobs that arrive later than at time 0, no makespan is guaranteed. O(k²) for k points, and
        O(n + e) for each length of `steps`.
        """
        demands = Demands.of(workload)
        if workload.has_releases:
            points = [replace(point, guaranteed_makespan=None) for point in points]
        lengths = {p.makespan for p in points} | {p.target for p in points if p.target is not None}
        is_bounded = not workload.unmodelled  # else bounds belong to another problem
        return cls(
            points=_standing(points),
            deployment=platform.deployment,
            least_makespan=least_makespan,
            least_deployments=int(demands.width.sum()) if is_bounded else 0,
            least_target=least_target(workload, platform.processors),
            steps=tuple((length, demands.deployments(length)) for length in sorted(lengths))
            if is_bounded
            else (),
        )

    @property
    def front(self) -> tuple[TradePoint, ...]:
        """Points that no other beats, by makespan; of equal ones the first."""
        distinct = {(p.makespan, p.deployments): p for p in reversed(self.points) if p.on_front}
        return tuple(distinct[key] for key in sorted(distinct))

    @property
    def unbeaten(self) -> tuple[TradePoint, ...]:
        """Points that no other beats in three criteria, by makespan; of equal ones the first."""
        distinct = {
            (p.makespan, p.deployments, p.sum_completion): p
            for p in reversed(self.points)
            if p.unbeaten
        }
        return tuple(distinct[key] for key in sorted(distinct))


def _standing(points: Sequence[TradePoint]) -> tuple[TradePoint, ...]:
    """Say which points no other beats."""
    plane = [(point.makespan, float(point.deployments)) for point in points]
    space = [(*at, point.sum_completion) for at, point in zip(plane, points, strict=True)]
    standing = zip(points, front(plane), front(space), strict=True)
    return tuple(replace(p, on_front=two, unbeaten=three) for p, two, three in standing)


def trade_offs(results: Sequence[tuple[str, Result]]) -> TradeOffs:
    """Compare runs on the same jobs with environments, at least one, each with its label."""
    first = results[0][1]
    measured = [MeasuredRun.of(label, result) for label, result in results]
    return trade_offs_of(first.workload, first.platform, measured)


def trade_offs_of(workload: Workload, platform: Platform, runs: Sequence[MeasuredRun]) -> TradeOffs:
    """Compare what was measured of runs on jobs with environments, at least one."""
    points = [
        TradePoint.of(
            run.label,
            run.metrics,
            target=run.target,
            platform=platform,
        )
        for run in runs
    ]
    bounds = (known_makespan(run.bounds, proved=run.proved, unit=run.unit) for run in runs)
    least = 0.0 if workload.unmodelled else max(bounds)
    return TradeOffs.of(workload, platform, points, least_makespan=least)
