"""The first rows of uploaded tables, by which people say what columns mean."""

from dataclasses import asdict, fields
from functools import lru_cache
from typing import TYPE_CHECKING

from parsched.data.files.layout import StatedCut
from schedweb.store import blobs
from schedweb.workers.models import Task
from schedweb.workers.services import shared_task

if TYPE_CHECKING:  # it loads what reads tables
    from parsched.data.logs.sample import TableSample


CACHED = 4
"""Samples that a process keeps in memory: each change of the form needs the same one."""


def sample_task(reading: Task, cut: StatedCut | None = None) -> Task:
    """Return the task that takes the first rows of a file that another one has read, cut as the
    user says; by default as the profile says with which it was read."""
    profile = reading.arguments.get("profile") or {}
    said = {each.name: profile.get(each.name, "") for each in fields(StatedCut)}
    said = said if cut is None else asdict(cut)
    arguments = {"file": reading.arguments["file"], "reading": reading.pk}
    arguments |= {name: value for name, value in said.items() if value}
    return shared_task(reading.owner, "columns", arguments, input=reading.input)


def sampled(task: Task) -> "TableSample | None":
    """Return the rows that such a task has taken, None while there are none."""
    if not task.is_done:
        return None
    return _sample(task.output)


@lru_cache(CACHED)
def _sample(digest: str) -> "TableSample":
    from parsched.data.logs.sample import TableSample  # noqa: PLC0415 (loads pyarrow)

    return TableSample.from_bytes(blobs.get(digest))
