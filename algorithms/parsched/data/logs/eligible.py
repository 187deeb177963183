"""When jobs became eligible to start: from then on they wait for the machine."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.data.files.findings import FindingKind
from parsched.data.logs import kinds
from parsched.model.problem.wall_clock import Instants
from parsched.model.problem.workload import Floats

Mask = NDArray[np.bool_]


class Eligible(NamedTuple):
    """When jobs became eligible, float64, seconds, NaN where they wait from their submission; and
    for which jobs that is remarkable."""

    time: Floats
    remarks: list[tuple[FindingKind, Mask]]


def eligible_of(told: Instants, submit: Floats, start: Floats) -> Eligible:
    """Return when jobs became eligible, where that is from their submission to their start: a job
    that is queued again after it started has the time of that, which tells nothing of this start.

    Parameters
    ----------
    told
        What a log says; where a clock showed it twice, the order submit, eligible, start decides.
    submit, start
        float64, shape (n_jobs,), seconds, NaN where unknown.

    Examples
    --------
    >>> told = Instants.once(np.array([5.0, np.nan, 70.0]))
    >>> eligible_of(told, np.zeros(3), np.full(3, 60.0)).time
    array([ 5., nan, nan])
    """
    with np.errstate(invalid="ignore"):
        is_later = np.isfinite(told.second) & (told.first < submit)
        is_open = np.isfinite(told.second) & ~is_later & ~(told.second > start)
        time = np.where(is_later, told.second, told.first)
        early, late = time < submit, np.isfinite(time) & (time > start)
        counts = np.isfinite(time) & (time > submit) & ~late
    remarks = [
        (kinds.ELIGIBLE_UNKNOWN, ~np.isfinite(time)),
        (kinds.ELIGIBLE_EARLY, np.isfinite(time) & early & ~late),
        (kinds.ELIGIBLE_LATE, late),
        (kinds.TWICE_OPEN, is_open),
    ]
    return Eligible(np.where(counts, time, np.nan), remarks)
