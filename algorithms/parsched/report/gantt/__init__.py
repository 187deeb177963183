"""Data for drawing a schedule in the browser: binary packs, layout, and the poster picture."""

from parsched.report.gantt.indexed import in_dark
from parsched.report.gantt.layout import GanttLayout
from parsched.report.gantt.packs import schedule_pack, workload_pack
from parsched.report.gantt.planes import header_of, read
from parsched.report.gantt.poster import poster

__all__ = [
    "GanttLayout",
    "header_of",
    "in_dark",
    "poster",
    "read",
    "schedule_pack",
    "workload_pack",
]
