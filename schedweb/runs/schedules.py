"""The schedule of a run as a file."""

from collections.abc import Callable
from typing import BinaryIO

from algorithms.catalogue import algorithm
from algorithms.formats.schedules.write import write_schedule
from algorithms.formats.swf.write import write_swf
from algorithms.platform import Platform
from algorithms.schedule import Schedule
from algorithms.workload import Workload
from schedweb.errors import RefusedError
from schedweb.runs.models import Run
from schedweb.runs.storage import load_schedule

Write = Callable[[BinaryIO, Workload, Workload, Platform, Schedule], None]


def _csv(
    stream: BinaryIO, jobs: Workload, original: Workload, platform: Platform, schedule: Schedule
) -> None:
    write_schedule(stream, jobs, platform, schedule, original=original)


def _swf(
    stream: BinaryIO, jobs: Workload, original: Workload, platform: Platform, schedule: Schedule
) -> None:
    write_swf(jobs, stream, schedule, platform)


FORMATS: dict[str, Write] = {"csv": _csv, "swf": _swf}
"""By key: Batsim's jobs.csv with our columns behind, SWF with the waits filled in."""


def write_run(run: Run, stream: BinaryIO, format: str) -> None:
    """Write the schedule of a run, with its jobs as they were scheduled; raises `RefusedError`."""
    need_schedule(run)
    original = run.comparison.workload.load()
    params = algorithm(run.algorithm).params.from_mapping(run.params)
    jobs, platform = params.effective(original), run.comparison.platform()
    FORMATS[format](stream, jobs, original, platform, load_schedule(run.schedule))


def need_schedule(run: Run) -> None:
    """Raise `RefusedError` for a run that has no schedule."""
    if not run.is_done:
        raise RefusedError(f"There is no schedule: the run is {run.state}.")
