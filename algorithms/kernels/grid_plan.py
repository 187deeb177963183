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

from algorithms.kernels.compiled import inlined, inner
from algorithms.kernels.grid_rows import (
    DUE,
    ESTIMATE,
    RELEASE,
    START,
    WIDTH,
    Rows,
)
from algorithms.kernels.machine import DUE_FROM, DUE_TO, Floats, Ints, Jobs
from algorithms.kernels.waiting import (
    ABSENT,
    BLOCK,
    Room,
    Waiting,
    dequeue,
    enqueue,
    level_of,
    new_waiting,
    next_admissible,
)

VALID, STRICT, ENTRIES, QUEUED, FIRST, REST, IDLE, ENDS_FROM, ENDS_TO, PLACED, BLOCKS, BASE = range(
    12
)
NARROWEST, SCAN, SIZE, LEVELS = range(12, 16)
WAIT, WEIGHTED, LAST_END, REST_RELEASE, REST_WIDTH, REST_WEIGHTED, RUN_WAIT, RUN_WEIGHTED = range(8)
MADE, REST_WORK, BUSY_UNTIL = range(8, 11)
TIME, SHADOW, WAITED, WEIGHED, ENDED = range(5)
FREE_THEN, EXTRA, PLACED_BY = range(3)

FLAT_BLOCKS = 16
"""A queue of no more blocks than these is looked through without a tree."""


class Plan(NamedTuple):
    """The plan of one site; times are in seconds.

    A row of `about`, float64 of shape (n_entries, 5), tells of an entry its TIME; SHADOW, when the
    head of the queue is planned to start (infinity: nobody waits; -infinity: nobody may overtake);
    WAITED and WEIGHED, the sums of the waits so far, and of width times wait; when the last job
    ENDED that has started. A row of `counts`, int64 of shape (n_entries, 3), tells of it how many
    processors are free then, how many EXTRA ones beside the head, and how many jobs of `order` are
    PLACED_BY then.

    The queue, of shape (n_places,), has numbers of its own, in order of arrival: `release`,
    `estimate`, `width`, and what `Waiting` keeps; `order` lists them as they start. Of shape
    (2·n_running,): `end`, `end_width`, the planned ends after the last entry in order, and in the
    second half those after the first one.

    `numbers`: VALID; STRICT (nobody overtakes); ENTRIES; QUEUED, length of the queue with those
    that have started; FIRST, nobody waits before; REST, how many wait; IDLE processors; ENDS_FROM,
    ENDS_TO; PLACED, length of `order`; BLOCKS of the queue in use; BASE, length of the second half;
    NARROWEST, a width below which nobody waits; SCAN, the entry at which a search has come; SIZE,
    processors of the site; LEVELS of widths up to there. `sums`: as WAITED, WEIGHED and ENDED after
    the last entry; release, width, width times release and work of those that wait, added up; waits
    of the running jobs; when the plan was MADE; width times planned end of the jobs that run after
    the last entry.
    `spent[0]` counts the work done in one call, `spent[1]` is how much it may do.
    """

    about: Floats
    counts: Ints
    release: Floats
    estimate: Floats
    width: Ints
    order: Ints
    waiting: Ints
    level: NDArray[np.int8]
    least_width: Ints
    least_estimate: Floats
    end: Floats
    end_width: Ints
    numbers: Ints
    sums: Floats
    spent: Ints


class Plans(NamedTuple):
    """Plans of all sites: one more axis in front, but for `spent`."""

    about: Floats
    counts: Ints
    release: Floats
    estimate: Floats
    width: Ints
    order: Ints
    waiting: Ints
    level: NDArray[np.int8]
    least_width: Ints
    least_estimate: Floats
    end: Floats
    end_width: Ints
    numbers: Ints
    sums: Floats
    spent: Ints


def new_plans(processors: Ints, places: int, running: int, spent: Ints) -> Plans:
    """Return plans that are not made yet, for so many jobs on each site."""
    sites = len(processors)
    entries = 4 * (places + running) + 256
    # Each plan clears what it uses, so the rest of the memory need not even be there.
    one = new_waiting(places, int(processors.max()))
    tree = [np.empty((sites, *column.shape), column.dtype) for column in one]
    numbers = np.zeros((sites, 16), np.int64)
    numbers[:, SIZE] = processors
    numbers[:, LEVELS] = [level_of(int(size)) + 1 for size in processors]
    return Plans(
        np.empty((sites, entries, 5)),
        np.empty((sites, entries, 3), np.int64),
        np.empty((sites, places)),
        np.empty((sites, places)),
        np.empty((sites, places), np.int64),
        np.empty((sites, places), np.int64),
        tree[0],
        tree[1],
        tree[2],
        tree[3],
        np.empty((sites, 2 * running)),
        np.empty((sites, 2 * running), np.int64),
        numbers,
        np.zeros((sites, 11)),
        spent,
    )


