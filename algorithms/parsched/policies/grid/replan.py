"""Taking a placed job into the plan of its site: only what it changes is planned again.

The job starts at the first entry that admits it. If from there to its end each entry leaves enough
processors idle, and enough extra ones unless the job ends before the head is to start, then all
passes do with the job what they did without it: each starts the same jobs, in the same order, since
in the end there is room for this one, too; those that had no room have less now; and the head is
planned to start when it was. No job starts in the pass at the job's end, either: there, the room is
what the entry before had without the job, with less time left. So the entries stay, with fewer
processors (three of four jobs are like that). Otherwise all entries behind its start are undone.
"""

import numpy as np

from parsched.base.compiled import inlined, kernel
from parsched.policies.grid.forecast import admitted, append, entry_at
from parsched.policies.grid.live_choice import MCT
from parsched.policies.grid.plan import (
    SitePlan,
    await_turn,
    begin,
    insert_end,
    record,
    reserve_head,
    share_of,
)
from parsched.policies.online.site import SiteSimulation


@kernel
def undo(plan: SitePlan, entry: int) -> None:
    """Let the plan end with an entry: what was planned behind it waits again."""
    state = plan.state[0]
    for k in range(plan.entries[entry].placed, state.placed):
        job = plan.order[k]
        await_turn(plan, job)
        state.head = min(state.head, job)
    # Jobs wait again that searches of this epoch have passed by.
    state.epoch += 1
    state.placed = plan.entries[entry].placed
    state.idle = plan.entries[entry].free
    state.entries = entry + 1
    state.value = plan.entries[entry].value


@kernel
def running_after(plan: SitePlan, entry: int) -> None:
    """Find the planned ends after an entry, from the last start back."""
    state = plan.state[0]
    busy = state.processors - plan.entries[entry].free
    state.ends_from = state.ends_to = 0
    time, at, k = plan.entries[entry].time, entry, plan.entries[entry].placed - 1
    # Invariant: of what is held after the entry, `busy` processors belong to order[0 … k] or to
    # jobs that ran when the plan was made.
    while busy > 0 and k >= 0:
        while at > 0 and k < plan.entries[at - 1].placed:
            at -= 1
        job = plan.order[k]
        end = plan.entries[at].time + plan.queue[job].length
        if at == entry or end > time:
            insert_end(plan, end, plan.queue[job].width)
            busy -= plan.queue[job].width
        k -= 1
    k = len(plan.end) // 2 + state.base_ends - 1
    while busy > 0:
        if entry == 0 or plan.end[k] > time:
            insert_end(plan, plan.end[k], plan.end_width[k])
            busy -= plan.end_width[k]
        k -= 1


@kernel
def go_back(plan: SitePlan, entry: int) -> None:
    """Let the plan end with an entry, and the state of the site be that after it."""
    if entry < plan.state[0].entries - 1:
        undo(plan, entry)
        running_after(plan, entry)


@inlined
def entry_that_decides(plan: SitePlan, entry: int, width: int, estimate: float, now: float) -> int:
    """Return the first entry that admits a job or has none waiting; else that behind the last."""
    while entry < plan.state[0].entries:
        if plan.entries[entry].shadow == np.inf or admitted(plan, entry, width, estimate, now):
            break
        entry += 1
    return entry


@inlined
def passes_through(plan: SitePlan, entry: int, width: int, start: float, end: float) -> int:
    """Return the first entry behind one at which a job has ended that starts there, or -1 if it
    takes processors from others until then."""
    entry += 1
    while entry < plan.state[0].entries and plan.entries[entry].time < end:
        # Invariant: with the job, every entry before this one starts the same jobs as without it.
        left = plan.entries[entry]
        if left.free < width or (left.extra < width and end > left.shadow):
            return -1
        entry += 1
    return entry


@inlined
def split(plan: SitePlan, entry: int, now: float) -> None:
    """Insert an entry behind one: a pass between two ends changes nothing."""
    state = plan.state[0]
    # From the last one back, so that no entry is written over before it is copied.
    for k in range(state.entries - 1, entry - 1, -1):
        plan.entries[k + 1] = plan.entries[k]
    state.entries += 1
    if state.strategy == MCT:
        idle = plan.entries[entry].free
        plan.entries[entry + 1].value += idle * (now - plan.entries[entry].time)
    plan.entries[entry + 1].time = now


@kernel
def insert(plan: SitePlan, entry: int, after: int, job: int, now: float) -> None:
    """Let a job start at an entry, or now, if that is later, and end before the entry `after`."""
    state, width = plan.state[0], plan.queue[job].width
    if plan.entries[entry].time < now:
        split(plan, entry, now)
        entry += 1
        after += 1
    start = plan.entries[entry].time
    end = start + plan.queue[job].length
    if after == state.entries:
        insert_end(plan, end, width)
        state.idle -= width
    elif plan.entries[after].time > end:
        split(plan, after - 1, end)
    for k in range(entry, after):
        plan.entries[k].free -= width
        if plan.entries[k].shadow == np.inf or end > plan.entries[k].shadow:
            plan.entries[k].extra -= width
    place = plan.entries[entry].placed
    for k in range(state.placed, place, -1):
        plan.order[k] = plan.order[k - 1]
    plan.order[place] = job
    state.placed += 1
    value = share_of(plan, job) * (start - plan.queue[job].arrival)
    for k in range(entry, state.entries):
        plan.entries[k].placed += 1
        if state.strategy == MCT:
            value = -width * (min(plan.entries[k].time, end) - start)
        plan.entries[k].value += value
    state.value = plan.entries[state.entries - 1].value


@kernel
def start_in(plan: SitePlan, entry: int, job: int, now: float) -> None:
    """Start a job in the last entry of a plan, or now, if that is later."""
    time, shadow = plan.entries[entry].time, plan.entries[entry].shadow
    at, extra = max(time, now), plan.entries[entry].extra
    if plan.state[0].strategy == MCT:
        plan.state[0].value += plan.state[0].idle * (at - time)
    begin(plan, job, at)
    if shadow == np.inf or not at + plan.queue[job].length <= shadow:
        extra -= plan.queue[job].width
    record(plan, entry if at == time else entry + 1, at, shadow, extra)


@kernel
def plan_job(plan: SitePlan, site: SiteSimulation, job: int, waiting: int) -> None:
    """Take a job that has just been placed into the plan of its site, where `waiting` jobs wait.

    A plan that has no room for it is given up, and also one of a site where no other job waits:
    without a queue no plan is needed.
    """
    state = plan.state[0]
    full = state.queued == len(plan.order)
    if waiting == 1 or full or state.entries - state.rest > len(plan.entries) // 2:
        state.valid = 0
    if state.valid == 0:
        return
    width, estimate, now = site.jobs.width[job], site.jobs.estimate[job], site.jobs.release[job]
    entry = entry_that_decides(plan, entry_at(plan, now), width, estimate, now)
    last = append(plan, now, estimate, width)
    if entry == state.entries:
        await_turn(plan, last)
        return
    if admitted(plan, entry, width, estimate, now):
        start = max(plan.entries[entry].time, now)
        after = passes_through(plan, entry, width, start, start + estimate)
        if after > 0:
            insert(plan, entry, after, last, now)
        else:
            go_back(plan, entry)
            start_in(plan, entry, last, now)
        return
    go_back(plan, entry)
    await_turn(plan, last)
    shadow, extra = reserve_head(plan, max(plan.entries[entry].time, now))
    plan.entries[entry].shadow = shadow
    plan.entries[entry].extra = extra
