"""Asking the plans of sites: when a job would start, how long jobs wait, when the last one ends.

Answers are made only as far as they are needed: a search among sites gives a limit, and a site that
is beyond it answers "infinity". When the work of one call is used up, the answer is NaN; the plan
is kept as far as it has come, so that the same question goes on from there.
"""

import numpy as np

from algorithms.kernels.compiled import kernel
from algorithms.kernels.grid_plan import (
    BASE,
    BLOCKS,
    ENDS_FROM,
    ENDS_TO,
    ENTRIES,
    FIRST,
    IDLE,
    LAST_END,
    MADE,
    NARROWEST,
    PLACED,
    QUEUED,
    REST,
    REST_RELEASE,
    REST_WEIGHTED,
    REST_WIDTH,
    RUN_WAIT,
    RUN_WEIGHTED,
    STRICT,
    VALID,
    WAIT,
    WEIGHTED,
    Plan,
    Plans,
    await_turn,
    begin,
    clear_queue,
    extend,
    fill_tree,
    has_tree,
    insert_end,
    make_pass,
    plan_of,
    record,
    reserve_head,
)
from algorithms.kernels.grid_rows import Rows
from algorithms.kernels.machine import FREE, PLANNED, RUNNING, first_at_least
from algorithms.kernels.waiting import ABSENT, BLOCK

STALE = 64
"""So many entries of the past, beyond as many as are to come, make a plan too long to keep."""

MEAN_WAIT, MEAN_WEIGHTED = range(2)


@kernel
def make_plan(plans: Plans, site: int, rows: Rows, row: int, first: int, now: float) -> Plan:
    """Make the plan of a site from what a row of machines is like now, before the pass.

    `first` is the first job of the row that waits.
    """
    numbers, sums = plans.numbers[site], plans.sums[site]
    for k in range(len(numbers)):
        if k != STRICT:
            numbers[k] = 0
    sums[:] = 0.0
    clear_queue(plans, site, rows.size[row] - first)
    plan = plan_of(plans, site)
    numbers[VALID] = 1
    sums[MADE] = sums[LAST_END] = now
    queue_up(plan, rows, row, first)
    numbers[IDLE] = rows.numbers[row, FREE]
    for k in range(rows.numbers[row, PLANNED]):
        insert_end(plan, rows.planned_end[row, k], rows.planned_width[row, k])
        sums[LAST_END] = max(sums[LAST_END], rows.planned_end[row, k])
    for k in range(rows.numbers[row, RUNNING]):
        job = rows.heap_job[row, k]
        wait = rows.start[row, job] - rows.release[row, job]
        sums[RUN_WAIT] += wait
        sums[RUN_WEIGHTED] += rows.width[row, job] * wait
    make_pass(plan, now)
    remember_base(plan)
    return plan


@kernel
def queue_up(plan: Plan, rows: Rows, row: int, first: int) -> None:
    """Fill the queue of a plan with the waiting jobs of a row."""
    numbers, sums = plan.numbers, plan.sums
    at = 0
    for job in range(first, rows.size[row]):
        if np.isnan(rows.start[row, job]):
            width, release = rows.width[row, job], rows.release[row, job]
            plan.queue.release[at] = release
            plan.queue.estimate[at] = rows.estimate[row, job]
            plan.queue.width[at] = width
            plan.waiting.width[at] = width
            sums[REST_RELEASE] += release
            sums[REST_WIDTH] += width
            sums[REST_WEIGHTED] += width * release
            at += 1
    numbers[QUEUED] = numbers[REST] = at
    numbers[NARROWEST] = 1
    plan.spent[0] += 1 + at // 16
    if has_tree(plan):
        fill_tree(plan)


@kernel
def remember_base(plan: Plan) -> None:
    """Keep the planned ends as they are after the first entry."""
    numbers = plan.numbers
    count = numbers[ENDS_TO] - numbers[ENDS_FROM]
    for k in range(count):
        plan.base_end[k] = plan.end[numbers[ENDS_FROM] + k]
        plan.base_width[k] = plan.end_width[numbers[ENDS_FROM] + k]
    numbers[BASE] = count
    plan.placed[0] = numbers[PLACED] = 0


