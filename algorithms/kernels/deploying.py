"""List scheduling of items on processors whose environment may have to be deployed first.

An item is a job, or a group of jobs with one environment that is scheduled as one wider job: at
each event every waiting item starts, in list order, that fits the free processors. It chooses them
as `kernels.affinity` does; if some hold another environment, its own is deployed on those at once,
and its jobs begin when that is done. The jobs of a group are list-scheduled in turn, on its
processors.

Stages follow each other: an item starts only when all items of earlier stages have ended.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from algorithms.kernels.affinity import Blocks, all_free, give_back_with, take_near
from algorithms.kernels.installed import deploy_time
from algorithms.kernels.lists import NEVER, Machine, graham, pop, push, take_first
from algorithms.kernels.processors import Floats, Ints, Pieces, assign_processors, grown

Intervals = tuple[Pieces, Pieces]
"""First processors and ends."""
Held = tuple[Pieces, Pieces, Pieces]
"""Pieces of items: first processors, ends and what is installed."""
Made = tuple[Ints, Ints, Pieces, Pieces, Ints]
"""Processors of jobs, see `dispatch`."""


class Items(NamedTuple):
    """What is scheduled, in list order.

    `width` and `environment` (-1 for none) are int64 of shape (n_items,); item i is made of the
    jobs `offsets[i]:offsets[i + 1]`, with processors `widths` (int64) and `times` (float64,
    seconds), shape (n_jobs,). `later` is int64 of shape (n_items,): the next item with the same
    environment, or n_items. Stage s are the items `stages[s]:stages[s + 1]`.
    """

    width: Ints
    environment: Ints
    offsets: Ints
    widths: Ints
    times: Floats
    later: Ints
    stages: Ints


class State(NamedTuple):
    """How far the schedule is, changed in place.

    `clock` is float64 of shape (1,), seconds; `counts` int64 of shape (6,): free processors, free
    blocks, running items, started items, stage, pieces of items. `ends` (float64, seconds) and
    `running` (int64) of shape (n_items,) are a heap of the running items, `tree` one of the
    waiting ones by width, see `kernels.lists`. `due` is int64 of shape (n_environments + 1,), the
    first waiting item of each environment. Item i holds the pieces `first[i]` up to `last[i]`.
    """

    clock: Floats
    counts: Ints
    ends: Floats
    running: Ints
    tree: Ints
    due: Ints
    free: Blocks
    first: Ints
    last: Ints


def begun(items: Items, environments: int, known: tuple[Ints, Ints]) -> State:
    """Return idle processors, before which all items wait; `known` is what they have installed, see
    `kernels.affinity`."""
    n = len(items.width)
    due = np.full(environments + 1, n)
    named = np.flatnonzero(items.environment >= 0)[::-1]
    due[items.environment[named]] = named
    leaves = 1 << max(n - 1, 0).bit_length()
    tree = np.full(2 * leaves, NEVER)
    first, last = np.zeros(n, np.int64), np.zeros(n, np.int64)
    free, blocks = all_free(known, environments, n)
    counts = np.array([known[0][-1], blocks, 0, 0, -1, 0])
    return State(
        np.zeros(1), counts, np.empty(n), np.empty(n, np.int64), tree, due, free, first, last
    )


@njit(cache=True, nogil=True)
def admit(items: Items, tree: Ints, stage: int) -> None:
    """Let the items of a stage wait."""
    leaves = len(tree) // 2
    for i in range(items.stages[stage], items.stages[stage + 1]):
        node = leaves + i
        tree[node] = items.width[i]
        while node > 1:
            node //= 2
            tree[node] = min(tree[2 * node], tree[2 * node + 1])


@njit(cache=True, nogil=True)
def run_list(width: Ints, time: Floats, processors: int, begin: float, start: Floats) -> float:
    """List-schedule jobs on processors of their own from `begin` on; return when the last ends.

    `start` (float64, shape (n_jobs,), seconds) is filled in place.
    """
    n = len(width)
    leaves = 1
    while leaves < n:
        leaves *= 2
    tree = np.full(2 * leaves, NEVER)
    tree[leaves : leaves + n] = width
    for node in range(leaves - 1, 0, -1):
        tree[node] = min(tree[2 * node], tree[2 * node + 1])
    clock, counts = np.full(1, begin), np.array([processors, 0, 0])
    graham(width, time, start, Machine(clock, counts, np.empty(n), np.empty(n, np.int64), tree), n)
    return float((start + time).max())


@njit(cache=True, nogil=True)
def place(local: Intervals, own: Intervals, lo: Pieces, hi: Pieces, pieces: int) -> int:
    """Append processors that are numbered within a group, as those of the machine.

    `local` are intervals of the group's processors and `own` the intervals that these are, both as
    (lo, hi). Returns the number of pieces, at most as many as there are pairs of the two.
    """
    for c in range(len(local[0])):
        passed = 0
        for k in range(len(own[0])):
            size = own[1][k] - own[0][k]
            low, high = max(local[0][c] - passed, 0), min(local[1][c] - passed, size)
            if low < high:
                lo[pieces], hi[pieces] = own[0][k] + low, own[0][k] + high
                pieces += 1
            passed += size
    return pieces


@njit(cache=True, nogil=True)
def run_group(
    items: Items, i: int, begin: float, own: Intervals, start: Floats, made: Made
) -> tuple[float, Pieces, Pieces]:
    """Run the jobs of item i from `begin` on its processors `own`; return the end and the pieces.

    `start` and all of `made` but its pieces are filled in place.
    """
    first, count, lo, hi, used = made
    a, b = items.offsets[i], items.offsets[i + 1]
    widths, times = items.widths[a:b], items.times[a:b]
    if b - a == 1:
        start[a], last = begin, begin + times[0]
        local_first, local_count = np.zeros(1, np.int64), np.ones(1, np.int64)
        local_lo, local_hi = np.zeros(1, np.int32), np.full(1, widths[0], np.int32)
    else:
        last = run_list(widths, times, items.width[i], begin, start[a:b])
        starts = start[a:b].copy()
        ends = starts + times
        local_first, local_count, local_lo, local_hi, _ = assign_processors(
            np.argsort(starts, kind="mergesort"),
            np.argsort(ends, kind="mergesort"),
            starts,
            ends,
            widths,
            items.width[i],
        )
    for j in range(a, b):
        pieces = used[0]
        begins, ending = local_first[j - a], local_first[j - a] + local_count[j - a]
        needed = (ending - begins) * len(own[0])
        lo, hi = grown(lo, pieces, needed), grown(hi, pieces, needed)
        local = local_lo[begins:ending], local_hi[begins:ending]
        used[0] = place(local, own, lo, hi, pieces)
        first[j], count[j] = pieces, used[0] - pieces
    return last, lo, hi


@njit(cache=True, nogil=True)
def hold(items: Items, i: int, state: State, held: Held) -> tuple[Held, int]:
    """Let item i, which begins now, take its processors; return those of all, and how many of its
    own have to be deployed."""
    counts, due, environment = state.counts, state.due, items.environment[i]
    state.last[i] = 1  # it has begun
    while environment >= 0 and due[environment] < len(state.last) and state.last[due[environment]]:
        due[environment] = items.later[due[environment]]
    lo, hi, installed = held
    pieces, room = counts[5], counts[1] + 1
    lo, hi = grown(lo, pieces, room), grown(hi, pieces, room)
    installed = grown(installed, pieces, room)
    counts[1], counts[5], deployed = take_near(
        state.free, counts[1], items.width[i], environment, due, lo, hi, installed, pieces
    )
    state.first[i], state.last[i] = pieces, counts[5]
    counts[0] -= items.width[i]
    return (lo, hi, installed), deployed


@njit(cache=True, nogil=True)
def release(items: Items, state: State, held: Held) -> None:
    """Give back the processors of the running item that ends first."""
    counts = state.counts
    i = pop(state.ends, state.running, counts[2])
    counts[2] -= 1
    counts[0] += items.width[i]
    for c in range(state.first[i], state.last[i]):
        counts[1] = give_back_with(state.free, counts[1], held[0][c], held[1][c], held[2][c])


@njit(cache=True, nogil=True)
def dispatch(
    items: Items,
    time: tuple[float, float],
    state: State,
    held: Held,
    start: Floats,
    made: Made,
    budget: int,
) -> tuple[Held, Made]:
    """Start up to `budget` items; called again with what it returned, go on.

    Parameters
    ----------
    time
        Of deployments, see `kernels.installed`.
    held
        Pieces of the items that have started: (lo, hi, what is installed), int32.
    start
        float64, shape (n_jobs,), seconds, filled in place.
    made
        Processors of the jobs: (first, count, lo, hi, pieces used). Job j holds `[lo[c], hi[c])`
        for c in `first[j]:first[j] + count[j]`; first, count and the last, of length 1, are int64,
        filled in place; lo and hi are int32, and grow.

    Returns
    -------
    held, made
        An item takes O(log n + b), for b free blocks, and O(log n + b) for each of its jobs.
    """
    counts, ends = state.counts, state.ends
    limit = min(counts[3] + budget, len(items.width))
    while counts[3] < limit:
        if counts[2] == 0 and counts[3] == items.stages[counts[4] + 1]:
            counts[4] += 1
            admit(items, state.tree, counts[4])
        elif state.tree[1] <= counts[0]:
            i = take_first(state.tree, counts[0])
            counts[3] += 1
            held, deployed = hold(items, i, state, held)
            own = held[0][state.first[i] : counts[5]], held[1][state.first[i] : counts[5]]
            begin = state.clock[0] + deploy_time(time, deployed)
            end, lo, hi = run_group(items, i, begin, own, start, made)
            made = made[0], made[1], lo, hi, made[4]
            push(ends, state.running, counts[2], end, i)
            counts[2] += 1
        else:
            state.clock[0] = ends[0]
            while counts[2] and ends[0] == state.clock[0]:
                release(items, state, held)
    return held, made
