"""Data frames are doubted as files are, with warnings."""

import warnings
from dataclasses import replace

import numpy as np

from parsched.base.errors import ImplausibleWarning
from parsched.data.doubts.far_dates import (
    ACTION,
    CERTAIN,
    FIELD,
    FIRST,
    RULE,
    date_shown,
    far_dates,
)
from parsched.data.doubts.pass_over import doubts_of
from parsched.model.problem.workload import Workload


def near_dates(jobs: Workload) -> Workload:
    """Return the jobs of a data frame without those whose dates are far from the others, and
    warn; its first release is time 0 then."""
    zero = jobs.unix_start or 0.0
    release, start = jobs.release + zero, jobs.recorded
    start = np.full(len(jobs), np.nan) if start is None else start + zero
    since = CERTAIN if jobs.unix_start is None else FIRST
    far = far_dates(release, start, jobs.profiles.longest, since)
    apart = np.flatnonzero(~np.isnan(far))
    if not len(apart):
        return jobs
    first, others = int(apart[0]), len(apart) - 1
    more = f"; {others:,} more such jobs" if others else ""
    warnings.warn(
        f"{FIELD} {RULE} (job {jobs.ids[first]}: {date_shown(float(far[first]))}{more}): {ACTION}",
        ImplausibleWarning,
        stacklevel=4,
    )
    kept = jobs.take(np.isnan(far))
    return replace(kept.since(kept.begin), unix_start=zero + kept.begin)


def plausible(jobs: Workload) -> Workload:
    """Return the jobs of a data frame without what cannot be true of its columns, and warn."""
    jobs = near_dates(jobs)
    for doubt, evidence, rows in doubts_of(jobs, None, {}):
        if not doubt.leaves_out:
            continue
        first, others = int(rows[0]), len(rows) - 1
        shown = f"job {jobs.ids[first]}: {doubt.value(evidence, first)}"
        more = f"; {others:,} more such jobs" if others else ""
        warnings.warn(
            f"{doubt.field} {doubt.rule(evidence)} ({shown}{more}): {doubt.action}",
            ImplausibleWarning,
            stacklevel=4,
        )
        jobs = doubt.without(jobs)
    return jobs
