"""A schedule of length 3/2 λ from the two shelves of an accepted guess λ."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms.allotment.choices import Choices
from algorithms.kernels import shelves as kernels
from algorithms.kernels.shelves import BEARING, FIRST, SECOND, SMALL, WHOLE, Shelves
from algorithms.workload import Floats, Ints


class Placed(NamedTuple):
    """A schedule: choices, int64, and starts, float64, seconds, both of shape (n_jobs,)."""

    chosen: Ints
    start: Floats


def build(
    choices: Choices,
    processors: int,
    guess: float,
    chosen: Ints,
    shelf: NDArray[np.int8],
) -> Placed | None:
    """Build the three shelves.

    Parameters
    ----------
    chosen, shelf
        Allotment and shelves as in `DualApproximation`; `NOWHERE` for jobs that take no time.

    Returns
    -------
    Placed or None
        None when the second shelf stays wider than the machine or a small job finds no room, which
        does not happen to monotone jobs with a choice for every number of processors.
    """
    state = Shelves(
        chosen.copy(),
        shelf.copy(),
        np.full(choices.jobs, -1),
        np.array([guess, guess + guess / 2]),
        np.zeros(3, np.int64),
        np.full(1, -1),
    )
    _transform(state, choices, processors)
    if state.used[0] + state.used[2] > processors:
        return None
    start = _starts(state, choices, processors)
    return None if start is None else Placed(state.chosen, start)


def _transform(state: Shelves, choices: Choices, processors: int) -> None:
    """Apply the rules as long as one of them applies."""
    offsets, widths, times, _, _ = choices
    narrow = np.empty(choices.jobs, np.int64)
    kernels.settle_first(state, offsets, widths, times, narrow)
    second = np.flatnonzero(state.shelf == SECOND)
    second = second[np.argsort(widths[narrow[second]], kind="stable")]
    more = True
    while more:
        moved = kernels.lift(state, offsets, widths, times, second, narrow, processors)
        second = second[moved:]
        more = kernels.stack_single(state, times)


def _starts(state: Shelves, choices: Choices, processors: int) -> Floats | None:
    """Start the second shelf so late that it ends at 3/2 λ, and put the small jobs in between."""
    width, time = choices.taken(state.chosen)
    start = np.zeros(choices.jobs)
    behind = np.flatnonzero(state.below >= 0)
    start[behind] = time[state.below[behind]]
    second, small = np.flatnonzero(state.shelf == SECOND), np.flatnonzero(state.shelf == SMALL)
    start[second] = _latest(time[second], state.limits)
    upper = state.shelf == WHOLE
    upper[state.below[behind]] = False
    whole, first = np.flatnonzero(upper), np.flatnonzero(np.isin(state.shelf, (FIRST, BEARING)))
    bears = state.shelf[first] == BEARING
    low = _runs(
        np.concatenate([width[whole], width[first] - bears]),
        np.concatenate([start[whole] + time[whole], time[first]]),
        processors,
        0.0,
    )
    high = _runs(
        np.concatenate([state.used[:1], width[second]]),
        np.concatenate([state.limits[1:], start[second]]),
        processors,
        state.limits[1],
    )
    small = small[np.argsort(-time[small], kind="stable")]
    placed = kernels.fill(small, time, *low, *high, start)
    return start if placed == len(small) else None


def _latest(time: Floats, limits: Floats) -> Floats:
    """Return the latest starts from λ on with which the sum of start and time, as it is rounded,
    is at most 3/2 λ."""
    start = limits[1] - time
    late = start + time > limits[1]
    start[late] = np.nextafter(start[late], 0)
    latest: Floats = np.maximum(start, limits[0])
    return latest


def _runs(counts: Ints, values: Floats, processors: int, rest: float) -> tuple[Ints, Floats]:
    """Return where each run of processors ends and its value; `rest` is that of the others."""
    until = np.append(np.cumsum(counts), processors)
    keep = np.diff(until, prepend=0) > 0
    return until[keep], np.append(values, rest)[keep]
