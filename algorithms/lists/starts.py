"""When the jobs of a list start: loops over the kernels that say how far they are."""

from collections.abc import Callable

import numpy as np

from algorithms.kernels.earliest_fit import idle_profile, serial
from algorithms.kernels.lists import graham, machine
from algorithms.workload import Floats, Ints

CHUNK = 20_000
"""Jobs started between two calls of `tell`."""
STEPS = 20_000_000
"""The same for earliest fits, in steps of the profile; a placement may pass one for each job."""

Tell = Callable[[int], None]
"""Called between chunks of work with the number of jobs placed."""


def start_what_fits(order: Ints, width: Ints, time: Floats, processors: int, tell: Tell) -> Floats:
    """Start at each event every job, in list order, that fits (Graham).

    Parameters
    ----------
    order
        Jobs, int64, shape (n_listed,).
    width, time
        int64 and float64, seconds, shape (n_jobs,).

    Returns
    -------
    starts
        float64, shape (n_jobs,), seconds; 0 for jobs that are not in the list.
    """
    listed, times = width[order], time[order]
    placed, state, done = np.empty(len(order)), machine(listed, processors), 0
    while done < len(order):
        tell(done)
        done = graham(listed, times, placed, state, CHUNK)
    start = np.zeros(len(time))
    start[order] = placed
    return start


def start_at_earliest_fit(
    order: Ints, width: Ints, time: Floats, processors: int, tell: Tell
) -> Floats:
    """Place the jobs in list order, each at its earliest fit; all is as in `start_what_fits`.

    If the order is by increasing start in some schedule, no job starts later than in that: those
    before it started no later there, and here no later than there, so while it ran there they hold
    no more processors than they did.
    """
    listed, times = width[order], time[order]
    placed, profile = np.empty(len(order)), idle_profile(processors, len(order))
    done, chunk = 0, STEPS // (len(order) + 1) + 1
    while done < len(order):
        tell(done)
        done = serial(listed, times, placed, profile, done, chunk)
    start = np.zeros(len(time))
    start[order] = placed
    return start
