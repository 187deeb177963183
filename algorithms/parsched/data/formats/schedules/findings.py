"""What may be said of the rows of a schedule that was made elsewhere."""

from parsched.data.files.findings import FindingKind, Severity

ID = "Job id"


def _error(key: str, field: str, rule: str, action: str, *, drops: bool = False) -> FindingKind:
    return FindingKind(
        key=key, severity=Severity.ERROR, field=field, rule=rule, action=action, drops=drops
    )


def _other(key: str, severity: Severity, field: str, rule: str, action: str) -> FindingKind:
    return FindingKind(key=key, severity=severity, field=field, rule=rule, action=action)


MISSING = _error("missing_jobs", "A job of the workload", "must have a row", "not scheduled")
NOT_RUN = _error(
    "jobs_not_run", "The start of a job", "must be given, of a job that ran", "not scheduled"
)
UNKNOWN = _error("unknown_ids", ID, "must name a job of the workload", "row left out", drops=True)
REPEATED = _error(
    "repeated_ids",
    ID,
    "must stand in one row, and others say something else",
    "row left out, the first one counts",
    drops=True,
)
SAME_ROW = _other(
    "same_rows", Severity.REPAIRED, ID, "should stand in one row", "the same row again, passed over"
)
REWRITTEN = _other(
    "rewritten_ids",
    Severity.REPAIRED,
    ID,
    "is written in another way than in the workload",
    "matched as a number",
)
SHIFTED = _other(
    "other_clock",
    Severity.REPAIRED,
    "Submit times",
    "should be as in the workload, and all are later by the same seconds",
    "all times moved by them",
)
FROM_ONE = _other(
    "processors_from_one",
    Severity.REPAIRED,
    "Allocated processors",
    "should be numbered from 0, and are from 1",
    "each is taken as the one before",
)
ROUNDED = _other(
    "rounded_times",
    Severity.NOTE,
    "Times",
    "have other decimals than the times of the jobs, so they may be rounded",
    "checked with the tolerance shown",
)
DISAGREES = _other(
    "derived_columns",
    Severity.NOTE,
    "What follows from start and run time",
    "should agree with them",
    "passed over",
)
UNPLACED = _other(
    "without_processors",
    Severity.NOTE,
    "Allocated processors",
    "are not given for every job",
    "chosen here for all jobs",
)
