"""What a site will do if all jobs take as long as estimated: its predicted timeline.

A plan is a list of entries, one for each pass that the site is going to make. An entry tells what
the pass leaves: a job that comes next is behind all others in the queue, so it starts at the first
entry that admits it, and changes nothing before. Therefore a plan holds until a job ends at another
time than planned; a placed job undoes only entries behind its start, and not even those if no other
job would use its processors (see `replan`). Passes are made when they are asked for: the plan
ends with the state of the site after its last entry.
"""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.base.compiled.records import KernelRecord, RecordArray, RecordTable
from parsched.policies.grid.live_choice import MCT, MWT, MWWT_S
from parsched.policies.grid.plan_queue import (
    LATEST,
    ManyLists,
    PlanRoom,
    WidthLists,
    enter,
    first_with_room,
    new_lists,
)
from parsched.policies.online.machine import Floats, Ints
from parsched.policies.online.site import SiteSimulation


class PlanState(KernelRecord):
    """What a plan is about, and how far it is made.

    `strict`, 1 if no job overtakes; `reserves`, 1 if the head of the queue has a reservation, so
    that who overtakes must not delay it; `strategy`, its number; `processors` of the site: these
    outlast a plan. Then `valid`, 1 if the plan holds; how many `entries` it has; jobs `queued`,
    with those that have started; `head`, before which no job waits; `rest`, how many wait; `idle`
    processors; the planned ends are `ends_from:ends_to`; jobs `placed` in order; `base_ends`, how
    many ends there were after the first entry; `scan`, the entry at which a search has come;
    `epoch`, see `plan_queue.first_in_list`. When the plan was `made`; the `value` after the last
    entry; the value of the jobs that run now; of those that wait, the sum of what their waits are
    multiplied by, and their value if they had started when the plan was made; the `work` from then
    on, in processor seconds.
    """

    strict: int
    reserves: int
    strategy: int
    processors: int
    valid: int
    entries: int
    queued: int
    head: int
    rest: int
    idle: int
    ends_from: int
    ends_to: int
    placed: int
    base_ends: int
    scan: int
    epoch: int
    made: float
    value: float
    running_value: float
    rest_share: float
    rest_value: float
    work: float


class PassEntry(KernelRecord):
    """What a pass leaves.

    Its `time`; `shadow`, when the head of the queue is planned to start (infinity: no job waits;
    -infinity: no job may overtake; `plan_queue.LATEST`: any job that fits may); the `value` by
    then; how many processors are `free` then, how many `extra` ones beside the head, and how many
    jobs are `placed` by then.
    """

    time: float
    shadow: float
    value: float
    free: int
    extra: int
    placed: int


class Queued(KernelRecord):
    """A job of the queue: its `arrival`, `length` (the estimate), `width`, its `slot` in the lists,
    and 1 if it `waits`."""

    arrival: float
    length: float
    width: int
    slot: int
    waits: int


class SitePlan(NamedTuple):
    """The plan of one site; times are in seconds.

    The value is what the strategy adds up: the waits of the jobs that have started, MWT; width
    times wait, MWWT_S; the unused processor seconds, MCT.

    The queue has numbers of its own, in order of arrival; `order` lists its jobs as they start. Of
    shape (2·n_running,): `end`, `end_width`, the planned ends after the last entry in order, and in
    the second half those after the first one. `state` is a single record. `spent[0]` counts the
    work done in one call, `spent[1]` is how much it may do.
    """

    entries: RecordArray[PassEntry]
    queue: RecordArray[Queued]
    order: Ints
    end: Floats
    end_width: Ints
    state: RecordArray[PlanState]
    spent: Ints
    lists: WidthLists


class Plans(NamedTuple):
    """Plans of all sites: one more axis in front, but for `spent`, `lists.widths` and
    `lists.upto`."""

    entries: RecordTable[PassEntry]
    queue: RecordTable[Queued]
    order: Ints
    end: Floats
    end_width: Ints
    state: RecordArray[PlanState]
    spent: Ints
    lists: ManyLists


