"""Times on another clock, whose time 0 is some seconds later; and which clock a file has.

Completions count from the first release (`parsched.model.outcome`), so a workload may begin late:
its times stay as its file has them, as do the times of its schedules. Seconds since 1970 are moved,
as they say dates.
"""

import numpy as np

from parsched.model.problem.arrays import Floats
from parsched.model.problem.calendar import LATEST
from parsched.model.problem.ticks import apart

EPOCH = 1e8
"""Release dates from here on, seconds, count from 1970, not from the start of a log."""


def since_1970(first: float) -> float:
    """Return what to subtract from times whose first release is `first`: that where they
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
    return apart(times, np.array([begin])) if begin else times
