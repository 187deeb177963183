"""Where to: the nine strategies of allocation, each a search for the least value among sites.

Ties go to the first site. Quotients are compared as floating-point numbers, which keeps their
order; the integers under them are exact.
"""

import numpy as np

from algorithms.kernels.compiled import kernel
from algorithms.kernels.grid_forecast import (
    MEAN_WAIT,
    MEAN_WEIGHTED,
    last_end_of,
    mean_wait_of,
    plan_for,
    start_of,
)
from algorithms.kernels.grid_plan import Plans
from algorithms.kernels.grid_queues import CONSERVATIVE, Queues, first_waiting
from algorithms.kernels.grid_reservations import (
    Reservations,
    last_reserved_end,
    mean_reserved_wait,
    reservation_of,
)
from algorithms.kernels.grid_rows import Rows
from algorithms.kernels.machine import FREE, PLANNED, RUNNING, Ints

RANDOM, MLP, MPL, LBAL_S, MLB, MCT, MWT, MWWT_S, MST = range(9)

CLOSE = 1e-14
"""Relative difference up to which products of floating-point numbers say nothing."""


@kernel
def product_less(a: int, b: int, c: int, d: int) -> bool:
    """Is a·b < c·d, for integers whose products may be beyond 64 bits, but not beyond 1e32?

    Where floating-point numbers cannot tell, the difference fits into 64 bits, and so it does not
    matter that the products wrap around.
    """
    left, right = float(a) * float(b), float(c) * float(d)
    if abs(left - right) > CLOSE * (abs(left) + abs(right)):
        return left < right
    return int(a) * int(b) - int(c) * int(d) < 0


@kernel
def least_loaded(rows: Rows, processors: Ints, strategy: int, first: int, last: int) -> int:
    """Return the site with the least jobs, width or estimated work per processor."""
    chosen, least = first, np.inf
    for site in range(first, last + 1):
        if strategy == MLP:
            value = rows.count[site] / processors[site]
        elif strategy == MPL:
            value = rows.load[site] / processors[site]
        else:
            value = rows.work[site] / processors[site]
        if value < least:
            chosen, least = site, value
    return chosen


@kernel
def best_balanced(rows: Rows, scale: Ints, width: int, first: int, last: int) -> int:
    """Return the site where a job leaves the loads per processor most alike.

    `scale` is a common multiple of all sizes over the size of each site, so that load times scale
    is a whole number. With x_i = load_i·scale_i and d = width·scale_i, a job on site i adds
    (2·x_i·d + d²) − (2·Σx·d + d²)/K to K times the variance; without the factors that all sites
    share, this is scale_i·(2·K·x_i + (K − 1)·d − 2·Σx).
    """
    sites = len(scale)
    total = 0
    for site in range(sites):
        total += rows.load[site] * scale[site]
    chosen, least = -1, 0
    for site in range(first, last + 1):
        own = scale[site]
        value = 2 * sites * rows.load[site] * own + (sites - 1) * width * own - 2 * total
        if chosen < 0 or product_less(own, value, scale[chosen], least):
            chosen, least = site, value
    return chosen


@kernel
def nearly_balanced(rows: Rows, processors: Ints, width: int, first: int, last: int) -> int:
    """Do the same with floating-point numbers, where the common multiple would be too large."""
    sites = len(processors)
    total = 0.0
    for site in range(sites):
        total += rows.load[site] / processors[site]
    chosen, least = first, np.inf
    for site in range(first, last + 1):
        own = 1.0 / processors[site]
        value = own * (2 * sites * rows.load[site] * own + (sites - 1) * width * own - 2 * total)
        if value < least:
            chosen, least = site, value
    return chosen


@kernel
def reserved_value(
    rows: Rows, kept: Reservations, row: int, strategy: int, width: int, estimate: float, now: float
) -> float:
    """Return what a strategy makes least, of a site with reservations and unfinished jobs."""
    if strategy == MST:
        return reservation_of(rows, kept, row, width, estimate, now)
    if strategy == MCT:
        return last_reserved_end(rows, kept, row, now)
    return mean_reserved_wait(rows, kept, row, strategy == MWWT_S, now)


@kernel
def unqueued_value(rows: Rows, row: int, strategy: int, width: int, now: float) -> float:
    """Return what a strategy makes least, of a site where jobs run and nobody waits."""
    numbers, ends = rows.numbers[row], rows.planned_end[row]
    if strategy == MST:
        free, k = numbers[FREE], 0
        while free < width:
            free += rows.planned_width[row, k]
            k += 1
        return max(now, ends[k - 1]) if k > 0 else now
    if strategy == MCT:
        return max(now, ends[numbers[PLANNED] - 1])
    total = 0.0
    for k in range(numbers[RUNNING]):
        job = rows.heap_job[row, k]
        wait = rows.start[row, job] - rows.release[row, job]
        total += wait * (rows.width[row, job] if strategy == MWWT_S else 1)
    return float(total / rows.count[row])


@kernel
def planned_value(
    rows: Rows,
    queues: Queues,
    plans: Plans,
    site: int,
    row: int,
    strategy: int,
    width: int,
    estimate: float,
    now: float,
    limit: float,
) -> float:
    """Return what a strategy makes least, of a site with a plan and unfinished jobs.

    Infinity stands for anything above the limit.
    """
    first = first_waiting(queues, row)
    if first == rows.size[row]:
        return unqueued_value(rows, row, strategy, width, now)
    plan = plan_for(plans, site, rows, row, first, now)
    if strategy == MST:
        return start_of(plan, width, estimate, now, limit)
    if strategy == MCT:
        return last_end_of(plan, now, limit)
    kind = MEAN_WEIGHTED if strategy == MWWT_S else MEAN_WAIT
    return mean_wait_of(plan, kind, rows.count[row], limit)


@kernel
def first_idle(rows: Rows, shift: int, first: int, last: int) -> int:
    """Return the first of some sites without unfinished jobs, else the one behind the last."""
    site = first
    while site <= last and rows.count[site + shift] > 0:
        site += 1
    return site


@kernel
def best_predicted(
    rows: Rows,
    queues: Queues,
    kept: Reservations,
    plans: Plans,
    policy: int,
    strategy: int,
    shift: int,
    first: int,
    last: int,
    width: int,
    estimate: float,
    now: float,
) -> int:
    """Return the site whose predicted timeline is best for a strategy; -1 if the work ran out.

    An idle site has the least value that there can be: a start or an end now, or no wait. So no
    site behind it is looked at, and those before it only up to that value. Row `site + shift` is
    the one to look at.
    """
    least = now if strategy in (MST, MCT) else 0.0
    idle = first_idle(rows, shift, first, last)
    chosen, best = idle, least if idle <= last else np.inf
    for site in range(first, min(idle, last + 1)):
        row = site + shift
        if policy == CONSERVATIVE:
            value = reserved_value(rows, kept, row, strategy, width, estimate, now)
        else:
            value = planned_value(
                rows, queues, plans, site, row, strategy, width, estimate, now, best
            )
        if np.isnan(value):
            return -1
        if value < best or (chosen == idle and value <= best):
            chosen, best = site, value
            if value <= least:
                break
    return chosen
