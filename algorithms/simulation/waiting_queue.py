"""The queue of EASY: which is the first waiting job that may overtake?

Jobs are numbered in order of arrival, so the queue is a subset of 0..n-1. Blocks of jobs, and above
them a binary tree, tell of their waiting jobs the least width, and the least estimate among those
of at most 1, 2, 4, 8, … processors. So whole stretches of the queue are skipped.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
from algorithms.simulation.machine import Floats, Ints, Jobs

BLOCK = 16
ABSENT = np.int64(2**62)


class Waiting(NamedTuple):
    """Waiting jobs.

    `width` is int64 of shape (n_jobs up to a whole block,), ABSENT for jobs that do not wait;
    `level` is int8 of the same shape, the level of each job's width. Node k of the tree has the
    children 2·k and 2·k + 1; the second half of the nodes are the blocks. `least_width` is int64 of
    shape (n_nodes,), `least_estimate` float64 of shape (n_nodes, n_levels), seconds: entry (k, c)
    is about the jobs of at most 2^c processors.
    """

    width: Ints
    level: NDArray[np.int8]
    least_width: Ints
    least_estimate: Floats


class Room(NamedTuple):
    """What a job must be to start: within `free`, and done by `shadow` or within `extra`.

    `level` is that of `free`.
    """

    now: float
    free: int
    extra: int
    shadow: float
    level: int


@kernel
def level_of(width: int) -> int:
    """Return the least c with 2^c >= width."""
    level, power = 0, 1
    while power < width:
        power *= 2
        level += 1
    return level


def new_waiting(jobs: int, processors: int) -> Waiting:
    """Return an empty queue for up to `jobs` jobs."""
    blocks = 1
    while blocks * BLOCK < jobs:
        blocks *= 2
    size = -(-max(jobs, 1) // BLOCK) * BLOCK
    return Waiting(
        np.full(size, ABSENT),
        np.zeros(size, np.int8),
        np.full(2 * blocks, ABSENT),
        np.full((2 * blocks, level_of(processors) + 1), np.inf),
    )


@kernel
def lift(waiting: Waiting, node: int) -> None:
    """Recompute the ancestors of a node, as far as they change."""
    widths, estimates = waiting.least_width, waiting.least_estimate
    changed = True
    while node > 1 and changed:
        node //= 2
        left, right = 2 * node, 2 * node + 1
        width = min(widths[left], widths[right])
        changed = bool(width != widths[node])
        widths[node] = width
        for c in range(estimates.shape[1]):
            estimate = min(estimates[left, c], estimates[right, c])
            changed = changed or estimate != estimates[node, c]
            estimates[node, c] = estimate


@kernel
def enter(waiting: Waiting, leaf: int, job: int, estimate: float) -> bool:
    """Take a job into account in its block; return True if that changes anything."""
    width, estimates = waiting.width[job], waiting.least_estimate
    changed = width < waiting.least_width[leaf]
    if changed:
        waiting.least_width[leaf] = width
    c = int(waiting.level[job])
    while c < estimates.shape[1] and estimate < estimates[leaf, c]:
        estimates[leaf, c] = estimate
        changed = True
        c += 1
    return bool(changed)


@kernel
def enqueue(waiting: Waiting, jobs: Jobs, job: int) -> None:
    """Add a job."""
    waiting.width[job] = jobs.width[job]
    waiting.level[job] = level_of(jobs.width[job])
    leaf = len(waiting.least_width) // 2 + job // BLOCK
    if enter(waiting, leaf, job, jobs.estimate[job]):
        lift(waiting, leaf)


@kernel
def dequeue(waiting: Waiting, jobs: Jobs, job: int) -> None:
    """Remove a job."""
    leaf = len(waiting.least_width) // 2 + job // BLOCK
    width, level = waiting.width[job], waiting.level[job]
    waiting.width[job] = ABSENT
    if (
        width > waiting.least_width[leaf]
        and jobs.estimate[job] > waiting.least_estimate[leaf, level]
    ):
        return
    waiting.least_width[leaf] = ABSENT
    for c in range(waiting.least_estimate.shape[1]):
        waiting.least_estimate[leaf, c] = np.inf
    begin = job - job % BLOCK
    for k in range(begin, begin + BLOCK):
        if waiting.width[k] != ABSENT:
            enter(waiting, leaf, k, jobs.estimate[k])
    lift(waiting, leaf)


@kernel
def admits(room: Room, width: int, estimate: float) -> bool:
    """May a job start now without delaying the head of the queue?"""
    return width <= room.free and (room.now + estimate <= room.shadow or width <= room.extra)


@kernel
def first_in_block(waiting: Waiting, jobs: Jobs, room: Room, begin: int) -> int:
    """Return the first admissible job from `begin` to the end of its block, or -1."""
    for job in range(begin, begin - begin % BLOCK + BLOCK):
        if waiting.width[job] <= room.free and admits(room, waiting.width[job], jobs.estimate[job]):
            return job
    return -1


@kernel
def hopeful(waiting: Waiting, room: Room, node: int) -> bool:
    """May a job below a node start now? Some jobs wider than the room are taken for narrower."""
    width = waiting.least_width[node]
    if width > room.free:
        return False
    estimate = waiting.least_estimate[node, room.level]
    return bool(width <= room.extra or room.now + estimate <= room.shadow)


@kernel
def next_block(waiting: Waiting, room: Room, node: int) -> int:
    """Return the next block right of `node` that may hold an admissible job, as a node, or 0."""
    blocks = len(waiting.least_width) // 2
    while True:
        while node > 1 and (node % 2 == 1 or not hopeful(waiting, room, node + 1)):
            node //= 2
        if node <= 1:
            return 0
        node += 1
        while node < blocks:
            if hopeful(waiting, room, 2 * node):
                node = 2 * node
            elif hopeful(waiting, room, 2 * node + 1):
                node = 2 * node + 1
            else:
                break
        if node >= blocks:
            return node


@kernel
def next_admissible(waiting: Waiting, jobs: Jobs, room: Room, begin: int) -> int:
    """Return the first waiting job from `begin` on that may start now, or -1."""
    if begin >= len(waiting.width):
        return -1
    job = first_in_block(waiting, jobs, room, begin)
    blocks = len(waiting.least_width) // 2
    node = blocks + begin // BLOCK
    while job < 0:
        node = next_block(waiting, room, node)
        if node == 0:
            return -1
        job = first_in_block(waiting, jobs, room, (node - blocks) * BLOCK)
    return job
