"""Files of several formats, made of columns."""

import io
import json
from collections.abc import Sequence
from typing import Any

from parsched.data.formats import Finding, Reading, ReadOptions, read

SAME_PREDECESSOR = "; MaxProcs: 16\n1 0 0 100000 2 -1 -1 2 120000 -1 1 1 1 1 1 1 1 1\n" + "".join(
    f"{n} {60 * n} 5 600 2 -1 -1 2 900 -1 1 1 1 1 1 1 1 1\n" for n in range(2, 13)
)
"""Field 17 is the same job in every line, itself included, against the recorded starts."""
ZERO_WAITS = "; MaxProcs: 12\n" + "".join(
    f"{n} 0 0 100 8 -1 -1 8 100 -1 1 1 1 1 1 1 -1 -1\n" for n in range(1, 7)
)
"""Waits of 0 that 12 processors cannot give."""


def given(content: str, name: str = "log.swf", **options: Any) -> Reading:
    """Read a file's content."""
    return read(io.BytesIO(content.encode()), name=name, options=ReadOptions(**options))


def table(rows: Sequence[dict[str, Any]], between: str = ",") -> str:
    """A table with a line of names."""
    lines = [list(rows[0]), *(list(row.values()) for row in rows)]
    return "".join(between.join(map(str, line)) + "\n" for line in lines)


def swf(rows: Sequence[dict[str, Any]], processors: int | None = None) -> str:
    """SWF lines of jobs with `id`, `submit`, `wait`, `run`, `procs`, `limit` and `before`."""
    head = "" if processors is None else f"; MaxProcs: {processors}\n"
    usual = {"wait": -1, "run": 10, "procs": 1, "limit": -1, "before": -1}
    text = "{id} {submit} {wait} {run} {procs} -1 -1 {procs} {limit} -1 1 1 1 1 1 1 {before} 0\n"
    return head + "".join(text.format(**usual | row) for row in rows)


def as_json(rows: Sequence[dict[str, Any]]) -> str:
    """SchedWeb JSON of jobs."""
    return json.dumps({"format": "schedweb-workload", "version": 1, "jobs": rows})


def doubts(found: Reading) -> dict[str, Finding]:
    """What was found, by key."""
    return {finding.kind.key: finding for finding in found.report.findings}
