"""Schedules as SWF: submit time, wait and run time say when jobs run, field 5 on how many.

-1 is unknown: such a job has no start. In the schedule of a grid a note of the header says that
partitions are sites, and names them.
"""

from parsched.base.errors import FormatError
from parsched.data.files.findings import shown_cell
from parsched.data.files.source import FileLimits
from parsched.data.formats.schedules.table import ScheduleTable
from parsched.data.formats.swf import RAN
from parsched.data.formats.swf.header import Header

FIELDS = 18
UNKNOWN = "-1"
_NAMES = {
    "job_id": 1,
    "submission_time": 2,
    "waiting_time": 3,
    "execution_time": 4,
    "width": 5,
    "site": 16,
}
_REQUESTED = 8


def swf_table(text: str, limits: FileLimits) -> ScheduleTable:
    """Return the columns of an SWF file; raises FormatError, which names the line."""
    header = Header()
    rows: list[list[str]] = []
    lines: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        fields = line.partition(";")[0].split()
        if not fields:
            if not rows:
                header.add(line.strip().encode())
            continue
        if len(fields) < FIELDS:
            raise FormatError(
                f"line {number} must have {FIELDS} fields with blanks between, got "
                f"{len(fields)}: {shown_cell(line.strip())}"
            )
        rows.append(fields)
        lines.append(number)
        limits.check_jobs(len(rows))
    columns = {name: [row[field - 1] for row in rows] for name, field in _NAMES.items()}
    _read_unknown(columns, rows)
    columns["site"] = _sites(columns["site"], header)
    return ScheduleTable(columns, lines)


def _read_unknown(columns: dict[str, list[str]], rows: list[list[str]]) -> None:
    """Leave blank what is unknown; where no processors were allocated, the requested ones count."""
    for row, fields in enumerate(rows):
        run, wait = columns["execution_time"][row], columns["waiting_time"][row]
        if UNKNOWN in (run, wait):
            columns["waiting_time"][row] = columns["execution_time"][row] = ""
        if columns["width"][row] in (UNKNOWN, "0"):
            columns["width"][row] = fields[_REQUESTED - 1]


def _sites(partitions: list[str], header: Header) -> list[str]:
    """Return the names of sites, blank where partitions are something else."""
    if RAN not in header.all("Note"):
        return [""] * len(partitions)
    by_number = {str(number): name for number, name in header.names("Partition").items()}
    return [by_number.get(number, number) for number in partitions]
