"""Writing SWF: a workload, or a schedule of it with its waits filled in."""

from collections.abc import Mapping, Sequence
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from algorithms.errors import WorkloadError
from algorithms.formats.environments import as_executables, held_by
from algorithms.formats.status import status_numbers
from algorithms.formats.swf import ENVIRONMENTS, ORIGINS, RAN, unkept, waits, without_submissions
from algorithms.formats.text_table import Column, integers, numbers, write
from algorithms.problem.platform import Platform
from algorithms.problem.unmodelled import DEPENDENCIES, UNMODELLED
from algorithms.problem.workload import Ints, Labels, Workload
from algorithms.schedules.schedule import Schedule

VERSION = "2.2"


def write_swf(
    workload: Workload,
    stream: BinaryIO,
    schedule: Schedule | None = None,
    platform: Platform | None = None,
    *,
    notes: Sequence[str] = (),
) -> None:
    """Write 18 fields per job; a schedule adds its waits, and where moldable jobs ran. Without one,
    waits are those that were recorded.

    A moldable job requests no number of processors: field 5 is what it was given, field 8 is −1.
    Without a schedule the jobs must be rigid. Ids that are no numbers are replaced by 1, 2, …, and
    so are names (the header lists those of queues and partitions). In the schedule of a grid the
    partition is the site that the job ran on; elsewhere origins take the place of partitions.
    Environments take that of executables where no job has one, or are lost, unless they are users
    or queues, too. Of the jobs that one waits for only the last is written. Notes in the header say
    so, after those that are given. Weights have no field in SWF.

    Raises
    ------
    WorkloadError
        For moldable jobs without a schedule.
    """
    if schedule is None and not workload.is_rigid:
        raise WorkloadError("SWF holds rigid jobs only: write moldable jobs as JSON")
    workload = as_executables(workload)
    width = workload.width if schedule is None else schedule.width
    run = workload.runtime if schedule is None else schedule.duration
    start = workload.recorded if schedule is None else schedule.start
    wait, hidden = (None, []) if start is None else waits(start, workload.release)
    unknown, status = np.full(len(workload), -1), status_numbers(workload.status, len(workload))
    columns = {
        1: integers(_job_numbers(workload)),
        2: numbers(workload.release),
        3: integers(unknown) if wait is None else numbers(wait),
        4: numbers(run),
        5: integers(width),
        8: integers(np.where(workload.profiles.counts > 1, -1, width)),
        9: numbers(np.nan_to_num(workload.estimate, nan=-1)),
        11: integers(status if schedule is None else np.ones_like(unknown)),
    } | _preceding(workload)
    labels = (workload.user, workload.group, workload.executable, workload.queue)
    more, partition = _partition(workload, schedule, platform)
    for field, label in enumerate((*labels, partition), 12):
        columns[field] = _label_numbers(label, unknown)
    named = {"Queue": workload.queue, "Partition": partition}
    if held_by(workload) == "executable":
        named["Executable"] = workload.executable
    notes = [*notes, *more, *_lost(workload), *hidden, *without_submissions(workload)]
    stream.write(_header(workload, platform, notes, named).encode())
    if len(workload):
        write(stream, [columns.get(f) or integers(unknown) for f in range(1, 19)], " ")


def _lost(workload: Workload) -> list[str]:
    """Return notes on what has no field of its own, or is not kept."""
    notes = [ENVIRONMENTS] if held_by(workload) == "executable" else []
    lost = set(workload.unmodelled) | ({DEPENDENCIES} if _unwritten(workload).any() else set())
    return [*notes, *(unkept(name) for name in UNMODELLED if name in lost)]


def _unwritten(workload: Workload) -> NDArray[np.bool_]:
    """Tell which pairs of jobs are not written: all but the last of a job that has several."""
    if (after := workload.after) is None:
        return np.zeros(0, np.bool_)
    last = np.append(np.flatnonzero(np.diff(after.job)), len(after) - 1)
    left_out = np.ones(len(after), np.bool_)
    left_out[last] = False
    return left_out


def _preceding(workload: Workload) -> dict[int, Column]:
    """Return the columns of preceding jobs and think times."""
    if (after := workload.after) is None:
        return {}
    preceding, think = np.full((2, len(workload)), -1.0)
    pairs = ~_unwritten(workload)
    preceding[after.job[pairs]] = _job_numbers(workload)[after.before[pairs]]
    think[after.job[pairs]] = after.delay[pairs]
    return {17: integers(preceding.astype(np.int64)), 18: numbers(think)}


def _partition(
    workload: Workload, schedule: Schedule | None, platform: Platform | None
) -> tuple[list[str], Labels | None]:
    """Return what partitions are, where that needs a note, and the column."""
    if schedule is not None and platform is not None and platform.is_grid:
        return [RAN], Labels(schedule.site, tuple(site.name for site in platform.sites))
    if workload.origin:
        return [ORIGINS], workload.origin
    return [], workload.partition


def _header(
    workload: Workload,
    platform: Platform | None,
    notes: Sequence[str],
    named: Mapping[str, Labels | None],
) -> str:
    processors = workload.widest if platform is None else platform.processors
    lines = [
        f"Version: {VERSION}",
        f"Computer: {_one_line(workload.name)}",
        "Conversion: written by SchedWeb",
        f"MaxJobs: {len(workload)}",
        f"MaxRecords: {len(workload)}",
    ]
    lines += [f"MaxProcs: {processors}"] if processors else []
    lines += calendar_entries(workload)
    lines += [f"Note: {note}" for note in notes]
    for key, column in named.items():
        if column is not None:
            numbered = zip(map(str, _numbers(column)), column.names, strict=True)
            lines += [f"{key}: {n} {_one_line(name)}" for n, name in numbered if n != name]
    return "".join(f"; {line}\n" for line in lines)


def calendar_entries(workload: Workload) -> list[str]:
    """Return the entries of a header that say when time 0 was, and in which zone: names have a key,
    seconds east of Greenwich another."""
    start, zone = workload.unix_start, workload.zone
    key = "TimeZone" if zone.lstrip("+-").isdecimal() else "TimeZoneString"
    entries = [] if start is None else [f"UnixStartTime: {int(start)}"]
    return [*entries, f"{key}: {zone}"] if zone else entries


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _job_numbers(workload: Workload) -> Ints:
    # No preceding job can be number 0.
    if workload.ids.dtype.kind == "i" and (workload.after is None or workload.ids.min() > 0):
        return workload.ids
    return np.arange(1, len(workload) + 1)


def _numbers(column: Labels) -> list[int]:
    """Return a number for each name: the name itself if all are small numbers, else 1, 2, …"""
    if all(name.isascii() and name.isdigit() and len(name) <= 15 for name in column.names):
        numbers = [int(name) for name in column.names]
        if len(set(numbers)) == len(numbers):
            return numbers
    return list(range(1, len(column.names) + 1))


def _label_numbers(column: Labels | None, unknown: Ints) -> Column:
    if column is None:
        return integers(unknown)
    return integers(np.array([*_numbers(column), -1])[column.codes])