@kernel
def entry_at(plan: Plan, now: float) -> int:
    """Return the entry whose pass is made now, else the last one before; the plan gets that far."""
    numbers = plan.numbers
    while numbers[ENDS_FROM] < numbers[ENDS_TO] and plan.end[numbers[ENDS_FROM]] <= now:
        extend(plan)
    entry = first_at_least(plan.time, plan.numbers[ENTRIES], now)
    if entry == plan.numbers[ENTRIES] or plan.time[entry] > now:
        entry -= 1
    return entry


@kernel
def plan_for(plans: Plans, site: int, rows: Rows, row: int, first: int, now: float) -> Plan:
    """Return the plan of a site as it is now; make it if there is none that holds.

    While a job overruns, it is planned to end "now": each instant has a plan of its own.
    """
    plan = plan_of(plans, site)
    numbers = plan.numbers
    overdue = rows.numbers[row, PLANNED] > 0 and rows.planned_end[row, 0] <= now
    holds = numbers[VALID] == 1 and (not overdue or plan.sums[MADE] == now)
    if holds:
        past = entry_at(plan, now)
        holds = past <= numbers[ENTRIES] - past + STALE
    return plan if holds else make_plan(plans, site, rows, row, first, now)


@kernel
def tired(plan: Plan) -> bool:
    """Is the work of this call used up?"""
    return bool(plan.spent[0] >= plan.spent[1])


@kernel
def admitted(plan: Plan, entry: int, width: int, estimate: float, now: float) -> bool:
    """Does an entry admit a job that is behind all others?"""
    if width > plan.free[entry]:
        return False
    at = max(plan.time[entry], now)
    return bool(width <= plan.extra[entry] or at + estimate <= plan.shadow[entry])


@kernel
def start_of(plan: Plan, width: int, estimate: float, now: float, limit: float) -> float:
    """Return when a job would start that is placed now; infinity if that is after the limit."""
    entry = entry_at(plan, now)
    while True:
        if entry == plan.numbers[ENTRIES]:
            if tired(plan):
                return np.nan
            extend(plan)
        if plan.time[entry] > limit:
            return np.inf
        if admitted(plan, entry, width, estimate, now):
            return max(plan.time[entry], now)
        entry += 1


@kernel
def last_end_of(plan: Plan, now: float, limit: float) -> float:
    """Return when the last job is planned to end; infinity if that is after the limit."""
    while plan.numbers[REST] > 0 and plan.sums[LAST_END] <= limit:
        if tired(plan):
            return np.nan
        extend(plan)
    return np.inf if plan.sums[LAST_END] > limit else max(plan.sums[LAST_END], now)


@kernel
def mean_wait_of(plan: Plan, kind: int, count: int, limit: float) -> float:
    """Return the mean wait of `count` unfinished jobs; infinity if that is above the limit.

    `kind` MEAN_WEIGHTED weighs each wait by the width. What waits on will wait at least until the
    last pass of the plan.
    """
    numbers, sums = plan.numbers, plan.sums
    slack = limit + 1e-9 * abs(limit)
    while True:
        now = plan.time[numbers[ENTRIES] - 1]
        if kind == MEAN_WEIGHTED:
            total = sums[RUN_WEIGHTED] + sums[WEIGHTED]
            rest = now * sums[REST_WIDTH] - sums[REST_WEIGHTED]
        else:
            total = sums[RUN_WAIT] + sums[WAIT]
            rest = now * numbers[REST] - sums[REST_RELEASE]
        if numbers[REST] == 0:
            return float(total / count)
        if (total + rest) / count > slack:
            return np.inf
        if tired(plan):
            return np.nan
        extend(plan)


@kernel
def undo(plan: Plan, entry: int) -> None:
    """Let the plan end with an entry: what was planned behind it waits again."""
    numbers, sums = plan.numbers, plan.sums
    if entry == numbers[ENTRIES] - 1:
        return
    for k in range(plan.placed[entry], numbers[PLACED]):
        job = plan.order[k]
        await_turn(plan, job)
        numbers[FIRST] = min(numbers[FIRST], job)
    numbers[PLACED] = plan.placed[entry]
    numbers[IDLE] = plan.free[entry]
    numbers[ENTRIES] = entry + 1
    sums[WAIT] = plan.wait[entry]
    sums[WEIGHTED] = plan.weighted[entry]
    sums[LAST_END] = plan.last_end[entry]


