"""What a site will do if all jobs take as long as estimated: its predicted timeline.

A plan is a list of entries, one for each pass that the site is going to make. An entry tells what
the pass leaves: a job that comes next is behind all others in the queue, so it starts at the first
entry that admits it, and changes nothing before. Therefore a plan holds until a job ends at another
time than planned; a placed job undoes only entries behind its start, and not even those if nobody
else would use its processors (see `grid_replan`). Passes are made when somebody asks for them: the
plan ends with the state of the site after its last entry.
"""

from typing import NamedTuple

import numpy as np

from algorithms.compiled import inlined, kernel
from algorithms.grid.live_choice import MCT, MWT, MWWT_S
from algorithms.grid.machines import DUE, ESTIMATE, RELEASE, START, WIDTH, Rows
from algorithms.grid.plan_queue import Lists, Room, enter, first_with_room, new_lists
from algorithms.simulation.machine import Floats, Ints

STRICT, KIND, SIZE, VALID, ENTRIES, QUEUED, HEAD, REST, IDLE, ENDS_FROM, ENDS_TO = range(11)
PLACED, BASE, SCAN, EPOCH = range(11, 15)
MADE, VALUE, RUNNING_VALUE, REST_SHARE, REST_VALUE, WORK = range(6)
TIME, SHADOW, VALUE_BY = range(3)
FREE_THEN, EXTRA, PLACED_BY = range(3)
ARRIVAL, LENGTH = range(2)
BREADTH, SLOT, WAITS, ORDER = range(4)
LASTING = 3
"""So many numbers outlast a plan."""


class Plan(NamedTuple):
    """The plan of one site; times are in seconds.

    Columns of `about`, float64 of shape (3, n_entries), tell of each entry its TIME; SHADOW, when
    the head of the queue is planned to start (infinity: nobody waits; -infinity: nobody may
    overtake); and the VALUE_BY then. Columns of `counts`, int64 of shape (3, n_entries), tell how
    many processors are free then, how many EXTRA ones beside the head, and how many jobs of ORDER
    are PLACED_BY then.

    The value is what the strategy, numbers[KIND], adds up: the waits of the jobs that have started,
    MWT; width times wait, MWWT_S; the processor seconds that nobody uses, MCT.

    The queue has numbers of its own, in order of arrival. Columns of `times`, float64 of shape
    (2, n_places), are the ARRIVAL and LENGTH (the estimate) of its jobs; of `jobs`, int64 of shape
    (4, n_places), their BREADTH (the width), SLOT in the lists, and whether each WAITS. The last
    one, ORDER, lists the jobs as they start. Of shape (2·n_running,): `end`, `end_width`, the
    planned ends after the last entry in order, and in the second half those after the first one.

    `numbers`: STRICT (nobody overtakes); KIND; SIZE, processors of the site; VALID; ENTRIES;
    QUEUED, length of the queue with those that have started; HEAD, nobody waits before; REST, how
    many wait; IDLE processors; ENDS_FROM, ENDS_TO; PLACED, length of the order; BASE, length of the
    second half; SCAN, the entry at which a search has come. `sums`: when the plan was MADE; the
    VALUE after the last entry; that of the jobs that run now; of those that wait, the sum of what
    their waits are multiplied by, and their value if they had started when the plan was made; the
    WORK from then on, in processor seconds.
    `spent[0]` counts the work done in one call, `spent[1]` is how much it may do.
    """

    about: Floats
    counts: Ints
    times: Floats
    jobs: Ints
    end: Floats
    end_width: Ints
    numbers: Ints
    sums: Floats
    spent: Ints
    lists: Lists


class Plans(NamedTuple):
    """Plans of all sites: one more axis in front, but for `spent`, `lists.widths` and
    `lists.upto`."""

    about: Floats
    counts: Ints
    times: Floats
    jobs: Ints
    end: Floats
    end_width: Ints
    numbers: Ints
    sums: Floats
    spent: Ints
    lists: Lists