def new_plans(processors: Ints, widths: Ints, places: int, running: int, spent: Ints) -> Plans:
    """Return plans that are not made yet, for `places` jobs on each site.

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
    state = PlanState.new(sites)
    state["processors"] = processors
    # Each plan clears what it uses, so the rest of the memory need not even be there.
    return Plans(
        PassEntry.table(sites, entries),
        Queued.table(sites, places),
        np.empty((sites, places), np.int64),
        np.empty((sites, 2 * running)),
        np.empty((sites, 2 * running), np.int64),
        state,
        spent,
        new_lists(processors, widths, places),
    )


@inlined
def are_made(plans: Plans) -> bool:
    """Tell whether there are plans at all."""
    return len(plans.state) > 0


@inlined
def plan_of(plans: Plans, site: int) -> SitePlan:
    """Return the plan of a site."""
    lists = plans.lists
    return SitePlan(
        plans.entries[site],
        plans.queue[site],
        plans.order[site],
        plans.end[site],
        plans.end_width[site],
        plans.state[site : site + 1],
        plans.spent,
        WidthLists(
            lists.asked[site],
            lists.tenant[site],
            lists.low[site],
            lists.link[site],
            lists.least[site],
            lists.lowest[site],
            lists.chains[site],
            lists.widths,
            lists.upto,
            lists.used[site],
        ),
    )


@inlined
def insert_end(plan: SitePlan, end: float, width: int) -> None:
    """Enter a planned end."""
    ends, widths, state = plan.end, plan.end_width, plan.state[0]
    if 2 * state.ends_to == len(ends):
        shift = state.ends_from
        for k in range(shift, state.ends_to):
            ends[k - shift] = ends[k]
            widths[k - shift] = widths[k]
        state.ends_from = 0
        state.ends_to -= shift
    k, first = state.ends_to, state.ends_from
    while k > first and ends[k - 1] > end:
        ends[k] = ends[k - 1]
        widths[k] = widths[k - 1]
        k -= 1
    ends[k] = end
    widths[k] = width
    state.ends_to += 1


@inlined
def share_of(plan: SitePlan, job: int) -> int:
    """Return what the wait of a job is multiplied by."""
    kind = plan.state[0].strategy
    if kind == MWWT_S:
        return int(plan.queue[job].width)
    return 1 if kind == MWT else 0


@inlined
def count_waiting(plan: SitePlan, job: int, sign: int) -> None:
    """Add a job of the queue to those that wait, or take it away with sign -1."""
    share = sign * share_of(plan, job)
    plan.queue[job].waits = sign
    plan.state[0].rest += sign
    plan.state[0].rest_share += share
    plan.state[0].rest_value += share * (plan.state[0].made - plan.queue[job].arrival)


@inlined
def await_turn(plan: SitePlan, job: int) -> None:
    """Let a job of the queue wait."""
    if plan.state[0].strict == 0:
        enter(plan.lists, plan.queue[job].slot, plan.queue[job].width, plan.queue[job].length)
    count_waiting(plan, job, 1)


@inlined
def begin(plan: SitePlan, job: int, now: float) -> None:
    """Let a job start."""
    state, width = plan.state[0], plan.queue[job].width
    state.idle -= width
    insert_end(plan, now + plan.queue[job].length, width)
    plan.order[state.placed] = job
    state.placed += 1
    state.value += share_of(plan, job) * (now - plan.queue[job].arrival)


@inlined
def start_waiting(plan: SitePlan, job: int, now: float) -> None:
    """Let a job start that waits."""
    if plan.state[0].strict == 0:
        plan.lists.asked[plan.queue[job].slot] = np.inf
    count_waiting(plan, job, -1)
    begin(plan, job, now)


@inlined
def record(plan: SitePlan, entry: int, now: float, shadow: float, extra: int) -> None:
    """Write down what a pass leaves; the plan ends with this entry."""
    state = plan.state[0]
    plan.entries[entry].time = now
    plan.entries[entry].shadow = shadow
    plan.entries[entry].value = state.value
    plan.entries[entry].free = state.idle
    plan.entries[entry].extra = extra
    plan.entries[entry].placed = state.placed
    state.entries = entry + 1
    plan.spent[0] += 1


@inlined
def reserve_head(plan: SitePlan, now: float) -> tuple[float, int]:
    """Return when the head of the queue is planned to start and how many processors it leaves."""
    state, ends, widths = plan.state[0], plan.end, plan.end_width
    state.epoch += 1
    while plan.queue[state.head].waits != 1:
        state.head += 1
    if state.strict == 1:
        return -np.inf, -1
    if state.reserves == 0:
        # Every job ends by the latest instant, so any job that fits may start. Who waits after a
        # pass is then wider than what is free, as `make_pass` and `replan` rely on.
        return LATEST, 0
    need, free, shadow = plan.queue[state.head].width, state.idle, now
    k, last = state.ends_from, state.ends_to
    # As in `easy.reserve`: `free` processors are free at `shadow`, by the ends before k.
    while free < need or (k < last and ends[k] <= shadow):
        shadow = max(shadow, ends[k])
        free += widths[k]
        k += 1
    return shadow, int(free - need)


@inlined
def start_heads(plan: SitePlan, now: float) -> None:
    """Let the head of the queue start as long as it fits."""
    state = plan.state[0]
    while state.rest > 0:
        head = state.head
        if plan.queue[head].waits == 1:
            if plan.queue[head].width > state.idle:
                return
            start_waiting(plan, head, now)
        state.head += 1


@inlined
def overtake(plan: SitePlan, now: float, rejected: int, shadow: float, extra: int) -> int:
    """Let jobs overtake the head; return the extra processors that are left.

    Jobs of up to `rejected` processors are known not to.
    """
    state, none = plan.state[0], plan.state[0].queued
    while state.idle > rejected and state.rest > 1:
        room = PlanRoom(now, state.idle, extra, shadow)
        job = first_with_room(plan.lists, rejected, room, state.epoch, none)
        if job == none:
            break
        start_waiting(plan, job, now)
        if not now + plan.queue[job].length <= shadow:
            extra -= plan.queue[job].width
    return int(extra)


@inlined
def make_pass(plan: SitePlan, now: float) -> None:
    """Start what may start now, and write down an entry.

    A head that waits on has the shadow time and the extra processors that the last pass left, and
    whom that rejected though there were enough processors, this one rejects, too.
    """
    state, last = plan.state[0], plan.state[0].entries - 1
    head = state.head
    start_heads(plan, now)
    shadow, extra = np.inf, state.idle
    if state.rest > 0:
        if last >= 0 and state.head == head and np.isfinite(plan.entries[last].shadow):
            rejected = plan.entries[last].free
            shadow, extra = plan.entries[last].shadow, plan.entries[last].extra
        else:
            rejected = 0
            shadow, extra = reserve_head(plan, now)
        if state.strict == 0:
            extra = overtake(plan, now, rejected, shadow, extra)
    record(plan, last + 1, now, shadow, extra)


@kernel
def extend(plan: SitePlan, passes: int) -> None:
    """Make up to `passes` passes at the next planned ends while jobs wait, but at least one.

    Some job must be running.
    """
    state, ends = plan.state[0], plan.end
    while True:
        k, last = state.ends_from, state.ends_to
        then = plan.entries[state.entries - 1].time
        now = max(ends[k], then)
        if state.strategy == MCT:
            state.value += state.idle * (now - then)
        while k < last and ends[k] <= now:
            state.idle += plan.end_width[k]
            k += 1
        state.ends_from = k
        make_pass(plan, now)
        passes -= 1
        if passes <= 0 or state.rest == 0:
            return


@inlined
def heed_ends(plan: SitePlan, site: SiteSimulation, now: float) -> None:
    """Take note of the jobs of a site that end now: a plan that has it otherwise is void."""
    state, counts = plan.state[0], site.machine.counts[0]
    for k in range(counts.due_from, counts.due_to):
        job = site.machine.due[k]
        wait = site.start[job] - site.jobs.release[job]
        state.running_value -= wait * (site.jobs.width[job] if state.strategy == MWWT_S else 1)
        if site.start[job] + site.jobs.estimate[job] != now:
            state.valid = 0
