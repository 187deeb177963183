"""Passes with at most one reservation over a line that is put in order: where values change while
jobs wait, or are known only when jobs arrive, or where only some of the queue is looked at."""

from parsched.base.compiled import inlined
from parsched.policies.online.beliefs import start
from parsched.policies.online.line import list_tried, looked_at, order_line, tidy
from parsched.policies.online.machine import available
from parsched.policies.online.passes import overtake, reserve, room_now
from parsched.policies.online.site import SiteSimulation
from parsched.policies.online.waiting_queue import admits


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
def start_heads(site: SiteSimulation) -> bool:
    """Start the head of the line as long as it fits; return whether one is left."""
    ends = site.ends[0]
    while ends.first < ends.last:
        job = site.line.jobs[ends.first]
        if site.jobs.width[job] > available(site.machine):
            return True
        start(site, job)
        ends.first += 1
        ends.waiting -= 1
    return False


@inlined
def try_in_line(site: SiteSimulation, end: int) -> None:
    """Let jobs behind the head overtake in the order in which they stand, up to an entry."""
    line, ends = site.line, site.ends[0]
    room = room_now(site)
    for k in range(ends.first + 1, end):
        if room.free == 0:
            return
        job = line.jobs[k]
        if admits(room, site.jobs.width[job], site.jobs.estimate[job]):
            overtake(site, job)
            ends.waiting -= 1
            room = room_now(site)


@inlined
def try_in_own_order(site: SiteSimulation, end: int) -> None:
    """Let jobs behind the head overtake in the order of backfilling, up to an entry."""
    line, ends, jobs = site.line, site.ends[0], site.jobs
    room, count = room_now(site), 0
    # Room only shrinks during a pass, so a job that does not fit now is not tried again.
    for k in range(ends.first + 1, end):
        job = line.jobs[k]
        if admits(room, jobs.width[job], jobs.estimate[job]):
            line.tried[count] = job
            count += 1
    list_tried(site, count)
    for k in range(count):
        job = line.tried[k]
        if admits(room_now(site), jobs.width[job], jobs.estimate[job]):
            overtake(site, job)
            ends.waiting -= 1


@inlined
def sorted_pass(site: SiteSimulation) -> None:
    """Make one pass over the line."""
    ends, policy = site.ends[0], site.policy[0]
    full = is_full(site)
    if available(site.machine) == 0:
        return
    order_line(site)
    site.state[0].work += (ends.last - ends.first) // 8
    if not start_heads(site) or not full or policy.backfill == 0:
        return
    if available(site.machine) == 0 or ends.first + 1 == ends.last:
        return
    reserve(site, site.line.jobs[ends.first])
    end, waiting = looked_at(site), ends.waiting
    if policy.own_backfill == 1:
        try_in_own_order(site, end)
    else:
        try_in_line(site, end)
    if ends.waiting < waiting:
        tidy(site, end)
