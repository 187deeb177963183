"""What a row of a log may have that is wrong, repaired or remarkable."""

from parsched.data.files import in_tables
from parsched.data.files.findings import FindingKind, Severity, quoted
from parsched.data.files.not_held import not_held, several_partitions
from parsched.model.problem.unmodelled import DEPENDENCIES
from parsched.model.problem.unmodelled import LIMITS as OF_LIMITS
from parsched.model.problem.unmodelled import NODES as OF_NODES
from parsched.model.problem.unmodelled import TOGETHER as OF_TOGETHER
from parsched.model.problem.workload import WEIGHT


def left_out(key: str, field: str, rule: str, *, is_job: bool = False) -> FindingKind:
    """Return a kind of row that is no job of the workload, as it should be; with `is_job` one that
    is a job of the source, but with too little information.

    Examples
    --------
    >>> left_out("step", "JobID", "should be of a job, not of a step").key
    'step'
    """
    return FindingKind(
        key=key,
        severity=Severity.NOTE,
        field=field,
        rule=rule,
        action="left out",
        drops=True,
        is_job=is_job,
    )


def _wrong(key: str, field: str, rule: str) -> FindingKind:
    return FindingKind(
        key=key, severity=Severity.ERROR, field=field, rule=rule, action="left out", drops=True
    )


def note(key: str, field: str, rule: str, action: str, lost: str = "") -> FindingKind:
    """Return a kind of row that is only noteworthy."""
    return FindingKind(
        key=key, severity=Severity.NOTE, field=field, rule=rule, action=action, lost=lost
    )


STEP = left_out("job_step", "A row", "is a step of a job, whose own row tells all")
REST = left_out("array_rest", "A row", "is the rest of an array that has not begun")
NOT_ENDED = left_out("not_ended", "State", "says that the job had not ended when this was written")
NEVER_STARTED = left_out("never_started", "Start", "is missing: the job never ran")
NO_START = left_out(
    "no_start", "Start", "is missing, though the state says that the job ran", is_job=True
)
NO_RUN_TIME = left_out(
    "no_run_time", "Run time", "is missing, and no start and end tell it", is_job=True
)
OTHER_RECORD = left_out("other_record", "A record", "is not of a job's end, which tells all")
NAMES_AGAIN = left_out("names_again", "A row", "repeats the names of the columns")
TOTALS = left_out("totals", "A row", "is the sum of others, as its first cell says")
OTHER_STATE = left_out("other_state", "State", "is none of those that count as run")

NO_SUBMIT = _wrong("no_submit", "Submit time", "must be a time")
NO_RUN = _wrong("no_run", "Run time", "must be a duration, or follow from start and end")
EARLY_DATE = _wrong(
    "early_date", "Start or end", "must not be before 1970, as the submit time is after it"
)
NOT_WHOLE = _wrong("cut_off", "A record", "must be whole")
NEGATIVE_RUN = _wrong("negative_run", "Run time", "must be 0 or more")
TOO_LONG = _wrong("too_long", "Submit time and run time", "must be at most 2^53 s")
NO_PROCESSORS = _wrong("no_processors", "Processors", "must be a whole number from 1 to 2^31 − 1")

