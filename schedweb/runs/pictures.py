"""What the browser shows of a schedule: drawn on the first request, and kept."""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from threading import Lock

from django.db.models import Model

from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload as Jobs
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import schedule_pack, workload_pack
from parsched.report.schedules import gantt_png
from schedweb.base.errors import DamagedError
from schedweb.runs.models import Run
from schedweb.runs.storage import load_schedule
from schedweb.store import blobs
from schedweb.workloads.models import Workload

log = logging.getLogger(__name__)

MOST_JOBS = 5_000_000
"""Jobs of a schedule that is drawn."""
LARGE = 500_000
"""Jobs from which pictures are drawn one after the other: each takes up to 1 kB for a job."""

PICTURES: Mapping[str, Callable[[Jobs, Platform, Schedule], bytes]] = {
    "gantt": schedule_pack,
    "poster": gantt_png,
}
"""How each is drawn, by its field of `Run`."""


_drawing = Lock()


def undrawn(workload: Workload) -> str:
    """Say why schedules of a workload are not drawn; blank where they are."""
    if workload.jobs <= MOST_JOBS:
        return ""
    most = f"at most {MOST_JOBS:,} jobs are drawn, and {workload.name} has {workload.jobs:,}"
    return f"Of a schedule {most}: compare a part of them, or take the schedules as files."


def picture_of(run: Run, field: str) -> bytes:
    """Return a picture of a run that is done, drawn now where it is not stored or damaged.

    Raises `DamagedError` where the schedule or the jobs cannot be read.
    """
    draw = partial(_drawn, run, field)
    jobs = run.comparison.workload.jobs
    return _stored(run, field) or _once(run, field, jobs, draw, schedule=run.schedule)


def _drawn(run: Run, field: str) -> bytes:
    jobs, platform = run.comparison.workload.load(), run.comparison.platform()
    return PICTURES[field](jobs, platform, load_schedule(run.schedule))


def pack_of(workload: Workload) -> bytes:
    """Return what all schedules of a workload share, packed now if need be; raises as above."""
    content = _stored(workload, "pack")
    return content or _once(
        workload,
        "pack",
        workload.jobs,
        lambda: workload_pack(workload.load()),
        digest=workload.digest,
    )


def _once(row: Model, field: str, jobs: int, draw: Callable[[], bytes], **source: str) -> bytes:
    """Draw and store a picture, unless it was drawn meanwhile; a large one waits until no other is
    drawn."""
    if jobs < LARGE:
        return _keep(row, field, draw(), **source)
    with _drawing:
        again = type(row)._base_manager.filter(pk=row.pk, **source).first()
        found = b"" if again is None else _stored(again, field)
        return found or _keep(row, field, draw(), **source)


def _stored(row: Model, field: str) -> bytes:
    """Return what a row names, which is never empty; nothing where there is none that is whole."""
    if digest := getattr(row, field):
        with suppress(DamagedError):
            return blobs.get(digest)
    return b""


def _keep(row: Model, field: str, content: bytes, **source: str) -> bytes:
    """Store content, and its digest in the row while that names the same source.

    Of several requests that draw the same at once, each stores the same. A full disk only costs
    the time to draw again.
    """
    try:
        digest = blobs.put(content)
    except OSError as error:
        log.warning("a picture is not stored: %s", error)
        return content
    if digest != getattr(row, field):
        type(row)._base_manager.filter(pk=row.pk, **source).update(**{field: digest})
        setattr(row, field, digest)
    return content