def new_plans(processors: Ints, widths: Ints, places: int, running: int, spent: Ints) -> Plans:
    """Return plans that are not made yet, for so many jobs on each site.

    Parameters
    ----------
    processors
        Of each site, int64 of shape (n_sites,); empty where nothing is predicted, so that the same
        code serves strategies that predict and those that do not.
    widths
        That jobs have, int64, ascending, each one once.
    """
    sites = len(processors)
    entries = 4 * (places + running) + 256
    numbers = np.zeros((sites, 15), np.int64)
    numbers[:, SIZE] = processors
    # Each plan clears what it uses, so the rest of the memory need not even be there.
    return Plans(
        np.empty((sites, 3, entries)),
        np.empty((sites, 3, entries), np.int64),
        np.empty((sites, 2, places)),
        np.empty((sites, 4, places), np.int64),
        np.empty((sites, 2 * running)),
        np.empty((sites, 2 * running), np.int64),
        numbers,
        np.zeros((sites, 6)),
        spent,
        new_lists(processors, widths, places),
    )


@inlined
def are_made(plans: Plans) -> bool:
    """Tell whether there are plans at all."""
    return len(plans.numbers) > 0


@inlined
def plan_of(plans: Plans, site: int) -> Plan:
    """Return the plan of a site."""
    lists = plans.lists
    return Plan(
        plans.about[site],
        plans.counts[site],
        plans.times[site],
        plans.jobs[site],
        plans.end[site],
        plans.end_width[site],
        plans.numbers[site],
        plans.sums[site],
        plans.spent,
        Lists(
            lists.asked[site],
            lists.tenant[site],
            lists.low[site],
            lists.link[site],
            lists.least[site],
            lists.lowest[site],
            lists.chain[site],
            lists.widths,
            lists.upto,
            lists.used[site],
        ),
    )


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


@inlined
def share_of(plan: Plan, job: int) -> int:
    """Return what the wait of a job is multiplied by."""
    kind = plan.numbers[KIND]
    if kind == MWWT_S:
        return int(plan.jobs[BREADTH, job])
    return 1 if kind == MWT else 0


@inlined
def count_waiting(plan: Plan, job: int, sign: int) -> None:
    """Add a job of the queue to those that wait, or take it away with sign -1."""
    share = sign * share_of(plan, job)
    plan.jobs[WAITS, job] = sign
    plan.numbers[REST] += sign
    plan.sums[REST_SHARE] += share
    plan.sums[REST_VALUE] += share * (plan.sums[MADE] - plan.times[ARRIVAL, job])


@inlined
def await_turn(plan: Plan, job: int) -> None:
    """Let a job of the queue wait."""
    if plan.numbers[STRICT] == 0:
        enter(plan.lists, plan.jobs[SLOT, job], plan.jobs[BREADTH, job], plan.times[LENGTH, job])
    count_waiting(plan, job, 1)


@inlined
def begin(plan: Plan, job: int, now: float) -> None:
    """Let a job start."""
    numbers, width = plan.numbers, plan.jobs[BREADTH, job]
    numbers[IDLE] -= width
    insert_end(plan, now + plan.times[LENGTH, job], width)
    plan.jobs[ORDER, numbers[PLACED]] = job
    numbers[PLACED] += 1
    plan.sums[VALUE] += share_of(plan, job) * (now - plan.times[ARRIVAL, job])


@inlined
def start_waiting(plan: Plan, job: int, now: float) -> None:
    """Let a job start that waits."""
    if plan.numbers[STRICT] == 0:
        plan.lists.asked[plan.jobs[SLOT, job]] = np.inf
    count_waiting(plan, job, -1)
    begin(plan, job, now)


@inlined
def record(plan: Plan, entry: int, now: float, shadow: float, extra: int) -> None:
    """Write down what a pass leaves; the plan ends with this entry."""
    numbers = plan.numbers
    plan.about[TIME, entry] = now
    plan.about[SHADOW, entry] = shadow
    plan.about[VALUE_BY, entry] = plan.sums[VALUE]
    plan.counts[FREE_THEN, entry] = numbers[IDLE]
    plan.counts[EXTRA, entry] = extra
    plan.counts[PLACED_BY, entry] = numbers[PLACED]
    numbers[ENTRIES] = entry + 1
    plan.spent[0] += 1


