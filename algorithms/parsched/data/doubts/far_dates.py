"""Dates that are far outside the dates of the other jobs: a clock that was not set, a year with a
wrong digit, or 0 for an unknown time."""

from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.arrays import Floats
from parsched.model.problem.calendar import LAST as LAST_DAY

FIELD = "Submission, start and end"
RULE = "must not be far outside the dates of the other jobs"
ACTION = "set apart: the job is left out"

FIRST, LAST = 315_532_800.0, 4_102_444_800.0
"""Unix times of 1980 and 2100, between which jobs of logs have run."""
CERTAIN = 1e9
"""Unix time of September 2001: seconds since the start of a log are hardly as many."""
GAP = 157_766_400.0
"""Five years, in seconds: no log pauses for longer and goes on with few jobs."""
FEW = 0.1
"""Share of the jobs up to which those beyond such a gap are few; one alone always is."""

SMALL = 20
"""Jobs up to which a file is small: submissions, starts and ends count together there."""

Mask = NDArray[np.bool_]


def far_from_others(times: Floats, since: float = FIRST) -> Mask:
    """Return which times are dates far from the others, if these are dates: before 1980 or after
    2100 where most are not, or few beyond a gap of five years, one at least of a small file.

    Parameters
    ----------
    times
        float64, seconds since 1970; NaN where unknown.
    since
        Unix time from which on half of the times must be, if they are to be dates.

    Examples
    --------
    >>> import numpy as np
    >>> from parsched.data.doubts.far_dates import far_from_others
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
    for i in np.flatnonzero(sizes <= max(FEW * len(dates), 1)):
        if sizes[i] < sizes[most]:
            begin = dates[ends[i] - sizes[i] + 1]
            far |= usual & (times >= begin) & (times <= dates[ends[i]])
    return far


def far_dates(
    submit: Floats, start: Floats, run: Floats, since: float = FIRST, *, has_ends: bool = False
) -> Floats:
    """Return the date of each job that is far from the dates of the others: its submission, start
    or end, the first of them; NaN where none is.

    Parameters
    ----------
    submit, start, run
        float64, shape (n_jobs,), seconds; NaN for unknown starts.
    since
        As `far_from_others` has it.
    has_ends
        Whether the source gives ends as dates: else a long run is no date that is far.
    """
    run = run if has_ends else np.zeros_like(run)
    far: Floats = np.full(len(submit), np.nan)
    for times in _dates(submit, start, run):
        here = far_from_others(times, since) & np.isnan(far)
        far[here] = times[here]
    is_small = 1 < len(submit) <= SMALL and 2 * (submit >= since).sum() >= len(submit)
    if is_small and np.isnan(far).all():
        another = of_another_time(submit, start, run)
        return another if (~np.isnan(another)).sum() == 1 else far
    return far


def of_another_time(submit: Floats, start: Floats, run: Floats) -> Floats:
    """Return a date of each job that is beyond a gap of five years from most dates of all jobs, its
    submission, start or end; NaN where none is. Where none are most, as of two jobs, each job has
    one.

    Parameters
    ----------
    submit, start, run
        float64, shape (n_jobs,), seconds; NaN for unknown starts.

    Examples
    --------
    >>> import numpy as np
    >>> from parsched.data.doubts.far_dates import of_another_time
    >>> dates, run = np.array([6.3e8, 1.771e9]), np.array([60.0, 60.0])
    >>> of_another_time(dates, dates, run).tolist()
    [630000000.0, 1771000000.0]
    """
    times = _dates(submit, start, run)
    another: Floats = np.full(len(submit), np.nan)
    # A million jobs are sorted only where some gap may be as long.
    earliest = min(np.min(each, initial=np.inf, where=np.isfinite(each)) for each in times)
    latest = max(np.max(each, initial=-np.inf, where=np.isfinite(each)) for each in times)
    if latest - earliest <= GAP:
        return another
    dates = np.sort(np.concatenate([each[np.isfinite(each)] for each in times]))
    gaps = np.flatnonzero(np.diff(dates) > GAP)
    if not len(gaps):
        return another
    begins, ends = np.append(0, gaps + 1), np.append(gaps, len(dates) - 1)
    most = int(np.argmax(ends - begins))
    is_most = 2 * (ends[most] - begins[most] + 1) > len(dates)
    first, last = (dates[begins[most]], dates[ends[most]]) if is_most else (np.inf, np.inf)
    with np.errstate(invalid="ignore"):  # what is unknown is not far
        for of in times[::-1]:
            another = np.where((of < first) | (of > last), of, another)
    return another


def _dates(submit: Floats, start: Floats, run: Floats) -> tuple[Floats, Floats, Floats]:
    """Return when jobs were submitted, started and ended."""
    return submit, start, np.where(np.isfinite(start), start, submit) + run


def date_shown(time: float) -> str:
    """Return what shows a Unix time: a date where it has one."""
    if abs(time) > LAST_DAY:
        return f"{time:.15g}"
    day = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=float(np.floor(time)))
    return f"{day:%Y-%m-%d %H:%M:%S} UTC"
