"""Trade-offs between makespan and deployments, with what is proved of both.

What none of the other schedules beats in one criterion without being beaten in the other is the
front. It takes runs of any algorithms on the same jobs; `algorithms.ready_made` has those for
environments, with one λ after the other. A makespan that pays for deployments says nothing beside
one that does not, so only those whose deployments take the same time are compared.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan
from typing import Self

from algorithms.bounds.registry import Bounds
from algorithms.compare import front
from algorithms.deployment import INSTANT, Demands, DeployTime
from algorithms.groups.params import least_target
from algorithms.platform import Platform
from algorithms.result import Result, known_makespan
from algorithms.workload import Workload

COUNTS = ("deployments", "group_widths", "d_lambda")
"""Metrics that count processors."""


@dataclass(frozen=True, kw_only=True)
class Point:
    """One schedule, of that `label`; `target` is λ in seconds, None for an algorithm without one.

    `deployment` is how long deployments took, and `slowest` the time d of one on all processors at
    once, seconds. What is proved for λ of jobs that are there at time 0: the makespan is at most
    `guaranteed_makespan`, 4λ, or 4λ + max(2d, 4d·D_λ / m) with deployments that take time, and the
    deployments are at most `guaranteed_deployments`, 2·D_λ. Of the points that are `compared`, this
    one is `on_front` if none beats it in makespan and deployments, and `unbeaten` if none does in
    these and Σ C; one that is not compared is neither.
    """

    label: str
    makespan: float
    deployments: int
    sum_completion: float
    target: float | None = None
    group_widths: int | None = None
    d_lambda: int | None = None
    deployment: DeployTime = INSTANT
    slowest: float = 0.0
    guaranteed_makespan: float | None = None
    guaranteed_deployments: int | None = None
    compared: bool = True
    on_front: bool = False
    unbeaten: bool = False

    @classmethod
    def of(
        cls,
        label: str,
        metrics: Mapping[str, float | None],
        *,
        target: float | None = None,
        deployment: DeployTime = INSTANT,
        processors: int = 1,
    ) -> Self:
        """Build from metrics by key.

        Parameters
        ----------
        metrics
            Makespan, deployments and Σ C must be known; those that are not are None or NaN.
        target
            λ of the groups, seconds; None or NaN where there is no single one.
        deployment
            Time that deployments took, of one or more at once, up to all `processors`.
        """
        known = {
            key: value for key, value in metrics.items() if not (value is None or isnan(value))
        }
        counts = {key: int(known[key]) for key in COUNTS if key in known}
        target = None if target is None or isnan(target) else target
        least, slowest = counts.get("d_lambda"), deployment.on(processors)
        return cls(
            label=label,
            makespan=known["makespan"],
            deployments=counts["deployments"],
            sum_completion=known["sum_completion"],
            target=target,
            group_widths=counts.get("group_widths"),
            d_lambda=least,
            deployment=deployment,
            slowest=slowest,
            guaranteed_makespan=_longest(target, least, slowest, processors),
            guaranteed_deployments=None if least is None else 2 * least,
        )


def _longest(
    target: float | None, least: int | None, slowest: float, processors: int
) -> float | None:
    """Return the makespan that group list scheduling guarantees, seconds (see `gls`)."""
    if target is None or (slowest > 0 and least is None):
        return None
    return 4 * target + slowest * max(2, 4 * (least or 0) / processors)


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One run: what was measured and what was proved, as `algorithms.result.Result` has them.

    `target` is λ of its groups, seconds, None or NaN where there is no single one.
    """

    label: str
    metrics: Mapping[str, float | None]
    target: float | None = None
    deployment: DeployTime = INSTANT
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
            deployment=result.schedule.deployment,
            bounds=result.bounds,
            proved=result.proved,
            unit=result.unit,
        )


