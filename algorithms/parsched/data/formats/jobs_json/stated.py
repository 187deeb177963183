"""What a JSON workload states of its machine."""

from collections.abc import Mapping
from typing import Any

from parsched.base.errors import FormatError, WorkloadError
from parsched.data.files.findings import FindingKind, Findings, Severity, quoted, shown
from parsched.model.problem.machine import KEYS, StatedMachine

UNKNOWN_KEY = FindingKind(
    key="unknown_key",
    severity=Severity.NOTE,
    field="A key",
    rule="has no meaning here",
    action="not read",
)


def machine_in(document: Mapping[str, Any], findings: Findings) -> StatedMachine:
    """Return what a file states of its machine; reports keys that mean nothing here.

    Raises
    ------
    FormatError
        When `machine` is no object, or no machine can be so.
    """
    values = document.get("machine", {})
    if not isinstance(values, dict):
        rule = 'must be an object such as {"processors": 240, "nodes": 60}'
        raise FormatError(f"machine {rule}, got {quoted(values)}")
    for key in sorted(values.keys() - set(KEYS)):
        findings.add(UNKNOWN_KEY, value=shown(f"machine.{key}"))
    try:
        return StatedMachine.from_json(values)
    except WorkloadError as error:
        raise FormatError(str(error)) from error
