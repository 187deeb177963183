"""Everything a line of an SWF file may have that is wrong, repaired or remarkable."""

from dataclasses import replace

from parsched.data.files.findings import FindingKind, Severity
from parsched.data.files.links import LinkKinds
from parsched.data.files.not_held import not_held, several_partitions
from parsched.data.formats.swf import line_parser
from parsched.model.problem.unmodelled import DEPENDENCIES
from parsched.model.problem.unmodelled import MEMORY as OF_MEMORY


def _error(key: str, field: str, rule: str) -> FindingKind:
    action = "left out"
    return FindingKind(
        key=key, severity=Severity.ERROR, field=field, rule=rule, action=action, drops=True
    )


def _repaired(key: str, field: str, rule: str, action: str) -> FindingKind:
    return FindingKind(key=key, severity=Severity.REPAIRED, field=field, rule=rule, action=action)


def _note(key: str, field: str, rule: str, action: str) -> FindingKind:
    return FindingKind(key=key, severity=Severity.NOTE, field=field, rule=rule, action=action)


SHORT = _error("too_few_fields", "A line", "must have 18 fields separated by blanks")
NOT_A_NUMBER = _error(
    "not_a_number",
    "Submit time, run time, processors and requested time (fields 2, 4, 5, 8, 9)",
    "must be numbers",
)
TOO_LARGE = _error(
    "too_large",
    "Submit time, run time, processors and requested time (fields 2, 4, 5, 8, 9)",
    "must be at most 2^53",
)
NEGATIVE_SUBMIT = _error("negative_submit", "Submit time (field 2)", "must be 0 or more")
NO_PROCESSORS = _error("no_processors", "Processors (field 8, else field 5)", "must be 1 or more")
PART_PROCESSORS = _error(
    "fractional_processors", "Processors (field 8, else field 5)", "must be a whole number"
)
TOO_MANY_PROCESSORS = _error(
    "too_many_processors", "Processors (field 8, else field 5)", "must be below 2^31"
)
NEGATIVE_RUN = _error("negative_run", "Run time (field 4)", "must be 0 or more (-1 is unknown)")


def _text(field: str, number: int) -> FindingKind:
    rule, key = "should be a number", "text_instead_of_number"
    return _repaired(key, f"{field} (field {number})", rule, "taken as unknown")


_PRECEDING, _THINK = 17, 18
TEXT = {
    number: _text(field, number)
    for number, field in (
        (1, "Job number"),
        (3, "Wait"),
        (10, "Memory"),
        (11, "Status"),
        (12, "User"),
        (13, "Group"),
        (14, "Executable"),
        (15, "Queue"),
        (16, "Partition"),
        (_PRECEDING, "Preceding job"),
        (_THINK, "Think time"),
    )
}
"""Text where a field should be a number, by the field."""
TEXT_OF_LINK = {field: replace(TEXT[field], lost=DEPENDENCIES) for field in (_PRECEDING, _THINK)}
"""The same of preceding jobs and think times, which others wait for."""
NAMES = _note(
    "names_instead_of_numbers",
    "User, group, executable, queue and partition",
    "should be numbers",
    "kept as names",
)
SEVERAL = _note(
    "several_predecessors",
    "Preceding job (field 17)",
    "names several jobs, where the standard has one",
    "the job waits for all of them",
)
MEMORY = not_held("Memory", OF_MEMORY, "(field 10)")
PARTITIONS = several_partitions("Partition (field 16)")
ROUNDED = _repaired(
    "fractional_times",
    "Submit, run and requested time (fields 2, 4, 9)",
    "should be whole seconds",
    "rounded down",
)
UNSORTED = _repaired(
    "unsorted", "Submit time (field 2)", "should not go back", "put in order of submit time"
)
RENUMBERED = _repaired(
    "job_numbers",
    "Job number (field 1)",
    "should be a whole number of its own for each job",
    "all jobs are numbered by line; these lines made it necessary",
)
SHIFTED = _repaired(
    "epoch_times",
    "Submit time (field 2)",
    "should count from the start of the log, not from 1970",
    "moved so that the first job comes at 0, by the seconds shown",
)

TITLES = _note("titles", "The first line", "holds column titles", "skipped")
EXTRA = _note("extra_fields", "A line", "has more than 18 fields", "the others were not read")
NO_ESTIMATE = _note(
    "no_estimate", "Requested time (field 9)", "is missing", "the run time stands in"
)
OVERRUN = _note(
    "longer_than_requested",
    "Run time (field 4)",
    "is above the requested time (field 9)",
    "kept; the comparison says whether such jobs are killed",
)
ZERO_RUN = _note("zero_run", "Run time (field 4)", "is 0", "kept")
ALLOCATED_USED = _note(
    "allocated_used", "Requested processors (field 8)", "are missing", "field 5 is used"
)
REQUESTED_USED = _note(
    "requested_used",
    "Requested processors (field 8)",
    "differ from those allocated (field 5)",
    "field 8 is used, and field 5 where schedules are as recorded",
)
PARTS = _note(
    "checkpointed",
    "Status (field 11)",
    "is 2, 3 or 4, in the standard a part of a checkpointed job",
    "each line is read as a job of its own",
)
LINKS = LinkKinds.of("Preceding job (field 17)")
WIDER_THAN_MACHINE = _note(
    "wider_than_machine",
    "Processors",
    "are more than the header's MaxProcs",
    "kept; no machine of that size can run them",
)
WRONG_COUNT = _note(
    "wrong_count",
    "The header",
    "gives another number of jobs than there are lines",
    "the lines count",
)

OF_FAULT = {
    line_parser.SHORT: SHORT,
    line_parser.NOT_A_NUMBER: NOT_A_NUMBER,
    line_parser.TOO_LARGE: TOO_LARGE,
    line_parser.TITLES: TITLES,
    line_parser.EXTRA: EXTRA,
}
"""What the compiled parser finds and is told as it is."""

FOREIGN = (SHORT, NOT_A_NUMBER, TITLES, EXTRA, *TEXT.values(), *TEXT_OF_LINK.values(), NAMES)
"""What is found in lines of other formats; all else takes lines of 18 numbers to find."""
