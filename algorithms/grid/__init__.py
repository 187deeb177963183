"""Two-level scheduling on grids.

Each job is allocated to one site as it arrives, and the site schedules by itself.
"""

from algorithms.grid import grid
