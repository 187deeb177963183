"""The waiting jobs by class: those with the same believed run time and width.

Where the value of an order falls while a job waits, and depends on nothing but its wait, its
believed run time and its width, the oldest job of a class comes before all others of it, for ever;
and all of them may overtake, or none. So a pass looks at the oldest job of each class, and sorts
nothing.

Of each class is known a bound that its oldest job's value does not fall below until an instant.
Classes whose bound is above the least value found so far are passed over: what is looked up is the
value itself, as the formula has it, so equal values are equal.
"""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.policies.online.machine import Floats, Ints, RigidJobs
from parsched.policies.online.program import Job, OrderProgram, value_of
from parsched.policies.online.waiting_queue import StartRoom, admits

AHEAD = 16
"""A bound holds until the wait of the job has grown by 1/AHEAD of itself."""
ROUNDED = 1e-9
"""What a bound is less than the value it stands for, as a part of it. Operations keep the order of
values exactly (+, -, *, /, sqrt, floor, min, max), but for powers, exp and logarithms, whose last
digit may be wrong."""


class WaitingClass(KernelRecord):
    """A class with waiting jobs: its `oldest` job, which waits `since` it arrived, and the
    `newest`; `width` and `length` of each; no job's value is less than `bound` until an instant.
    """

    oldest: int
    newest: int
    since: float
    width: int
    length: float
    bound: float
    until: float


class ClassJob(KernelRecord):
    """A job. `name` is the name of its class; `next` the job that arrived after it in its class, -1
    without one. Where the job gave a class its name: `entry` is the class's entry in `classes`, -1
    if none of its jobs waits."""

    name: int
    entry: int
    next: int


class ClassSizes(KernelRecord):
    """How many classes have `waiting` jobs, and which of them came first in the last pass (the
    `favourite`)."""

    waiting: int
    favourite: int


class JobClasses(NamedTuple):
    """Classes of waiting jobs.

    `classes` has those with waiting jobs. A class is named by the first job that it ever had:
    `named`, int64, is a hash table of these names, -1 where there is none. `jobs` has all jobs.
    """

    classes: RecordArray[WaitingClass]
    named: Ints
    jobs: RecordArray[ClassJob]
    sizes: RecordArray[ClassSizes]


def new_classes(jobs: int) -> JobClasses:
    """Return classes without jobs, with room for all jobs."""
    size = 1
    while size < 2 * jobs:
        size *= 2
    members = ClassJob.new(jobs)
    members["entry"] = -1
    return JobClasses(WaitingClass.new(jobs), np.full(size, -1), members, ClassSizes.new())


@kernel
def name_of(classes: JobClasses, lengths: Floats, widths: Ints, job: int) -> int:
    """Return the name of a job's class, its own number if there was none before."""
    named, length, width = classes.named, lengths[job], widths[job]
    mask = len(named) - 1
    k = ((np.int64(length) % 2**31) * 2_654_435 + width * 7_919) // 2**9 & mask
    # Invariant: no entry from where the search began to before k has the same class. Half of the
    # table at least is empty.
    while named[k] >= 0 and (lengths[named[k]] != length or widths[named[k]] != width):
        k = (k + 1) & mask
    if named[k] < 0:
        named[k] = job
    return int(named[k])


@kernel
def let_wait(classes: JobClasses, k: int, job: int, since: float) -> None:
    """Let a job be the oldest of the k-th class."""
    one = classes.classes[k]
    one.oldest, one.since, one.until = job, since, -np.inf


@kernel
def join_class(classes: JobClasses, lengths: Floats, jobs: RigidJobs, job: int) -> None:
    """Let a job that arrives wait behind the others of its class; `lengths` are the run times
    believed at arrivals, which the beliefs of waiting jobs are still."""
    name = name_of(classes, lengths, jobs.width, job)
    classes.jobs[job].name, classes.jobs[job].next = name, -1
    k = classes.jobs[name].entry
    if k >= 0:
        classes.jobs[classes.classes[k].newest].next = job
    else:
        k = classes.sizes[0].waiting
        classes.sizes[0].waiting += 1
        classes.jobs[name].entry = k
        classes.classes[k].width, classes.classes[k].length = jobs.width[job], lengths[job]
        let_wait(classes, k, job, jobs.release[job])
    classes.classes[k].newest = job


@kernel
def leave_class(classes: JobClasses, release: Floats, k: int) -> None:
    """Take the oldest job of the k-th class out."""
    job = classes.classes[k].oldest
    following = classes.jobs[job].next
    if following >= 0:
        let_wait(classes, k, following, release[following])
        return
    classes.jobs[classes.jobs[job].name].entry = -1
    classes.sizes[0].waiting -= 1
    last = classes.sizes[0].waiting
    if k < last:
        classes.classes[k] = classes.classes[last]
        classes.jobs[classes.jobs[classes.classes[k].oldest].name].entry = k


@kernel
def value_at(program: OrderProgram, one: WaitingClass, processors: int, now: float) -> float:
    """Return what an order makes of the oldest job of a class at an instant."""
    second = program.second
    wait, p, q = (now - one.since) / second, max(one.length, 1.0) / second, float(one.width)
    return value_of(program, Job(wait, p, q, 0.0, 0.0, float(processors), 0.0, 0.0, 0.0, 0.0))


@kernel
def find_bound(program: OrderProgram, one: WaitingClass, processors: int, now: float) -> None:
    """Find a bound of the values of a class: what the value of its oldest job will be."""
    one.until = now + max((now - one.since) / AHEAD, 1.0)
    least = value_at(program, one, processors, one.until)
    one.bound = least - ROUNDED * abs(least) if abs(least) < np.inf else -np.inf


@kernel
def best_class(classes: JobClasses, program: OrderProgram, processors: int, room: StartRoom) -> int:
    """Return the class whose oldest job may start now and comes before all others that may; -1
    without one."""
    sizes, now = classes.sizes[0], room.now
    best, least, first = -1, np.inf, -1
    for i in range(-1, sizes.waiting):
        # Invariant: `least` is the value of the best one so far. The class that was best before is
        # asked first, as it may well be so again.
        k = i if i >= 0 else min(sizes.favourite, sizes.waiting - 1)
        one = classes.classes[k]
        if not admits(room, one.width, one.length):
            continue
        if one.until < now:
            find_bound(program, one, processors, now)
        if one.bound > least:
            continue
        value = value_at(program, one, processors, now)
        if best < 0 or value < least or (value == least and one.oldest < first):
            best, least, first = k, value, one.oldest
    return best
