"""What a line of a GWF file may have that is wrong, repaired or remarkable, beside SWF's kinds."""

import re
from dataclasses import replace

from parsched.data.files.findings import FindingKind, Severity
from parsched.data.files.links import LinkKinds
from parsched.data.files.names import APART, LONGEST_NAME, RULE
from parsched.data.files.not_held import several_partitions, told_of
from parsched.data.formats.swf import kinds, line_parser
from parsched.data.formats.swf.kinds import OF_FAULT as SWF_FAULTS
from parsched.model.problem.unmodelled import DEPENDENCIES, UNMODELLED

SHORT = replace(kinds.SHORT, rule="must have 18 fields or more, of 29, with tabs between")
EXTRA = replace(kinds.EXTRA, rule="has more than 29 fields")
TEXT = {line_parser.WAIT: kinds.TEXT[3], line_parser.STATUS: kinds.TEXT[11]}
"""Text where a job can do without a number, by the row of values that takes it."""
RENUMBERED = replace(
    kinds.RENUMBERED, field="JobID (field 1)", rule="should be given, and different for each job"
)
NAME = FindingKind(
    key="unfit_name",
    severity=Severity.REPAIRED,
    field="A name",
    rule=RULE.format(LONGEST_NAME),
    action=APART,
)
SHIFTED = FindingKind(
    key="epoch_times",
    severity=Severity.NOTE,
    field="Submit time (field 2)",
    rule="counts from 1970, as is usual in this format",
    action="moved so that the first job comes at 0, by the seconds shown",
)
LINKS = LinkKinds.of("JobStructureParams (field 20)")
TASK_LINKS = LinkKinds.of("Dependencies")
STRUCTURE = FindingKind(
    key="other_structure",
    severity=Severity.NOTE,
    field="JobStructure (field 19)",
    rule="should be UNITARY, BoT or DAG",
    action="jobs wait for no other for it",
    lost=DEPENDENCIES,
)
LOST = {lost: told_of(lost) for lost in UNMODELLED}
"""What jobs ask for that is not held."""
PARTITIONS = several_partitions("PartitionID (field 16)")

OF_FAULT = {fault: kind for fault, kind in SWF_FAULTS.items() if fault != line_parser.TEXT} | {
    line_parser.SHORT: SHORT,
    line_parser.EXTRA: EXTRA,
}
"""What the compiled parser finds; text is told by its field."""


def unnumbered(kind: FindingKind) -> FindingKind:
    """Return a kind for tables with titles: without the numbers of fields."""
    return replace(kind, field=re.sub(r" \(fields? [^)]*\)", "", kind.field))


OF_TASK_FAULT = {
    fault: unnumbered(kind) for fault, kind in OF_FAULT.items() if fault != line_parser.TITLES
} | {
    line_parser.SHORT: replace(
        SHORT, rule="must have all columns up to the run time and processors"
    ),
    line_parser.EXTRA: replace(EXTRA, rule="has more cells than there are titles"),
}
"""The same in the workflow kind, whose titles are no surprise."""