@inlined
def plan_of(plans: Plans, site: int) -> Plan:
    """Return the plan of a site; its queue is as long as the blocks in use allow."""
    nodes = 2 * plans.numbers[site, BLOCKS]
    return Plan(
        plans.about[site],
        plans.counts[site],
        plans.release[site],
        plans.estimate[site],
        plans.width[site],
        plans.order[site],
        plans.waiting[site],
        plans.level[site],
        plans.least_width[site][:nodes],
        plans.least_estimate[site][:nodes, : plans.numbers[site, LEVELS]],
        plans.end[site],
        plans.end_width[site],
        plans.numbers[site],
        plans.sums[site],
        plans.spent,
    )


@inlined
def jobs_in(plan: Plan) -> Jobs:
    """Return the jobs of the queue, as `waiting` wants them."""
    return Jobs(plan.release, plan.estimate, plan.estimate, plan.width)


@inlined
def tree_of(plan: Plan) -> Waiting:
    """Return the tree over the queue."""
    return Waiting(plan.waiting, plan.level, plan.least_width, plan.least_estimate)


@inlined
def has_tree(plan: Plan) -> bool:
    """Is the queue so long that a tree over it pays?"""
    return bool(plan.numbers[BLOCKS] > FLAT_BLOCKS and plan.numbers[STRICT] == 0)


@inlined
def insert_end(plan: Plan, end: float, width: int) -> None:
    """Enter a planned end."""
    ends, widths, numbers = plan.end, plan.end_width, plan.numbers
    if 2 * numbers[ENDS_TO] == len(ends):
        shift = numbers[ENDS_FROM]
        for k in range(shift, numbers[ENDS_TO]):
            ends[k - shift] = ends[k]
            widths[k - shift] = widths[k]
        numbers[ENDS_FROM] = 0
        numbers[ENDS_TO] -= shift
    k, first = numbers[ENDS_TO], numbers[ENDS_FROM]
    while k > first and ends[k - 1] > end:
        ends[k] = ends[k - 1]
        widths[k] = widths[k - 1]
        k -= 1
    ends[k] = end
    widths[k] = width
    numbers[ENDS_TO] += 1
    plan.sums[BUSY_UNTIL] += width * end


@inlined
def count_waiting(plan: Plan, job: int, sign: int) -> None:
    """Add a job of the queue to those that wait, or take it away with sign -1."""
    sums, width = plan.sums, sign * plan.width[job]
    plan.numbers[REST] += sign
    sums[REST_RELEASE] += sign * plan.release[job]
    sums[REST_WIDTH] += width
    sums[REST_WEIGHTED] += width * plan.release[job]
    sums[REST_WORK] += width * plan.estimate[job]


@inner
def await_turn(plan: Plan, job: int) -> None:
    """Let a job of the queue wait."""
    plan.numbers[NARROWEST] = min(plan.numbers[NARROWEST], plan.width[job])
    if has_tree(plan):
        enqueue(tree_of(plan), jobs_in(plan), job)
    else:
        plan.waiting[job] = plan.width[job]
    count_waiting(plan, job, 1)


@inlined
def begin(plan: Plan, job: int, now: float) -> None:
    """Let a job start."""
    numbers, sums = plan.numbers, plan.sums
    width, wait = plan.width[job], now - plan.release[job]
    end = now + plan.estimate[job]
    numbers[IDLE] -= width
    insert_end(plan, end, width)
    plan.order[numbers[PLACED]] = job
    numbers[PLACED] += 1
    sums[WAIT] += wait
    sums[WEIGHTED] += width * wait
    sums[LAST_END] = max(sums[LAST_END], end)


@inlined
def start_waiting(plan: Plan, job: int, now: float) -> None:
    """Let a job start that waits."""
    if has_tree(plan):
        dequeue(tree_of(plan), jobs_in(plan), job)
    else:
        plan.waiting[job] = ABSENT
    count_waiting(plan, job, -1)
    begin(plan, job, now)


@inlined
def record(plan: Plan, entry: int, now: float, shadow: float, extra: int) -> None:
    """Write down what a pass leaves; the plan ends with this entry."""
    numbers, sums = plan.numbers, plan.sums
    plan.about[entry, TIME] = now
    plan.about[entry, SHADOW] = shadow
    plan.about[entry, WAITED] = sums[WAIT]
    plan.about[entry, WEIGHED] = sums[WEIGHTED]
    plan.about[entry, ENDED] = sums[LAST_END]
    plan.counts[entry, FREE_THEN] = numbers[IDLE]
    plan.counts[entry, EXTRA] = extra
    plan.counts[entry, PLACED_BY] = numbers[PLACED]
    numbers[ENTRIES] = entry + 1
    plan.spent[0] += 1


