"""Writing GWF: 29 fields with tabs between, after comments that name them."""

from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from parsched.base.errors import WorkloadError
from parsched.data.files.links import after_texts, joined_ids
from parsched.data.files.status import STATUS, status_numbers
from parsched.data.formats.gwf import DAG, FIELDS
from parsched.data.formats.swf.header import NAMED_BY, name_entry
from parsched.data.formats.swf.lossless import (
    WrittenTimes,
    fieldless,
    lost_of,
    unmodelled_notes,
    with_environments_among_names,
)
from parsched.data.formats.swf.write import RENUMBERED, calendar_entries, machine_entries, one_line
from parsched.data.formats.text_table import (
    TextColumn,
    constant,
    integers,
    names,
    numbers,
    texts,
    write,
)
from parsched.model.problem.workload import Ints, Labels, Workload

_NAMES = {
    "UserID": "user",
    "GroupID": "group",
    "ExecutableID": "executable",
    "QueueID": "queue",
    "PartitionID": "partition",
    "OrigSiteID": "origin",
}
RENAMED = "names are changed where they have tabs, or are blank or -1"


def write_gwf(workload: Workload, stream: BinaryIO) -> None:
    """Write 29 fields per job; names are kept as text.

    Environments are found among other names, or take the place of executables where no job has one.
    Times count from 0. Comments say when that was, how large the machine is and what
    `unkept_by_gwf` returns, in the words of SWF's header. Tabs and line ends within names become
    blanks. Ids that a line cannot begin with, or that fall apart in a list, are replaced by 1, 2, …
    Of a job that waits for others, field 19 says DAG, and field 20 which these are.

    Raises
    ------
    WorkloadError
        For moldable jobs.
    """
    if not workload.is_rigid:
        raise WorkloadError("GWF holds rigid jobs only: write moldable jobs as JSON")
    workload, environments = with_environments_among_names(workload)
    ids, jobs = _ids(workload), len(workload)
    times = WrittenTimes.of(workload, workload.recorded, workload.runtime)
    columns = {
        "JobID": integers(ids) if isinstance(ids, np.ndarray) else texts(ids),
        "SubmitTime": numbers(times.release),
        "RunTime": numbers(times.run),
        "NProcs": integers(workload.held),
        "ReqNProcs": integers(workload.width),
        "ReqTime": numbers(times.estimate),
        "JobStructure": constant("UNITARY", jobs),
        **_waits(workload, ids),
        **{field: _names(workload.labels.get(label), jobs) for field, label in _NAMES.items()},
    }
    if times.wait is not None:
        columns["WaitTime"] = numbers(times.wait)
    if (status := workload.status) is not None:
        columns["Status"] = integers(np.array([*status_numbers(status), -1])[status.codes])
    notes = [*environments, *times.notes, *unmodelled_notes(workload)]
    notes += [*fieldless(workload), *_lost(workload)]
    stream.write(_header(workload, notes).encode())
    if jobs:
        write(stream, [columns.get(name) or constant("-1", jobs) for name in FIELDS], "\t")


def unkept_by_gwf(workload: Workload) -> list[str]:
    """Return what a file of these rigid jobs does not hold, in words that comments have, too."""
    return [*lost_of(workload), *_lost(workload)]


def _lost(workload: Workload) -> list[str]:
    lost = []
    if workload.ids.dtype.kind != "i" and not isinstance(_ids(workload), list):
        lost.append(RENUMBERED)
    if any(_word(name) != name for label in _NAMES.values() for name in _used(workload, label)):
        lost.append(RENAMED)
    return lost


def _used(workload: Workload, label: str) -> tuple[str, ...]:
    column = workload.labels.get(label)
    return () if column is None else column.in_order().names


def _waits(workload: Workload, ids: Ints | list[str]) -> dict[str, TextColumn]:
    """Return the columns of the jobs that others wait for."""
    if (after := workload.after) is None:
        return {}
    names_of, written = [str(id) for id in ids], after_texts(after, ":")
    params = [" ".join(names_of[b] + tail for b, tail in pairs) for pairs in written]
    return {
        "JobStructure": texts([DAG if text else "UNITARY" for text in params]),
        "JobStructureParams": texts([text or "-1" for text in params]),
    }


def _header(workload: Workload, notes: list[str]) -> str:
    machine, guessed = machine_entries(workload)
    lines = [
        f"Workload: {one_line(workload.name)}",
        *machine,
        *calendar_entries(workload),
        *(f"Note: {note}" for note in (*notes, *guessed)),
        *_status_entries(workload.status),
        *(f"{number} {name}" for number, name in enumerate(FIELDS, 1)),
    ]
    return "".join(f"# {line}\n" for line in lines)


def _status_entries(status: Labels | None) -> Iterator[str]:
    """Yield the names behind the numbers of field 11 that the format itself does not define."""
    if status is not None:
        for number, name in zip(status_numbers(status), status.names, strict=True):
            if STATUS.get(number, str(number)) != name:
                yield name_entry(NAMED_BY["status"], number, name)


def _ids(workload: Workload) -> Ints | list[str]:
    if workload.ids.dtype.kind == "i":
        return workload.ids
    ids: list[str] = workload.ids.tolist()
    unfit = any(id.startswith(("#", ";")) or id in ("", "-1") or id != one_line(id) for id in ids)
    if unfit or (workload.after is not None and joined_ids(ids) is None):
        return np.arange(1, len(ids) + 1)
    return ids


def _names(column: Labels | None, jobs: int) -> TextColumn:
    if column is None:
        return constant("-1", jobs)
    return names(column.codes + 1, ["-1", *map(_word, column.names)])


def _word(name: str) -> str:
    return one_line(name) or "-1"
