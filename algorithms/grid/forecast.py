"""Making plans of sites, and asking them: when would a job start, how long do jobs wait, when does
the last one end?

An answer is a bound from below and whether it is the value itself. A plan is made only as far as
the bound stays within a limit, and as the work of one call lasts; the same question goes on from
there.
"""

import numpy as np

from algorithms.compiled import inlined, kernel
from algorithms.grid.live_choice import MWWT_S
from algorithms.grid.machines import (
    ESTIMATE,
    HEAP_JOB,
    PLANNED_END,
    PLANNED_WIDTH,
    RELEASE,
    START,
    WIDTH,
    Rows,
)
from algorithms.grid.plan import (
    ARRIVAL,
    BASE,
    BREADTH,
    ENDS_FROM,
    ENDS_TO,
    ENTRIES,
    EXTRA,
    FREE_THEN,
    IDLE,
    KIND,
    LASTING,
    LENGTH,
    MADE,
    PLACED,
    PLACED_BY,
    QUEUED,
    REST,
    REST_SHARE,
    REST_VALUE,
    RUNNING_VALUE,
    SCAN,
    SHADOW,
    SIZE,
    SLOT,
    STRICT,
    TIME,
    VALID,
    VALUE,
    WAITS,
    WORK,
    Plan,
    Plans,
    await_turn,
    extend,
    insert_end,
    make_pass,
    plan_of,
)
from algorithms.grid.plan_queue import clear, new_slot

STALE = 64
"""So many entries of the past, beyond as many as are to come, make a plan too long to keep."""
PASSES = 4
"""So many passes are made before an answer is tried again."""
STRETCH = 1.25
"""So many times as far as the limit is, a search for a start looks ahead."""
SLACK = 1e-9
"""Relative error of sums that are no whole numbers; bounds stay below by that."""


@kernel
def make_plan(plans: Plans, site: int, rows: Rows, row: int, first: int, now: float) -> Plan:
    """Make the plan of a site from what a row of machines is like now, before the pass.

    `first` is the first job of the row that waits.
    """
    plan = plan_of(plans, site)
    numbers, sums = plan.numbers, plan.sums
    numbers[LASTING:] = 0
    sums[:] = 0.0
    numbers[VALID] = 1
    sums[MADE] = now
    queue_up(plan, rows, row, first)
    numbers[IDLE] = rows.machines[row].free
    for k in range(rows.machines[row].planned):
        end, width = rows.ends[row, PLANNED_END, k], rows.heap[row, PLANNED_WIDTH, k]
        insert_end(plan, end, width)
        sums[WORK] += width * max(end - now, 0.0)
    for k in range(rows.machines[row].running):
        job = rows.heap[row, HEAP_JOB, k]
        wait = rows.times[row, START, job] - rows.times[row, RELEASE, job]
        sums[RUNNING_VALUE] += wait * (rows.ids[row, WIDTH, job] if numbers[KIND] == MWWT_S else 1)
    make_pass(plan, now)
    remember_base(plan)
    return plan


@inlined
def append(plan: Plan, release: float, estimate: float, width: int) -> int:
    """Put a job behind the queue of a plan; return its number there."""
    numbers = plan.numbers
    job = numbers[QUEUED]
    plan.times[ARRIVAL, job] = release
    plan.times[LENGTH, job] = estimate
    plan.jobs[BREADTH, job] = width
    plan.jobs[WAITS, job] = 0
    plan.sums[WORK] += width * estimate
    if numbers[STRICT] == 0:
        plan.jobs[SLOT, job] = new_slot(plan.lists, job, width)
    numbers[QUEUED] += 1
    return int(job)


@kernel
def queue_up(plan: Plan, rows: Rows, row: int, first: int) -> None:
    """Fill the queue of a plan with the waiting jobs of a row."""
    clear(plan.lists, plan.numbers[SIZE])
    for job in range(first, rows.loads[row].placed):
        if np.isnan(rows.times[row, START, job]):
            times, width = rows.times[row], rows.ids[row, WIDTH, job]
            await_turn(plan, append(plan, times[RELEASE, job], times[ESTIMATE, job], width))
    plan.spent[0] += 1 + plan.numbers[QUEUED] // 16


@kernel
def remember_base(plan: Plan) -> None:
    """Keep the planned ends as they are after the first entry."""
    numbers, half = plan.numbers, len(plan.end) // 2
    count = numbers[ENDS_TO] - numbers[ENDS_FROM]
    for k in range(count):
        plan.end[half + k] = plan.end[numbers[ENDS_FROM] + k]
        plan.end_width[half + k] = plan.end_width[numbers[ENDS_FROM] + k]
    numbers[BASE] = count
    plan.counts[PLACED_BY, 0] = numbers[PLACED] = 0


