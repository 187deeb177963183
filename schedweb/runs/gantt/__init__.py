"""What the browser needs to draw a schedule: binary packs, layout, and the poster picture."""

from schedweb.runs.gantt.indexed import in_dark
from schedweb.runs.gantt.layout import Layout
from schedweb.runs.gantt.packs import schedule_pack, workload_pack
from schedweb.runs.gantt.planes import header_of, read
from schedweb.runs.gantt.poster import poster

__all__ = ["Layout", "header_of", "in_dark", "poster", "read", "schedule_pack", "workload_pack"]
