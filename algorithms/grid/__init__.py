"""Two-level scheduling on grids.

Each job is allocated to one site as it arrives, and the site schedules by itself.
"""

from algorithms import grid_theory
from algorithms.grid import grid
