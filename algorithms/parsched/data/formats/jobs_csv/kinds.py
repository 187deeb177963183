"""What a line of a CSV workload may have that is wrong, repaired or remarkable."""

from dataclasses import replace

from parsched.data.files import in_tables
from parsched.data.files.findings import FindingKind, Severity
from parsched.data.files.links import LinkKinds
from parsched.data.files.not_held import several_partitions
from parsched.data.formats.jobs_csv import AFTER
from parsched.data.formats.swf import kinds
from parsched.model.problem.workload import WEIGHT


def _error(key: str, field: str, rule: str) -> FindingKind:
    return replace(kinds.SHORT, key=key, field=field, rule=rule)


CELLS = _error("wrong_number_of_cells", "A line", "must have as many cells as the first line")
PROCESSORS = _error("wrong_procs", "procs", "must be a whole number from 1 to 2^31 − 1")
TIME = _error("wrong_time", "time", "must be a number from 0 to 2^53, with a decimal point")
RELEASE = _error("wrong_release", "release", "must be a number from 0 to 2^53, or blank")
ESTIMATE_VALUE = _error("wrong_estimate", "estimate", "must be a number up to 2^53, or blank")
WEIGHT_VALUE = _error("wrong_weight", "weight", f"must be a number, {WEIGHT}, or blank")

NO_DATE = FindingKind(
    key="no_date_of_submission",
    severity=Severity.NOTE,
    field="The first submit_date",
    rule="should be a date such as 2026-03-29T02:00:00+01:00",
    action="not used: times are shown without dates",
)

START = _error("wrong_start", "start", "must be a number within 2^53, or blank")
ALLOCATED = _error(
    "wrong_allocated", "allocated", "must be a whole number from 1 to 2^31 − 1, or blank"
)
SUBMITTED = replace(START, key="wrong_submitted", field="submitted")

NO_ESTIMATE = FindingKind(
    key="estimate_not_positive",
    severity=Severity.REPAIRED,
    field="estimate",
    rule="should be above 0, or blank where it is unknown",
    action="taken as unknown",
)
NAME, RENUMBERED = in_tables.NAME, in_tables.RENUMBERED
SHIFTED = replace(kinds.SHIFTED, field="release")
UNSORTED = in_tables.UNSORTED
UNKNOWN_COLUMN = FindingKind(
    key="unknown_column",
    severity=Severity.NOTE,
    field="A column",
    rule="has no meaning here",
    action="not read",
)
LINKS = LinkKinds.of(AFTER)
PARTITIONS = several_partitions("partition")
DELAY_VALUE = _error(
    "wrong_delay",
    "delay",
    "must be numbers from 0 to 2^53, one or as many as `after` has ids, or blank",
)
OVERRUN = replace(kinds.OVERRUN, field="time", rule="is above the estimate")
ZERO_TIME = replace(kinds.ZERO_RUN, field="time")
