"""Writing GWF: 29 fields with tabs between, after comments that name them."""

from typing import BinaryIO

import numpy as np

from algorithms.errors import WorkloadError
from algorithms.formats.environments import as_executables
from algorithms.formats.gwf import FIELDS
from algorithms.formats.status import status_numbers
from algorithms.formats.text_table import Column, constant, integers, names, numbers, texts, write
from algorithms.problem.workload import Labels, Workload

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
    users or queues, too. Tabs and line ends within names become blanks. Ids that a line cannot
    begin with are replaced by 1, 2, …

    Raises
    ------
    WorkloadError
        For moldable jobs.
    """
    if not workload.is_rigid:
        raise WorkloadError("GWF holds rigid jobs only: write moldable jobs as JSON")
    workload, jobs = as_executables(workload), len(workload)
    columns = {
        "JobID": _ids(workload),
        "SubmitTime": numbers(workload.release),
        "RunTime": numbers(workload.runtime),
        "NProcs": integers(workload.width),
        "ReqNProcs": integers(workload.width),
        "ReqTime": numbers(np.nan_to_num(workload.estimate, nan=-1)),
        "Status": integers(status_numbers(workload.status, jobs)),
        "JobStructure": constant("UNITARY", jobs),
    }
    if workload.recorded is not None:
        wait = workload.recorded - workload.release
        columns["WaitTime"] = numbers(np.nan_to_num(wait, nan=-1))
    for field, label in _NAMES.items():
        columns[field] = _names(getattr(workload, label), jobs)
    lines = [f"# {number} {name}" for number, name in enumerate(FIELDS, 1)]
    stream.write("\n".join((f"# Workload: {_one_line(workload.name)}", *lines, "")).encode())
    if jobs:
        write(stream, [columns.get(name) or constant("-1", jobs) for name in FIELDS], "\t")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _ids(workload: Workload) -> Column:
    if workload.ids.dtype.kind == "i":
        return integers(workload.ids)
    ids = workload.ids.tolist()
    if any(id.startswith("#") or id in ("", "-1") or id != _one_line(id) for id in ids):
        return integers(np.arange(1, len(ids) + 1))
    return texts(ids)


def _names(column: Labels | None, jobs: int) -> Column:
    if column is None:
        return constant("-1", jobs)
    words = [_one_line(name) or "-1" for name in column.names]
    return names(column.codes + 1, ["-1", *words])
