"""Processors for schedules that need more of them than the machine has.

Jobs are taken in order of start. One for which enough processors are free is placed as ours are;
one that finds too few takes no free processor, and is given processors numbered above its site's,
which do not exist: numbered from the size of the site on, as few as hold all such jobs. So a chart
shows what fits within the machine, and above it what does not.
"""

from dataclasses import replace

import numpy as np

from parsched.model.problem.deployment import Stretches, environments
from parsched.model.problem.platform import MAX_PROCESSORS, Platform
from parsched.model.problem.workload import Ints, Workload
from parsched.model.schedules.checker import busiest
from parsched.model.schedules.processor_sets import ProcessorSets, assign, assign_where_free
from parsched.model.schedules.schedule import Schedule


def place(
    workload: Workload, platform: Platform, schedule: Schedule, tolerance: float
) -> tuple[Schedule, Ints]:
    """Choose processors for all jobs that have a start.

    Jobs may overlap by the tolerance, seconds. Jobs that together need more than 2^31 - 1
    processors above the machine hold none, and are not drawn.

    Returns
    -------
    schedule
        With processors.
    lacking
        int64, shape (n_jobs,): how many processors are free where they are too few; else -1.
    """
    if tolerance:
        duration = np.maximum(schedule.duration - tolerance, 0.0)
        placed, lacking = place(workload, platform, replace(schedule, duration=duration), 0.0)
        return replace(placed, duration=schedule.duration), lacking
    lacking = np.full(len(workload), -1, np.int64)
    first = Stretches.at_first(workload, platform)
    parts, base = [], 0
    for index, cluster in enumerate(platform.sites):
        jobs = np.flatnonzero((schedule.site == index) & np.isfinite(schedule.start))
        size, own = cluster.processors, schedule.take(jobs)
        sets, lacking[jobs] = assign_where_free(own.start, own.duration, own.width, size)
        few = lacking[jobs] >= 0
        fits = sets.take(~few)
        if workload.environment is not None:
            codes = environments(workload)[jobs][~few]
            fits = _near(own.take(~few), size, codes, first.within(base, base + size))
        parts += [(jobs[~few], fits), (jobs[few], _above(own.take(few), size))]
        base += size
    return replace(schedule, processors=ProcessorSets.gather(len(workload), parts)), lacking


def _near(schedule: Schedule, size: int, codes: Ints, first: Stretches) -> ProcessorSets:
    """Choose processors where the environments of jobs are."""
    columns = schedule.start, schedule.duration, schedule.width
    return assign(*columns, size, codes, first.pair)


def _above(schedule: Schedule, size: int) -> ProcessorSets:
    """Choose processors numbered above a site's own; none where they would be too many to count."""
    peak, _, _ = busiest(schedule.start, schedule.end, schedule.width)
    if size + peak > MAX_PROCESSORS:
        return ProcessorSets(np.zeros(len(schedule) + 1, np.int64), *np.zeros((2, 0), np.int64))
    sets, _ = assign_where_free(schedule.start, schedule.duration, schedule.width, peak)
    return ProcessorSets(sets.offsets, sets.lo + size, sets.hi + size)
