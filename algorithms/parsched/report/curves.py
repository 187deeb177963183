"""Series for plots: exact, but never more points than a screen can show.

Times are seconds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.measure.metrics import TAU
from parsched.model.problem.arrays import Floats
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule

ECDF_POINTS = 500
BINS = 1_000


@dataclass(frozen=True, eq=False)
class CurvePoints:
    """Points of one line, read-only float64 arrays of one shape; y holds from its x to the next."""

    x: Floats
    y: Floats

    def __post_init__(self) -> None:
        self.x.setflags(write=False)
        self.y.setflags(write=False)

    def as_json(self) -> dict[str, Any]:
        """Return plain lists."""
        return {"x": self.x.tolist(), "y": self.y.tolist()}


def wait(jobs: Workload, schedule: Schedule) -> CurvePoints:
    """Share of the jobs that wait at most x seconds."""
    return ecdf(schedule.wait(jobs))


def flow(jobs: Workload, schedule: Schedule) -> CurvePoints:
    """Share of the jobs that are done at most x seconds after their release."""
    return ecdf(schedule.flow(jobs))


def slowdown(jobs: Workload, schedule: Schedule) -> CurvePoints:
    """Share of the jobs whose bounded slowdown is at most x."""
    ratios = schedule.flow(jobs) / np.maximum(schedule.duration, TAU)
    return ecdf(np.maximum(ratios, 1.0))


def busy(jobs: Workload, schedule: Schedule) -> CurvePoints:
    """Number of processors that are busy, exact or as the mean over each bin of time."""
    return level_over_time(schedule.start, schedule.end, schedule.width)


def queue(jobs: Workload, schedule: Schedule) -> CurvePoints:
    """Number of jobs that are released and not started, exact or as the mean over each bin."""
    until = float(schedule.end.max(initial=0.0))
    release = jobs.released(schedule.end)
    return level_over_time(release, schedule.start, np.ones(len(schedule.start)), until)


CURVES: dict[str, Callable[[Workload, Schedule], CurvePoints]] = {
    "wait": wait,
    "flow": flow,
    "slowdown": slowdown,
    "utilisation": busy,
    "queue": queue,
}
"""All series of a schedule, by key."""


def ecdf(values: Floats, points: int = ECDF_POINTS) -> CurvePoints:
    """Return the empirical distribution function at no more than `points` of its own steps.

    Each point is exact: y is the share of values that are at most x. Steps are left out evenly in
    y, and the first and the last are always there.
    """
    steps, last = np.unique(values, return_index=False, return_counts=True)
    shares = np.cumsum(last) / max(len(values), 1)
    if len(steps) > points:
        levels = np.linspace(shares[0], 1.0, points)
        places = np.unique(np.searchsorted(shares, levels))
        steps, shares = steps[places], shares[places]
    return CurvePoints(steps.astype(np.float64), shares)


def level_over_time(
    begin: Floats, end: Floats, height: NDArray[Any], until: float = 0.0, bins: int = BINS
) -> CurvePoints:
    """Return the total height of active items over time, from 0 to the last end (or `until`).

    Item i adds `height[i]` from `begin[i]` to `end[i]`. Where there are no more steps than bins the
    steps themselves come back, otherwise the time-weighted mean of each bin.
    """
    times = np.concatenate([begin, end])
    change = np.concatenate([height, -height]).astype(np.float64)
    steps, step_of = np.unique(np.concatenate([[0.0], times]), return_inverse=True)
    changes = np.bincount(step_of, np.concatenate([[0.0], change]), len(steps))
    level = np.cumsum(changes, dtype=np.float64)
    last = max(float(steps[-1]), until)
    if len(steps) <= bins:
        return _closed(steps, level, last)
    area = np.concatenate([[0.0], np.cumsum(level[:-1] * np.diff(steps))])
    edges = np.linspace(0.0, last, bins + 1)
    mean = np.diff(np.interp(edges, steps, area)) / np.diff(edges)
    return CurvePoints(edges, np.append(mean, mean[-1]))


def _closed(times: Floats, level: Floats, last: float) -> CurvePoints:
    """Extend the last step to the end."""
    if last > times[-1]:
        return CurvePoints(np.append(times, last), np.append(level, level[-1]))
    return CurvePoints(times, level)
