"""How a list of moldable jobs is placed, where the placement chooses their processors.

Configurations that a narrower one of the same job matches in time are left out (`Choices`). With
`graham` each job keeps the fewest processors on which it is fastest, as if it were rigid; with
`serial` it takes the (configuration, start) with which it ends first, among equals the one of least
work, then of fewest processors. For rigid jobs both are what `placement` says.
"""

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.base.digits import counted
from parsched.measure.allotment.choices import Choices
from parsched.model.placing.earliest_fit import (
    STEPS,
    FillingProfile,
    earliest_fit,
    idle_profile,
    place_job,
    step_time,
)
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.lists.placement import ListParams, place


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
    profile = idle_profile(platform.processors, jobs, int(choices.widths.max()))
    done, chunk = 0, STEPS // (len(choices.widths) + 1) + 1
    while done < jobs:
        stop.report(done / jobs, f"{done:,} of {counted(jobs, 'job')} placed")
        done = serial(
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


@kernel
def best_choice(profile: FillingProfile, widths: Ints, times: Floats, low: int, high: int) -> int:
    """Return the choice from `low` until before `high` that ends first at its earliest fit; among
    equals the one of least work, then of fewest processors."""
    best, best_end = -1, 0.0
    for c in range(low, high):
        # Even at time 0 it would end later.
        if best >= 0 and times[c] > best_end:
            continue
        first, _ = earliest_fit(profile, widths[c], times[c])
        end = step_time(profile, first) + times[c]
        less = best >= 0 and widths[c] * times[c] < widths[best] * times[best]
        if best < 0 or end < best_end or (end == best_end and less):
            best, best_end = c, end
    return best


@kernel
def serial(
    order: Ints,
    offsets: Ints,
    widths: Ints,
    times: Floats,
    chosen: Ints,
    start: Floats,
    profile: FillingProfile,
    first: int,
    budget: int,
) -> int:
    """Place up to `budget` jobs of a list from its `first` on; called again, go on.

    Parameters
    ----------
    order
        int64, shape (n_jobs,): the list.
    offsets, widths, times
        What each job can choose from, as in `parsched.measure.allotment.choices.Choices`; nothing
        is wider than the machine.
    chosen, start
        Index of the choice, int64, and start, float64, seconds, both of shape (n_jobs,); filled in
        place.

    Returns
    -------
    int
        Jobs placed so far.
    """
    last = min(first + budget, len(order))
    for at in range(first, last):
        job = order[at]
        c = best_choice(profile, widths, times, offsets[job], offsets[job + 1])
        chosen[job] = c
        start[job] = place_job(profile, widths[c], times[c])
    return last
