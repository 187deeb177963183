"""Data for drawing a schedule in the browser: binary packs, layout, and the poster picture."""

from algorithms.report.gantt.indexed import in_dark
from algorithms.report.gantt.layout import Layout
from algorithms.report.gantt.packs import schedule_pack, workload_pack
from algorithms.report.gantt.planes import header_of, read
from algorithms.report.gantt.poster import poster

__all__ = ["Layout", "header_of", "in_dark", "poster", "read", "schedule_pack", "workload_pack"]
