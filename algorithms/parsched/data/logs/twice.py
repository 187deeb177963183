"""Hours that clocks show twice: which of the two a job means is told by its run time and its wait,
and by that it is submitted before it starts, and starts before it ends."""

from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.wall_clock import Instants
from parsched.model.problem.workload import Floats

DATES = ("submit", "start", "end")

Mask = NDArray[np.bool_]
Times = dict[str, Floats]
"""By role, seconds, NaN where nothing is said."""


def told(
    times: Mapping[str, Floats], dates: Mapping[str, Instants], pause: float
) -> tuple[Times, Mask, Mask]:
    """Return submit, start and end of jobs, some maybe the `second` of two instants; which jobs
    have such times; and which of these may still mean both, so that the first counts.

    Parameters
    ----------
    times
        Times of `dates`, `run` and `wait`.
    pause
        Seconds by which a run time may differ from that between start and end, as clocks do.
    """
    are_twice = np.any([np.isfinite(dates[role].second) for role in DATES], axis=0)
    rows = np.flatnonzero(are_twice)
    chosen = {role: times[role].copy() for role in DATES}
    is_open = np.zeros(len(are_twice), np.bool_)
    if not len(rows):
        return chosen, are_twice, is_open
    least = np.full((2, len(rows)), np.inf)
    for one in _choices(times, dates, rows):
        faults = _faults(one, times["run"][rows], times["wait"][rows], pause)
        is_better = (faults[0] < least[0]) | ((faults[0] == least[0]) & (faults[1] < least[1]))
        is_equal = np.all(faults == least, axis=0) & np.isfinite(faults[0])
        least = np.where(is_better, faults, least)
        is_open[rows] = np.where(is_better, False, is_open[rows] | is_equal)
        for role in DATES:
            chosen[role][rows[is_better]] = one[role][is_better]
    return chosen, are_twice, is_open


def _choices(
    times: Mapping[str, Floats], dates: Mapping[str, Instants], rows: NDArray[np.intp]
) -> Iterator[Times]:
    """Yield every choice of instants, the earliest first; infinite where there is no second one."""
    second = {role: dates[role].second[rows] for role in DATES}
    for later in product((False, True), repeat=len(DATES)):
        yield {
            role: np.where(np.isnan(second[role]), np.inf, second[role])
            if is_later
            else times[role][rows]
            for role, is_later in zip(DATES, later, strict=True)
        }


def _faults(one: Times, run: Floats, wait: Floats, pause: float) -> Floats:
    """Return how often the order of a choice is wrong, and by how many seconds run time and wait
    are: 0 where they are by no more than a pause; infinite where a choice does not exist."""
    submit, start, end = (one[role] for role in DATES)
    with np.errstate(invalid="ignore"):
        begun = np.where(np.isnan(start), end, start)
        wrong = (begun < submit).astype(np.float64) + (end < start)
        off = _off(end - start, run, pause) + _off(start - submit, wait, pause)
    exists = ~np.any([np.isinf(one[role]) for role in DATES], axis=0)
    return np.where(exists, [wrong, off], np.inf)


def _off(between: Floats, said: Floats, pause: float) -> Floats:
    off = np.abs(between - said)
    return np.where(np.isnan(off) | (off <= pause), 0.0, off)
