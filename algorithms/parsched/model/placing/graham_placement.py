"""Graham's list scheduling: at each event start every waiting job, in list order, that fits."""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.problem.workload import Floats, Ints

NEVER = np.iinfo(np.int64).max
"""Width of a job that has started: it fits nowhere."""


class GrahamState(KernelRecord):
    """The instant, seconds; `free` processors; how many jobs are `running`, and have `started`."""

    now: float
    free: int
    running: int
    started: int


ONE_STATE = GrahamState.dtype_of_all
"""For kernels that make a machine."""


class GrahamMachine(NamedTuple):
    """State of Graham's list scheduling.

    `state` is a single record. `ends` (float64, seconds) and `held` (int64, processors) of shape
    (n_jobs,) are a heap of the running jobs. `tree` is int64 of shape (2·leaves,): node i holds the
    least width of the waiting jobs below it, leaf `leaves + j` the width of job j.
    """

    state: RecordArray[GrahamState]
    ends: Floats
    held: Ints
    tree: Ints


def machine(width: Ints, processors: int) -> GrahamMachine:
    """Return an idle machine of `processors` before which all jobs wait, in list order."""
    n = len(width)
    state = GrahamState.new()
    state[0].free = processors
    return GrahamMachine(state, np.empty(n), np.empty(n, np.int64), tree_of(width))


def tree_of(width: Ints) -> Ints:
    """Return the tree of a list of jobs that all wait."""
    n = len(width)
    leaves = 1 << max(n - 1, 0).bit_length()
    tree = np.full(2 * leaves, NEVER)
    tree[leaves : leaves + n] = width
    while leaves > 1:
        below = tree[leaves : 2 * leaves]
        np.minimum(below[::2], below[1::2], out=tree[leaves // 2 : leaves])
        leaves //= 2
    return tree


@kernel
def push(ends: Floats, held: Ints, size: int, end: float, width: int) -> None:
    """Add a job to the heap of `size` running jobs."""
    i = size
    # Equal ends are in any order: their processors are freed together.
    while i > 0 and ends[(i - 1) // 2] > end:
        parent = (i - 1) // 2
        ends[i], held[i] = ends[parent], held[parent]
        i = parent
    ends[i], held[i] = end, width


@kernel
def pop(ends: Floats, held: Ints, size: int) -> int:
    """Remove the job that ends first from the heap of `size` jobs; return its processors."""
    width: int = held[0]
    last = size - 1
    i, child = 0, 1
    while child < last:
        if child + 1 < last and ends[child + 1] < ends[child]:
            child += 1
        if ends[child] >= ends[last]:
            break
        ends[i], held[i] = ends[child], held[child]
        i, child = child, 2 * child + 1
    ends[i], held[i] = ends[last], held[last]
    return width


@kernel
def leave(tree: Ints, place: int) -> None:
    """Take the job at a place of the list out of the tree."""
    i = len(tree) // 2 + place
    tree[i] = NEVER
    while i > 1:
        i //= 2
        tree[i] = min(tree[2 * i], tree[2 * i + 1])


@kernel
def take_first(tree: Ints, free: int) -> int:
    """Remove and return the first waiting job of at most `free` processors; there is one."""
    leaves = len(tree) // 2
    i = 1
    # Invariant: below node i a job fits, and none to the left of it does.
    while i < leaves:
        i = 2 * i if tree[2 * i] <= free else 2 * i + 1
    job = i - leaves
    leave(tree, job)
    return job


@kernel
def graham(width: Ints, time: Floats, start: Floats, machine: GrahamMachine, budget: int) -> int:
    """Start up to `budget` jobs; called again with the same machine, go on.

    Parameters
    ----------
    width, time
        int64 and float64 (seconds), shape (n_jobs,), in list order; no job is wider than the
        machine.
    start
        float64, shape (n_jobs,), seconds, filled in place.

    Returns
    -------
    int
        Jobs started so far. A start takes O(log n), and so does an end.
    """
    states, ends, held, tree = machine
    state = states[0]
    now, free, running, started = state.now, state.free, state.running, state.started
    last = min(started + budget, len(width))
    while started < last:
        if tree[1] <= free:
            job = take_first(tree, free)
            start[job] = now
            push(ends, held, running, now + time[job], width[job])
            free -= width[job]
            running += 1
            started += 1
        else:
            now = ends[0]
            # Graham's rule: all that ends at an instant is free before a job starts at it.
            while running and ends[0] == now:
                free += pop(ends, held, running)
                running -= 1
    state.now, state.free, state.running, state.started = now, free, running, started
    return started