@inlined
def reserve_head(plan: Plan, now: float) -> tuple[float, int]:
    """Return when the head of the queue is planned to start and how many processors it leaves."""
    numbers, ends, widths = plan.numbers, plan.end, plan.end_width
    numbers[EPOCH] += 1
    while plan.jobs[WAITS, numbers[HEAD]] != 1:
        numbers[HEAD] += 1
    if numbers[STRICT] == 1:
        return -np.inf, -1
    need, free, shadow = plan.jobs[BREADTH, numbers[HEAD]], numbers[IDLE], now
    k, last = numbers[ENDS_FROM], numbers[ENDS_TO]
    while free < need or (k < last and ends[k] <= shadow):
        shadow = max(shadow, ends[k])
        free += widths[k]
        k += 1
    return shadow, int(free - need)


@inlined
def start_heads(plan: Plan, now: float) -> None:
    """Let the head of the queue start as long as it fits."""
    numbers = plan.numbers
    while numbers[REST] > 0:
        head = numbers[HEAD]
        if plan.jobs[WAITS, head] == 1:
            if plan.jobs[BREADTH, head] > numbers[IDLE]:
                return
            start_waiting(plan, head, now)
        numbers[HEAD] += 1


@inlined
def overtake(plan: Plan, now: float, rejected: int, shadow: float, extra: int) -> int:
    """Let jobs overtake the head; return the extra processors that are left.

    Jobs of up to `rejected` processors are known not to.
    """
    numbers, none = plan.numbers, plan.numbers[QUEUED]
    while numbers[IDLE] > rejected and numbers[REST] > 1:
        room = Room(now, numbers[IDLE], extra, shadow)
        job = first_with_room(plan.lists, rejected, room, numbers[EPOCH], none)
        if job == none:
            break
        start_waiting(plan, job, now)
        if not now + plan.times[LENGTH, job] <= shadow:
            extra -= plan.jobs[BREADTH, job]
    return int(extra)


@inlined
def make_pass(plan: Plan, now: float) -> None:
    """Start what may start now, and write down an entry.

    A head that waits on has the shadow time and the extra processors that the last pass left, and
    whom that rejected though there were enough processors, this one rejects, too.
    """
    numbers, last = plan.numbers, plan.numbers[ENTRIES] - 1
    head = numbers[HEAD]
    start_heads(plan, now)
    shadow, extra = np.inf, numbers[IDLE]
    if numbers[REST] > 0:
        if last >= 0 and numbers[HEAD] == head and np.isfinite(plan.about[SHADOW, last]):
            rejected = plan.counts[FREE_THEN, last]
            shadow, extra = plan.about[SHADOW, last], plan.counts[EXTRA, last]
        else:
            rejected = 0
            shadow, extra = reserve_head(plan, now)
        if numbers[STRICT] == 0:
            extra = overtake(plan, now, rejected, shadow, extra)
    record(plan, last + 1, now, shadow, extra)


@kernel
def extend(plan: Plan, passes: int) -> None:
    """Make up to so many passes at the next planned ends, as long as jobs wait, but at least one.

    Some job must be running.
    """
    numbers, ends = plan.numbers, plan.end
    while True:
        k, last = numbers[ENDS_FROM], numbers[ENDS_TO]
        then = plan.about[TIME, numbers[ENTRIES] - 1]
        now = max(ends[k], then)
        if numbers[KIND] == MCT:
            plan.sums[VALUE] += numbers[IDLE] * (now - then)
        while k < last and ends[k] <= now:
            numbers[IDLE] += plan.end_width[k]
            k += 1
        numbers[ENDS_FROM] = k
        make_pass(plan, now)
        passes -= 1
        if passes <= 0 or numbers[REST] == 0:
            return


@inlined
def heed_ends(plans: Plans, site: int, rows: Rows, row: int, now: float) -> None:
    """Take note of the jobs of a row that end now: a plan that has it otherwise is void."""
    kind, sums = plans.numbers[site, KIND], plans.sums[site]
    for k in range(rows.machines[row].due_from, rows.machines[row].due_to):
        job = rows.heap[row, DUE, k]
        wait = rows.times[row, START, job] - rows.times[row, RELEASE, job]
        sums[RUNNING_VALUE] -= wait * (rows.ids[row, WIDTH, job] if kind == MWWT_S else 1)
        if rows.times[row, START, job] + rows.times[row, ESTIMATE, job] != now:
            plans.numbers[site, VALID] = 0
