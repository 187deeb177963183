"""Doubts about lengths of time, and about when jobs came."""

import numpy as np
from numpy.typing import NDArray

from parsched.data.doubts.declared import NONE, Doubt, DoubtEvidence, rows_where, seconds
from parsched.data.doubts.far_dates import FIRST, LAST, date_shown, of_another_time
from parsched.model.problem.workload import Floats, Ints

FEW = 10
"""Fewer jobs than this are alike by chance, or made to show something."""
NEARLY_ALL = 0.9
"""Share of jobs that run for longer than their limits: the largest of public logs is 36 %, in
LANL-CM5."""
NEGATIVE = "negative_run"
"""Key of what readers say of jobs that end before they start."""


def _asked(evidence: DoubtEvidence) -> NDArray[np.bool_]:
    """Tell which jobs have a limit."""
    return np.asarray(evidence.jobs.estimate > 0, np.bool_)


def _below(evidence: DoubtEvidence) -> Ints:
    below = rows_where(evidence.jobs.least_time > evidence.jobs.estimate)
    asked = int(np.count_nonzero(_asked(evidence)))
    return below if asked >= FEW and len(below) > NEARLY_ALL * asked else NONE


def _exact(evidence: DoubtEvidence) -> Ints:
    asked = _asked(evidence)
    is_exact = np.count_nonzero(asked) >= FEW and not np.any(
        evidence.jobs.least_time[asked] != evidence.jobs.estimate[asked]
    )
    return rows_where(asked) if is_exact else NONE


def _nothing(evidence: DoubtEvidence) -> Ints:
    times = evidence.jobs.least_time
    return np.arange(len(times)) if len(times) > 1 and not times.any() else NONE


def _together(evidence: DoubtEvidence) -> Ints:
    release = evidence.jobs.release
    is_alike = len(release) >= FEW and release[0] == release[-1]
    return np.arange(len(release)) if is_alike and evidence.wait is None else NONE


def _backwards(evidence: DoubtEvidence) -> Ints:
    jobs = len(evidence.jobs)
    return np.arange(jobs) if evidence.told.get(NEGATIVE, 0) > jobs else NONE


def _dates_apart(evidence: DoubtEvidence) -> Floats:
    """Return a date of each job that is far from most dates, seconds since 1970; NaN where none is,
    or where the times are no dates."""
    jobs = evidence.jobs
    if jobs.unix_start is None:
        return np.full(len(jobs), np.nan)
    start = np.full(len(jobs), np.nan) if jobs.recorded is None else jobs.recorded
    return of_another_time(jobs.release, start, jobs.least_time) + jobs.unix_start


def _of_no_machine(evidence: DoubtEvidence) -> Ints:
    """Return the jobs whose dates no log can have, where all are so: one alone is set apart."""
    zero, release = evidence.jobs.unix_start, evidence.jobs.release
    if zero is None:
        return NONE
    return rows_where((release + zero < FIRST) | (release + zero > LAST))


def _years_apart(evidence: DoubtEvidence) -> Ints:
    return rows_where(~np.isnan(_dates_apart(evidence)))


BELOW = Doubt(
    key="limits_below_run_times",
    roles=("estimate",),
    leaves_out="estimate",
    field="Time limits",
    rule=lambda evidence: "are below the run times of nearly all jobs, as in another unit",
    action="left out, as are all others",
    rows=_below,
    value=lambda evidence, row: (
        f"{seconds(evidence.jobs.estimate[row])}, run {seconds(evidence.jobs.least_time[row])}"
    ),
)
EXACT = Doubt(
    key="limits_are_run_times",
    roles=("estimate",),
    field="Time limits",
    rule=lambda evidence: "are the run times of all jobs, which no user knows",
    action="kept: policies plan with exact times",
    rows=_exact,
    value=lambda evidence, row: seconds(evidence.jobs.estimate[row]),
)
NOTHING = Doubt(
    key="no_run_times",
    roles=("profiles",),
    field="Run times",
    rule=lambda evidence: "are all 0 s, so that no schedule differs from another",
    action="kept",
    rows=_nothing,
    value=lambda evidence, row: "",
)
TOGETHER = Doubt(
    key="one_submit_time",
    roles=("recorded",),
    field="Submit times",
    rule=lambda evidence: "are all the same, though the recorded starts are not",
    action="kept",
    rows=_together,
    value=lambda evidence, row: seconds(evidence.jobs.release[row]),
)
BACKWARDS = Doubt(
    key="most_run_times_negative",
    roles=("profiles",),
    field="Run times",
    rule=lambda evidence: (
        f"are below 0 in most rows, {evidence.told[NEGATIVE]:,} of "
        f"{evidence.told[NEGATIVE] + len(evidence.jobs):,}"
    ),
    action="kept without those rows",
    rows=_backwards,
    value=lambda evidence, row: "",
)
YEARS_APART = Doubt(
    key="dates_years_apart",
    roles=("release",),
    field="Dates of jobs",
    rule=lambda evidence: "lie more than five years apart, and nothing says which are wrong",
    action="kept: schedules span all of them",
    rows=_years_apart,
    value=lambda evidence, row: date_shown(float(_dates_apart(evidence)[row])),
)
NO_SUCH_DATES = Doubt(
    key="dates_of_no_machine",
    roles=("release",),
    field="Dates of jobs",
    rule=lambda evidence: "are before 1980 or after 2100",
    action="kept, as no others say which are right",
    rows=_of_no_machine,
    value=lambda evidence, row: date_shown(
        float(evidence.jobs.release[row] + (evidence.jobs.unix_start or 0.0))
    ),
)
