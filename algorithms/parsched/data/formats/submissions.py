"""When jobs were submitted, where a file tells that apart from when they could start."""

from collections.abc import Callable

import numpy as np

from parsched.data.files.findings import FindingKind, Findings, Severity
from parsched.data.files.releases import starts
from parsched.model.problem.arrays import Floats

LATE_SUBMISSION = FindingKind(
    key="submitted_after_release",
    severity=Severity.REPAIRED,
    field="submitted",
    rule="should be at most the release",
    action="taken for the release",
)


def submissions(
    submitted: Floats,
    release: Floats,
    findings: Findings,
    place: Callable[[int], dict[str, int | str]],
) -> Floats | None:
    """Return when jobs were submitted as a workload has it: NaN where that is not before the
    release, None where it is of no job.

    Parameters
    ----------
    submitted, release
        float64, shape (n_jobs,), seconds; NaN where a file does not say the first.
    findings
        Take the jobs that were submitted after their release.
    place
        Says where a row stands: `{"line": 7}` or `{"job": "a"}`.

    Examples
    --------
    >>> submissions(np.array([0.0, 5.0]), np.array([9.0, 5.0]), Findings(), lambda row: {})
    array([ 0., nan])
    """
    for row in np.flatnonzero(submitted > release).tolist():
        at = place(row)
        line, job = int(at.get("line", 0)), str(at.get("job", ""))
        findings.add(LATE_SUBMISSION, value=f"{submitted[row]:.12g}", line=line, job=job)
    return starts(np.where(submitted < release, submitted, np.nan))
