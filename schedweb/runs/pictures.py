"""What the browser shows of a schedule: drawn on the first request, and kept."""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress

from django.db.models import Model

from algorithms.problem.platform import Platform
from algorithms.problem.workload import Workload as Jobs
from algorithms.report.gantt import schedule_pack, workload_pack
from algorithms.report.schedules import gantt_png
from algorithms.schedules.schedule import Schedule
from schedweb.errors import DamagedError
from schedweb.runs.models import Run
from schedweb.runs.storage import load_schedule
from schedweb.store import blobs
from schedweb.workloads.models import Workload

log = logging.getLogger(__name__)


PICTURES: Mapping[str, Callable[[Jobs, Platform, Schedule], bytes]] = {
    "gantt": schedule_pack,
    "poster": gantt_png,
}
"""How each is drawn, by its field of `Run`."""


def picture_of(run: Run, field: str) -> bytes:
    """Return a picture of a run that is done, drawn now where it is not stored or damaged.

    Raises `DamagedError` where the schedule or the jobs cannot be read.
    """
    return _stored(run, field) or _keep(run, field, _drawn(run, field), schedule=run.schedule)


def _drawn(run: Run, field: str) -> bytes:
    jobs, platform = run.comparison.workload.load(), run.comparison.platform()
    return PICTURES[field](jobs, platform, load_schedule(run.schedule))


def pack_of(workload: Workload) -> bytes:
    """Return what all schedules of a workload share, packed now if need be; raises as above."""
    content = _stored(workload, "pack")
    return content or _keep(
        workload, "pack", workload_pack(workload.load()), digest=workload.digest
    )


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
