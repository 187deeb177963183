"""Jobs whose dates are far outside the dates of the others are set apart, and reported."""

import numpy as np

from parsched.data.doubts.far_dates import ACTION, FIELD, FIRST, RULE, Mask, date_shown, far_dates
from parsched.data.files.findings import FindingKind, Findings, Severity
from parsched.model.problem.workload import Floats, Ints

FAR_DATE = FindingKind(
    key="far_date",
    severity=Severity.ERROR,
    field=FIELD,
    rule=RULE,
    action=ACTION,
    drops=True,
)


def set_apart(
    submit: Floats,
    start: Floats,
    run: Floats,
    lines: Ints,
    findings: Findings,
    since: float = FIRST,
    *,
    has_ends: bool = False,
) -> Mask:
    """Return which jobs have a date far from the dates of the others, and report them by their
    lines; the parameters are as in `far_dates`."""
    far = far_dates(submit, start, run, since, has_ends=has_ends)
    rows = np.flatnonzero(~np.isnan(far))
    findings.add_all(FAR_DATE, lines[rows], lambda i: date_shown(float(far[rows[i]])))
    return ~np.isnan(far)
