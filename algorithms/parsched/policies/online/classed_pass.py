"""Passes with at most one reservation where values change while jobs wait, and classes of jobs
stand for the line: see `classes`."""

import numpy as np

from parsched.base.compiled import inlined
from parsched.policies.online.beliefs import start
from parsched.policies.online.classes import best_class, join_class, leave_class
from parsched.policies.online.machine import available
from parsched.policies.online.passes import overtake, reserve, room_now
from parsched.policies.online.site import ALL, SiteSimulation
from parsched.policies.online.sorted_pass import is_full
from parsched.policies.online.waiting_queue import StartRoom


@inlined
def arrive_classed(site: SiteSimulation, job: int) -> None:
    """Let a job that arrives join its class."""
    # What is believed of a job that waits is what was predicted when it arrived.
    join_class(site.classes, site.beliefs.predicted, site.jobs.width, job, site.jobs.release[job])
    site.ends[0].waiting += 1


@inlined
def take_best(site: SiteSimulation, k: int) -> int:
    """Take the oldest job of a class out of those that wait, and return it."""
    job = site.classes.classes[k].oldest
    leave_class(site.classes, site.jobs.release, k)
    site.ends[0].waiting -= 1
    return int(job)


@inlined
def start_class_heads(site: SiteSimulation) -> int:
    """Start the head of the queue as long as it fits; return the head that does not, or -1."""
    classes, anything = site.classes, StartRoom(site.state[0].now, ALL, ALL, np.inf, 0)
    while site.ends[0].waiting > 0:
        k = best_class(classes, site.order, site.policy[0].processors, anything)
        classes.sizes[0].favourite = k
        if classes.classes[k].width > available(site.machine):
            return int(classes.classes[k].oldest)
        start(site, take_best(site, k))
    return -1


@inlined
def classed_pass(site: SiteSimulation) -> None:
    """Make one pass over the classes."""
    ends, policy = site.ends[0], site.policy[0]
    full = is_full(site)
    if available(site.machine) == 0:
        return
    site.state[0].work += site.classes.sizes[0].waiting // 8
    head = start_class_heads(site)
    if head < 0 or not full or policy.backfill == 0:
        return
    if available(site.machine) == 0 or ends.waiting == 1:
        return
    reserve(site, head)
    # Who overtakes leaves less room to others, so the best of those that may start is always the
    # next in line that may. The head does not fit, nor do others of its class.
    k = best_class(site.classes, site.order, policy.processors, room_now(site))
    while k >= 0:
        overtake(site, take_best(site, k))
        k = best_class(site.classes, site.order, policy.processors, room_now(site))
