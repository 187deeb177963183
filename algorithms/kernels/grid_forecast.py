"""Making plans of sites, and asking them: when would a job start, how long do jobs wait, when does
the last one end?

An answer is a bound from below and whether it is the value itself. A plan is made only as far as
the bound stays within a limit, and as the work of one call lasts; the same question goes on from
there.
"""

import numpy as np

from algorithms.kernels.compiled import inlined, inner
from algorithms.kernels.grid_plan import (
    BASE,
    BLOCKS,
    BUSY_UNTIL,
    ENDS_FROM,
    ENDS_TO,
    ENTRIES,
    EXTRA,
    FREE_THEN,
    IDLE,
    LAST_END,
    LEVELS,
    MADE,
    NARROWEST,
    PLACED,
    PLACED_BY,
    QUEUED,
    REST,
    REST_RELEASE,
    REST_WEIGHTED,
    REST_WIDTH,
    REST_WORK,
    RUN_WAIT,
    RUN_WEIGHTED,
    SCAN,
    SHADOW,
    SIZE,
    STRICT,
    TIME,
    VALID,
    WAIT,
    WEIGHTED,
    Plan,
    Plans,
    clear_queue,
    count_waiting,
    extend,
    has_tree,
    insert_end,
    make_pass,
    plan_of,
    tree_of,
)
from algorithms.kernels.grid_rows import (
    COUNT,
    ESTIMATE,
    HEAP_JOB,
    PLANNED_END,
    PLANNED_WIDTH,
    RELEASE,
    START,
    WIDTH,
    Rows,
)
from algorithms.kernels.machine import FREE, PLANNED, RUNNING
from algorithms.kernels.waiting import BLOCK, enter, level_of

STALE = 64
"""So many entries of the past, beyond as many as are to come, make a plan too long to keep."""
SLACK = 1e-9
"""Relative error of sums that are no whole numbers; bounds stay below by that."""


@inner
def make_plan(plans: Plans, site: int, rows: Rows, row: int, first: int, now: float) -> Plan:
    """Make the plan of a site from what a row of machines is like now, before the pass.

    `first` is the first job of the row that waits.
    """
    numbers, sums = plans.numbers[site], plans.sums[site]
    for k in range(len(numbers)):
        if k not in (STRICT, SIZE, LEVELS):
            numbers[k] = 0
    sums[:] = 0.0
    clear_queue(plans, site, rows.numbers[row, COUNT] - first)
    plan = plan_of(plans, site)
    numbers[VALID] = 1
    sums[MADE] = sums[LAST_END] = now
    queue_up(plan, rows, row, first)
    numbers[IDLE] = rows.numbers[row, FREE]
    count = rows.numbers[row, PLANNED]
    for k in range(count):
        insert_end(plan, rows.ends[row, PLANNED_END, k], rows.heap[row, PLANNED_WIDTH, k])
    if count > 0:
        sums[LAST_END] = max(now, rows.ends[row, PLANNED_END, count - 1])
    for k in range(rows.numbers[row, RUNNING]):
        job = rows.heap[row, HEAP_JOB, k]
        wait = rows.times[row, START, job] - rows.times[row, RELEASE, job]
        sums[RUN_WAIT] += wait
        sums[RUN_WEIGHTED] += rows.ids[row, WIDTH, job] * wait
    make_pass(plan, now)
    remember_base(plan)
    return plan


@inner
def queue_up(plan: Plan, rows: Rows, row: int, first: int) -> None:
    """Fill the queue of a plan with the waiting jobs of a row."""
    at = 0
    for job in range(first, rows.numbers[row, COUNT]):
        if np.isnan(rows.times[row, START, job]):
            plan.release[at] = rows.times[row, RELEASE, job]
            plan.estimate[at] = rows.times[row, ESTIMATE, job]
            plan.width[at] = plan.waiting[at] = rows.ids[row, WIDTH, job]
            count_waiting(plan, at, 1)
            at += 1
    plan.numbers[QUEUED] = at
    plan.numbers[NARROWEST] = 1
    plan.spent[0] += 1 + at // 16
    if has_tree(plan):
        fill_tree(plan)


