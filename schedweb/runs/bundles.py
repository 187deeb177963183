"""Everything of a comparison as one file, which a worker writes."""

from parsched.report.bundle import write
from schedweb.base.errors import RefusedError
from schedweb.runs.models import Comparison
from schedweb.runs.records import records_of
from schedweb.store.zips import zipped
from schedweb.workers.models import Task
from schedweb.workers.services import shared_task


def task_of_bundle(comparison: Comparison) -> Task:
    """Return the task that writes the figures, tables and schedules of a comparison into one file;
    raises `RefusedError` while no run has a result."""
    done = [run for run in comparison.runs.all() if run.is_done]
    if not done:
        raise RefusedError("No run has a result yet, so there is nothing to export.")
    stamp = " ".join(f"{run.pk}:{run.schedule[:12]}:{run.label}" for run in done)
    arguments = {"comparison": comparison.pk, "file": comparison.title, "stamp": stamp}
    return shared_task(comparison.owner, "comparison-bundle", arguments)


def bundle(comparison: Comparison) -> bytes:
    """Return the zip."""
    return zipped(lambda folder: write(records_of(comparison), folder))