@kernel
def running_after(plan: Plan, entry: int, processors: int) -> None:
    """Find the planned ends after an entry, from the last start back."""
    numbers = plan.numbers
    busy = processors - plan.free[entry]
    numbers[ENDS_FROM] = numbers[ENDS_TO] = 0
    time, at, k = plan.time[entry], entry, plan.placed[entry] - 1
    while busy > 0 and k >= 0:
        while at > 0 and k < plan.placed[at - 1]:
            at -= 1
        job = plan.order[k]
        end = plan.time[at] + plan.queue.estimate[job]
        if at == entry or end > time:
            insert_end(plan, end, plan.queue.width[job])
            busy -= plan.queue.width[job]
        k -= 1
    k = numbers[BASE] - 1
    while busy > 0:
        if entry == 0 or plan.base_end[k] > time:
            insert_end(plan, plan.base_end[k], plan.base_width[k])
            busy -= plan.base_width[k]
        k -= 1


@kernel
def go_back(plan: Plan, entry: int, processors: int) -> None:
    """Let the plan end with an entry, and the state of the site be that after it."""
    if entry < plan.numbers[ENTRIES] - 1:
        undo(plan, entry)
        running_after(plan, entry, processors)


@kernel
def entry_that_decides(plan: Plan, width: int, estimate: float, now: float) -> int:
    """Return the first entry that admits a job or has nobody waiting; else that behind the last."""
    entry = entry_at(plan, now)
    while entry < plan.numbers[ENTRIES]:
        if plan.shadow[entry] == np.inf or admitted(plan, entry, width, estimate, now):
            break
        entry += 1
    return entry


@kernel
def append(plan: Plan, width: int, estimate: float, release: float) -> int:
    """Put a job behind the queue of a plan; return its number there."""
    numbers = plan.numbers
    job = numbers[QUEUED]
    plan.queue.release[job] = release
    plan.queue.estimate[job] = estimate
    plan.queue.width[job] = width
    plan.waiting.width[job] = ABSENT
    numbers[QUEUED] += 1
    return int(job)


@kernel
def plan_job(
    plans: Plans, site: int, processors: int, job: int, rows: Rows, row: int, first: int
) -> None:
    """Take the last job of a row into the plan of its site.

    A plan that has no room for it is given up, and also one of a site where nobody waits: without a
    queue no plan is needed. `first` is the first job of the row that waits.
    """
    plan = plan_of(plans, site)
    numbers = plan.numbers
    if first == job:
        numbers[VALID] = 0
    if numbers[VALID] == 0:
        return
    full = numbers[QUEUED] == min(numbers[BLOCKS] * BLOCK, len(plan.order))
    if full or numbers[ENTRIES] - numbers[REST] > len(plan.time) // 2:
        numbers[VALID] = 0
        return
    width, estimate = rows.width[row, job], rows.estimate[row, job]
    now = rows.release[row, job]
    entry = entry_that_decides(plan, width, estimate, now)
    last = append(plan, width, estimate, now)
    if entry == numbers[ENTRIES]:
        await_turn(plan, last)
        return
    go_back(plan, entry, processors)
    if admitted(plan, entry, width, estimate, now):
        start_in(plan, entry, last, now)
    else:
        await_turn(plan, last)
        at = max(plan.time[entry], now)
        plan.shadow[entry], plan.extra[entry] = reserve_head(plan, at)


@kernel
def start_in(plan: Plan, entry: int, job: int, now: float) -> None:
    """Start a job in the last entry of a plan, or now, if that is later."""
    shadow, extra = plan.shadow[entry], plan.extra[entry]
    at = max(plan.time[entry], now)
    begin(plan, job, at)
    if shadow == np.inf or not at + plan.queue.estimate[job] <= shadow:
        extra -= plan.queue.width[job]
    record(plan, entry if at == plan.time[entry] else entry + 1, at, shadow, extra)