@inner
def fill_tree(plan: Plan) -> None:
    """Make the tree over the whole queue at once."""
    waiting, blocks = tree_of(plan), plan.numbers[BLOCKS]
    for job in range(plan.numbers[QUEUED]):
        waiting.level[job] = level_of(waiting.width[job])
        enter(waiting, blocks + job // BLOCK, job, plan.estimate[job])
    for node in range(blocks - 1, 0, -1):
        left, right = 2 * node, 2 * node + 1
        waiting.least_width[node] = min(waiting.least_width[left], waiting.least_width[right])
        for c in range(waiting.least_estimate.shape[1]):
            least = min(waiting.least_estimate[left, c], waiting.least_estimate[right, c])
            waiting.least_estimate[node, c] = least


@inner
def remember_base(plan: Plan) -> None:
    """Keep the planned ends as they are after the first entry."""
    numbers, half = plan.numbers, len(plan.end) // 2
    count = numbers[ENDS_TO] - numbers[ENDS_FROM]
    for k in range(count):
        plan.end[half + k] = plan.end[numbers[ENDS_FROM] + k]
        plan.end_width[half + k] = plan.end_width[numbers[ENDS_FROM] + k]
    numbers[BASE] = count
    plan.counts[0, PLACED_BY] = numbers[PLACED] = 0


@inner
def entry_at(plan: Plan, now: float) -> int:
    """Return the entry whose pass is made now, else the last one before; the plan gets that far."""
    numbers = plan.numbers
    while numbers[ENDS_FROM] < numbers[ENDS_TO] and plan.end[numbers[ENDS_FROM]] <= now:
        extend(plan)
    low, high = 0, numbers[ENTRIES]
    while low < high:
        middle = (low + high) // 2
        if plan.about[middle, TIME] < now:
            low = middle + 1
        else:
            high = middle
    if low == numbers[ENTRIES] or plan.about[low, TIME] > now:
        low -= 1
    return int(low)


@inner
def plan_for(plans: Plans, site: int, rows: Rows, row: int, first: int, now: float) -> Plan:
    """Return the plan of a site as it is now, ready for a search; make it if there is none.

    While a job overruns, it is planned to end "now": each instant has a plan of its own.
    """
    plan = plan_of(plans, site)
    numbers = plan.numbers
    overdue = rows.numbers[row, PLANNED] > 0 and rows.ends[row, PLANNED_END, 0] <= now
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
    if width > plan.counts[entry, FREE_THEN]:
        return False
    at = max(plan.about[entry, TIME], now)
    return bool(width <= plan.counts[entry, EXTRA] or at + estimate <= plan.about[entry, SHADOW])


@inner
def start_of(
    plan: Plan, width: int, estimate: float, now: float, limit: float
) -> tuple[float, bool]:
    """Return when a job would start that is placed now; the search goes on from SCAN."""
    numbers = plan.numbers
    at = now
    while at <= limit:
        if numbers[SCAN] == numbers[ENTRIES]:
            if tired(plan):
                break
            extend(plan)
        at = max(plan.about[numbers[SCAN], TIME], now)
        if admitted(plan, numbers[SCAN], width, estimate, now):
            return at, True
        numbers[SCAN] += 1
    return at, False


@inner
def last_end_of(plan: Plan, now: float, limit: float) -> tuple[float, bool]:
    """Return when the last job is planned to end.

    Not before all the work is done that there is after the last entry, on all processors.
    """
    numbers, sums = plan.numbers, plan.sums
    while numbers[REST] > 0:
        then = plan.about[numbers[ENTRIES] - 1, TIME]
        work = sums[REST_WORK] + sums[BUSY_UNTIL] - then * (numbers[SIZE] - numbers[IDLE])
        bound = max(sums[LAST_END], then + work / numbers[SIZE])
        bound -= SLACK * bound
        if bound > limit or tired(plan):
            return bound, False
        extend(plan)
    return max(sums[LAST_END], now), True


@inner
def mean_wait_of(plan: Plan, weighted: bool, count: int, limit: float) -> tuple[float, bool]:
    """Return the mean wait of `count` unfinished jobs, or of width times wait.

    What waits on will wait at least until the last entry.
    """
    numbers, sums = plan.numbers, plan.sums
    while True:
        then = plan.about[numbers[ENTRIES] - 1, TIME]
        if weighted:
            total = sums[RUN_WEIGHTED] + sums[WEIGHTED]
            rest = then * sums[REST_WIDTH] - sums[REST_WEIGHTED]
        else:
            total = sums[RUN_WAIT] + sums[WAIT]
            rest = then * numbers[REST] - sums[REST_RELEASE]
        if numbers[REST] == 0:
            return total / count, True
        bound = (total + rest) / count
        bound -= SLACK * bound
        if bound > limit or tired(plan):
            return bound, False
        extend(plan)
