"""Reading a schedule that must be one of a workload: what does not fit is an error."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import FormatError
from parsched.data.files.source import FileLimits, Source, file_name, path
from parsched.data.formats.schedules import KILLED
from parsched.data.formats.schedules.consistency import (
    ROUNDING,
    check_row_columns,
    check_workload_columns,
)
from parsched.data.formats.schedules.matching import match
from parsched.data.formats.schedules.rows import ScheduleRows
from parsched.data.formats.schedules.sources import read_table
from parsched.data.formats.schedules.table import ScheduleTable
from parsched.model.problem.platform import Platform
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Ints, Workload
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule


@dataclass(frozen=True, kw_only=True, eq=False)
class ScheduleReading:
    """A schedule that was read; `check` tests whether it is feasible.

    `workload` holds the jobs as they ran: those that the file marks as killed are cut at their
    requested times. Jobs that are not in the file, or were rejected, have no start (NaN).
    """

    schedule: Schedule
    workload: Workload
    platform: Platform
    tolerance: float

    def check(self) -> None:
        """Prove the schedule feasible.

        Raises
        ------
        InfeasibleError
            Names the first job, the rule and the values.
        """
        self.schedule.check(self.workload, self.platform, tolerance=self.tolerance)


def read_schedule(
    source: Source,
    workload: Workload,
    platform: Platform,
    *,
    name: str | None = None,
    limits: FileLimits | None = None,
) -> ScheduleReading:
    """Read the schedule of a workload, of any kind, plain or packed; rows may come in any order.

    Raises
    ------
    FormatError
        Names the line, the job and the column that cannot be read, that contradict each other, or
        that fit no job of the workload.
    """
    try:
        table = read_table(source, limits or FileLimits()).table
        return _schedule(table, workload, platform)
    except FormatError as error:
        label = file_name(name) if name else path(source)
        raise FormatError(f"{label}: {error}") from error


def _schedule(table: ScheduleTable, workload: Workload, platform: Platform) -> ScheduleReading:
    job = _jobs(table, workload)
    check_workload_columns(table, job, workload)
    rows = ScheduleRows.of(table, platform)
    check_row_columns(table, workload.release[job], rows.start, rows.duration)
    ran = rows.ran
    whole = np.concatenate([rows.start[ran], rows.duration[ran]])
    exact = bool((whole == np.floor(whole)).all())
    return ScheduleReading(
        schedule=schedule_of(rows, job, len(workload)),
        workload=_as_run(table, job, workload),
        platform=platform,
        tolerance=0.0 if exact else ROUNDING,
    )


def schedule_of(rows: ScheduleRows, job: Ints, jobs: int) -> Schedule:
    """Return the schedule of all jobs that rows of some of them make: jobs without a row have no
    start. Processors are kept where all jobs that ran have some."""
    columns = {
        "start": _spread(jobs, job, rows.start, np.nan),
        "duration": _spread(jobs, job, rows.duration, np.nan),
        "width": _spread(jobs, job, rows.width, 0),
        "site": _spread(jobs, job, rows.site, 0),
        "backfilled": _spread(jobs, job, rows.backfilled, False),
    }
    sets = rows.processors
    if sets is not None and (sets.sizes() > 0)[rows.ran].all():
        ran = np.flatnonzero(rows.ran)
        return Schedule(
            **columns, processors=ProcessorSets.gather(jobs, [(job[ran], sets.take(ran))])
        )
    return Schedule(**columns, processors=None)


def _spread(jobs: int, job: Ints, values: NDArray[Any], missing: Any) -> Any:
    """Put values of rows into a column of all jobs."""
    column = np.full(jobs, missing, values.dtype)
    column[job] = values
    return column


def _jobs(table: ScheduleTable, workload: Workload) -> Ints:
    """Return the index of each row's job."""
    matching = match(table, workload)
    if len(matching.unknown):
        place = table.place(int(matching.unknown[0]))
        raise FormatError(f"{place}: the workload has no job of this id")
    if len(matching.again):
        before = table.place(int(matching.first[0]))
        place = table.place(int(matching.again[0]))
        raise FormatError(f"{place}: this job has a row before, {before}")
    return matching.job


def _as_run(table: ScheduleTable, job: Ints, workload: Workload) -> Workload:
    """Cut the jobs that the file marks as killed at their requested times."""
    states = table.text("final_state")
    rows = np.flatnonzero(np.array([state == KILLED for state in states], np.bool_))
    if not len(rows):
        return workload
    killed = job[rows]
    if not workload.is_rigid:
        raise FormatError(f"{table.place(int(rows[0]))}: {KILLED}, but the jobs are moldable")
    lacking = np.flatnonzero(~(workload.estimate[killed] > 0))
    if len(lacking):
        place = table.place(int(rows[lacking[0]]))
        raise FormatError(f"{place}: {KILLED}, but the workload gives no requested time")
    runtime = workload.runtime.copy()
    runtime[killed] = np.minimum(runtime[killed], workload.estimate[killed])
    return replace(workload, profiles=Profiles.rigid(workload.width, runtime))
