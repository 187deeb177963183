"""The queue of EASY: which is the first waiting job that may overtake?

Jobs are numbered in order of arrival, so the queue is a subset of 0..n-1. Blocks of jobs, and above
them a binary tree, hold the least width and the least estimate of their waiting jobs, so that whole
stretches of the queue are skipped.
"""

from typing import NamedTuple

import numpy as np

from algorithms.kernels.compiled import kernel
from algorithms.kernels.machine import Floats, Ints, Jobs

BLOCK = 32
ABSENT = np.int64(2**62)


class Waiting(NamedTuple):
    """Waiting jobs.

    `width` is int64 of shape (n_jobs up to a whole block,), ABSENT for jobs that do not wait. Node
    k of the tree has the children 2·k and 2·k + 1; the second half of its entries are the blocks.
    `least_width` is int64, `least_estimate` float64, seconds.
    """

    width: Ints
    least_width: Ints
    least_estimate: Floats


class Room(NamedTuple):
    """What a job must be to start: within `free`, and done by `shadow` or within `extra`."""

    now: float
    free: int
    extra: int
    shadow: float


def new_waiting(jobs: int) -> Waiting:
    """Return an empty queue for up to `jobs` jobs."""
    blocks = 1
    while blocks * BLOCK < jobs:
        blocks *= 2
    width = np.full(-(-max(jobs, 1) // BLOCK) * BLOCK, ABSENT)
    return Waiting(width, np.full(2 * blocks, ABSENT), np.full(2 * blocks, np.inf))


@kernel
def lift(waiting: Waiting, node: int) -> None:
    """Recompute the ancestors of a node, as far as they change."""
    widths, estimates = waiting.least_width, waiting.least_estimate
    while node > 1:
        node //= 2
        width = min(widths[2 * node], widths[2 * node + 1])
        estimate = min(estimates[2 * node], estimates[2 * node + 1])
        if width == widths[node] and estimate == estimates[node]:
            return
        widths[node] = width
        estimates[node] = estimate


@kernel
def enqueue(waiting: Waiting, jobs: Jobs, job: int) -> None:
    """Add a job."""
    width, estimate = jobs.width[job], jobs.estimate[job]
    waiting.width[job] = width
    leaf = len(waiting.least_width) // 2 + job // BLOCK
    if width < waiting.least_width[leaf] or estimate < waiting.least_estimate[leaf]:
        waiting.least_width[leaf] = min(waiting.least_width[leaf], width)
        waiting.least_estimate[leaf] = min(waiting.least_estimate[leaf], estimate)
        lift(waiting, leaf)


@kernel
def dequeue(waiting: Waiting, jobs: Jobs, job: int) -> None:
    """Remove a job."""
    waiting.width[job] = ABSENT
    leaf = len(waiting.least_width) // 2 + job // BLOCK
    width, estimate = ABSENT, np.inf
    begin = job - job % BLOCK
    for k in range(begin, begin + BLOCK):
        if waiting.width[k] != ABSENT:
            width = min(width, waiting.width[k])
            estimate = min(estimate, jobs.estimate[k])
    if width != waiting.least_width[leaf] or estimate != waiting.least_estimate[leaf]:
        waiting.least_width[leaf] = width
        waiting.least_estimate[leaf] = estimate
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
    """May a job below a node start now?"""
    return admits(room, waiting.least_width[node], waiting.least_estimate[node])


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
