"""From a list of jobs to a schedule, thousands of times: both placements of list scheduling, on
memory that is used again, given up as soon as the list is known to be too bad.

A list is judged by its *overhang*: the processor-seconds that its jobs use after a target. Unlike
the makespan it tells apart lists that end at the same time.
"""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import kernel
from parsched.model.placing.graham_placement import NEVER, pop, push, take_first
from parsched.model.problem.workload import Floats, Ints


class MoldableJobs(NamedTuple):
    """What may be chosen, as in `Choices`: `offsets` is int64 of shape (n_jobs + 1,), `widths`
    (int64) and `times` (float64, seconds) have the shape (n_choices,)."""

    offsets: Ints
    widths: Ints
    times: Floats


class DecodingTask(NamedTuple):
    """How lists are placed and judged: `serial` or as Graham does; `target` in seconds."""

    jobs: MoldableJobs
    processors: int
    serial: bool
    target: float


class ListedSchedule(NamedTuple):
    """A list and its schedule; all of shape (n_jobs,).

    `order` (int64) holds the jobs in list order, `chosen` (int64) the index of each job's choice,
    `start` (float64, seconds) when each job starts.
    """

    order: Ints
    chosen: Ints
    start: Floats


class PlacementRoom(NamedTuple):
    """Memory for a placement.

    `ends` (float64, seconds) and `held` (int64, processors) are a heap of the running jobs, shape
    (n_jobs,); `tree` (int64, shape (2·leaves,)) finds the first job that fits, as in
    `parsched.model.placing.graham_placement`. `since` (float64, seconds) and `free` (int64,
    processors), shape (n_jobs + 1,), are the steps of a profile.
    """

    ends: Floats
    held: Ints
    tree: Ints
    since: Floats
    free: Ints


def room(jobs: int) -> PlacementRoom:
    """Return memory for `jobs` jobs."""
    leaves = 1 << max(jobs - 1, 0).bit_length()
    return PlacementRoom(
        np.empty(jobs),
        np.empty(jobs, np.int64),
        np.empty(2 * leaves, np.int64),
        np.empty(jobs + 1),
        np.empty(jobs + 1, np.int64),
    )


@kernel
def plant(jobs: MoldableJobs, listing: ListedSchedule, tree: Ints) -> None:
    """Build the tree of waiting jobs."""
    leaves, count = len(tree) // 2, len(listing.order)
    for i in range(count):
        tree[leaves + i] = jobs.widths[listing.chosen[listing.order[i]]]
    for i in range(leaves + count, len(tree)):
        tree[i] = NEVER
    for i in range(leaves - 1, 0, -1):
        tree[i] = min(tree[2 * i], tree[2 * i + 1])


@kernel
def place_graham(
    task: DecodingTask, listing: ListedSchedule, room: PlacementRoom, most: float
) -> tuple[float, float]:
    """Start at each event every job that fits, in list order; fill in `listing.start`.

    Parameters
    ----------
    most
        Overhang beyond which the list is useless: the rest of it is left out.

    Returns
    -------
    overhang, makespan
        Processor-seconds and seconds; of the jobs so far, if the overhang is more than `most`.
        O(n log n) for n jobs.
    """
    jobs, processors, _, target = task
    plant(jobs, listing, room.tree)
    ends, held, tree = room.ends, room.held, room.tree
    now, overhang, makespan = 0.0, 0.0, 0.0
    free, running, started = processors, 0, 0
    while started < len(listing.order) and overhang <= most:
        # As in Graham's rule, all that ends at an instant is free before a job starts.
        if tree[1] > free:
            now = ends[0]
            while running and ends[0] == now:
                free += pop(ends, held, running)
                running -= 1
            continue
        job = listing.order[take_first(tree, free)]
        width: int = jobs.widths[listing.chosen[job]]
        end = now + jobs.times[listing.chosen[job]]
        listing.start[job] = now
        push(ends, held, running, end, width)
        free -= width
        running += 1
        started += 1
        makespan = max(makespan, end)
        overhang += width * max(0.0, end - target)
    return overhang, makespan


@kernel
def earliest(
    room: PlacementRoom, steps: int, first: int, width: int, time: float
) -> tuple[int, int]:
    """Return the first step, from step `first` on, at which `width` processors stay free for `time`
    seconds, and the first one that is not before the end of that."""
    since, free = room.since, room.free
    step = first
    while True:
        # The last step lasts for ever with all processors free: the search ends there.
        while free[step] < width:
            step += 1
        end, last = since[step] + time, step + 1
        while last < steps and since[last] < end and free[last] >= width:
            last += 1
        if last == steps or since[last] >= end:
            return step, last
        # Step `last` has too few processors, so no start up to it fits.
        step = last + 1


@kernel
def place_serial(
    task: DecodingTask, listing: ListedSchedule, room: PlacementRoom, most: float
) -> tuple[float, float]:
    """Place job after job at its earliest fit; fill in `listing.start`.

    Parameters and results are as in `place_graham`; O(n²) for n jobs.
    """
    jobs, processors, _, target = task
    since, free = room.since, room.free
    since[0], free[0] = 0.0, processors
    overhang, makespan = 0.0, 0.0
    steps, first = 1, 0
    for i in range(len(listing.order)):
        if overhang > most:
            break
        job = listing.order[i]
        width: int = jobs.widths[listing.chosen[job]]
        time = jobs.times[listing.chosen[job]]
        # Processors are only taken, so a full step stays full.
        while free[first] == 0:
            first += 1
        step, last = earliest(room, steps, first, width, time)
        listing.start[job] = since[step]
        end = since[step] + time
        makespan = max(makespan, end)
        overhang += width * max(0.0, end - target)
        if end <= since[step]:
            continue
        # Invariant: `since` rises strictly, and free[k] holds from since[k] until since[k + 1].
        if last == steps or since[last] > end:
            for k in range(steps, last, -1):
                since[k], free[k] = since[k - 1], free[k - 1]
            since[last], free[last] = end, free[last - 1]
            steps += 1
        for k in range(step, last):
            free[k] -= width
    return overhang, makespan


@kernel
def decode(
    task: DecodingTask, listing: ListedSchedule, room: PlacementRoom, most: float
) -> tuple[float, float]:
    """Place the list as the task says; parameters and results are as in `place_graham`."""
    if task.serial:
        return place_serial(task, listing, room, most)
    return place_graham(task, listing, room, most)
