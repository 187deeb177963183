"""Data frames are doubted as files are, with warnings."""

import warnings

from algorithms.doubts.pass_over import doubts_of
from algorithms.errors import ImplausibleWarning
from algorithms.problem.workload import Workload


def plausible(jobs: Workload) -> Workload:
    """Return the jobs of a data frame without columns that cannot be true, and warn."""
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
