"""Writing SWF: a workload, or a schedule of it with its waits filled in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import WorkloadError
from parsched.data.files.environments import different
from parsched.data.files.links import plain
from parsched.data.files.machine import least_machine
from parsched.data.files.status import STATUS, status_numbers
from parsched.data.formats.swf import GUESSED, ORIGINS, RAN, unkept
from parsched.data.formats.swf.header import MOST_NAMES, NAMED_BY, name_entry
from parsched.data.formats.swf.lossless import (
    WrittenTimes,
    fieldless,
    lost_of,
    unmodelled_notes,
    with_environments_among_names,
)
from parsched.data.formats.text_table import TextColumn, integers, numbers, write
from parsched.model.problem.platform import Platform
from parsched.model.problem.unmodelled import DEPENDENCIES
from parsched.model.problem.workload import Ints, Labels, Workload
from parsched.model.schedules.schedule import Schedule

VERSION = "2.2"

RENUMBERED = "ids of jobs are replaced by 1, 2, …"
NO_PARTITIONS = "names of partitions are not kept: their field has the sites that jobs came from"

_FIELDS = {"status": 11, "user": 12, "group": 13, "executable": 14, "queue": 15, "partition": 16}
_Names = Mapping[str, tuple[Labels, Sequence[int]]]
"""Columns of names, each with a number for each of its names."""


def write_swf(
    workload: Workload,
    stream: BinaryIO,
    schedule: Schedule | None = None,
    platform: Platform | None = None,
    *,
    notes: Sequence[str] = (),
) -> None:
    """Write 18 fields per job; a schedule adds its waits, and where moldable jobs ran. Without one,
    waits and processors are those that were recorded.

    A moldable job requests no number of processors: field 5 is what it was given, field 8 is −1.
    Without a schedule the jobs must be rigid. Names are replaced by numbers, which the header
    lists. In the schedule of a grid the partition is the site that the job ran on; elsewhere
    origins take the place of partitions. Environments are found among other names, or take the
    place of executables where no job has one. Notes in the header say so, after those that are
    given, and what `unkept_by_swf` returns.

    Raises
    ------
    WorkloadError
        For moldable jobs without a schedule.
    """
    if schedule is None and not workload.is_rigid:
        raise WorkloadError("SWF holds rigid jobs only: write moldable jobs as JSON")
    workload, environments = with_environments_among_names(workload)
    width = workload.held if schedule is None else schedule.width
    run = workload.runtime if schedule is None else schedule.duration
    times = WrittenTimes.of(
        workload, workload.recorded if schedule is None else schedule.start, run
    )
    names, partitions = _names(workload, schedule, platform)
    columns = {
        1: integers(_job_numbers(workload)),
        2: numbers(times.release),
        4: numbers(times.run),
        5: integers(width),
        8: integers(np.where(workload.profiles.counts > 1, -1, workload.least_width)),
        9: numbers(times.estimate),
        **{_FIELDS[label]: _numbered(*names[label]) for label in names},
        **_preceding(workload, times),
    }
    if times.wait is not None:
        columns[3] = numbers(times.wait)
    told = [*partitions, *environments, *times.notes, *unmodelled_notes(workload)]
    told += [*fieldless(workload), *_lost(workload)]
    stream.write(_header(workload, platform, [*notes, *told], names).encode())
    if len(workload):
        unknown = integers(np.full(len(workload), -1))
        write(stream, [columns.get(field, unknown) for field in range(1, 19)], " ")


def unkept_by_swf(workload: Workload) -> list[str]:
    """Return what a file of these rigid jobs does not hold, in words that its header has, too."""
    return [*lost_of(workload), *_lost(workload)]


def _lost(workload: Workload) -> list[str]:
    """Return notes on what has no field."""
    lost = []
    if _unwritten(workload).any():
        lost.append(unkept(DEPENDENCIES))
    if not _are_numbered(workload):
        lost.append(RENUMBERED)
    if different(workload.origin) and different(workload.partition):
        lost.append(NO_PARTITIONS)
    if sum(len(column.names) for column in workload.labels.values()) > MOST_NAMES:
        lost.append(f"names are not kept where there are more than {MOST_NAMES:,}")
    return lost


def _unwritten(workload: Workload) -> NDArray[np.bool_]:
    """Tell which pairs of jobs are not written: all but the last of a job that has several."""
    if (after := workload.after) is None:
        return np.zeros(0, np.bool_)
    last = np.append(np.flatnonzero(np.diff(after.job)), len(after) - 1)
    left_out = np.ones(len(after), np.bool_)
    left_out[last] = False
    return left_out


def _preceding(workload: Workload, times: WrittenTimes) -> dict[int, TextColumn]:
    """Return the columns of preceding jobs and think times."""
    if (after := workload.after) is None:
        return {}
    preceding, pairs = np.full(len(workload), -1), ~_unwritten(workload)
    preceding[after.job[pairs]] = _job_numbers(workload)[after.before[pairs]]
    return {17: integers(preceding), 18: numbers(times.think)}


def _names(
    workload: Workload, schedule: Schedule | None, platform: Platform | None
) -> tuple[_Names, list[str]]:
    """Return the columns of names, and what partitions are where that needs a note."""
    columns, notes = {name: workload.labels.get(name) for name in _FIELDS}, []
    if schedule is not None:  # all jobs run to their ends
        columns["status"] = Labels(np.zeros(len(workload), np.int32), ("completed",))
    if schedule is not None and platform is not None and platform.is_grid:
        sites = tuple(site.name for site in platform.sites)
        columns["partition"], notes = Labels(schedule.site, sites), [RAN]
    elif workload.origin:
        columns["partition"], notes = workload.origin, [ORIGINS]
    numbered = {
        name: (column, status_numbers(column) if name == "status" else _numbers(column))
        for name, column in columns.items()
        if column is not None
    }
    return numbered, notes


def _numbers(column: Labels) -> list[int]:
    """Return a number for each name: the name itself if all are small numbers, else 1, 2, …"""
    if all(name.isascii() and name.isdigit() and len(name) <= 15 for name in column.names):
        numbers = [int(name) for name in column.names]
        if len(set(numbers)) == len(numbers):
            return numbers
    return list(range(1, len(column.names) + 1))


def _numbered(column: Labels, numbers: Sequence[int]) -> TextColumn:
    return integers(np.array([*numbers, -1])[column.codes])


def _header(
    workload: Workload, platform: Platform | None, notes: Sequence[str], names: _Names
) -> str:
    machine, guessed = machine_entries(workload, platform)
    lines = [
        f"Version: {VERSION}",
        f"Computer: {one_line(workload.name)}",
        "Conversion: written by SchedWeb",
        f"MaxJobs: {len(workload)}",
        f"MaxRecords: {len(workload)}",
        *machine,
        *calendar_entries(workload),
        *(f"Note: {note}" for note in dict.fromkeys((*notes, *guessed))),
        *_name_entries(names),
    ]
    return "".join(f"; {line}\n" for line in lines)


def _name_entries(names: _Names) -> Iterator[str]:
    """Yield which names numbers stand for, as long as a header has room for all of a column."""
    room = MOST_NAMES
    for label, (column, of_names) in names.items():
        known = STATUS if label == "status" else {}
        pairs = list(zip(of_names, column.names, strict=True))
        told = [(n, name) for n, name in pairs if known.get(n, str(n)) != name]
        if len(told) <= room:
            room -= len(told)
            yield from (name_entry(NAMED_BY[label], n, name) for n, name in told)


def machine_entries(
    workload: Workload, platform: Platform | None = None
) -> tuple[list[str], list[str]]:
    """Return the entries of a header that say how large the machine is, and a note where that is
    guessed. Of a `platform` on which jobs ran, its size is known."""
    machine = workload.machine
    known = machine.processors if platform is None else platform.processors
    processors = known or least_machine(workload)
    are_its_nodes = machine.nodes and processors == (machine.processors or processors)
    entries = [f"MaxNodes: {machine.nodes}"] if are_its_nodes else []
    entries += [f"MaxProcs: {processors}"] if processors else []
    return entries, [] if known or not processors else [GUESSED]


def calendar_entries(workload: Workload) -> list[str]:
    """Return the entries of a header that say when time 0 was, and in which zone: names have a key,
    seconds east of Greenwich another."""
    start, zone = workload.unix_start, workload.zone
    key = "TimeZone" if zone.lstrip("+-").isdecimal() else "TimeZoneString"
    entries = [] if start is None else [f"UnixStartTime: {plain(start)}"]
    return [*entries, f"{key}: {zone}"] if zone else entries


def one_line(text: str) -> str:
    """Return a text for a line of a header."""
    return " ".join(text.split())


def _are_numbered(workload: Workload) -> bool:
    """Tell whether ids can be ids of the file: numbers, and no preceding job can be number 0."""
    if workload.ids.dtype.kind != "i":
        return False
    return workload.after is None or int(workload.ids.min()) > 0


def _job_numbers(workload: Workload) -> Ints:
    return workload.ids if _are_numbered(workload) else np.arange(1, len(workload) + 1)
