"""Taking a placed job into the plan of its site: only what comes after its start is undone."""

import numpy as np

from algorithms.kernels.compiled import inner
from algorithms.kernels.grid_forecast import admitted, entry_at
from algorithms.kernels.grid_plan import (
    BASE,
    BLOCKS,
    BUSY_UNTIL,
    ENDED,
    ENDS_FROM,
    ENDS_TO,
    ENTRIES,
    EXTRA,
    FIRST,
    FREE_THEN,
    IDLE,
    LAST_END,
    PLACED,
    PLACED_BY,
    QUEUED,
    REST,
    SHADOW,
    SIZE,
    TIME,
    VALID,
    WAIT,
    WAITED,
    WEIGHED,
    WEIGHTED,
    Plan,
    Plans,
    await_turn,
    begin,
    insert_end,
    plan_of,
    record,
    reserve_head,
)
from algorithms.kernels.grid_rows import (
    ESTIMATE,
    RELEASE,
    WIDTH,
    Rows,
)
from algorithms.kernels.waiting import ABSENT, BLOCK


@inner
def undo(plan: Plan, entry: int) -> None:
    """Let the plan end with an entry: what was planned behind it waits again."""
    numbers, sums = plan.numbers, plan.sums
    for k in range(plan.counts[entry, PLACED_BY], numbers[PLACED]):
        job = plan.order[k]
        await_turn(plan, job)
        numbers[FIRST] = min(numbers[FIRST], job)
    numbers[PLACED] = plan.counts[entry, PLACED_BY]
    numbers[IDLE] = plan.counts[entry, FREE_THEN]
    numbers[ENTRIES] = entry + 1
    sums[WAIT] = plan.about[entry, WAITED]
    sums[WEIGHTED] = plan.about[entry, WEIGHED]
    sums[LAST_END] = plan.about[entry, ENDED]


@inner
def running_after(plan: Plan, entry: int) -> None:
    """Find the planned ends after an entry, from the last start back."""
    numbers = plan.numbers
    busy = numbers[SIZE] - plan.counts[entry, FREE_THEN]
    numbers[ENDS_FROM] = numbers[ENDS_TO] = 0
    plan.sums[BUSY_UNTIL] = 0.0
    time, at, k = plan.about[entry, TIME], entry, plan.counts[entry, PLACED_BY] - 1
    while busy > 0 and k >= 0:
        while at > 0 and k < plan.counts[at - 1, PLACED_BY]:
            at -= 1
        job = plan.order[k]
        end = plan.about[at, TIME] + plan.estimate[job]
        if at == entry or end > time:
            insert_end(plan, end, plan.width[job])
            busy -= plan.width[job]
        k -= 1
    k = len(plan.end) // 2 + numbers[BASE] - 1
    while busy > 0:
        if entry == 0 or plan.end[k] > time:
            insert_end(plan, plan.end[k], plan.end_width[k])
            busy -= plan.end_width[k]
        k -= 1


@inner
def go_back(plan: Plan, entry: int) -> None:
    """Let the plan end with an entry, and the state of the site be that after it."""
    if entry < plan.numbers[ENTRIES] - 1:
        undo(plan, entry)
        running_after(plan, entry)


@inner
def entry_that_decides(plan: Plan, width: int, estimate: float, now: float) -> int:
    """Return the first entry that admits a job or has nobody waiting; else that behind the last."""
    entry = entry_at(plan, now)
    while entry < plan.numbers[ENTRIES]:
        if plan.about[entry, SHADOW] == np.inf or admitted(plan, entry, width, estimate, now):
            break
        entry += 1
    return entry


@inner
def append(plan: Plan, width: int, estimate: float, release: float) -> int:
    """Put a job behind the queue of a plan; return its number there."""
    numbers = plan.numbers
    job = numbers[QUEUED]
    plan.release[job] = release
    plan.estimate[job] = estimate
    plan.width[job] = width
    plan.waiting[job] = ABSENT
    numbers[QUEUED] += 1
    return int(job)


@inner
def start_in(plan: Plan, entry: int, job: int, now: float) -> None:
    """Start a job in the last entry of a plan, or now, if that is later."""
    time, shadow = plan.about[entry, TIME], plan.about[entry, SHADOW]
    at, extra = max(time, now), plan.counts[entry, EXTRA]
    begin(plan, job, at)
    if shadow == np.inf or not at + plan.estimate[job] <= shadow:
        extra -= plan.width[job]
    record(plan, entry if at == time else entry + 1, at, shadow, extra)


@inner
def plan_job(plans: Plans, site: int, job: int, rows: Rows, row: int, first: int) -> None:
    """Take the last job of a row into the plan of its site.

    A plan that has no room for it is given up, and also one of a site where nobody waits: without a
    queue no plan is needed. `first` is the first job of the row that waits.
    """
    plan = plan_of(plans, site)
    numbers = plan.numbers
    full = numbers[QUEUED] == min(numbers[BLOCKS] * BLOCK, len(plan.order))
    if first == job or full or numbers[ENTRIES] - numbers[REST] > len(plan.about) // 2:
        numbers[VALID] = 0
    if numbers[VALID] == 0:
        return
    width, estimate = rows.ids[row, WIDTH, job], rows.times[row, ESTIMATE, job]
    now = rows.times[row, RELEASE, job]
    entry = entry_that_decides(plan, width, estimate, now)
    last = append(plan, width, estimate, now)
    if entry == numbers[ENTRIES]:
        await_turn(plan, last)
        return
    go_back(plan, entry)
    if admitted(plan, entry, width, estimate, now):
        start_in(plan, entry, last, now)
        return
    await_turn(plan, last)
    shadow, extra = reserve_head(plan, max(plan.about[entry, TIME], now))
    plan.about[entry, SHADOW] = shadow
    plan.counts[entry, EXTRA] = extra
