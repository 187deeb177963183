"""The jobs of a workload as a file: a quick one is written at once, a large one by a worker."""

import gzip
import io
from typing import Any

from parsched.data.formats import FORMATS, write
from parsched.model.problem.workload import Workload as Jobs
from schedweb.workers.models import Task
from schedweb.workers.services import shared_task
from schedweb.workloads.models import Workload

QUICK = 20_000
"""Jobs that are written well within a second."""


def jobs_file(workload: Workload, format: str, *, packed: bool) -> bytes:
    """Write the jobs, as gzip if `packed`; raises WorkloadError where they do not fit."""
    file = io.BytesIO()
    write(workload.load(), file, format=format)
    content = file.getvalue()
    return gzip.compress(content, 6, mtime=0) if packed else content


def file_of_workload(workload: Workload, format: str, *, packed: bool = False) -> bytes | Task:
    """Return the file, or the task that writes it; raises as `jobs_file` does."""
    if workload.jobs <= QUICK:
        return jobs_file(workload, format, packed=packed)
    arguments: dict[str, Any] = {
        "workload": workload.pk,
        "digest": workload.digest,
        "file": workload.name,
    }
    arguments |= {"format": format, "packed": packed}
    return shared_task(workload.owner, "workload-file", arguments)


def unkept_of(jobs: Jobs) -> dict[str, list[str]]:
    """Return what a file of jobs does not hold, in words, by the keys of formats that can hold
    them; nothing where it holds all."""
    return {
        key: format.unkept(jobs)
        for key, format in FORMATS.items()
        if jobs.is_rigid or not format.is_rigid_only
    }
