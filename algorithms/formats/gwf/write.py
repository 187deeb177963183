"""Writing GWF: 29 fields with tabs between, after comments that name them."""

from typing import BinaryIO

import numpy as np

from algorithms.errors import WorkloadError
from algorithms.formats.environments import as_executables
from algorithms.formats.gwf import DAG, FIELDS
from algorithms.formats.links import after_texts, joined_ids
from algorithms.formats.status import status_numbers
from algorithms.formats.swf import unkept, waits, without_submissions
from algorithms.formats.swf.write import calendar_entries
from algorithms.formats.text_table import Column, constant, integers, names, numbers, texts, write
from algorithms.problem.workload import Ints, Labels, Workload

_NAMES = {
    "UserID": "user",
    "GroupID": "group",
    "ExecutableID": "executable",
    "QueueID": "queue",
    "PartitionID": "partition",
    "OrigSiteID": "origin",
}


def write_gwf(workload: Workload, stream: BinaryIO) -> None:
    """Write 29 fields per job; names are kept as text, weights have no field.

    Environments take the place of executables where no job has one, or are lost, unless they are
    users or queues, too. Times count from 0, and comments say when that was, in the words of SWF's
    header. Tabs and line ends within names become blanks. Ids that a line cannot begin with, or
    that fall apart in a list, are replaced by 1, 2, … Of a job that waits for others, field 19 says
    DAG, and field 20 which these are.

    Raises
    ------
    WorkloadError
        For moldable jobs.
    """
    if not workload.is_rigid:
        raise WorkloadError("GWF holds rigid jobs only: write moldable jobs as JSON")
    workload, jobs = as_executables(workload), len(workload)
    ids = _ids(workload)
    notes = [*map(unkept, workload.unmodelled), *calendar_entries(workload)]
    notes += without_submissions(workload)
    columns = {
        "JobID": integers(ids) if isinstance(ids, np.ndarray) else texts(ids),
        "SubmitTime": numbers(workload.release),
        "RunTime": numbers(workload.runtime),
        "NProcs": integers(workload.width),
        "ReqNProcs": integers(workload.width),
        "ReqTime": numbers(np.nan_to_num(workload.estimate, nan=-1)),
        "Status": integers(status_numbers(workload.status, jobs)),
        "JobStructure": constant("UNITARY", jobs),
    }
    if workload.recorded is not None:
        wait, hidden = waits(workload.recorded, workload.release)
        columns["WaitTime"] = numbers(wait)
        notes += hidden
    if (after := workload.after) is not None:
        names_of, written = [str(id) for id in ids], after_texts(after, ":")
        params = [" ".join(names_of[b] + tail for b, tail in pairs) for pairs in written]
        columns["JobStructure"] = texts([DAG if text else "UNITARY" for text in params])
        columns["JobStructureParams"] = texts([text or "-1" for text in params])
    for field, label in _NAMES.items():
        columns[field] = _names(getattr(workload, label), jobs)
    lines = [f"# {note}" for note in notes]
    lines += [f"# {number} {name}" for number, name in enumerate(FIELDS, 1)]
    stream.write("\n".join((f"# Workload: {_one_line(workload.name)}", *lines, "")).encode())
    if jobs:
        write(stream, [columns.get(name) or constant("-1", jobs) for name in FIELDS], "\t")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _ids(workload: Workload) -> Ints | list[str]:
    if workload.ids.dtype.kind == "i":
        return workload.ids
    ids: list[str] = workload.ids.tolist()
    unfit = any(id.startswith("#") or id in ("", "-1") or id != _one_line(id) for id in ids)
    if unfit or (workload.after is not None and joined_ids(ids) is None):
        return np.arange(1, len(ids) + 1)
    return ids


def _names(column: Labels | None, jobs: int) -> Column:
    if column is None:
        return constant("-1", jobs)
    words = [_one_line(name) or "-1" for name in column.names]
    return names(column.codes + 1, ["-1", *words])
