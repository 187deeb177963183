"""The deployments of a run as a file."""

import csv
import io
from typing import BinaryIO

import numpy as np

from parsched.model.schedules.installed import Deployed
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.run.per_environment import DEPLOYMENTS
from schedweb.base.errors import RefusedError
from schedweb.runs.models import Run
from schedweb.runs.schedules import need_schedule
from schedweb.runs.storage import load_schedule

HEADS = ("first job", "jobs", "environment", "processors", "start [s]", "seconds [s]")


def has_deployments(run: Run) -> bool:
    """Tell whether jobs of a run that is done need environments."""
    return run.is_done and bool(run.result.grouping or run.result.metrics.get(DEPLOYMENTS))


def write_deployments(run: Run, stream: BinaryIO) -> None:
    """Write one row for each deployment, by their ends: for which job, or which job of a group is
    first and how many there are; on which processors, as schedules number them (on a grid, through
    all sites), from when on, and for how long. Jobs and environments are written as in the files of
    the schedule and of the jobs.

    Raises `RefusedError` where no job needs an environment.
    """
    need_schedule(run)
    instance = run.comparison.instance()
    jobs, platform = instance.jobs, instance.platform
    if jobs.environment is None:
        raise RefusedError("There are no deployments: no job needs an environment.")
    schedule = load_schedule(run.schedule).with_processors(platform, jobs)
    deployed = Deployed.of(jobs, platform, schedule)
    begins = np.cumsum([0, *(site.processors for site in platform.sites)])
    processors = deployed.processors
    base = np.repeat(begins[schedule.site[deployed.first]], np.diff(processors.offsets))
    sets = ProcessorSets(processors.offsets, processors.lo + base, processors.hi + base)
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEADS)
    names, codes = jobs.environment.names, jobs.environment.codes
    times = zip((deployed.end - deployed.seconds).tolist(), deployed.seconds.tolist(), strict=True)
    made_for = zip(deployed.first.tolist(), deployed.jobs.tolist(), strict=True)
    for (job, jobs_of), text, time in zip(made_for, sets.text(), times, strict=True):
        about = [jobs.ids[job], jobs_of, names[codes[job]], text]
        writer.writerow([*about, *map(repr, time)])
    stream.write(file.getvalue().encode())
