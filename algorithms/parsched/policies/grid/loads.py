"""What the strategies know of each site: sums over its jobs."""

import numpy as np

from parsched.base.compiled import inlined
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.policies.online.site import SiteSimulation


class Load(KernelRecord):
    """What a site has to do.

    How many jobs are `counted` by strategies, their `total_width`, and what they have `asked` for,
    the sum of width times estimate: of the `unfinished` ones, or of all that were ever placed if
    the site `keeps` (1) what has ended; then `waited` is the sum of the waits of ended jobs, each
    times its width if that is `by_width` (1). `next_at` is the next instant of the site.

    Of the instant at hand: `touched` is 1 if the site has an event, `came` counts the jobs that
    have arrived, and `calls` is 1 if a pass follows though no waiting job fits. `version` counts
    the changes of the site.
    """

    unfinished: int
    counted: int
    total_width: int
    keeps: int
    by_width: int
    touched: int
    came: int
    calls: int
    version: int
    asked: float
    waited: float
    next_at: float


Loads = RecordArray[Load]
"""Of shape (n_rows,)."""


@inlined
def wait_of(load: Load, site: SiteSimulation, job: int) -> float:
    """Return how long a job waited, times its width if that counts."""
    wait = site.start[job] - site.jobs.release[job]
    return float(wait * (site.jobs.width[job] if load.by_width == 1 else 1))


@inlined
def join(load: Load, site: SiteSimulation, job: int) -> None:
    """Add a job that is placed to the sums of its site."""
    width = site.jobs.width[job]
    load.unfinished += 1
    load.counted += 1
    load.total_width += width
    load.asked += width * site.beliefs.estimate[job]


@inlined
def leave(load: Load, site: SiteSimulation) -> None:
    """Take the jobs that end now out of the sums of their site, unless it keeps them there."""
    counts = site.machine.counts[0]
    for k in range(counts.due_from, counts.due_to):
        job = site.machine.due[k]
        load.unfinished -= 1
        if load.keeps == 1:
            load.waited += wait_of(load, site, job)
        else:
            load.counted -= 1
            load.total_width -= site.jobs.width[job]
            load.asked -= site.jobs.width[job] * site.beliefs.estimate[job]
    if load.counted == 0:
        load.asked = 0.0  # what rounding leaves of a sum and its terms


@inlined
def total_wait(load: Load, site: SiteSimulation) -> float:
    """Return the waits of the counted jobs that have started."""
    total = load.waited
    for k in range(site.machine.counts[0].running):
        total += wait_of(load, site, site.machine.job[k])
    return float(total)


@inlined
def last_planned_end(site: SiteSimulation, now: float) -> float:
    """Return when the last running job is planned to end; now, if that has passed."""
    planned = site.machine.counts[0].planned
    return float(max(now, site.machine.planned_end[planned - 1] if planned > 0 else -np.inf))
