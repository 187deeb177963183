"""What readers say of jobs when the first one comes late."""

from parsched.data.files.findings import FindingKind, Findings, Severity
from parsched.model.problem.workload import Workload

LATE_FIRST = FindingKind(
    key="late_first_job",
    severity=Severity.NOTE,
    field="The first job",
    rule="comes later than the whole log is long",
    action="times kept; makespan, throughput and Σ C count from its release",
)


def remark_late(workload: Workload, findings: Findings, line: int = 0) -> None:
    """Say where jobs begin, if that is further from time 0 than the last of them from the first."""
    if len(workload) > 1 and workload.begin > float(workload.release[-1]) - workload.begin:
        job = "" if line else str(workload.ids[0])
        findings.add(LATE_FIRST, line=line, value=workload.begin, job=job)
