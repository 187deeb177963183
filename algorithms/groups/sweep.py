"""Every trade-off between makespan and deployments that the algorithms for environments find.

Group list scheduling is given one λ after the other, and the baselines run once. What none of the
others beats in one criterion without being beaten in the other is the front.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from algorithms.compare import Entry, front
from algorithms.deployment import Demands, DeployTime
from algorithms.errors import ParameterError, UnsupportedError
from algorithms.groups.params import least_target
from algorithms.platform import Platform
from algorithms.result import Result, finite, known_makespan
from algorithms.solve import solve
from algorithms.stop import Stop
from algorithms.workload import Workload

FACTORS = (1.0, 1.1, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
"""λ as multiples of its minimum."""

WITH_TARGET: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("gls", {}),
    ("gls-plus", {}),
    ("gls-plus", {"choose": "fewest"}),
)
"""What runs for each λ."""

WITHOUT: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("env-blind", {}),
    ("env-order", {}),
    ("env-barrier", {}),
    ("env-sequential", {}),
)
"""What runs once."""


@dataclass(frozen=True, kw_only=True)
class Point:
    """One schedule. `label` names algorithm and parameters, but for the times of deployments, which
    are the same for all; `target` is λ in seconds, None for an algorithm without one.

    `guaranteed_makespan` is 4λ (without deployments that take time, else None), and
    `guaranteed_deployments` 2·D_λ, which the deployments are below.
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


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """All points, and what no schedule can be below.

    `least_makespan` (seconds) and `least_deployments` are certified for every schedule;
    `least_target` is the minimum of λ, seconds. `steps` are (makespan, deployments): a schedule
    that ends by that makespan, a λ of the sweep or a makespan of a point, has at least so many.
    """

    points: tuple[Point, ...]
    least_makespan: float
    least_deployments: int
    least_target: float
    steps: tuple[tuple[float, int], ...]

    @property
    def front(self) -> tuple[Point, ...]:
        """Points that no other beats, by makespan; of equal ones the first."""
        chosen = {(p.makespan, p.deployments): p for p in reversed(self.points) if p.on_front}
        return tuple(chosen[key] for key in sorted(chosen))


def sweep(
    workload: Workload,
    platform: Platform,
    *,
    factors: Sequence[float] = FACTORS,
    deployment: DeployTime | None = None,
    stop: Stop | None = None,
) -> Sweep:
    """Run every algorithm for environments, those with λ for each factor of its minimum.

    Each schedule is checked. Takes as long as these runs do together.

    Raises
    ------
    ParameterError
        For a factor below 1.
    UnsupportedError
        When the jobs have no environments, or are not such as these algorithms take.
    Cancelled, TimeLimitReached
        Through `stop`, with nothing to keep.
    """
    deployment, stop = deployment or DeployTime(), stop or Stop()
    if wrong := [factor for factor in factors if not 1 <= factor < float("inf")]:
        raise ParameterError({"factors": f"factors must be at least 1, got {wrong[0]:g}"})
    if workload.environment is None:
        raise UnsupportedError("A sweep over λ needs jobs with environments, and these have none")
    entries = list(_entries(factors, deployment))
    points = []
    least = 0.0
    for number, (label, entry) in enumerate(entries):
        done = (number / len(entries), (number + 1) / len(entries))
        part = stop.part(*done, f"{entry.key}, {number + 1} of {len(entries)}")
        result = solve(workload, platform, entry.key, entry.params, stop=part)
        least = max(least, known_makespan(result.bounds, proved=result.proved, unit=result.unit))
        points.append(_point(label, result))
    places = front([(point.makespan, float(point.deployments)) for point in points])
    demands = Demands.of(workload)
    lengths = {p.makespan for p in points} | {p.target for p in points if p.target is not None}
    return Sweep(
        points=tuple(replace(p, on_front=on) for p, on in zip(points, places, strict=True)),
        least_makespan=least,
        least_deployments=int(demands.width.sum()),
        least_target=least_target(workload, platform.processors),
        steps=tuple((length, demands.deployments(length)) for length in sorted(lengths)),
    )


def _entries(factors: Sequence[float], deployment: DeployTime) -> Iterator[tuple[str, Entry]]:
    """Yield what runs, with labels that leave out the times of deployments."""
    chosen = [*WITHOUT]
    chosen += [(key, {"lam": f, **more}) for key, more in WITH_TARGET for f in factors]
    times = {"deploy_seconds": deployment.seconds, "deploy_extra": deployment.extra}
    for key, settings in chosen:
        yield Entry.of(key, settings).label, Entry.of(key, {**settings, **times})


def _point(label: str, result: Result) -> Point:
    metrics, groups = result.metrics, result.schedule.groups
    least = finite(metrics["d_lambda"])
    widths = finite(metrics["group_widths"])
    target = None if groups is None else groups.target
    is_instant = result.schedule.deployment.is_instant
    return Point(
        label=label,
        makespan=metrics["makespan"],
        deployments=int(metrics["deployments"]),
        sum_completion=metrics["sum_completion"],
        target=target,
        group_widths=None if widths is None else int(widths),
        d_lambda=None if least is None else int(least),
        guaranteed_makespan=4 * target if target is not None and is_instant else None,
        guaranteed_deployments=None if least is None else 2 * int(least),
    )
