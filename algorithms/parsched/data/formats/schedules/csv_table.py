"""Schedules as CSV: columns of Batsim's jobs.csv by their names, of any version, and of evalys."""

import csv
import io
from operator import itemgetter

from parsched.base.errors import FormatError
from parsched.data.files.findings import quoted
from parsched.data.files.source import FileLimits
from parsched.data.formats.schedules.table import COLUMNS, ScheduleTable

ALIASES = {
    "jobID": "job_id",
    "requested_number_of_processors": "requested_number_of_resources",
    "allocated_processors": "allocated_resources",
    "proc_alloc": "width",
}
"""Other names of columns: from older versions, and from evalys."""

NEEDED = (
    ("job_id",),
    ("starting_time", "waiting_time"),
    ("execution_time", "finish_time"),
)
"""One of each must be there."""


def csv_table(text: str, limits: FileLimits) -> ScheduleTable:
    """Return the columns of a CSV file; raises FormatError, which names the line."""
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        header = [ALIASES.get(name.strip(), name.strip()) for name in next(reader, [])]
        _need(header)
        limits.check_columns(len(header))
        names = [name for name in COLUMNS if name in header]
        pick = itemgetter(*(header.index(name) for name in names))
        rows: list[tuple[str, ...]] = []
        lines: list[int] = []
        for row in reader:
            if len(row) == len(header):
                rows.append(pick(row))
                lines.append(reader.line_num)
                limits.check_jobs(len(rows))
            elif row:
                raise FormatError(
                    f"line {reader.line_num} has {len(row)} cells, the header {len(header)}"
                )
    except csv.Error as error:
        raise FormatError(f"line {reader.line_num} is not CSV: {error}") from error
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    return ScheduleTable(dict(zip(names, columns, strict=True)), lines)


def _need(header: list[str]) -> None:
    for names in NEEDED:
        if not any(name in header for name in names):
            raise FormatError(
                f"line 1 must name the columns of Batsim's jobs.csv: {' or '.join(names)} is "
                f"missing, got {quoted(','.join(header))}"
            )
