"""What a site will do if all jobs take as long as estimated: its predicted timeline.

A plan is a list of entries, one for each pass that the site is going to make. An entry tells what
the pass leaves: a job that comes next is behind all others in the queue, so it starts at the first
entry that admits it, and changes nothing before. Therefore a plan holds until a job ends at another
time than planned; a placed job undoes only the entries behind its start. Passes are made when
somebody asks for them: the plan ends with the state of the site after its last entry.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms.kernels.compiled import kernel
from algorithms.kernels.grid_rows import Rows
from algorithms.kernels.machine import DUE_FROM, DUE_TO, Floats, Ints, Jobs
from algorithms.kernels.waiting import (
    ABSENT,
    BLOCK,
    Room,
    Waiting,
    dequeue,
    enqueue,
    enter,
    level_of,
    new_waiting,
    next_admissible,
)

VALID, STRICT, ENTRIES, QUEUED, FIRST, REST, IDLE, ENDS_FROM, ENDS_TO, PLACED, BLOCKS, BASE = range(
    12
)
NARROWEST = 12
FLAT_BLOCKS = 8
"""A queue of no more blocks than these is looked through without a tree."""
WAIT, WEIGHTED, LAST_END, REST_RELEASE, REST_WIDTH, REST_WEIGHTED, RUN_WAIT, RUN_WEIGHTED, MADE = (
    range(9)
)


class Plans(NamedTuple):
    """Plans of all sites; times are in seconds.

    Of shape (n_sites, n_entries), about each entry: `time`; `shadow`, when the head of the queue is
    planned to start (infinity: nobody waits; -infinity: nobody may overtake); `free` processors
    after the pass and `extra` ones beside the head; `placed`, how many of `order` have started;
    `wait`, `weighted`, the sums of their waits and of width times wait; `last_end`.

    The queue, of shape (n_sites, n_places), has numbers of its own, in order of arrival: `release`,
    `estimate`, `width`, and what `Waiting` keeps; `order` lists them as they start. Of shape
    (n_sites, n_running): `end`, `end_width`, the planned ends after the last entry in order, and
    `base_end`, `base_width`, those after the first one.

    `numbers` by site: VALID; STRICT (nobody overtakes); ENTRIES; QUEUED, length of the queue with
    those that have started; FIRST, nobody waits before; REST, how many wait; IDLE processors;
    ENDS_FROM, ENDS_TO; PLACED, length of `order`; BLOCKS of the queue in use; BASE, length of the
    base; NARROWEST, a width below which nobody waits. `sums` by site: as `wait`, `weighted` and `last_end` after the last entry; release, width
    and width times release of those that wait, added up; waits of the running jobs; when the plan
    was MADE. `spent[0]` counts the work done in one call, `spent[1]` is how much it may do.
    """

    time: Floats
    shadow: Floats
    free: Ints
    extra: Ints
    placed: Ints
    wait: Floats
    weighted: Floats
    last_end: Floats
    release: Floats
    estimate: Floats
    width: Ints
    order: Ints
    waiting_width: Ints
    waiting_level: NDArray[np.int8]
    least_width: Ints
    least_estimate: Floats
    end: Floats
    end_width: Ints
    base_end: Floats
    base_width: Ints
    numbers: Ints
    sums: Floats
    spent: Ints


class Plan(NamedTuple):
    """The rows of `Plans` that belong to one site."""

    time: Floats
    shadow: Floats
    free: Ints
    extra: Ints
    placed: Ints
    wait: Floats
    weighted: Floats
    last_end: Floats
    queue: Jobs
    order: Ints
    waiting: Waiting
    end: Floats
    end_width: Ints
    base_end: Floats
    base_width: Ints
    numbers: Ints
    sums: Floats
    spent: Ints


def new_plans(processors: Ints, places: int, running: int) -> Plans:
    """Return plans that are not made yet, for so many jobs on each site."""
    sites = len(processors)
    entries = 4 * (places + running) + 256
    about = np.empty((5, sites, entries))
    counts = np.empty((3, sites, entries), np.int64)
    floats, ints = np.empty((2, sites, places)), np.empty((2, sites, places), np.int64)
    ends, widths = np.empty((2, sites, running)), np.empty((2, sites, running), np.int64)
    # Each plan clears what it uses, so the rest of the memory need not even be there.
    one = new_waiting(places, int(processors.max()))
    tree = [np.empty((sites, *column.shape), column.dtype) for column in one]
    return Plans(
        about[0],
        about[1],
        counts[0],
        counts[1],
        counts[2],
        about[2],
        about[3],
        about[4],
        floats[0],
        floats[1],
        ints[0],
        ints[1],
        tree[0],
        tree[1],
        tree[2],
        tree[3],
        ends[0],
        widths[0],
        ends[1],
        widths[1],
        np.zeros((sites, 13), np.int64),
        np.zeros((sites, 9)),
        np.zeros(2, np.int64),
    )


@kernel
def plan_of(plans: Plans, site: int) -> Plan:
    """Return the plan of a site; its queue is as long as the blocks in use allow."""
    nodes = 2 * plans.numbers[site, BLOCKS]
    return Plan(
        plans.time[site],
        plans.shadow[site],
        plans.free[site],
        plans.extra[site],
        plans.placed[site],
        plans.wait[site],
        plans.weighted[site],
        plans.last_end[site],
        Jobs(
            plans.release[site], plans.estimate[site], plans.estimate[site], plans.width[site]
        ),
        plans.order[site],
        Waiting(
            plans.waiting_width[site],
            plans.waiting_level[site],
            plans.least_width[site][:nodes],
            plans.least_estimate[site][:nodes],
        ),
        plans.end[site],
        plans.end_width[site],
        plans.base_end[site],
        plans.base_width[site],
        plans.numbers[site],
        plans.sums[site],
        plans.spent,
    )


@kernel
def insert_end(plan: Plan, end: float, width: int) -> None:
    """Enter a planned end."""
    ends, widths, numbers = plan.end, plan.end_width, plan.numbers
    if numbers[ENDS_TO] == len(ends):
        shift = numbers[ENDS_FROM]
        for k in range(shift, numbers[ENDS_TO]):
            ends[k - shift] = ends[k]
            widths[k - shift] = widths[k]
        numbers[ENDS_FROM] = 0
        numbers[ENDS_TO] -= shift
    k = numbers[ENDS_TO]
    while k > numbers[ENDS_FROM] and ends[k - 1] > end:
        ends[k] = ends[k - 1]
        widths[k] = widths[k - 1]
        k -= 1
    ends[k] = end
    widths[k] = width
    numbers[ENDS_TO] += 1


@kernel
def has_tree(plan: Plan) -> bool:
    """Is the queue so long that a tree over it pays?"""
    return bool(plan.numbers[BLOCKS] > FLAT_BLOCKS and plan.numbers[STRICT] == 0)


@kernel
def await_turn(plan: Plan, job: int) -> None:
    """Let a job of the queue wait."""
    numbers, sums = plan.numbers, plan.sums
    width, release = plan.queue.width[job], plan.queue.release[job]
    numbers[NARROWEST] = min(numbers[NARROWEST], width)
    if has_tree(plan):
        enqueue(plan.waiting, plan.queue, job)
    else:
        plan.waiting.width[job] = width
    numbers[REST] += 1
    sums[REST_RELEASE] += release
    sums[REST_WIDTH] += width
    sums[REST_WEIGHTED] += width * release


@kernel
def end_wait(plan: Plan, job: int) -> None:
    """Let a job of the queue wait no longer."""
    numbers, sums = plan.numbers, plan.sums
    width, release = plan.queue.width[job], plan.queue.release[job]
    if has_tree(plan):
        dequeue(plan.waiting, plan.queue, job)
    else:
        plan.waiting.width[job] = ABSENT
    numbers[REST] -= 1
    sums[REST_RELEASE] -= release
    sums[REST_WIDTH] -= width
    sums[REST_WEIGHTED] -= width * release


@kernel
def begin(plan: Plan, job: int, now: float) -> None:
    """Let a job that waits no longer start."""
    numbers, sums = plan.numbers, plan.sums
    width, wait = plan.queue.width[job], now - plan.queue.release[job]
    end = now + plan.queue.estimate[job]
    numbers[IDLE] -= width
    insert_end(plan, end, width)
    plan.order[numbers[PLACED]] = job
    numbers[PLACED] += 1
    sums[WAIT] += wait
    sums[WEIGHTED] += width * wait
    sums[LAST_END] = max(sums[LAST_END], end)


@kernel
def record(plan: Plan, entry: int, now: float, shadow: float, extra: int) -> None:
    """Write down what a pass leaves; the plan ends with this entry."""
    numbers, sums = plan.numbers, plan.sums
    plan.time[entry] = now
    plan.shadow[entry] = shadow
    plan.free[entry] = numbers[IDLE]
    plan.extra[entry] = extra
    plan.placed[entry] = numbers[PLACED]
    plan.wait[entry] = sums[WAIT]
    plan.weighted[entry] = sums[WEIGHTED]
    plan.last_end[entry] = sums[LAST_END]
    numbers[ENTRIES] = entry + 1
    plan.spent[0] += 1


@kernel
def reserve_head(plan: Plan, now: float) -> tuple[float, int]:
    """Return when the head of the queue is planned to start and how many processors it leaves."""
    numbers = plan.numbers
    while plan.waiting.width[numbers[FIRST]] == ABSENT:
        numbers[FIRST] += 1
    if numbers[STRICT] == 1:
        return -np.inf, -1
    need, free, shadow = plan.queue.width[numbers[FIRST]], numbers[IDLE], now
    k = numbers[ENDS_FROM]
    while free < need or (k < numbers[ENDS_TO] and plan.end[k] <= shadow):
        shadow = max(shadow, plan.end[k])
        free += plan.end_width[k]
        k += 1
    return shadow, int(free - need)


@kernel
def backfill(plan: Plan, now: float, shadow: float, extra: int) -> int:
    """Let jobs overtake the head; return the extra processors that are left."""
    numbers, job = plan.numbers, plan.numbers[FIRST]
    if not has_tree(plan):
        return backfill_flat(plan, now, shadow, extra)
    while numbers[IDLE] > 0:
        free = numbers[IDLE]
        room = Room(now, free, extra, shadow, level_of(free))
        job = next_admissible(plan.waiting, plan.queue, room, job + 1)
        if job < 0:
            break
        end_wait(plan, job)
        begin(plan, job, now)
        if not now + plan.queue.estimate[job] <= shadow:
            extra -= plan.queue.width[job]
    return int(extra)


@kernel
def backfill_flat(plan: Plan, now: float, shadow: float, extra: int) -> int:
    """Do the same in a short queue, which is looked through from front to back."""
    numbers, widths, estimates = plan.numbers, plan.waiting.width, plan.queue.estimate
    narrowest = widths[numbers[FIRST]]
    if numbers[IDLE] < numbers[NARROWEST]:
        return extra
    for job in range(numbers[FIRST] + 1, numbers[QUEUED]):
        width = widths[job]
        if width <= numbers[IDLE]:
            in_time = now + estimates[job] <= shadow
            if in_time or width <= extra:
                end_wait(plan, job)
                begin(plan, job, now)
                extra -= 0 if in_time else width
                continue
        narrowest = min(narrowest, width)
    numbers[NARROWEST] = narrowest
    return int(extra)


@kernel
def make_pass(plan: Plan, now: float) -> None:
    """Start what may start now, and write down an entry."""
    numbers = plan.numbers
    shadow, extra = np.inf, 0
    while numbers[REST] > 0:
        head = numbers[FIRST]
        width = plan.waiting.width[head]
        if width != ABSENT:
            if width > numbers[IDLE]:
                shadow, extra = reserve_head(plan, now)
                break
            end_wait(plan, head)
            begin(plan, head, now)
        numbers[FIRST] += 1
    if numbers[REST] == 0:
        extra = numbers[IDLE]
    elif numbers[STRICT] == 0 and numbers[REST] > 1:
        extra = backfill(plan, now, shadow, extra)
    record(plan, numbers[ENTRIES], now, shadow, extra)


@kernel
def extend(plan: Plan) -> None:
    """Go to the next planned end and make a pass there; some job must be running."""
    numbers = plan.numbers
    now = max(plan.end[numbers[ENDS_FROM]], plan.time[numbers[ENTRIES] - 1])
    while numbers[ENDS_FROM] < numbers[ENDS_TO] and plan.end[numbers[ENDS_FROM]] <= now:
        numbers[IDLE] += plan.end_width[numbers[ENDS_FROM]]
        numbers[ENDS_FROM] += 1
    make_pass(plan, now)


@kernel
def clear_queue(plans: Plans, site: int, jobs: int) -> None:
    """Let the queue of a plan be empty, with room for at least so many jobs."""
    blocks, most = 1, plans.least_width.shape[1] // 2
    while blocks < most and blocks * BLOCK < 2 * jobs:
        blocks *= 2
    plans.numbers[site, BLOCKS] = blocks
    last = min(blocks * BLOCK, plans.waiting_width.shape[1])
    plans.waiting_width[site, :last] = ABSENT
    if blocks <= FLAT_BLOCKS:
        return
    plans.least_width[site, : 2 * blocks] = ABSENT
    plans.least_estimate[site, : 2 * blocks] = np.inf


@kernel
def fill_tree(plan: Plan) -> None:
    """Make the tree over the whole queue at once."""
    waiting, blocks = plan.waiting, plan.numbers[BLOCKS]
    for job in range(plan.numbers[QUEUED]):
        if waiting.width[job] != ABSENT:
            waiting.level[job] = level_of(waiting.width[job])
            enter(waiting, blocks + job // BLOCK, job, plan.queue.estimate[job])
    for node in range(blocks - 1, 0, -1):
        left, right = 2 * node, 2 * node + 1
        waiting.least_width[node] = min(waiting.least_width[left], waiting.least_width[right])
        for c in range(waiting.least_estimate.shape[1]):
            least = min(waiting.least_estimate[left, c], waiting.least_estimate[right, c])
            waiting.least_estimate[node, c] = least


@kernel
def heed_ends(plans: Plans, site: int, rows: Rows, row: int, now: float) -> None:
    """Take note of the jobs of a row that end now: a plan that has it otherwise is void."""
    sums = plans.sums[site]
    for k in range(rows.numbers[row, DUE_FROM], rows.numbers[row, DUE_TO]):
        job = rows.due[row, k]
        wait = rows.start[row, job] - rows.release[row, job]
        sums[RUN_WAIT] -= wait
        sums[RUN_WEIGHTED] -= rows.width[row, job] * wait
        if rows.start[row, job] + rows.estimate[row, job] != now:
            plans.numbers[site, VALID] = 0
