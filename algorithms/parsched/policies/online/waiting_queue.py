"""The queue of EASY: which is the first waiting job that may overtake?

Jobs are numbered in order of arrival, so the queue is a subset of 0..n-1. Blocks of jobs, and above
them a binary tree, tell of their waiting jobs the least width, and the least estimate among jobs of
at most 1, 2, 3, 4, 6, 8, 12, 16, … processors. So whole stretches of the queue are skipped. With
powers of two alone, searches of a queue of 20,000 jobs look at twice as many blocks, most in vain.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.policies.online.machine import Ints, RigidJobs

BLOCK = 16
STEPS = 2
"""Bounds of widths from a power of two to the next: the more, the more a job's coming changes."""
ABSENT = np.int64(2**62)


class WaitingJobs(NamedTuple):
    """Waiting jobs.

    `width` is int64 of shape (n_jobs up to a whole block,), ABSENT for jobs that do not wait;
    `level` is int8 of the same shape, the level of each job's width. Node k of the tree has the
    children 2·k and 2·k + 1; the second half of the nodes are the blocks. `least_width` is int64 of
    shape (n_nodes,), `least_estimate` float32 of shape (n_nodes, n_levels), seconds, rounded down:
    entry (k, c) is about the jobs of level c at most.
    """

    width: Ints
    level: NDArray[np.int8]
    least_width: Ints
    least_estimate: NDArray[np.float32]


class StartRoom(NamedTuple):
    """What a job must be to start: within `free`, and done by `shadow` or within `extra`.

    `level` is the level of `free`.
    """

    now: float
    free: int
    extra: int
    shadow: float
    level: int


@kernel
def level_of(width: int) -> int:
    """Return the number of the least bound that is not below a width: 0 for 1, 3 for 4, 4 for 5."""
    level = 0
    # Invariant: the bound of `width` is the argument's bound halved level / STEPS times, as those
    # above 2·STEPS are the doubles of others.
    while width > 2 * STEPS:
        width = (width + 1) // 2
        level += STEPS
    return level + max(width, 1) - 1


@kernel
def rounded_down(seconds: float) -> np.float32:
    """Return the greatest float32 that is not above a time."""
    near = np.float32(seconds)
    return np.nextafter(near, np.float32(-np.inf)) if float(near) > seconds else near


def new_waiting(jobs: int, processors: int) -> WaitingJobs:
    """Return an empty queue for up to `jobs` jobs."""
    blocks = 1
    while blocks * BLOCK < jobs:
        blocks *= 2
    size = -(-max(jobs, 1) // BLOCK) * BLOCK
    return WaitingJobs(
        np.full(size, ABSENT),
        np.zeros(size, np.int8),
        np.full(2 * blocks, ABSENT),
        np.full((2 * blocks, level_of(processors) + 1), np.inf, np.float32),
    )


@kernel
def lift(waiting: WaitingJobs, node: int) -> None:
    """Recompute the ancestors of a node, as far as they change."""
    widths, estimates = waiting.least_width, waiting.least_estimate
    changed = True
    while node > 1 and changed:
        node //= 2
        left, right = 2 * node, 2 * node + 1
        width = min(widths[left], widths[right])
        changed = bool(width != widths[node])
        widths[node] = width
        # No branch depends on an estimate, so that several levels are compared by one instruction.
        differs = 0
        for c in range(estimates.shape[1]):
            one, other = estimates[left, c], estimates[right, c]
            estimate = one if one < other else other
            differs |= estimate != estimates[node, c]
            estimates[node, c] = estimate
        changed = changed or differs != 0


@kernel
def enter(waiting: WaitingJobs, leaf: int, job: int, estimate: float) -> bool:
    """Take a job into account in its block; return True if that changes anything."""
    width, estimates = waiting.width[job], waiting.least_estimate
    changed = width < waiting.least_width[leaf]
    if changed:
        waiting.least_width[leaf] = width
    c, least = int(waiting.level[job]), rounded_down(estimate)
    while c < estimates.shape[1] and least < estimates[leaf, c]:
        estimates[leaf, c] = least
        changed = True
        c += 1
    return bool(changed)


@kernel
def enqueue(waiting: WaitingJobs, jobs: RigidJobs, job: int) -> None:
    """Add a job."""
    waiting.width[job] = jobs.width[job]
    waiting.level[job] = level_of(jobs.width[job])
    leaf = len(waiting.least_width) // 2 + job // BLOCK
    if enter(waiting, leaf, job, jobs.estimate[job]):
        lift(waiting, leaf)


@kernel
def dequeue(waiting: WaitingJobs, jobs: RigidJobs, job: int) -> None:
    """Remove a job."""
    leaf = len(waiting.least_width) // 2 + job // BLOCK
    width, level = waiting.width[job], waiting.level[job]
    waiting.width[job] = ABSENT
    if (
        width > waiting.least_width[leaf]
        and rounded_down(jobs.estimate[job]) > waiting.least_estimate[leaf, level]
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
def admits(room: StartRoom, width: int, estimate: float) -> bool:
    """May a job start now without delaying the head of the queue?"""
    return width <= room.free and (room.now + estimate <= room.shadow or width <= room.extra)


@kernel
def first_in_block(waiting: WaitingJobs, jobs: RigidJobs, room: StartRoom, begin: int) -> int:
    """Return the first admissible job from `begin` to the end of its block, or -1."""
    for job in range(begin, begin - begin % BLOCK + BLOCK):
        if waiting.width[job] <= room.free and admits(room, waiting.width[job], jobs.estimate[job]):
            return job
    return -1


@kernel
def hopeful(waiting: WaitingJobs, room: StartRoom, node: int) -> bool:
    """May a job below a node start now? Some jobs wider than the room are taken for narrower."""
    width = waiting.least_width[node]
    if width > room.free:
        return False
    estimate = float(waiting.least_estimate[node, room.level])
    return bool(width <= room.extra or room.now + estimate <= room.shadow)


@kernel
def next_block(waiting: WaitingJobs, room: StartRoom, node: int) -> int:
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
def next_admissible(waiting: WaitingJobs, jobs: RigidJobs, room: StartRoom, begin: int) -> int:
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
