"""Passes with at most one reservation over a queue whose order is known beforehand.

Jobs are numbered by rank, so `waiting_queue` finds in O(log n) who may overtake. While no
processors come free, only jobs that arrived since the last pass are looked at.
"""

import numpy as np

from parsched.base.compiled import inlined
from parsched.policies.online.beliefs import start
from parsched.policies.online.heaps import pop_number, push_number
from parsched.policies.online.line import waits
from parsched.policies.online.machine import available
from parsched.policies.online.site import ARRIVED, SiteSimulation
from parsched.policies.online.waiting_queue import (
    ABSENT,
    StartRoom,
    admits,
    dequeue,
    enqueue,
    level_of,
    next_admissible,
)


@inlined
def reserve(site: SiteSimulation, head: int) -> None:
    """Find the shadow time, when the head is planned to start, and the processors it leaves."""
    machine, state, policy = site.machine, site.state[0], site.policy[0]
    if policy.reservations == 0:
        state.shadow, state.extra = np.inf, 0
        return
    need = site.jobs.width[head]
    free, k, shadow = machine.counts[0].free, 0, state.now
    # Invariant: as planned, `free` processors are free at `shadow`, by the first k ends. Ends equal
    # to the shadow time count, too: their processors are there when the head starts.
    while free < need or (k < machine.counts[0].planned and machine.planned_end[k] <= shadow):
        shadow = max(shadow, machine.planned_end[k])
        free += machine.planned_width[k]
        k += 1
    state.shadow, state.extra = shadow, free - need
    if shadow > state.now + policy.window:
        state.shadow, state.extra = np.inf, 0


@inlined
def arrive_indexed(site: SiteSimulation, job: int) -> None:
    """Note the arrival of a job; if it comes before the head, the last pass is outdated."""
    state, ends, index = site.state[0], site.ends[0], site.ranks
    if site.policy[0].order_kind == ARRIVED:
        return
    head = indexed_head(site)
    if head < 0 or index.order[job] < index.order[head]:
        state.changed = 1
    push_number(index.heads, ends.heads, index.order[job])
    ends.heads += 1


@inlined
def indexed_head(site: SiteSimulation) -> int:
    """Return the first waiting job in the order of the queue, -1 if none waits."""
    state, ends, index = site.state[0], site.ends[0], site.ranks
    if site.policy[0].order_kind == ARRIVED:
        while state.head < state.arrived and not waits(site, index.came[state.head]):
            state.head += 1
        return int(index.came[state.head]) if state.head < state.arrived else -1
    while ends.heads > 0:
        job = index.headed[index.heads[0]]
        if waits(site, job):
            return int(job)
        pop_number(index.heads, ends.heads)
        ends.heads -= 1
    return -1


@inlined
def is_indexed(site: SiteSimulation, job: int) -> bool:
    """Does the index know a waiting job?"""
    index = site.ranks
    return bool(index.waiting.width[index.rank[job]] != ABSENT)


@inlined
def start_indexed_heads(site: SiteSimulation) -> int:
    """Start the head of the queue as long as it fits; return the head that does not, or -1."""
    head = indexed_head(site)
    while head >= 0 and site.jobs.width[head] <= available(site.machine):
        start(site, head)
        if is_indexed(site, head):
            dequeue(site.ranks.waiting, site.ranks.ranked, site.ranks.rank[head])
        head = indexed_head(site)
    return head


@inlined
def room_now(site: SiteSimulation) -> StartRoom:
    """Return what a job must be to overtake now."""
    free, state = available(site.machine), site.state[0]
    return StartRoom(state.now, free, state.extra, state.shadow, level_of(free))


@inlined
def overtake(site: SiteSimulation, job: int) -> None:
    """Start a job ahead of the head of the queue."""
    state = site.state[0]
    site.backfilled[job] = True
    # Who ends by the shadow time gives back in time what the head needs; others use what it leaves.
    if not state.now + site.jobs.estimate[job] <= state.shadow:
        state.extra -= site.jobs.width[job]
    start(site, job)


@inlined
def backfill_indexed(site: SiteSimulation) -> None:
    """Let jobs overtake that the index knows, in order of rank."""
    index, rank = site.ranks, -1
    room = room_now(site)
    while room.free > 0:
        rank = next_admissible(index.waiting, index.ranked, room, rank + 1)
        if rank < 0:
            return
        overtake(site, index.job[rank])
        dequeue(index.waiting, index.ranked, rank)
        room = room_now(site)


@inlined
def enter_index(site: SiteSimulation, job: int) -> None:
    """Let the index know a job that arrived, if it still waits."""
    if waits(site, job):
        enqueue(site.ranks.waiting, site.ranks.ranked, site.ranks.rank[job])


@inlined
def are_tried_by_arrival(site: SiteSimulation) -> bool:
    """Do jobs have their chance to overtake in order of arrival?"""
    policy = site.policy[0]
    return bool(policy.order_kind == ARRIVED and policy.own_backfill == 0)


@inlined
def backfill_new(site: SiteSimulation, head: int) -> None:
    """Let jobs overtake, in order of arrival, that arrived since the last pass, and enter the
    others into the index."""
    state = site.state[0]
    for k in range(state.indexed, state.arrived):
        job = site.ranks.came[k]
        asks = head >= 0 and job != head and waits(site, job)
        if asks and admits(room_now(site), site.jobs.width[job], site.jobs.estimate[job]):
            overtake(site, job)
        enter_index(site, job)
    state.indexed = state.arrived


@inlined
def backfill(site: SiteSimulation, head: int, full: bool) -> None:
    """Let jobs overtake: all of them, or just those that arrived since the last pass."""
    state = site.state[0]
    new = state.arrived - state.indexed
    # One job needs no order.
    if are_tried_by_arrival(site) or (new == 1 and not full):
        if full and head >= 0 and state.indexed > 0:
            backfill_indexed(site)
        backfill_new(site, head)
        return
    for k in range(state.indexed, state.arrived):
        enter_index(site, site.ranks.came[k])
    state.indexed = state.arrived
    if head >= 0:
        backfill_indexed(site)


@inlined
def indexed_pass(site: SiteSimulation) -> None:
    """Make one pass over the queue.

    While no processors come free, jobs that could not start in the last pass cannot start in this
    one: then only new arrivals are looked at. Due jobs and overdue ones (planned to have ended
    before now) make the pass full, as does a new head.
    """
    state, machine = site.state[0], site.machine
    overdue = machine.counts[0].planned > 0 and machine.planned_end[0] < state.now
    full = state.changed == 1 or machine.counts[0].pending > 0 or overdue
    head = indexed_head(site)
    full = full or (head >= 0 and not is_indexed(site, head))
    if full:
        head = start_indexed_heads(site)
    state.changed = 0
    if site.policy[0].backfill == 0:
        # Invariant: without overtaking nothing is ever looked up in the index.
        return
    # Where the pass is not full, shadow time and extra processors still hold: nothing came free
    # since, and who started since leaves the head its processors.
    if full:
        state.shadow = np.nan
    if head >= 0 and np.isnan(state.shadow):
        reserve(site, head)
    backfill(site, head, full)
