"""Files of a run: quick ones are written at once, large ones by a worker."""

import io
from collections.abc import Callable, Mapping
from functools import partial
from typing import BinaryIO

from schedweb.runs.deployments import write_deployments
from schedweb.runs.models import Run
from schedweb.runs.schedules import FORMATS, need_schedule, write_run
from schedweb.workers.models import Task
from schedweb.workers.services import shared_task
from schedweb.workloads.files import QUICK

FILES: Mapping[str, Callable[[Run, BinaryIO], None]] = {
    **{key: partial(write_run, format=key) for key in FORMATS},
    "deployments": write_deployments,
}
"""By key: the schedule in its formats, and what was deployed in it."""


def run_file(run: Run, format: str) -> bytes:
    """Write a file; raises `RefusedError` where there is nothing to write."""
    file = io.BytesIO()
    FILES[format](run, file)
    return file.getvalue()


def file_of_run(run: Run, format: str) -> bytes | Task:
    """Return the file, or the task that writes it; raises as `run_file` does."""
    need_schedule(run)
    comparison = run.comparison
    if comparison.workload.jobs <= QUICK:
        return run_file(run, format)
    arguments = {"run": run.pk, "schedule": run.schedule, "format": format, "file": run.label}
    return shared_task(comparison.owner, "run-file", arguments)
