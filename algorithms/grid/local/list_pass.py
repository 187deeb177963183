"""A pass of list scheduling on one machine: in order of arrival, any waiting job starts that fits.

It is EASY backfilling without the reservation of the head, which narrow jobs can keep waiting for
as long as they come. What it has instead is the property of list schedules that proofs use: at no
two instants that are further apart than the longest job do few processors work both times.
"""

import numpy as np

from algorithms.compiled import kernel
from algorithms.grid.local.easy import Easy, backfill_new, backfill_old, start_heads
from algorithms.simulation.machine import Jobs


@kernel
def start_all_that_fit(sim: Easy, jobs: Jobs, now: float) -> None:
    """Make one pass over the queue; the events of an instant are taken together.

    While no processors come free, jobs that did not fit in the last pass do not fit in this one:
    then only new arrivals are looked at.
    """
    queue = sim.queue[0]
    full = queue.changed == 1
    if full or queue.head >= queue.indexed:
        start_heads(sim, jobs, now)
        full = True
    queue.changed = 0
    # The head is never planned to start, so everybody ends before it does.
    queue.shadow, queue.extra = np.inf, 0
    if full and queue.head + 1 < queue.indexed:
        backfill_old(sim, jobs, now)
    backfill_new(sim, jobs, now)
