"""The schedule of a run as a file."""

from collections.abc import Callable, Sequence
from typing import BinaryIO

from parsched.data.formats.schedules.write import write_schedule
from parsched.data.formats.swf.write import write_swf
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from schedweb.base.errors import RefusedError
from schedweb.runs.models import Run
from schedweb.runs.records import subject_of
from schedweb.runs.storage import load_schedule

Write = Callable[[BinaryIO, Instance, Schedule, Sequence[str]], None]
"""Takes also what to note of the instance, where the format has a place for it."""


def _csv(stream: BinaryIO, instance: Instance, schedule: Schedule, notes: Sequence[str]) -> None:
    jobs, platform = instance.jobs, instance.platform
    write_schedule(stream, jobs, platform, schedule, original=instance.workload)


def _swf(stream: BinaryIO, instance: Instance, schedule: Schedule, notes: Sequence[str]) -> None:
    write_swf(instance.jobs, stream, schedule, instance.platform, notes=notes)


FORMATS: dict[str, Write] = {"csv": _csv, "swf": _swf}
"""By key: Batsim's jobs.csv with our columns behind, SWF with the waits filled in."""


def write_run(run: Run, stream: BinaryIO, format: str) -> None:
    """Write the schedule of a run, with its jobs as they were scheduled; raises `RefusedError`."""
    need_schedule(run)
    comparison = run.comparison
    schedule = load_schedule(run.schedule)
    FORMATS[format](stream, comparison.instance(), schedule, [subject_of(comparison).conditions])


def need_schedule(run: Run) -> None:
    """Raise `RefusedError` for a run that has no schedule."""
    if not run.is_done:
        raise RefusedError(f"There is no schedule: the run is {run.state}.")
