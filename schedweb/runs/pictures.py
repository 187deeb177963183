"""What the browser shows of a schedule, made once when its run ends."""

from algorithms.platform import Platform
from algorithms.result import Result
from algorithms.schedule import Schedule
from algorithms.workload import Workload as Jobs
from schedweb import blobs
from schedweb.runs.gantt import Layout, poster, schedule_pack, workload_pack
from schedweb.workloads.models import Workload

POSTER_WIDTH, SCALE = 2260, 2
"""Pixels across, and pixels per CSS pixel of the chart, for sharp screens."""


def draw(workload: Workload, jobs: Jobs, result: Result) -> dict[str, str]:
    """Store the Gantt pack and both posters; return their digests by field of `Run`."""
    keep_workload_pack(workload, jobs)
    pack = schedule_pack(jobs, result.platform, result.schedule)
    return {
        "gantt": blobs.put(pack),
        "poster_light": _poster(jobs, result.platform, result.schedule, dark=False),
        "poster_dark": _poster(jobs, result.platform, result.schedule, dark=True),
    }


def keep_workload_pack(workload: Workload, jobs: Jobs) -> None:
    """Store what all schedules of a workload share, unless it is there already."""
    if not workload.pack:
        workload.pack = blobs.put(workload_pack(jobs))
        Workload.objects.filter(pk=workload.pk).update(pack=workload.pack)


def _poster(jobs: Jobs, platform: Platform, schedule: Schedule, *, dark: bool) -> str:
    height = Layout.of(platform).frame * SCALE
    picture = poster(jobs, platform, schedule, POSTER_WIDTH, height, dark=dark, scale=SCALE)
    return blobs.put(picture)
