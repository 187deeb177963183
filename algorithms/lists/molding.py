"""How a list of moldable jobs is placed, where the placement chooses their processors.

Configurations that a narrower one of the same job matches in time are left out (`Choices`). With
`graham` each job keeps the fewest processors on which it is fastest, as if it were rigid; with
`serial` it takes the (configuration, start) with which it ends first, among equals the one of least
work, then of fewest processors. For rigid jobs both are what `placement` says.
"""

import numpy as np
from numpy.typing import NDArray

from algorithms.allotment.choices import Choices
from algorithms.kernels import molding
from algorithms.kernels.earliest_fit import idle_profile
from algorithms.lists.placement import ListParams, place
from algorithms.lists.starts import STEPS
from algorithms.platform import Platform
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.workload import Workload


def place_choosing(
    order: NDArray[np.intp],
    choices: Choices,
    workload: Workload,
    platform: Platform,
    params: ListParams,
    stop: Stop,
) -> Schedule:
    """Place the jobs in list order.

    Parameters
    ----------
    order
        Permutation of the jobs, shape (n_jobs,).

    Raises
    ------
    Cancelled, TimeLimitReached
        With nothing to keep: a schedule is complete only at the end.
    """
    if params.placement == "graham" or len(choices.widths) == len(order):
        taken = choices.taken(choices.offsets[1:] - 1)
        return place(order, workload, platform, params, stop, taken=taken)
    jobs = len(order)
    chosen, start = np.empty(jobs, np.int64), np.empty(jobs)
    profile = idle_profile(platform.processors, jobs)
    done, chunk = 0, STEPS // (len(choices.widths) + 1) + 1
    while done < jobs:
        stop.report(done / jobs, f"{done:,} of {jobs:,} jobs placed")
        done = molding.serial(
            order,
            choices.offsets,
            choices.widths,
            choices.times,
            chosen,
            start,
            profile,
            done,
            chunk,
        )
    return Schedule.of(workload, start, width=choices.widths[chosen])
