"""The first rows of uploaded tables, by which people say what columns mean."""

from functools import lru_cache
from typing import TYPE_CHECKING

from schedweb.store import blobs
from schedweb.workers.models import Task
from schedweb.workers.services import shared_task

if TYPE_CHECKING:  # it loads what reads tables
    from algorithms.sources.sample import Sample


CACHED = 4
"""Samples that a process keeps in memory: each change of the form needs the same one."""


def sample_task(reading: Task, separator: str | None = None) -> Task:
    """Return the task that takes the first rows of a file that another one has read, with a
    `separator` that somebody names; by default with that of the profile that it was read by."""
    profile = reading.arguments.get("profile") or {}
    said = profile.get("separator", "") if separator is None else separator
    arguments = {"file": reading.arguments["file"], "reading": reading.pk}
    if said:
        arguments["separator"] = said
    return shared_task(reading.owner, "columns", arguments, input=reading.input)


def sampled(task: Task) -> "Sample | None":
    """Return the rows that such a task has taken, None while there are none."""
    if not task.is_done:
        return None
    return _sample(task.output)


@lru_cache(CACHED)
def _sample(digest: str) -> "Sample":
    from algorithms.sources.sample import Sample  # noqa: PLC0415 (loads pyarrow)

    return Sample.from_bytes(blobs.get(digest))
