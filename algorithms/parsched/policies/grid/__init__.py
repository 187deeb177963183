"""Two-level scheduling on grids.

Each job is allocated to one site as it arrives, and the site schedules by itself.
"""

from parsched.policies.grid import grid
