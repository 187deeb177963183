"""Dates that are far outside those of the other jobs: a clock that was not set, a year with a
wrong digit, or 0 for a time that nobody knows."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from algorithms.formats.findings import Findings, Kind, Severity, shown
from algorithms.problem.calendar import LAST as LAST_DAY
from algorithms.problem.workload import Floats, Ints

FAR_DATE = Kind(
    key="far_date",
    severity=Severity.ERROR,
    field="Submission, start and end",
    rule="must not be far outside the dates of the other jobs",
    action="set apart: the job is left out",
    drops=True,
)

FIRST, LAST = 315_532_800.0, 4_102_444_800.0
"""Unix times of 1980 and 2100, between which jobs of logs have run."""
CERTAIN = 1e9
"""Unix time of September 2001: seconds since the start of a log are hardly as many."""
GAP = 157_766_400.0
"""Five years, in seconds: no log pauses for longer and goes on with few jobs."""
FEW = 0.1
"""Share of the jobs up to which those beyond such a gap are few."""

Mask = NDArray[np.bool_]


def far_from_others(times: Floats, since: float = FIRST) -> Mask:
    """Return which times are dates far from the others, if these are dates: before 1980 or after
    2100 where most are not, or few beyond a gap of five years.

    Parameters
    ----------
    times
        float64, seconds since 1970; NaN where unknown.
    since
        Unix time from which on half of the times must be, if they are to be dates.

    Examples
    --------
    >>> import numpy as np
    >>> from algorithms.formats.far_dates import far_from_others
    >>> far_from_others(np.array([3600.0, 1.771e9, 1.7711e9])).tolist()
    [True, False, False]
    """
    far: Mask = np.zeros(len(times), np.bool_)
    known = np.isfinite(times)
    first = np.min(times, initial=np.inf, where=known)
    last = np.max(times, initial=-np.inf, where=known)
    if first > LAST or last < since or (first >= FIRST and last <= LAST and last - first <= GAP):
        return far
    usual = known & (times >= FIRST) & (times <= LAST)
    if 2 * (usual & (times >= since)).sum() < known.sum():
        return far
    far = known & ~usual
    dates = np.sort(times[usual])
    ends = np.append(np.flatnonzero(np.diff(dates) > GAP), len(dates) - 1)
    sizes = np.diff(ends, prepend=-1)
    most = int(sizes.argmax())
    for i in np.flatnonzero(sizes <= FEW * len(dates)):
        if i != most:
            begin = dates[ends[i] - sizes[i] + 1]
            far |= usual & (times >= begin) & (times <= dates[ends[i]])
    return far


def set_apart(
    submit: Floats,
    start: Floats,
    run: Floats,
    lines: Ints,
    findings: Findings,
    since: float = FIRST,
) -> Mask:
    """Return which jobs have a date far from those of the others, and report them.

    Parameters
    ----------
    submit, start, run
        float64, shape (n_jobs,), seconds; NaN for starts that nobody knows.
    since
        As `far_from_others` has it.
    """
    far: Mask = np.zeros(len(submit), np.bool_)
    for times in (submit, start, np.where(np.isfinite(start), start, submit) + run):
        here = np.flatnonzero(far_from_others(times, since) & ~far)
        findings.add_all(FAR_DATE, lines[here], _shown(times[here]))
        far[here] = True
    return far


def _shown(times: Floats) -> Callable[[int], str]:
    """Return what shows the i-th time: a date where it has one."""

    def shown_at(i: int) -> str:
        if abs(times[i]) > LAST_DAY:
            return shown(float(times[i]))
        day = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=float(np.floor(times[i])))
        return f"{day:%Y-%m-%d %H:%M:%S} UTC"

    return shown_at
