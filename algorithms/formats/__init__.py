"""Workloads and schedules as files: reading with a report that names lines, and writing."""

from algorithms.formats.reading import Reading
from algorithms.formats.registry import FORMATS, Format, read, write
from algorithms.formats.report import Example, Finding, Kind, Report, Severity
from algorithms.formats.source import Limits

__all__ = [
    "FORMATS",
    "Example",
    "Finding",
    "Format",
    "Kind",
    "Limits",
    "Reading",
    "Report",
    "Severity",
    "read",
    "write",
]