ESTIMATE = FindingKind(
    key="unreadable_limit",
    severity=Severity.REPAIRED,
    field="Time limit",
    rule="should be a duration",
    action="taken as unknown",
)
WEIGHT_VALUE = FindingKind(
    key="wrong_weight",
    severity=Severity.REPAIRED,
    field="Weight",
    rule=f"should be a number, {WEIGHT}",
    action="taken as 1",
)
NO_ESTIMATE = note("no_limit", "Time limit", "is missing or unlimited", "taken as unknown")
OVERRUN = note("above_limit", "Run time", "is above the time limit", "kept")
ZERO_RUN = note("zero_run", "Run time", "is 0", "kept")
ASKED_USED = note(
    "asked_used", "Processors", "allocated are not known", "those asked for were taken"
)
NODES_USED = note("nodes_used", "Processors", "are not known", "nodes were counted")
SUSPENDED = note(
    "suspended",
    "Run time",
    "is not the time from start to end: the job was suspended, or ran several times",
    "kept",
)
ARRAY = note(
    "array_expanded", "Job id", "stands for several jobs of an array", "each is a job of its own"
)
PARTITIONS = several_partitions("Partition")
NODES = not_held("Nodes", OF_NODES)
LIMITS = not_held("Array limits", OF_LIMITS)
TOGETHER = not_held("Common starts", OF_TOGETHER)
BEFORE_SUBMIT = note("start_before_submit", "Start", "is before the submit time", "kept")
ELIGIBLE = note(
    "eligible_later",
    "Eligible time",
    "is after the submit time",
    "waits count from it; the submit time is kept beside it",
)
ELIGIBLE_CAUSED = note(
    "eligible_by_dependencies",
    "Eligible time",
    "follows from the jobs that a job waits for",
    "these decide when it may start, in schedules too",
)
ELIGIBLE_UNKNOWN = note(
    "eligible_unknown", "Eligible time", "is not known", "waits count from the submit time"
)
ELIGIBLE_EARLY = note(
    "eligible_before_submit",
    "Eligible time",
    "is before the submit time",
    "waits count from the submit time",
)
ELIGIBLE_LATE = note(
    "eligible_after_start",
    "Eligible time",
    "is after the start, as of a job that was queued again",
    "waits count from the submit time",
)
NO_DATE = note(
    "start_of_1970",
    "Start or end",
    "is not after the beginning of 1970, which stands for no time",
    "not read",
)
CALENDAR = note("calendar", "Times", "are dates", "time 0 is the first submission")
CALENDAR_ELIGIBLE = note(
    "calendar_eligible", "Times", "are dates", "time 0 is when the first job could start"
)
NO_ZONE = note("no_zone", "Times", "name no zone", "read in the time zone shown")
ZONE_GUESSED = note(
    "zone_guessed",
    "A time",
    "has an abbreviation of a zone that has several meanings (AST, BST, CST, EST, IST)",
    "read as UTC-4, +1, -6, -5 and +5:30; a time zone that is said decides otherwise",
)
TWICE = note(
    "shown_twice",
    "A time",
    "is in an hour that clocks show twice, as they are put back",
    "run time and the order submit, start, end say which",
)
TWICE_OPEN = note(
    "shown_twice_open",
    "A time",
    "is in an hour that clocks show twice, as they are put back, and nothing says which",
    "taken for the first",
)
LEAPT = note(
    "never_shown",
    "A time",
    "is in an hour that clocks leap over, as they are put forward",
    "taken for the instant of the leap",
)
SAME_NAME = note(
    "same_name", "A column", "has the name of one before it", "has a number behind its name"
)
TITLE = note("title", "A row", "has one cell, above the names of the columns", "taken for a title")
NO_NAMES = note(
    "no_names",
    "The first line",
    "is a job: no line names the columns",
    "columns are called by their places, and read as said, else as their cells tell",
)
LATE = note(
    "late_column", "A column", "must be named by one of the first 65,536 records", "not read"
)
UNREAD = note("unread_column", "A column", "has no role", "not read")


OTHER_DEPENDENCY = note(
    "other_dependency",
    "Dependencies",
    "should let a job wait for the ends of all jobs that they name",
    "what says something else is not kept",
    lost=DEPENDENCIES,
)


UNIT_NAMES = {
    "ms": "milliseconds",
    "us": "microseconds",
    "ns": "nanoseconds",
    "min": "minutes",
    "digits of a date": "dates by their digits",
}
"""What people call units that may be guessed."""


def guessed_order(order: str) -> FindingKind:
    """Return the kind of a table whose dates fit several orders of day, month and year."""
    return note(
        "guessed_order",
        "Dates",
        "do not tell by themselves whether the day or the month comes first",
        f"guessed: {order}; the unit of the column decides otherwise",
    )


def guessed_unit(unit: str) -> FindingKind:
    """Return the kind of a column of plain numbers whose name does not say their unit."""
    return note(
        f"guessed_unit_{unit}".replace(" ", "_"),
        "A column of times",
        "has plain numbers, and its name does not say their unit",
        f"read as {UNIT_NAMES.get(unit, unit)}, a guess",
    )


def unread(what: str, column: str, forms: str, *, is_needed: bool) -> FindingKind:
    """Return the kind of a row whose cell in a column is no time."""
    return FindingKind(
        key="unreadable_time" if is_needed else "unreadable_time_not_needed",
        severity=Severity.ERROR if is_needed else Severity.REPAIRED,
        field=f"{what} in column {quoted(column)}",
        rule=f"must be written like {forms}",
        action="left out" if is_needed else "taken as unknown",
        drops=is_needed,
    )


CUT_OFF = note(
    "id_cut_off",
    "Job id",
    "was cut off where it ends in +, and several jobs have the same beginning",
    "each is a job of its own, numbered from #2; sacct --parsable2 prints whole ids",
)
RECYCLED = note(
    "id_again",
    "Job id",
    "occurs again for another user or name: the numbers of jobs began again",
    "each is a job of its own, numbered from #2",
)
SEPARATE = note(
    "restarted",
    "Job id",
    "occurs again: the job was stopped and restarted",
    "each time is a job of its own, numbered from #2",
)
JOINED = FindingKind(
    key="restarts_joined",
    severity=Severity.REPAIRED,
    field="Job id",
    rule="occurs again: the job was stopped and restarted",
    action="joined with the first, run times added",
)
RENUMBERED = in_tables.RENUMBERED
NAME = in_tables.NAME
UNSORTED = in_tables.UNSORTED
