"""Workloads and schedules as files: reading with a report that names lines, and writing."""

from algorithms.formats.environments import ENVIRONMENT_FROM
from algorithms.formats.reading import Options, Reading
from algorithms.formats.registry import FORMATS, Format, read, write
from algorithms.formats.report import Example, Finding, Kind, Report, Severity
from algorithms.formats.schedules.read import ScheduleReading, read_schedule
from algorithms.formats.schedules.write import write_schedule
from algorithms.formats.source import Limits

__all__ = [
    "ENVIRONMENT_FROM",
    "FORMATS",
    "Example",
    "Finding",
    "Format",
    "Kind",
    "Limits",
    "Options",
    "Reading",
    "Report",
    "ScheduleReading",
    "Severity",
    "read",
    "read_schedule",
    "write",
    "write_schedule",
]
