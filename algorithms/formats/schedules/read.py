"""Reading a schedule from a table with the columns of Batsim's jobs.csv, by their names."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from algorithms.errors import FormatError
from algorithms.formats.schedules import KILLED, REJECTED
from algorithms.formats.schedules.consistency import (
    ROUNDING,
    check_row_columns,
    check_workload_columns,
)
from algorithms.formats.schedules.table import Table
from algorithms.formats.schedules.write import platform_offsets
from algorithms.formats.source import Limits, Source, file_name, path
from algorithms.problem.platform import Platform
from algorithms.problem.profiles import Profiles
from algorithms.problem.workload import Floats, Ints, Workload
from algorithms.schedules.processor_sets import ProcessorSets, WrongSet
from algorithms.schedules.schedule import Schedule


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
    limits: Limits | None = None,
) -> ScheduleReading:
    """Read the schedule of a workload, plain or gzip; rows may come in any order.

    Raises
    ------
    FormatError
        Names the line, the job and the column that cannot be read, that contradict each other, or
        that fit no job of the workload.
    """
    try:
        table = Table(source, limits or Limits())
        return _schedule(table, workload, platform)
    except FormatError as error:
        label = file_name(name) if name else path(source)
        raise FormatError(f"{label}: {error}") from error


def _schedule(table: Table, workload: Workload, platform: Platform) -> ScheduleReading:
    job = _jobs(table, workload)
    check_workload_columns(table, job, workload)
    start, duration = _times(table)
    check_row_columns(table, workload.release[job], start, duration)
    ran = np.isfinite(start)
    sets = _sets(table)
    site = _sites(table, platform, sets)
    width = _widths(table, sets)
    n = len(workload)
    columns = {
        "start": _spread(n, job, start, np.nan),
        "duration": _spread(n, job, duration, np.nan),
        "width": _spread(n, job, width, 0),
        "site": _spread(n, job, site, 0).astype(np.int32),
        "backfilled": _spread(n, job, table.integers("backfilled") != 0, False),
    }
    everything = len(job) == n and bool(ran.all())
    local = _local(sets, site, platform) if sets is not None and everything else None
    schedule = Schedule(**columns, processors=local and local.take(np.argsort(job)))
    whole = np.concatenate([start[ran], duration[ran]])
    exact = bool((whole == np.floor(whole)).all())
    return ScheduleReading(
        schedule=schedule,
        workload=_as_run(table, job, workload),
        platform=platform,
        tolerance=0.0 if exact else ROUNDING,
    )


def _spread(jobs: int, job: Ints, values: NDArray[Any], missing: Any) -> Any:
    """Put values of rows into a column of all jobs."""
    column = np.full(jobs, missing, values.dtype)
    column[job] = values
    return column


def _jobs(table: Table, workload: Workload) -> Ints:
    """Return the index of each row's job."""
    index = {id: i for i, id in enumerate(map(str, workload.ids.tolist()))}
    cells = table.text("job_id")
    indices = [index.get(cell, -1) for cell in cells]
    for row, job in enumerate(indices):
        if job < 0:
            indices[row] = index.get(cells[row].strip().rpartition("!")[2], -1)
            if indices[row] < 0:
                raise FormatError(f"{table.place(row)}: the workload has no job of this id")
    jobs = np.array(indices, np.int64)
    order = np.argsort(jobs, kind="stable")
    again = np.flatnonzero(np.diff(jobs[order]) == 0)
    if len(again):
        first, second = order[again[0]], order[again[0] + 1]
        raise FormatError(f"{table.place(second)}: this job has a row before, {table.place(first)}")
    return jobs


def _times(table: Table) -> tuple[Floats, Floats]:
    """Return start and duration of each row, NaN for one that did not run."""
    if "starting_time" in table:
        start = table.numbers("starting_time")
    else:
        start = table.numbers("submission_time") + table.numbers("waiting_time")
    start[np.array([state == REJECTED for state in table.text("final_state")], np.bool_)] = np.nan
    finish, duration = table.numbers("finish_time"), table.numbers("execution_time")
    duration = np.where(np.isnan(duration), finish - start, duration)
    lacking = np.flatnonzero(np.isfinite(start) & np.isnan(duration))
    if len(lacking):
        raise table.wrong(int(lacking[0]), "execution_time", "must be a number")
    return start, duration


def _sets(table: Table) -> ProcessorSets | None:
    """Return the processors of each row; None when the file does not tell."""
    cells = table.text("allocated_resources")
    if not any(cells):
        return None
    try:
        return ProcessorSets.parse(cells)
    except WrongSet as error:
        place = table.place(error.row)
        raise FormatError(f"{place}: allocated_resources, {error.reason}") from error


def _widths(table: Table, sets: ProcessorSets | None) -> Ints:
    if "width" in table:
        width = table.integers("width")
        return width if sets is None else np.where(_empty(table, "width"), sets.sizes(), width)
    if sets is not None:
        return sets.sizes()
    if "requested_number_of_resources" in table:
        return table.integers("requested_number_of_resources")
    raise FormatError(
        "line 1 must name width, allocated_resources or requested_number_of_resources"
    )


def _empty(table: Table, name: str) -> NDArray[np.bool_]:
    """Tell which rows leave a column empty."""
    return np.array([not cell.strip() for cell in table.text(name)], np.bool_)


def _sites(table: Table, platform: Platform, sets: ProcessorSets | None) -> Ints:
    site = table.integers("site")
    if platform.is_grid and sets is not None:
        some = np.flatnonzero((sets.sizes() > 0) & _empty(table, "site"))
        first = sets.lo[sets.offsets[some]]
        site[some] = np.searchsorted(platform_offsets(platform), first, side="right") - 1
    return site


def _local(sets: ProcessorSets, site: Ints, platform: Platform) -> ProcessorSets:
    """Number processors within their sites; the checker finds those that are outside."""
    first = platform_offsets(platform)[np.clip(site, 0, len(platform.sites))]
    shift = np.repeat(first, np.diff(sets.offsets))
    return ProcessorSets(sets.offsets, sets.lo - shift, sets.hi - shift)


def _as_run(table: Table, job: Ints, workload: Workload) -> Workload:
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
