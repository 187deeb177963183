"""What the browser shows of a schedule: drawn when its run ends, and again where a file is lost."""

from collections.abc import Callable, Mapping
from functools import partial

from django.db.models import Model

from algorithms.platform import Platform
from algorithms.result import Result
from algorithms.schedule import Schedule
from algorithms.workload import Workload as Jobs
from schedweb.errors import DamagedError
from schedweb.runs.gantt import Layout, poster, schedule_pack, workload_pack
from schedweb.runs.models import Run
from schedweb.runs.storage import load_schedule
from schedweb.store import blobs
from schedweb.workloads.models import Workload

POSTER_WIDTH, SCALE = 2260, 2
"""Pixels across, and pixels per CSS pixel of the chart, for sharp screens."""


def _poster(jobs: Jobs, platform: Platform, schedule: Schedule, *, dark: bool) -> bytes:
    height = Layout.of(platform).frame * SCALE
    return poster(jobs, platform, schedule, POSTER_WIDTH, height, dark=dark, scale=SCALE)


PICTURES: Mapping[str, Callable[[Jobs, Platform, Schedule], bytes]] = {
    "gantt": schedule_pack,
    "poster_light": partial(_poster, dark=False),
    "poster_dark": partial(_poster, dark=True),
}
"""How each is drawn, by its field of `Run`."""


def draw(workload: Workload, jobs: Jobs, result: Result) -> dict[str, str]:
    """Store all pictures; return their digests by field of `Run`."""
    if not workload.pack:
        _keep(workload, "pack", workload_pack(jobs))
    drawn = (jobs, result.platform, result.schedule)
    return {field: blobs.put(make(*drawn)) for field, make in PICTURES.items()}


def picture_of(run: Run, field: str) -> bytes:
    """Return a picture of a run that is done, drawn again if need be; the row then has the digest
    of what this version draws.

    Raises `DamagedError` where the schedule or the jobs cannot be read either.
    """
    try:
        return blobs.get(getattr(run, field))
    except DamagedError:
        jobs, platform = run.comparison.workload.load(), run.comparison.platform()
        content = PICTURES[field](jobs, platform, load_schedule(run.schedule))
        return _keep(run, field, content)


def pack_of(workload: Workload) -> bytes:
    """Return what all schedules of a workload share, packed again if need be; raises as above."""
    try:
        return blobs.get(workload.pack)
    except DamagedError:
        return _keep(workload, "pack", workload_pack(workload.load()))


def _keep(row: Model, field: str, content: bytes) -> bytes:
    """Store content, and its digest in the row unless that has changed meanwhile."""
    before, digest = getattr(row, field), blobs.put(content)
    if digest != before:
        rows = type(row)._base_manager.filter(pk=row.pk, **{field: before})
        rows.update(**{field: digest})
        setattr(row, field, digest)
    return content
