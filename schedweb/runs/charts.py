"""Series for plots: exact, but never more points than a screen can show.

Times are seconds. Each function is cached by the digests of its blobs, which never change.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from algorithms.metrics import TAU
from schedweb.runs.models import Run
from schedweb.runs.storage import load_schedule
from schedweb.workloads.storage import load_workload

ECDF_POINTS = 500
BINS = 1_000
CACHED = 128

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Series:
    """Points of one line, read-only float64 arrays of one shape; y holds from its x to the next."""

    x: Floats
    y: Floats

    def __post_init__(self) -> None:
        self.x.setflags(write=False)
        self.y.setflags(write=False)

    def as_json(self) -> dict[str, Any]:
        """Return plain lists."""
        return {"x": self.x.tolist(), "y": self.y.tolist()}


@dataclass(frozen=True, eq=False)
class _Jobs:
    """What the plots need of a run, one entry per job."""

    release: Floats
    start: Floats
    end: Floats
    duration: Floats
    width: NDArray[np.int64]


def wait_ecdf(run: Run) -> Series:
    """Share of the jobs that wait at most x seconds."""
    return _cached(_wait, run)


def flow_ecdf(run: Run) -> Series:
    """Share of the jobs that are done at most x seconds after their release."""
    return _cached(_flow, run)


def slowdown_ecdf(run: Run) -> Series:
    """Share of the jobs whose bounded slowdown is at most x."""
    return _cached(_slowdown, run)


def utilisation(run: Run) -> Series:
    """Share of the processors that are busy, exact or as the mean over each bin of time."""
    series = _cached(_busy, run)
    return Series(series.x, series.y / run.comparison.processors)


def queue_length(run: Run) -> Series:
    """Number of jobs that are released and not started, exact or as the mean over each bin."""
    return _cached(_queue, run)


CHARTS: dict[str, Callable[[Run], Series]] = {
    "wait": wait_ecdf,
    "flow": flow_ecdf,
    "slowdown": slowdown_ecdf,
    "utilisation": utilisation,
    "queue": queue_length,
}
"""All series of a run that is done, by key."""


def _cached(compute: Callable[[str, str], Series], run: Run) -> Series:
    return compute(run.comparison.workload.digest, run.schedule)


@lru_cache(maxsize=CACHED)
def _wait(workload: str, schedule: str) -> Series:
    jobs = _jobs(workload, schedule)
    return ecdf(jobs.start - jobs.release)


@lru_cache(maxsize=CACHED)
def _flow(workload: str, schedule: str) -> Series:
    jobs = _jobs(workload, schedule)
    return ecdf(jobs.end - jobs.release)


@lru_cache(maxsize=CACHED)
def _slowdown(workload: str, schedule: str) -> Series:
    jobs = _jobs(workload, schedule)
    slowdown = (jobs.end - jobs.release) / np.maximum(jobs.duration, TAU)
    return ecdf(np.maximum(slowdown, 1.0))


@lru_cache(maxsize=CACHED)
def _busy(workload: str, schedule: str) -> Series:
    jobs = _jobs(workload, schedule)
    return level_over_time(jobs.start, jobs.end, jobs.width)


@lru_cache(maxsize=CACHED)
def _queue(workload: str, schedule: str) -> Series:
    jobs = _jobs(workload, schedule)
    until = float(jobs.end.max(initial=0.0))
    return level_over_time(jobs.release, jobs.start, np.ones(len(jobs.start)), until)


def _jobs(workload: str, schedule: str) -> _Jobs:
    jobs, found = load_workload(workload), load_schedule(schedule)
    return _Jobs(jobs.release, found.start, found.end, found.duration, found.width)


def ecdf(values: Floats, points: int = ECDF_POINTS) -> Series:
    """Return the empirical distribution function at no more than `points` of its own steps.

    Each point is exact: y is the share of values that are at most x. Steps are left out evenly in
    y, and the first and the last are always there.
    """
    steps, last = np.unique(values, return_index=False, return_counts=True)
    shares = np.cumsum(last) / max(len(values), 1)
    if len(steps) > points:
        wanted = np.linspace(shares[0], 1.0, points)
        chosen = np.unique(np.searchsorted(shares, wanted))
        steps, shares = steps[chosen], shares[chosen]
    return Series(steps.astype(np.float64), shares)


def level_over_time(
    begin: Floats, end: Floats, height: NDArray[Any], until: float = 0.0, bins: int = BINS
) -> Series:
    """Return how much is going on, from 0 to the last end (or `until`).

    Item i adds `height[i]` from `begin[i]` to `end[i]`. Where there are no more steps than bins the
    steps themselves come back, otherwise the time-weighted mean of each bin.
    """
    times = np.concatenate([begin, end])
    change = np.concatenate([height, -height]).astype(np.float64)
    steps, where = np.unique(np.concatenate([[0.0], times]), return_inverse=True)
    changes = np.bincount(where, np.concatenate([[0.0], change]), len(steps))
    level = np.cumsum(changes, dtype=np.float64)
    last = max(float(steps[-1]), until)
    if len(steps) <= bins:
        return _closed(steps, level, last)
    area = np.concatenate([[0.0], np.cumsum(level[:-1] * np.diff(steps))])
    edges = np.linspace(0.0, last, bins + 1)
    mean = np.diff(np.interp(edges, steps, area)) / np.diff(edges)
    return Series(edges, np.append(mean, mean[-1]))


def _closed(times: Floats, level: Floats, last: float) -> Series:
    """Let the last step reach to the end."""
    if last > times[-1]:
        return Series(np.append(times, last), np.append(level, level[-1]))
    return Series(times, level)
