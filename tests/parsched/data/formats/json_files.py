"""JSON workloads, made and read by plain functions."""

import io
import json
from typing import Any

from parsched.data.formats import FileLimits, Reading, ReadOptions, read


def document(*jobs: Any, **top: Any) -> bytes:
    """A file with these jobs."""
    head = {"format": "schedweb-workload", "version": 1, "jobs": jobs}
    return json.dumps(head | top).encode()


def reading(content: bytes, limits: FileLimits | None = None) -> Reading:
    """Read a file's content."""
    options = ReadOptions(limits=limits or FileLimits())
    return read(io.BytesIO(content), name="jobs.json", options=options)


def job(**values: Any) -> dict[str, Any]:
    """A rigid job unless told otherwise."""
    return {"id": "a", "procs": 2, "time": 3} | values
