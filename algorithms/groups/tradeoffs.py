"""Trade-offs between makespan and deployments, with what is proved of both.

What none of the other schedules beats in one criterion without being beaten in the other is the
front. It takes runs of any algorithms on the same jobs; `METHODS` are those for environments, with
one λ after the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import Self

from algorithms.compare import front
from algorithms.deployment import Demands
from algorithms.groups.params import least_target
from algorithms.platform import Platform
from algorithms.result import Result, known_makespan
from algorithms.workload import Workload

METHODS = (
    "env-blind",
    "env-order",
    "env-barrier",
    "env-sequential",
    "gls:lambda",
    "gls-plus:lambda",
)
"""What `algorithms.compare.Entry.parse_all` takes for every method with every λ."""
COUNTS = ("deployments", "group_widths", "d_lambda")
"""Metrics that count processors."""


@dataclass(frozen=True, kw_only=True)
class Point:
    """One schedule, of that `label`; `target` is λ in seconds, None for an algorithm without one.

    `guaranteed_makespan` is 4λ (without deployments that take time, else None), and
    `guaranteed_deployments` 2·D_λ, which the deployments are below. The point is `on_front` if none
    beats it in makespan and deployments, and `unbeaten` if none does in these and Σ C.
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
        is_instant: bool = True,
    ) -> Self:
        """Build from metrics by key.

        Parameters
        ----------
        metrics
            Makespan, deployments and Σ C must be known; those that are not are None or NaN.
        target
            λ of the groups, seconds; None or NaN where there is no single one.
        is_instant
            Whether deployments take no time.
        """
        known = {
            key: value for key, value in metrics.items() if not (value is None or isnan(value))
        }
        counts = {key: int(known[key]) for key in COUNTS if key in known}
        target = None if target is None or isnan(target) else target
        least = counts.get("d_lambda")
        return cls(
            label=label,
            makespan=known["makespan"],
            deployments=counts["deployments"],
            sum_completion=known["sum_completion"],
            target=target,
            group_widths=counts.get("group_widths"),
            d_lambda=least,
            guaranteed_makespan=4 * target if target is not None and is_instant else None,
            guaranteed_deployments=None if least is None else 2 * least,
        )


@dataclass(frozen=True, kw_only=True)
class TradeOffs:
    """All points, and what no schedule can be below.

    `least_makespan` (seconds) and `least_deployments` are certified for every schedule;
    `least_target` is the minimum of λ, seconds. `steps` are (makespan, deployments): a schedule
    that ends by that makespan, a λ or a makespan of a point, has at least so many.
    """

    points: tuple[Point, ...]
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
        """Compare points that stand for schedules of rigid jobs with environments.

        O(k²) for k points, and O(n + e) for each length of `steps`.
        """
        demands = Demands.of(workload)
        plane = [(p.makespan, float(p.deployments)) for p in points]
        space = [(*at, p.sum_completion) for at, p in zip(plane, points, strict=True)]
        told = zip(points, front(plane), front(space), strict=True)
        lengths = {p.makespan for p in points} | {p.target for p in points if p.target is not None}
        return cls(
            points=tuple(replace(p, on_front=two, unbeaten=three) for p, two, three in told),
            least_makespan=least_makespan,
            least_deployments=int(demands.width.sum()),
            least_target=least_target(workload, platform.processors),
            steps=tuple((length, demands.deployments(length)) for length in sorted(lengths)),
        )

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


def trade_offs(found: Sequence[tuple[str, Result]]) -> TradeOffs:
    """Compare runs on the same jobs with environments, at least one, each with its label.

    What runs have proved of schedules with deployments that take time counts if they take the same
    time in all.
    """
    points = []
    for label, result in found:
        groups, is_instant = result.schedule.groups, result.schedule.deployment.is_instant
        target = None if groups is None else groups.target
        points.append(Point.of(label, result.metrics, target=target, is_instant=is_instant))
    results = [result for _, result in found]
    alike = len({result.schedule.deployment for result in results}) == 1
    known = (
        known_makespan(r.bounds, proved=r.proved if alike or not r.is_cut else None, unit=r.unit)
        for r in results
    )
    first = results[0]
    return TradeOffs.of(first.workload, first.platform, points, least_makespan=max(known))
