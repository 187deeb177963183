"""Times on another clock, whose time 0 is some seconds later; and which clock a file has.

Completions count from the first release (`algorithms.outcome`), so a workload may begin late: its
times stay as its file has them, as do those of schedules of it. Seconds since 1970 are moved, as
they say dates.
"""

import numpy as np

from algorithms.problem.arrays import Floats
from algorithms.problem.calendar import LATEST

EPOCH = 1e8
"""Release dates from here on, seconds, count from 1970, not from the start of a log."""
MOST_DECIMALS = 9
"""Decimals that times may have, to be moved exactly."""
ROUNDED = 4
"""Last places of float64 by which sums of a few decimals may be off."""


def since_1970(first: float) -> float:
    """Return what to subtract from times of which the first release is `first`: that where they
    count from 1970, and it is the Unix time of the new time 0; else 0.

    Examples
    --------
    >>> since_1970(1_646_147_242.0), since_1970(599_850.0)
    (1646147242.0, 0.0)
    """
    return first if EPOCH <= first <= LATEST else 0.0


def moved(times: Floats, begin: float) -> Floats:
    """Return times on the clock whose time 0 is at `begin` seconds of theirs.

    The difference of decimals is the decimal: of 5000000.3 s and 5000000 s it is 0.3 s, where
    float64 alone says 0.2999999998. What are no decimals is subtracted as it is.

    Parameters
    ----------
    times
        float64, seconds; NaN stays.

    Examples
    --------
    >>> moved(np.array([5_000_000.3]), 5_000_000.0).tolist()
    [0.3]
    """
    if not begin:
        return times
    decimals = decimals_of(np.append(times, begin))
    difference: Floats = times - begin
    return difference if decimals is None else np.round(difference, decimals)


def decimals_of(times: Floats) -> int | None:
    """Return how many decimals times have but for rounding, at most `MOST_DECIMALS`; None where
    some have more, or where float64 hardly tells these decimals apart.

    Examples
    --------
    >>> decimals_of(np.array([3.0, 0.25])), decimals_of(np.array([1 / 3]))
    (2, None)
    """
    known = times[np.isfinite(times)]
    fineness = float(np.spacing(np.abs(known).max(initial=0.0)))
    for decimals in range(MOST_DECIMALS + 1):
        if 10.0 * ROUNDED * fineness > 10.0**-decimals:
            return None
        if bool((np.abs(np.round(known, decimals) - known) <= ROUNDED * fineness).all()):
            return decimals
    return None
