"""Taking a placed job into the plan of its site: only what it changes is planned again.

The job starts at the first entry that admits it. If from there to its end each entry leaves enough
processors idle, and enough extra ones unless the job ends before the head is to start, then all
passes do with the job what they did without it: each starts the same jobs, in the same order, since
in the end there is room for this one, too; those that had no room have less now; and the head is
planned to start when it was. Nobody starts in the pass at the job's end, either: there, the room is
what the entry before had without the job, with less time left. So the entries stay, with fewer
processors (three of four jobs are like that). Otherwise all entries behind its start are undone.
"""

import numpy as np

from algorithms.compiled import inlined, kernel
from algorithms.grid.forecast import admitted, append, entry_at
from algorithms.grid.live_choice import MCT
from algorithms.grid.machines import ESTIMATE, RELEASE, WIDTH, Rows
from algorithms.grid.plan import (
    ARRIVAL,
    BASE,
    BREADTH,
    ENDS_FROM,
    ENDS_TO,
    ENTRIES,
    EPOCH,
    EXTRA,
    FREE_THEN,
    HEAD,
    IDLE,
    KIND,
    LENGTH,
    ORDER,
    PLACED,
    PLACED_BY,
    QUEUED,
    REST,
    SHADOW,
    SIZE,
    TIME,
    VALID,
    VALUE,
    VALUE_BY,
    Plan,
    Plans,
    await_turn,
    begin,
    insert_end,
    plan_of,
    record,
    reserve_head,
    share_of,
)


@kernel
def undo(plan: Plan, entry: int) -> None:
    """Let the plan end with an entry: what was planned behind it waits again."""
    numbers = plan.numbers
    for k in range(plan.counts[PLACED_BY, entry], numbers[PLACED]):
        job = plan.jobs[ORDER, k]
        await_turn(plan, job)
        numbers[HEAD] = min(numbers[HEAD], job)
    numbers[EPOCH] += 1
    numbers[PLACED] = plan.counts[PLACED_BY, entry]
    numbers[IDLE] = plan.counts[FREE_THEN, entry]
    numbers[ENTRIES] = entry + 1
    plan.sums[VALUE] = plan.about[VALUE_BY, entry]


@kernel
def running_after(plan: Plan, entry: int) -> None:
    """Find the planned ends after an entry, from the last start back."""
    numbers = plan.numbers
    busy = numbers[SIZE] - plan.counts[FREE_THEN, entry]
    numbers[ENDS_FROM] = numbers[ENDS_TO] = 0
    time, at, k = plan.about[TIME, entry], entry, plan.counts[PLACED_BY, entry] - 1
    while busy > 0 and k >= 0:
        while at > 0 and k < plan.counts[PLACED_BY, at - 1]:
            at -= 1
        job = plan.jobs[ORDER, k]
        end = plan.about[TIME, at] + plan.times[LENGTH, job]
        if at == entry or end > time:
            insert_end(plan, end, plan.jobs[BREADTH, job])
            busy -= plan.jobs[BREADTH, job]
        k -= 1
    k = len(plan.end) // 2 + numbers[BASE] - 1
    while busy > 0:
        if entry == 0 or plan.end[k] > time:
            insert_end(plan, plan.end[k], plan.end_width[k])
            busy -= plan.end_width[k]
        k -= 1


@kernel
def go_back(plan: Plan, entry: int) -> None:
    """Let the plan end with an entry, and the state of the site be that after it."""
    if entry < plan.numbers[ENTRIES] - 1:
        undo(plan, entry)
        running_after(plan, entry)


@inlined
def entry_that_decides(plan: Plan, entry: int, width: int, estimate: float, now: float) -> int:
    """Return the first entry that admits a job or has nobody waiting; else that behind the last."""
    while entry < plan.numbers[ENTRIES]:
        if plan.about[SHADOW, entry] == np.inf or admitted(plan, entry, width, estimate, now):
            break
        entry += 1
    return entry


@inlined
def passes_through(plan: Plan, entry: int, width: int, start: float, end: float) -> int:
    """Return the first entry behind one at which a job has ended that starts there, or -1 if it
    takes processors from others until then."""
    free, extra, shadow = plan.counts[FREE_THEN], plan.counts[EXTRA], plan.about[SHADOW]
    entry += 1
    while entry < plan.numbers[ENTRIES] and plan.about[TIME, entry] < end:
        if free[entry] < width or (extra[entry] < width and end > shadow[entry]):
            return -1
        entry += 1
    return entry


