"""The queue as a line: the waiting jobs in order, first to last."""

from parsched.base.compiled import inlined
from parsched.policies.online.fair_share import are_known
from parsched.policies.online.heaps import sort_entries
from parsched.policies.online.program import Job, OrderProgram, value_of
from parsched.policies.online.site import ARRIVED, CHANGING, VALUED, SiteSimulation


@inlined
def value(site: SiteSimulation, program: OrderProgram, job: int) -> float:
    """Return what an order makes of a waiting job now."""
    jobs, user, factors, second = site.jobs, site.beliefs.user[job], site.factors, program.second
    used = site.beliefs.history[user].used / second if user >= 0 else 0.0
    wait = (site.state[0].now - jobs.release[job]) / second
    p, s = max(jobs.estimate[job], 1.0) / second, max(jobs.release[job], 1.0) / second
    q, m = float(jobs.width[job]), float(site.policy[0].processors)
    if not are_known(factors):
        return value_of(program, Job(wait, p, q, s, used, m, 0.0, 0.0, 0.0, 0.0))
    association, share = factors.association[job], 0.0
    if association >= 0:
        share = factors.associations[association].factor
    named = factors.partition[job], factors.qos[job], factors.nice[job]
    return value_of(program, Job(wait, p, q, s, used, m, share, named[0], named[1], named[2]))


@inlined
def comes_before(site: SiteSimulation, one: int, other: int) -> bool:
    """Does a job come before another one in the order of the queue?"""
    values = site.line.value
    return bool(values[one] < values[other] or (values[one] == values[other] and one < other))


@inlined
def join_line(site: SiteSimulation, job: int) -> None:
    """Let a job that arrives join the line; where values change, the next pass puts it in order.
    Where all hold reservations, the line is in order of the passes that gave these; jobs that got
    theirs in one pass are in the order of the queue."""
    line, ends = site.line, site.ends[0]
    line.value[job] = 0.0
    place = ends.last
    if site.policy[0].order_kind == VALUED:
        line.value[job] = value(site, site.order, job)
    if site.policy[0].order_kind == VALUED and site.policy[0].all_hold == 0:
        low = ends.first
        while low < place:
            middle = (low + place) // 2
            if comes_before(site, line.jobs[middle], job):
                low = middle + 1
            else:
                place = middle
    # Move the shorter part of the line; entries before `first` are free.
    if ends.first > 0 and place - ends.first < ends.last - place:
        ends.first -= 1
        place -= 1
        for k in range(ends.first, place):
            line.jobs[k] = line.jobs[k + 1]
    else:
        for k in range(ends.last, place, -1):
            line.jobs[k] = line.jobs[k - 1]
        ends.last += 1
    line.jobs[place] = job
    ends.waiting += 1


@inlined
def order_line(site: SiteSimulation) -> None:
    """Put a line whose values change in order; where all hold reservations, only the jobs that hold
    none yet, which are the last to arrive: the order says who of these is first."""
    line, ends, policy = site.line, site.ends[0], site.policy[0]
    if policy.all_hold == 1:
        begin = ends.last - (ends.waiting - site.plan.turns.sizes[0].jobs)
        if policy.order_kind == ARRIVED or begin + 1 >= ends.last:
            return
    elif policy.order_kind == CHANGING:
        tidy(site, ends.last)
        begin = ends.first
    else:
        return
    for k in range(begin, ends.last):
        job = line.jobs[k]
        line.value[job] = line.keys[k] = value(site, site.order, job)
    sort_entries(line.keys, line.jobs, begin, ends.last, line.spare_keys, line.spare_jobs)


@inlined
def waits(site: SiteSimulation, job: int) -> bool:
    """Has a job of the line not started yet?"""
    return bool(site.start[job] != site.start[job])  # NaN until it has


@inlined
def tidy(site: SiteSimulation, end: int) -> None:
    """Take out jobs that have started from the line up to an entry."""
    line, ends = site.line, site.ends[0]
    place = end
    for k in range(end - 1, ends.first - 1, -1):
        if waits(site, line.jobs[k]):
            place -= 1
            line.jobs[place] = line.jobs[k]
    ends.first = place


@inlined
def first_waiting(site: SiteSimulation) -> int:
    """Return the first job of the line that waits; one does."""
    line, ends = site.line, site.ends[0]
    while not waits(site, line.jobs[ends.first]):
        ends.first += 1
    return int(line.jobs[ends.first])


@inlined
def is_overtaking(site: SiteSimulation, job: int) -> bool:
    """Does another job wait that comes before a waiting one in the order of the queue?"""
    line, ends, first = site.line, site.ends[0], first_waiting(site)
    if site.policy[0].order_kind == ARRIVED or site.policy[0].all_hold == 0:
        return first != job
    # The oldest jobs are looked at first: mostly one of them comes before.
    line.value[job] = value(site, site.order, job)
    for k in range(ends.first, ends.last):
        other = line.jobs[k]
        if waits(site, other):
            line.value[other] = value(site, site.order, other)
            if comes_before(site, other, job):
                return True
    return False


@inlined
def looked_at(site: SiteSimulation) -> int:
    """Return the entry of the line behind those that are looked at: so many as the depth says."""
    ends = site.ends[0]
    return int(min(ends.last, ends.first + min(site.policy[0].depth, ends.last)))


@inlined
def list_tried(site: SiteSimulation, count: int) -> None:
    """Put the first `count` jobs that are tried in the order of backfilling."""
    if site.policy[0].backfill_kind == ARRIVED:
        return
    line = site.line
    for k in range(count):
        line.keys[k] = value(site, site.backfill_order, line.tried[k])
    sort_entries(line.keys, line.tried, 0, count, line.spare_keys, line.spare_jobs)
