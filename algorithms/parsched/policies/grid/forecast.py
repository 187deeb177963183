"""Making plans of sites, and asking them: when would a job start, how long do jobs wait, when does
the last one end?

An answer is a bound from below and whether it is the value itself. A plan is made only as far as
the bound stays within a limit, and as the work of one call lasts; the same question goes on from
there.
"""

from parsched.base.compiled import inlined, kernel
from parsched.policies.grid.live_choice import MWWT_S
from parsched.policies.grid.plan import (
    PlanState,
    SitePlan,
    await_turn,
    extend,
    insert_end,
    make_pass,
)
from parsched.policies.grid.plan_queue import clear, new_slot
from parsched.policies.online.line import waits
from parsched.policies.online.site import SiteSimulation

STALE = 64
"""A plan is made again if past entries exceed future ones by more than this."""
PASSES = 4
"""Passes made before an answer is tried again."""
STRETCH = 1.25
"""A search for a start looks this many times as far ahead as the limit."""
SLACK = 1e-9
"""Relative error of sums that are no whole numbers; bounds stay below by that."""


@inlined
def forget(state: PlanState) -> None:
    """Let a plan be empty and void; what it is about stays."""
    state.valid = state.entries = state.queued = state.head = state.rest = state.idle = 0
    state.ends_from = state.ends_to = state.placed = state.base_ends = state.scan = state.epoch = 0
    state.made = state.value = state.running_value = 0.0
    state.rest_share = state.rest_value = state.work = 0.0


@kernel
def make_plan(plan: SitePlan, site: SiteSimulation, now: float) -> None:
    """Make the plan of a site from what it is like now, before the pass."""
    state, counts = plan.state[0], site.machine.counts[0]
    forget(state)
    state.valid = 1
    state.made = now
    queue_up(plan, site)
    state.idle = counts.free
    for k in range(counts.planned):
        end, width = site.machine.planned_end[k], site.machine.planned_width[k]
        insert_end(plan, end, width)
        state.work += width * max(end - now, 0.0)
    for k in range(counts.running):
        job = site.machine.job[k]
        wait = site.start[job] - site.jobs.release[job]
        state.running_value += wait * (site.jobs.width[job] if state.strategy == MWWT_S else 1)
    make_pass(plan, now)
    remember_base(plan)


@inlined
def append(plan: SitePlan, release: float, estimate: float, width: int) -> int:
    """Put a job behind the queue of a plan; return its number there."""
    state = plan.state[0]
    job = state.queued
    plan.queue[job].arrival = release
    plan.queue[job].length = estimate
    plan.queue[job].width = width
    plan.queue[job].waits = 0
    state.work += width * estimate
    if state.strict == 0:
        plan.queue[job].slot = new_slot(plan.lists, job, width)
    state.queued += 1
    return int(job)


@kernel
def queue_up(plan: SitePlan, site: SiteSimulation) -> None:
    """Fill the queue of a plan with the waiting jobs of a site."""
    clear(plan.lists, plan.state[0].processors)
    jobs = site.jobs
    for k in range(site.state[0].head, site.state[0].arrived):
        job = site.ranks.came[k]
        if waits(site, job):
            await_turn(plan, append(plan, jobs.release[job], jobs.estimate[job], jobs.width[job]))
    plan.spent[0] += 1 + plan.state[0].queued // 16


@kernel
def remember_base(plan: SitePlan) -> None:
    """Keep the planned ends as they are after the first entry."""
    state, half = plan.state[0], len(plan.end) // 2
    count = state.ends_to - state.ends_from
    for k in range(count):
        plan.end[half + k] = plan.end[state.ends_from + k]
        plan.end_width[half + k] = plan.end_width[state.ends_from + k]
    state.base_ends = count
    plan.entries[0].placed = state.placed = 0


@kernel
def entry_at(plan: SitePlan, now: float) -> int:
    """Return the entry whose pass is made now, else the last one before; the plan gets that far."""
    state = plan.state[0]
    while state.ends_from < state.ends_to and plan.end[state.ends_from] <= now:
        extend(plan, 1)
    low, high = 0, state.entries
    while low < high:
        middle = (low + high) // 2
        if plan.entries[middle].time < now:
            low = middle + 1
        else:
            high = middle
    if low == state.entries or plan.entries[low].time > now:
        low -= 1
    return int(low)


@inlined
def prepare(plan: SitePlan, site: SiteSimulation, now: float) -> None:
    """Make the plan of a site ready for a search now; make a new one if there is none.

    While a job overruns, it is planned to end "now": each instant has a plan of its own.
    """
    state = plan.state[0]
    overdue = site.machine.counts[0].planned > 0 and site.machine.planned_end[0] <= now
    holds = state.valid == 1 and (not overdue or state.made == now)
    if holds:
        state.scan = entry_at(plan, now)
        holds = state.scan <= state.entries - state.scan + STALE
    if not holds:
        make_plan(plan, site, now)


@inlined
def tired(plan: SitePlan) -> bool:
    """Is the work of this call used up?"""
    return bool(plan.spent[0] >= plan.spent[1])


@inlined
def admitted(plan: SitePlan, entry: int, width: int, estimate: float, now: float) -> bool:
    """Does an entry admit a job that is behind all others?"""
    if width > plan.entries[entry].free:
        return False
    at = max(plan.entries[entry].time, now)
    return bool(width <= plan.entries[entry].extra or at + estimate <= plan.entries[entry].shadow)


@kernel
def start_of(
    plan: SitePlan, width: int, estimate: float, now: float, limit: float
) -> tuple[float, bool]:
    """Return when a job would start that is placed now; the search goes on from SCAN.

    It goes beyond the limit, or it would go to and fro between sites at each pass.
    """
    state = plan.state[0]
    at, limit = now, now + STRETCH * (limit - now)
    while at <= limit:
        if state.scan == state.entries:
            if tired(plan):
                break
            extend(plan, PASSES)
        at = max(plan.entries[state.scan].time, now)
        if admitted(plan, state.scan, width, estimate, now):
            return at, True
        state.scan += 1
    return at, False


@kernel
def last_end_of(plan: SitePlan, now: float, limit: float) -> tuple[float, bool]:
    """Return when the last job is planned to end.

    Not before all the work is done that there is, by all processors that the plan leaves busy until
    the last entry, and all of them after that.
    """
    state = plan.state[0]
    while state.rest > 0:
        bound = state.made + (state.work + state.value) / state.processors
        bound = max(bound - SLACK * bound, plan.end[state.ends_to - 1])
        if bound > limit or tired(plan):
            return bound, False
        extend(plan, PASSES)
    if state.ends_from == state.ends_to:
        return now, True
    return max(plan.end[state.ends_to - 1], now), True


@kernel
def mean_wait_of(plan: SitePlan, waited: float, count: int, limit: float) -> tuple[float, bool]:
    """Return the mean wait of `count` jobs, or of width times wait; the ended ones among them have
    `waited`, see `loads.Load`.

    What waits on will wait at least until the last entry.
    """
    state = plan.state[0]
    while True:
        total = waited + state.running_value + state.value
        if state.rest == 0:
            return total / count, True
        passed = plan.entries[state.entries - 1].time - state.made
        bound = (total + passed * state.rest_share + state.rest_value) / count
        bound -= SLACK * bound
        if bound > limit or tired(plan):
            return bound, False
        extend(plan, PASSES)
