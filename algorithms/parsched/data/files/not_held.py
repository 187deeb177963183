"""What jobs of a file ask for and a workload cannot hold: found in cells, told as findings."""

import re
from typing import Any

from parsched.data.files.findings import SHOWN, FindingKind, Findings, Severity, quoted
from parsched.model.problem.labels import Labels
from parsched.model.problem.unmodelled import PARTITIONS

NOTHING = (
    r"(?i)^(\s*|[-+]?0+(\.0*)?([a-z]{1,2})?|-|-1|\?|false|no|none|null|\(null\)|n/?a|nan|unknown|"
    r"\[\]|\{\})$"
)
"""Cells that name neither an amount nor a thing."""

_NOTHING = re.compile(NOTHING)


def says_something(value: Any) -> bool:
    """Tell whether a value names an amount or a thing: not blank, 0, -1, no or none.

    >>> says_something("4G"), says_something(0), says_something("none"), says_something(["a"])
    (True, False, False, True)
    """
    return value is not None and value is not False and _NOTHING.match(str(value)) is None


def not_held(what: str, lost: str, field: str = "") -> FindingKind:
    """Return the kind of job that asks for what a workload cannot hold, which marks it.

    Parameters
    ----------
    what
        What people call it.
    lost
        Which of `parsched.model.problem.unmodelled.UNMODELLED` it is.
    field
        Where it stands, if the name does not say it.
    """
    key = f"{what.lower()}_not_held".replace(" ", "_")
    return FindingKind(
        key=key,
        severity=Severity.NOTE,
        field=f"{what} {field}".strip(),
        rule="of jobs cannot be kept",
        action="told with the workload, not scheduled",
        lost=lost,
    )


def told_of(lost: str) -> FindingKind:
    """Return the kind of job that asks for one of
    `parsched.model.problem.unmodelled.UNMODELLED`."""
    return not_held(lost[0].upper() + lost[1:], lost)


def several_partitions(field: str) -> FindingKind:
    """Return the kind of partition where several exist and each may have processors of its own."""
    return FindingKind(
        key="partitions_not_held",
        severity=Severity.NOTE,
        field=field,
        rule="says which processors a job may have",
        action="kept as a name; any processors may run any job",
        lost=PARTITIONS,
    )


def note_partitions(partitions: Labels | None, kind: FindingKind, findings: Findings) -> None:
    """Say which partitions there are, where there are several."""
    if partitions is None or len(partitions.names) < 2:
        return
    for name in partitions.names[:SHOWN]:
        findings.add(kind, value=quoted(name))
    findings.count(kind, max(len(partitions.names) - SHOWN, 0))
