"""Writing a schedule: Batsim's jobs.csv with our columns behind, or SWF."""

import os
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from parsched.data.formats import text_table
from parsched.data.formats.schedules import (
    BATSIM_COLUMNS,
    DATE_COLUMNS,
    KILLED,
    OUR_COLUMNS,
    REJECTED,
    SUCCESS,
)
from parsched.data.formats.swf.write import write_swf
from parsched.data.formats.target import Target, opened
from parsched.data.formats.text_table import TextColumn, constant, integers, numbers, ratios, texts
from parsched.model.problem.calendar import Calendar
from parsched.model.problem.platform import Platform
from parsched.model.problem.ticks import apart
from parsched.model.problem.workload import Labels, Workload
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule

ENDINGS = (SUCCESS, KILLED, REJECTED)
"""How a job may have ended: by itself, cut at its requested time, or never begun."""


def write_schedule(
    target: Target,
    workload: Workload,
    platform: Platform,
    schedule: Schedule,
    *,
    original: Workload | None = None,
) -> None:
    """Write a schedule to a path (packed if it ends in .gz) or a binary stream.

    A path that ends in .swf or .swf.gz receives SWF with the waits filled in, everything else CSV.
    Whole times are written as integers, others so that they read back exactly. Processors of a grid
    are numbered through: the processors of site 1 follow the ones of site 0. A job without a start,
    of a schedule that was made elsewhere, was rejected in CSV, and has an unknown wait in SWF.
    Where the jobs have a calendar, columns behind all others have dates as ISO 8601.

    Parameters
    ----------
    workload
        The jobs as scheduled, `Result.workload`.
    original
        The jobs before any were cut at their requested times; tells which were killed.

    Raises
    ------
    FormatError
        When the file cannot be written.
    """
    name = os.fspath(target) if isinstance(target, str | os.PathLike) else ""
    with opened(target) as stream:
        if name.lower().removesuffix(".gz").endswith(".swf"):
            write_swf(workload, stream, schedule, platform)
        else:
            _write_csv(stream, workload, platform, schedule, _killed(workload, original))


def _killed(workload: Workload, original: Workload | None) -> NDArray[np.bool_]:
    if original is None or not original.is_rigid:
        return np.zeros(len(workload), np.bool_)
    killed: NDArray[np.bool_] = workload.runtime < original.runtime
    return killed


def _write_csv(
    stream: BinaryIO,
    workload: Workload,
    platform: Platform,
    schedule: Schedule,
    killed: NDArray[np.bool_],
) -> None:
    calendar = Calendar.of(workload)
    order = (*BATSIM_COLUMNS, *OUR_COLUMNS, *(DATE_COLUMNS if calendar else ()))
    stream.write((",".join(order) + "\n").encode())
    for first in range(0, len(workload), text_table.ROWS):
        part = slice(first, first + text_table.ROWS)
        jobs, runs = workload.take(part), schedule.take(part)
        columns = _batsim(jobs, runs, killed[part]) | _ours(jobs, runs)
        if calendar:
            columns |= _dates(calendar, jobs, runs)
        columns["allocated_resources"] = texts(_processors(platform, runs))
        text_table.write(stream, [columns[name] for name in order], ",")


def _batsim(
    workload: Workload, schedule: Schedule, killed: NDArray[np.bool_]
) -> dict[str, TextColumn]:
    jobs = len(workload)
    ran = np.isfinite(schedule.start)
    duration = np.where(ran, schedule.duration, np.nan)
    ending = np.where(ran, killed.astype(np.int64), len(ENDINGS) - 1)
    flow = apart(schedule.end, workload.release)
    stretch = np.full(jobs, np.nan)
    with np.errstate(over="ignore"):
        np.divide(flow, schedule.duration, out=stretch, where=schedule.duration > 0)
    stretch[np.isinf(stretch)] = np.nan
    numbered = workload.ids.dtype.kind == "i"
    ids = integers(workload.ids) if numbered else texts([_cell(i) for i in workload.ids.tolist()])
    return {
        "job_id": ids,
        "workload_name": constant(_cell(workload.name), jobs),
        "profile": constant("delay", jobs),
        "submission_time": numbers(workload.release),
        "requested_number_of_resources": integers(schedule.width),
        "requested_time": numbers(np.nan_to_num(workload.estimate, nan=-1)),
        "success": integers(ending == 0),
        "final_state": text_table.names(ending, ENDINGS),
        "starting_time": numbers(schedule.start),
        "execution_time": numbers(duration),
        "finish_time": numbers(schedule.end),
        "waiting_time": numbers(apart(schedule.start, workload.release)),
        "turnaround_time": numbers(flow),
        "stretch": ratios(stretch),
        "consumed_energy": constant("-1", jobs),
        "metadata": constant('""', jobs),
    }


def _ours(workload: Workload, schedule: Schedule) -> dict[str, TextColumn]:
    environment = workload.environment or Labels(np.full(len(workload), -1, np.int32), ())
    return {
        "width": integers(schedule.width),
        "site": integers(schedule.site),
        "environment": text_table.names(environment.codes, [_cell(n) for n in environment.names]),
        "backfilled": integers(schedule.backfilled),
    }


def _dates(calendar: Calendar, workload: Workload, schedule: Schedule) -> dict[str, TextColumn]:
    columns = workload.release, schedule.start, schedule.end
    dates = (texts(calendar.iso(times)) for times in columns)
    return dict(zip(DATE_COLUMNS, dates, strict=True))


def _processors(platform: Platform, schedule: Schedule) -> list[str]:
    sets = schedule.processors
    if sets is None:
        return [""] * len(schedule)
    if platform.is_grid:
        job = np.repeat(np.arange(len(schedule)), np.diff(sets.offsets))
        first = platform_offsets(platform)[schedule.site[job]]
        sets = ProcessorSets(sets.offsets, sets.lo + first, sets.hi + first)
    return sets.text()


def platform_offsets(platform: Platform) -> NDArray[np.int64]:
    """Return the number of each site's first processor in files, then the number of all
    processors."""
    return np.cumsum([0, *(site.processors for site in platform.sites)])


def _cell(text: str) -> str:
    """Quote a text where CSV needs it."""
    if any(mark in text for mark in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text