@inlined
def copy_entry(plan: Plan, entry: int, to: int) -> None:
    """Write an entry once more in another place."""
    for column in range(3):
        plan.about[column, to] = plan.about[column, entry]
        plan.counts[column, to] = plan.counts[column, entry]


@inlined
def split(plan: Plan, entry: int, now: float) -> None:
    """Insert an entry behind one: a pass between two ends changes nothing."""
    numbers = plan.numbers
    for k in range(numbers[ENTRIES] - 1, entry - 1, -1):
        copy_entry(plan, k, k + 1)
    numbers[ENTRIES] += 1
    if numbers[KIND] == MCT:
        idle = plan.counts[FREE_THEN, entry]
        plan.about[VALUE_BY, entry + 1] += idle * (now - plan.about[TIME, entry])
    plan.about[TIME, entry + 1] = now


@kernel
def insert(plan: Plan, entry: int, after: int, job: int, now: float) -> None:
    """Let a job start at an entry, or now, if that is later, and end before the entry `after`."""
    numbers, width = plan.numbers, plan.jobs[BREADTH, job]
    if plan.about[TIME, entry] < now:
        split(plan, entry, now)
        entry += 1
        after += 1
    start = plan.about[TIME, entry]
    end = start + plan.times[LENGTH, job]
    if after == numbers[ENTRIES]:
        insert_end(plan, end, width)
        numbers[IDLE] -= width
    elif plan.about[TIME, after] > end:
        split(plan, after - 1, end)
    for k in range(entry, after):
        plan.counts[FREE_THEN, k] -= width
        if plan.about[SHADOW, k] == np.inf or end > plan.about[SHADOW, k]:
            plan.counts[EXTRA, k] -= width
    place = plan.counts[PLACED_BY, entry]
    for k in range(numbers[PLACED], place, -1):
        plan.jobs[ORDER, k] = plan.jobs[ORDER, k - 1]
    plan.jobs[ORDER, place] = job
    numbers[PLACED] += 1
    value = share_of(plan, job) * (start - plan.times[ARRIVAL, job])
    for k in range(entry, numbers[ENTRIES]):
        plan.counts[PLACED_BY, k] += 1
        if numbers[KIND] == MCT:
            value = -width * (min(plan.about[TIME, k], end) - start)
        plan.about[VALUE_BY, k] += value
    plan.sums[VALUE] = plan.about[VALUE_BY, numbers[ENTRIES] - 1]


@kernel
def start_in(plan: Plan, entry: int, job: int, now: float) -> None:
    """Start a job in the last entry of a plan, or now, if that is later."""
    time, shadow = plan.about[TIME, entry], plan.about[SHADOW, entry]
    at, extra = max(time, now), plan.counts[EXTRA, entry]
    if plan.numbers[KIND] == MCT:
        plan.sums[VALUE] += plan.numbers[IDLE] * (at - time)
    begin(plan, job, at)
    if shadow == np.inf or not at + plan.times[LENGTH, job] <= shadow:
        extra -= plan.jobs[BREADTH, job]
    record(plan, entry if at == time else entry + 1, at, shadow, extra)


@kernel
def plan_job(plans: Plans, site: int, job: int, rows: Rows, row: int, first: int) -> None:
    """Take the last job of a row into the plan of its site.

    A plan that has no room for it is given up, and also one of a site where nobody waits: without a
    queue no plan is needed. `first` is the first job of the row that waits.
    """
    plan = plan_of(plans, site)
    numbers = plan.numbers
    full = numbers[QUEUED] == plan.jobs.shape[1]
    if first == job or full or numbers[ENTRIES] - numbers[REST] > plan.about.shape[1] // 2:
        numbers[VALID] = 0
    if numbers[VALID] == 0:
        return
    width, estimate = rows.ids[row, WIDTH, job], rows.times[row, ESTIMATE, job]
    now = rows.times[row, RELEASE, job]
    entry = entry_that_decides(plan, entry_at(plan, now), width, estimate, now)
    last = append(plan, now, estimate, width)
    if entry == numbers[ENTRIES]:
        await_turn(plan, last)
        return
    if admitted(plan, entry, width, estimate, now):
        start = max(plan.about[TIME, entry], now)
        after = passes_through(plan, entry, width, start, start + estimate)
        if after > 0:
            insert(plan, entry, after, last, now)
        else:
            go_back(plan, entry)
            start_in(plan, entry, last, now)
        return
    go_back(plan, entry)
    await_turn(plan, last)
    shadow, extra = reserve_head(plan, max(plan.about[TIME, entry], now))
    plan.about[SHADOW, entry] = shadow
    plan.counts[EXTRA, entry] = extra
