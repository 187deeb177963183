"""Writing rigid jobs as CSV: the columns that some job has something in, commas between."""

import re
from collections.abc import Sequence
from typing import BinaryIO

import numpy as np

from parsched.base.errors import WorkloadError
from parsched.data.formats.jobs_csv import COLUMNS, MACHINE, NOT_KEPT, SUBMIT_DATE, ZONE, waits
from parsched.data.formats.text_table import TextColumn, integers, names, numbers, texts, write
from parsched.model.problem.calendar import Calendar
from parsched.model.problem.workload import Workload

_SPECIAL = re.compile(r'[",;\t\r\n]')


def write_csv(workload: Workload, stream: BinaryIO) -> None:
    """Write a line per job, in order of release; reading it gives the same jobs.

    Names that are empty or blank are read as unknown, as a blank cell is. Dates have their distance
    from UTC, and beside them the name of the zone, if it is known.

    Raises
    ------
    WorkloadError
        For moldable jobs.
    """
    if not workload.is_rigid:
        raise WorkloadError("CSV holds rigid jobs only: write moldable jobs as JSON")
    columns = _columns(workload)
    stream.write((",".join(columns) + "\n").encode())
    if len(workload):
        write(stream, list(columns.values()), ",")


def _columns(workload: Workload) -> dict[str, TextColumn]:
    ids = workload.ids
    columns = {
        "id": integers(ids) if ids.dtype.kind == "i" else texts(_quoted(ids.tolist())),
        "release": numbers(workload.release),
        "procs": integers(workload.width),
        "time": numbers(workload.runtime),
    }
    if np.any(workload.weight != 1):
        columns["weight"] = numbers(workload.weight)
    if np.any(workload.estimate > 0):
        columns["estimate"] = numbers(np.where(workload.estimate > 0, workload.estimate, np.nan))
    if calendar := Calendar.of(workload):
        columns[SUBMIT_DATE] = texts(calendar.iso(workload.release))
        if workload.zone:
            columns[ZONE] = names(np.zeros(len(workload), np.int32), _quoted([workload.zone]))
    for name, cell in _stated(workload).items():
        columns[name] = names(np.zeros(len(workload), np.int32), _quoted([cell]))
    for name, times in (("start", workload.recorded), ("submitted", workload.submitted)):
        if times is not None:
            columns[name] = numbers(times)
    if (sizes := workload.allocated) is not None:
        columns["allocated"] = numbers(np.where(sizes > 0, sizes, np.nan))
    for name, cells in waits.columns(workload).items():
        columns[name] = texts(_quoted(cells))
    for label, column in workload.labels.items():
        columns[label] = names(column.codes, _quoted(column.names))
    return {name: columns[name] for name in COLUMNS if name in columns}


def _stated(workload: Workload) -> dict[str, str]:
    """Return the cells that are the same in each line, by column."""
    machine = workload.machine.as_json()
    cells = {name: str(machine[key]) for name, key in MACHINE.items() if key in machine}
    return cells | ({NOT_KEPT: ";".join(workload.unmodelled)} if workload.unmodelled else {})


def _quoted(cells: Sequence[str]) -> list[str]:
    """Put quotes around what would end a cell or a line."""
    return [
        '"' + cell.replace('"', '""') + '"' if _SPECIAL.search(cell) else cell for cell in cells
    ]