@kernel
def entry_at(plan: Plan, now: float) -> int:
    """Return the entry whose pass is made now, else the last one before; the plan gets that far."""
    numbers = plan.numbers
    while numbers[ENDS_FROM] < numbers[ENDS_TO] and plan.end[numbers[ENDS_FROM]] <= now:
        extend(plan, 1)
    low, high = 0, numbers[ENTRIES]
    while low < high:
        middle = (low + high) // 2
        if plan.about[TIME, middle] < now:
            low = middle + 1
        else:
            high = middle
    if low == numbers[ENTRIES] or plan.about[TIME, low] > now:
        low -= 1
    return int(low)


@kernel
def plan_for(plans: Plans, site: int, rows: Rows, row: int, first: int, now: float) -> Plan:
    """Return the plan of a site as it is now, ready for a search; make it if there is none.

    While a job overruns, it is planned to end "now": each instant has a plan of its own.
    """
    plan = plan_of(plans, site)
    numbers = plan.numbers
    overdue = rows.machines[row].planned > 0 and rows.ends[row, PLANNED_END, 0] <= now
    holds = numbers[VALID] == 1 and (not overdue or plan.sums[MADE] == now)
    if holds:
        numbers[SCAN] = entry_at(plan, now)
        holds = numbers[SCAN] <= numbers[ENTRIES] - numbers[SCAN] + STALE
    return plan if holds else make_plan(plans, site, rows, row, first, now)


@inlined
def tired(plan: Plan) -> bool:
    """Is the work of this call used up?"""
    return bool(plan.spent[0] >= plan.spent[1])


@inlined
def admitted(plan: Plan, entry: int, width: int, estimate: float, now: float) -> bool:
    """Does an entry admit a job that is behind all others?"""
    if width > plan.counts[FREE_THEN, entry]:
        return False
    at = max(plan.about[TIME, entry], now)
    return bool(width <= plan.counts[EXTRA, entry] or at + estimate <= plan.about[SHADOW, entry])


@kernel
def start_of(
    plan: Plan, width: int, estimate: float, now: float, limit: float
) -> tuple[float, bool]:
    """Return when a job would start that is placed now; the search goes on from SCAN.

    It goes beyond the limit, or it would go to and fro between sites at each pass.
    """
    numbers = plan.numbers
    at, limit = now, now + STRETCH * (limit - now)
    while at <= limit:
        if numbers[SCAN] == numbers[ENTRIES]:
            if tired(plan):
                break
            extend(plan, PASSES)
        at = max(plan.about[TIME, numbers[SCAN]], now)
        if admitted(plan, numbers[SCAN], width, estimate, now):
            return at, True
        numbers[SCAN] += 1
    return at, False


@kernel
def last_end_of(plan: Plan, now: float, limit: float) -> tuple[float, bool]:
    """Return when the last job is planned to end.

    Not before all the work is done that there is, by all processors that the plan leaves busy until
    the last entry, and all of them after that.
    """
    numbers, sums = plan.numbers, plan.sums
    while numbers[REST] > 0:
        bound = sums[MADE] + (sums[WORK] + sums[VALUE]) / numbers[SIZE]
        bound = max(bound - SLACK * bound, plan.end[numbers[ENDS_TO] - 1])
        if bound > limit or tired(plan):
            return bound, False
        extend(plan, PASSES)
    if numbers[ENDS_FROM] == numbers[ENDS_TO]:
        return now, True
    return max(plan.end[numbers[ENDS_TO] - 1], now), True


@kernel
def mean_wait_of(plan: Plan, count: int, limit: float) -> tuple[float, bool]:
    """Return the mean wait of `count` unfinished jobs, or of width times wait.

    What waits on will wait at least until the last entry.
    """
    numbers, sums = plan.numbers, plan.sums
    while True:
        total = sums[RUNNING_VALUE] + sums[VALUE]
        if numbers[REST] == 0:
            return total / count, True
        passed = plan.about[TIME, numbers[ENTRIES] - 1] - sums[MADE]
        bound = (total + passed * sums[REST_SHARE] + sums[REST_VALUE]) / count
        bound -= SLACK * bound
        if bound > limit or tired(plan):
            return bound, False
        extend(plan, PASSES)
