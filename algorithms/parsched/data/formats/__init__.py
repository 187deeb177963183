"""Workloads and schedules as files: reading with a report that names lines, and writing."""

from parsched.data.files.environments import (
    AS_GIVEN,
    ENVIRONMENT_FROM,
    as_executables,
    different,
    held_by,
    sources_of,
    with_environments,
)
from parsched.data.files.findings import (
    Finding,
    FindingExample,
    FindingKind,
    ReadReport,
    Severity,
    unusable_of,
)
from parsched.data.files.reading import LEAVE_DEPENDENCIES_OUT, Reading, ReadOptions
from parsched.data.files.source import FileLimits
from parsched.data.formats.registry import (
    FORMATS,
    Format,
    by_name,
    read,
    sample_of,
    title_of,
    write,
)
from parsched.data.formats.schedules.imported import ImportedSchedule, import_schedule
from parsched.data.formats.schedules.read import ScheduleReading, read_schedule
from parsched.data.formats.schedules.sources import SCHEDULES
from parsched.data.formats.schedules.write import write_schedule

__all__ = [
    "AS_GIVEN",
    "ENVIRONMENT_FROM",
    "FORMATS",
    "LEAVE_DEPENDENCIES_OUT",
    "SCHEDULES",
    "FileLimits",
    "Finding",
    "FindingExample",
    "FindingKind",
    "Format",
    "ImportedSchedule",
    "ReadOptions",
    "ReadReport",
    "Reading",
    "ScheduleReading",
    "Severity",
    "as_executables",
    "by_name",
    "different",
    "held_by",
    "import_schedule",
    "read",
    "read_schedule",
    "sample_of",
    "sources_of",
    "title_of",
    "unusable_of",
    "with_environments",
    "write",
    "write_schedule",
]
