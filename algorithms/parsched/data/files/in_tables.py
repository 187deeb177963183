"""What rows of any table may have that is repaired: names, ids and their order."""

from parsched.data.files.findings import FindingKind, Severity
from parsched.data.files.names import APART, LONGEST_NAME, RULE

NAME = FindingKind(
    key="unfit_name",
    severity=Severity.REPAIRED,
    field="A name",
    rule=RULE.format(LONGEST_NAME),
    action=APART,
)
RENUMBERED = FindingKind(
    key="job_numbers",
    severity=Severity.REPAIRED,
    field="id",
    rule=f"should be given, one line of up to {LONGEST_NAME} characters and different for each job",
    action="all jobs are numbered by line; these lines made it necessary",
)
UNSORTED = FindingKind(
    key="unsorted",
    severity=Severity.REPAIRED,
    field="release",
    rule="should not go back",
    action="put in order of release",
)
