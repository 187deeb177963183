"""Classes of the sequential colours: readable limits, spread over the jobs of a workload."""

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.workload import Workload

CLASSES = 7
MINUTE, HOUR, DAY = 60, 3_600, 86_400
_FINE = tuple(m * 10.0**e for e in range(-6, 1) for m in (1, 1.5, 2, 3, 5, 7))
TIMES = (
    *(t for t in _FINE if t < 10),
    *(10, 15, 20, 30),
    *(m * MINUTE for m in (1, 2, 3, 5, 10, 15, 20, 30)),
    *(h * HOUR for h in (1, 2, 3, 5, 10)),
    *(d * DAY for d in (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000)),
)
"""Times that a legend may name, in seconds."""
COUNTS = tuple(sorted({2**e for e in range(31)}))
QUANTILES = (0.02, 0.9)
LOOKED_AT = 2_000_000
"""Most configurations that limits are chosen from; beyond, only every n-th job counts."""
SLOWDOWNS = (1.0, 1.5, 2.0, 5.0, 10.0, 100.0)


Limits = dict[str, list[float]]
_cache: WeakKeyDictionary[Workload, Limits] = WeakKeyDictionary()


def limits(workload: Workload) -> Limits:
    """Upper limits of all classes but the last, by quantity. Class i holds values up to limit i.

    Moldable jobs count with all their configurations, since all schedules share one scale: each
    width weighs as much as all others of its size, since narrow ones are chosen most often.
    """
    if workload not in _cache:
        _cache[workload] = _limits(workload)
    return _cache[workload]


def _limits(workload: Workload) -> Limits:
    profiles = workload.profiles
    if (step := -(-len(profiles.widths) // LOOKED_AT)) > 1:
        profiles = profiles.take(np.arange(0, len(profiles), step))
    times, widths = profiles.times, profiles.widths
    weight = times * widths if workload.is_rigid else 1 / widths
    runtime = spread(times, weight, TIMES)
    return {
        "runtime": runtime,
        "width": spread(widths.astype(np.float64), weight, COUNTS),
        "wait": [0.0, *_waits(runtime)],
        "slowdown": list(SLOWDOWNS),
    }


def spread(
    values: NDArray[np.float64], weight: NDArray[np.float64], ladder: tuple[float, ...]
) -> list[float]:
    """Choose up to six rungs, log-evenly between a low and a high quantile by weight."""
    steps = np.array(ladder, np.float64)
    positive = values > 0
    if not positive.any():
        return [float(steps[0])]
    order = np.argsort(values, kind="stable")
    order = order[positive[order]]
    share = np.cumsum(weight[order])
    low, high = values[order[np.searchsorted(share, np.array(QUANTILES) * share[-1])]]
    targets = np.geomspace(low, high, CLASSES - 1)
    nearest = np.abs(np.log(steps[:, None] / targets[None, :])).argmin(axis=0)
    return [float(step) for step in steps[np.unique(nearest)]]


def _waits(runtime: list[float]) -> list[float]:
    """Five waits from a short run time up to about a hundred long ones."""
    targets = np.geomspace(max(runtime[0], TIMES[0]), runtime[-1] * 20, CLASSES - 2)
    steps = np.array(TIMES)
    nearest = np.abs(np.log(steps[:, None] / targets[None, :])).argmin(axis=0)
    return [float(step) for step in steps[np.unique(nearest)]]


def classify(values: NDArray[np.float64], upper: list[float]) -> NDArray[np.uint8]:
    """Return the class of each value, uint8."""
    return np.searchsorted(np.array(upper), values, side="left").astype(np.uint8)
