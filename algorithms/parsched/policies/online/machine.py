"""The running jobs of one machine: when they really end, and when they are planned to end.

Completions wait in a binary heap ordered by (end, order of start). When the clock reaches an
instant, the completions of the instant move to the list of due jobs, first come, first served; a
job of zero length joins that list when it starts.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Counts(KernelRecord):
    """Numbers of one machine.

    `free` processors; `pending`, processors of due jobs that are also planned to end by now, which
    can be used before the completion is processed if events are taken one by one (`sequential` is
    1); `running` jobs in the heap; the due jobs are entries `due_from:due_to` of theirs; `planned`
    ends of running jobs; jobs `started` so far.
    """

    free: int
    pending: int
    running: int
    due_from: int
    due_to: int
    planned: int
    started: int
    sequential: int


class RigidJobs(NamedTuple):
    """Rigid jobs in order of release: columns of shape (n_jobs,); times are in seconds."""

    release: Floats
    run: Floats
    estimate: Floats
    width: Ints


class RunningJobs(NamedTuple):
    """Running jobs.

    Float64 and int64 columns of shape (n_jobs + 1,), in seconds and processors. `end`, `job`,
    `rank` are the heap of the running jobs; `due` holds the jobs that end now; `planned_end`,
    `planned_width` hold all running jobs, due ones too, by planned end. `counts`, a single record,
    says how many entries of each are in use.
    """

    end: Floats
    job: Ints
    rank: Ints
    due: Ints
    planned_end: Floats
    planned_width: Ints
    counts: RecordArray[Counts]


def new_machine(jobs: int, processors: int, sequential: bool) -> RunningJobs:
    """Return an idle machine with room for `jobs` running jobs."""
    size = jobs + 1
    floats = np.empty((2, size))
    ints = np.empty((4, size), np.int64)
    counts = Counts.new()
    counts[0].free = processors
    counts[0].sequential = sequential
    return RunningJobs(floats[0], ints[0], ints[1], ints[2], floats[1], ints[3], counts)


@kernel
def push(machine: RunningJobs, end: float, job: int, rank: int) -> None:
    """Add a running job to the heap."""
    counts = machine.counts[0]
    k = counts.running
    counts.running += 1
    # Invariant: above k, every entry is no later than those below it, by (end, rank).
    while k > 0:
        parent = (k - 1) // 2
        above = machine.end[parent]
        if above < end or (above == end and machine.rank[parent] < rank):
            break
        machine.end[k] = above
        machine.job[k] = machine.job[parent]
        machine.rank[k] = machine.rank[parent]
        k = parent
    machine.end[k] = end
    machine.job[k] = job
    machine.rank[k] = rank


@kernel
def pop(machine: RunningJobs) -> int:
    """Remove the running job that ends first (ties: started first) from the heap and return it."""
    heap_end, heap_job, heap_rank = machine.end, machine.job, machine.rank
    first = int(heap_job[0])
    machine.counts[0].running -= 1
    count = machine.counts[0].running
    end, job, rank = heap_end[count], heap_job[count], heap_rank[count]
    k, child = 0, 1
    while child < count:
        if child + 1 < count and (
            heap_end[child + 1] < heap_end[child]
            or (heap_end[child + 1] == heap_end[child] and heap_rank[child + 1] < heap_rank[child])
        ):
            child += 1
        if end < heap_end[child] or (end == heap_end[child] and rank < heap_rank[child]):
            break
        heap_end[k] = heap_end[child]
        heap_job[k] = heap_job[child]
        heap_rank[k] = heap_rank[child]
        k = child
        child = 2 * k + 1
    heap_end[k] = end
    heap_job[k] = job
    heap_rank[k] = rank
    return first


@kernel
def first_at_least(values: Floats, count: int, limit: float) -> int:
    """Return the index of the first of `count` ascending values that is not below `limit`."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if values[middle] < limit:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def plan_end(machine: RunningJobs, end: float, width: int) -> None:
    """Enter a planned end."""
    ends, widths = machine.planned_end, machine.planned_width
    k = machine.counts[0].planned
    machine.counts[0].planned += 1
    while k > 0 and ends[k - 1] > end:
        ends[k] = ends[k - 1]
        widths[k] = widths[k - 1]
        k -= 1
    ends[k] = end
    widths[k] = width


@kernel
def unplan_end(machine: RunningJobs, end: float, width: int) -> None:
    """Remove a planned end (of equal entries any one: they are interchangeable)."""
    ends, widths = machine.planned_end, machine.planned_width
    machine.counts[0].planned -= 1
    count = machine.counts[0].planned
    k = first_at_least(ends, count, end)
    # The entry is there: it was entered as the same sum of start and estimate.
    while widths[k] != width:
        k += 1
    while k < count:
        ends[k] = ends[k + 1]
        widths[k] = widths[k + 1]
        k += 1


@kernel
def start_job(machine: RunningJobs, jobs: RigidJobs, job: int, now: float) -> None:
    """Let a job hold its processors from now on."""
    counts = machine.counts[0]
    width = jobs.width[job]
    end, planned = now + jobs.run[job], now + jobs.estimate[job]
    counts.free -= width
    plan_end(machine, planned, width)
    if end <= now:
        machine.due[counts.due_to] = job
        counts.due_to += 1
        if planned <= now:
            counts.pending += width * counts.sequential
    else:
        push(machine, end, job, counts.started)
    counts.started += 1


@kernel
def gather_due(machine: RunningJobs, jobs: RigidJobs, start: Floats, now: float) -> None:
    """Move the jobs that end now from the heap to the due jobs, in order of their starts."""
    counts = machine.counts[0]
    while counts.running > 0 and machine.end[0] <= now:
        job = pop(machine)
        machine.due[counts.due_to] = job
        counts.due_to += 1
        if start[job] + jobs.estimate[job] <= now:
            counts.pending += jobs.width[job] * counts.sequential


@kernel
def complete_next(machine: RunningJobs, jobs: RigidJobs, start: Floats, now: float) -> int:
    """Complete the first due job and return it."""
    counts = machine.counts[0]
    job = int(machine.due[counts.due_from])
    counts.due_from += 1
    if counts.due_from == counts.due_to:
        counts.due_from = counts.due_to = 0
    width, planned = jobs.width[job], start[job] + jobs.estimate[job]
    counts.free += width
    if planned <= now:
        counts.pending -= width * counts.sequential
    unplan_end(machine, planned, width)
    return job


@kernel
def available(machine: RunningJobs) -> int:
    """Return how many processors a job may use now."""
    counts = machine.counts[0]
    return int(counts.free + counts.pending)


@kernel
def next_end(machine: RunningJobs) -> float:
    """Return when the next job ends, infinity if none runs."""
    return float(machine.end[0]) if machine.counts[0].running > 0 else np.inf
