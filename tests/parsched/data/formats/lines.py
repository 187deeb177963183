"""SWF files and readings of them, made by plain functions."""

import io
from typing import Any

from parsched.data.formats import Finding, Reading, ReadOptions, read

FIELDS = {
    "id": 1,
    "submit": 2,
    "wait": 3,
    "run": 4,
    "allocated": 5,
    "requested": 8,
    "estimate": 9,
    "status": 11,
    "user": 12,
    "queue": 15,
    "partition": 16,
    "preceding": 17,
    "think": 18,
}


def line(**values: Any) -> str:
    """One SWF line: job 1, submitted at 0, 10 s on 2 processors, unless told otherwise."""
    given = {"id": 1, "submit": 0, "run": 10, "requested": 2} | values
    fields = ["-1"] * 18
    for name, value in given.items():
        fields[FIELDS[name] - 1] = str(value)
    return " ".join(fields)


def swf(*lines: str) -> bytes:
    """A file of these lines."""
    return "".join(text + "\n" for text in lines).encode()


def reading(content: bytes, **options: Any) -> Reading:
    """Read a file's content."""
    return read(io.BytesIO(content), name="test.swf", options=ReadOptions(**options))


def findings(found: Reading) -> dict[str, Finding]:
    """Findings of a report by key."""
    return {finding.kind.key: finding for finding in found.report.findings}