@inlined
def reserve_head(plan: Plan, now: float) -> tuple[float, int]:
    """Return when the head of the queue is planned to start and how many processors it leaves."""
    numbers, ends, widths = plan.numbers, plan.end, plan.end_width
    while plan.waiting[numbers[FIRST]] == ABSENT:
        numbers[FIRST] += 1
    if numbers[STRICT] == 1:
        return -np.inf, -1
    need, free, shadow = plan.width[numbers[FIRST]], numbers[IDLE], now
    k, last = numbers[ENDS_FROM], numbers[ENDS_TO]
    while free < need or (k < last and ends[k] <= shadow):
        shadow = max(shadow, ends[k])
        free += widths[k]
        k += 1
    return shadow, int(free - need)


@inlined
def backfill(plan: Plan, now: float, shadow: float, extra: int) -> int:
    """Let jobs overtake the head; return the extra processors that are left."""
    numbers, job = plan.numbers, plan.numbers[FIRST]
    if numbers[IDLE] < numbers[NARROWEST]:
        return extra
    if not has_tree(plan):
        return backfill_flat(plan, now, shadow, extra)
    while numbers[IDLE] >= numbers[NARROWEST]:
        free = numbers[IDLE]
        room = Room(now, free, extra, shadow, level_of(free))
        job = next_admissible(tree_of(plan), jobs_in(plan), room, job + 1)
        if job < 0:
            break
        start_waiting(plan, job, now)
        if not now + plan.estimate[job] <= shadow:
            extra -= plan.width[job]
    numbers[NARROWEST] = plan.least_width[1]
    return int(extra)


@inlined
def backfill_flat(plan: Plan, now: float, shadow: float, extra: int) -> int:
    """Do the same in a short queue, which is looked through from front to back."""
    numbers, waiting, estimates = plan.numbers, plan.waiting, plan.estimate
    narrowest, free = waiting[numbers[FIRST]], numbers[IDLE]
    for job in range(numbers[FIRST] + 1, numbers[QUEUED]):
        width = waiting[job]
        if width <= free:
            in_time = now + estimates[job] <= shadow
            if in_time or width <= extra:
                start_waiting(plan, job, now)
                free -= width
                extra -= 0 if in_time else width
                continue
        narrowest = min(narrowest, width)
    numbers[NARROWEST] = narrowest
    return int(extra)


@inlined
def make_pass(plan: Plan, now: float) -> None:
    """Start what may start now, and write down an entry."""
    numbers, waiting = plan.numbers, plan.waiting
    shadow, extra = np.inf, 0
    while numbers[REST] > 0:
        head = numbers[FIRST]
        width = waiting[head]
        if width != ABSENT:
            if width > numbers[IDLE]:
                shadow, extra = reserve_head(plan, now)
                break
            start_waiting(plan, head, now)
        numbers[FIRST] += 1
    if numbers[REST] == 0:
        extra = numbers[IDLE]
    elif numbers[STRICT] == 0 and numbers[REST] > 1:
        extra = backfill(plan, now, shadow, extra)
    record(plan, numbers[ENTRIES], now, shadow, extra)


@inner
def extend(plan: Plan) -> None:
    """Go to the next planned end and make a pass there; some job must be running."""
    numbers, ends = plan.numbers, plan.end
    k, last = numbers[ENDS_FROM], numbers[ENDS_TO]
    now = max(ends[k], plan.about[numbers[ENTRIES] - 1, TIME])
    while k < last and ends[k] <= now:
        numbers[IDLE] += plan.end_width[k]
        plan.sums[BUSY_UNTIL] -= plan.end_width[k] * ends[k]
        k += 1
    numbers[ENDS_FROM] = k
    make_pass(plan, now)


@inlined
def heed_ends(plans: Plans, site: int, rows: Rows, row: int, now: float) -> None:
    """Take note of the jobs of a row that end now: a plan that has it otherwise is void."""
    sums = plans.sums[site]
    for k in range(rows.numbers[row, DUE_FROM], rows.numbers[row, DUE_TO]):
        job = rows.heap[row, DUE, k]
        wait = rows.times[row, START, job] - rows.times[row, RELEASE, job]
        sums[RUN_WAIT] -= wait
        sums[RUN_WEIGHTED] -= rows.ids[row, WIDTH, job] * wait
        if rows.times[row, START, job] + rows.times[row, ESTIMATE, job] != now:
            plans.numbers[site, VALID] = 0


@inner
def clear_queue(plans: Plans, site: int, jobs: int) -> None:
    """Let the queue of a plan be empty, with room for at least so many jobs."""
    blocks, most = 1, plans.least_width.shape[1] // 2
    while blocks < most and blocks * BLOCK < 2 * jobs:
        blocks *= 2
    plans.numbers[site, BLOCKS] = blocks
    plans.waiting[site, : min(blocks * BLOCK, plans.waiting.shape[1])] = ABSENT
    if blocks > FLAT_BLOCKS:
        plans.least_width[site, : 2 * blocks] = ABSENT
        plans.least_estimate[site, : 2 * blocks] = np.inf
