"""Passes with at most one reservation over a line that is put in order: where values change while
jobs wait, or are known only when jobs arrive, or where only some of the queue is looked at.

Where `classes` of jobs can stand for the line, nothing is put in order.
"""

import numpy as np

from parsched.base.compiled import inlined
from parsched.policies.online.beliefs import start
from parsched.policies.online.classes import best_class, leave_class
from parsched.policies.online.line import list_tried, looked_at, order_line, tidy
from parsched.policies.online.machine import available
from parsched.policies.online.passes import overtake, reserve, room_now
from parsched.policies.online.site import ALL, CLASSED, SORTED, SiteSimulation
from parsched.policies.online.waiting_queue import StartRoom, admits


@inlined
def is_full(site: SiteSimulation) -> bool:
    """Is it time for a full pass? If not, one is owed."""
    state, policy = site.state[0], site.policy[0]
    if policy.interval > 0.0 and state.now < state.last_full + policy.interval:
        state.owed = 1
        return False
    state.last_full = state.now
    state.owed = 0
    return True


@inlined
def head_of_line(site: SiteSimulation) -> int:
    """Return the head of the queue, the first of the line or of a class; -1 without one."""
    if site.ends[0].waiting == 0:
        return -1
    if site.policy[0].kind == SORTED:
        return int(site.line.jobs[site.ends[0].first])
    classes, anything = site.classes, StartRoom(site.state[0].now, ALL, ALL, np.inf, 0)
    favourite = best_class(classes, site.order, site.policy[0].processors, anything)
    classes.sizes[0].favourite = favourite
    return int(classes.classes[favourite].oldest)


@inlined
def start_heads(site: SiteSimulation) -> int:
    """Start the head of the queue as long as it fits; return the head that does not, or -1."""
    while True:
        head = head_of_line(site)
        if head < 0 or site.jobs.width[head] > available(site.machine):
            return head
        if site.policy[0].kind == SORTED:
            site.ends[0].first += 1
        else:
            leave_class(site.classes, site.jobs.release, site.classes.sizes[0].favourite)
        site.ends[0].waiting -= 1
        start(site, head)


@inlined
def list_admissible(site: SiteSimulation) -> int:
    """List the jobs that are looked at behind the head and may overtake, in the order in which they
    are tried; return how many there are."""
    line, jobs, room, count = site.line, site.jobs, room_now(site), 0
    # Room only shrinks during a pass, so a job that does not fit now is not tried again.
    for k in range(site.ends[0].first + 1, looked_at(site)):
        job = line.jobs[k]
        if admits(room, jobs.width[job], jobs.estimate[job]):
            line.tried[count] = job
            count += 1
    if site.policy[0].own_backfill == 1:
        list_tried(site, count)
    return count


@inlined
def next_to_overtake(site: SiteSimulation, count: int) -> int:
    """Return the next job that may overtake: of those listed, from the cursor on, or the best of
    all classes; -1 without one."""
    state, room, jobs = site.state[0], room_now(site), site.jobs
    if site.policy[0].kind == CLASSED:
        # The head does not fit, nor do others of its class. A job that overtakes leaves less room
        # to the others, so the best job that may start is the next in line that may.
        k = best_class(site.classes, site.order, site.policy[0].processors, room)
        if k < 0:
            return -1
        job = site.classes.classes[k].oldest
        leave_class(site.classes, jobs.release, k)
        return int(job)
    while state.cursor < count:
        job = site.line.tried[state.cursor]
        state.cursor += 1
        if admits(room, jobs.width[job], jobs.estimate[job]):
            return int(job)
    return -1


@inlined
def sorted_pass(site: SiteSimulation) -> None:
    """Make one pass over the line, or the classes that stand for it."""
    state, ends, policy = site.state[0], site.ends[0], site.policy[0]
    full = is_full(site)
    if available(site.machine) == 0:
        return
    if policy.kind == SORTED:
        order_line(site)
    state.work += (ends.last - ends.first + site.classes.sizes[0].waiting) // 8
    head = start_heads(site)
    if head < 0 or not full or policy.backfill == 0:
        return
    if available(site.machine) == 0 or ends.waiting == 1:
        return
    reserve(site, head)
    end, waiting = looked_at(site), ends.waiting
    count, state.cursor = list_admissible(site), 0
    while True:
        job = next_to_overtake(site, count)
        if job < 0:
            break
        overtake(site, job)
        ends.waiting -= 1
    if ends.waiting < waiting:
        tidy(site, end)