@dataclass(frozen=True, kw_only=True)
class TradeOffs:
    """All points, and what no schedule can be below.

    Points are compared if their deployments take `deployment`: the time of most points, of equally
    many the longer one. `least_makespan` (seconds) is certified for every schedule whose
    deployments take that time or longer, `least_deployments` for every schedule; `least_target` is
    the minimum of λ, seconds. `steps` are (makespan, deployments): a schedule that ends by that
    makespan, a λ or a makespan of a point, has at least so many. In all of them a moldable job
    counts with the least that it may take: processors, work and time.
    """

    points: tuple[Point, ...]
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
        points: Sequence[Point],
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
        shared = usual_time([point.deployment for point in points])
        lengths = {p.makespan for p in points} | {p.target for p in points if p.target is not None}
        return cls(
            points=_standing(points, shared),
            deployment=shared,
            least_makespan=least_makespan,
            least_deployments=int(demands.width.sum()),
            least_target=least_target(workload, platform.processors),
            steps=tuple((length, demands.deployments(length)) for length in sorted(lengths)),
        )

    @property
    def is_alike(self) -> bool:
        """True when deployments take the same time in all, so that their makespans compare."""
        return len({point.deployment for point in self.points}) <= 1

    @property
    def compared(self) -> tuple[Point, ...]:
        """Points whose deployments take the time of most."""
        return tuple(point for point in self.points if point.compared)

    @property
    def front(self) -> tuple[Point, ...]:
        """Points that no other beats, by makespan; of equal ones the first."""
        chosen = {(p.makespan, p.deployments): p for p in reversed(self.points) if p.on_front}
        return tuple(chosen[key] for key in sorted(chosen))

    @property
    def unbeaten(self) -> tuple[Point, ...]:
        """Points that no other beats in three criteria, by makespan; of equal ones the first."""
        chosen = {
            (p.makespan, p.deployments, p.sum_completion): p
            for p in reversed(self.points)
            if p.unbeaten
        }
        return tuple(chosen[key] for key in sorted(chosen))


def usual_time(times: Sequence[DeployTime]) -> DeployTime:
    """Return the most frequent of some times, at least one; of equally frequent ones that which is
    longest on 100 processors at once."""
    counts = Counter(times)
    return max(counts, key=lambda time: (counts[time], time.on(100), time.values))


def _standing(points: Sequence[Point], shared: DeployTime) -> tuple[Point, ...]:
    """Say which points are compared, and which of these no other beats."""
    chosen = [i for i, point in enumerate(points) if point.deployment == shared]
    plane = [(points[i].makespan, float(points[i].deployments)) for i in chosen]
    space = [(*at, points[i].sum_completion) for at, i in zip(plane, chosen, strict=True)]
    found = [replace(p, compared=False, on_front=False, unbeaten=False) for p in points]
    for i, two, three in zip(chosen, front(plane), front(space), strict=True):
        found[i] = replace(points[i], compared=True, on_front=two, unbeaten=three)
    return tuple(found)


def trade_offs(found: Sequence[tuple[str, Result]]) -> TradeOffs:
    """Compare runs on the same jobs with environments, at least one, each with its label."""
    first = found[0][1]
    measured = [Measured.of(label, result) for label, result in found]
    return trade_offs_of(first.workload, first.platform, measured)


def trade_offs_of(workload: Workload, platform: Platform, found: Sequence[Measured]) -> TradeOffs:
    """Compare what was measured of runs on jobs with environments, at least one."""
    points = [
        Point.of(
            run.label,
            run.metrics,
            target=run.target,
            deployment=run.deployment,
            processors=platform.processors,
        )
        for run in found
    ]
    return TradeOffs.of(workload, platform, points, least_makespan=_shortest(found))


def _shortest(found: Sequence[Measured]) -> float:
    """Return what is certified of the makespans that are compared, seconds. What holds for
    deployments of some time holds for longer ones, too; but where these take another
    time, makespans need not be multiples of the unit."""
    shared = usual_time([run.deployment for run in found])
    return max(
        known_makespan(
            run.bounds, proved=run.proved, unit=run.unit if run.deployment == shared else None
        )
        for run in found
        if run.deployment.seconds <= shared.seconds and run.deployment.extra <= shared.extra
    )
