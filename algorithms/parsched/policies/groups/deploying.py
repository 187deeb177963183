"""List scheduling of items on processors whose environment may have to be deployed first.

An item is a job, or a group of jobs with one environment that is scheduled as one wider job: at
each event every waiting item starts, in list order, that fits the free processors. It chooses them
as `schedules.affinity` does; if its jobs will run on some that hold another environment, its own is
deployed on those at once, and its jobs begin when that is done. What runs inside a group is
scheduled before, see `within_groups`; processors that none of its jobs runs on are held, but keep
what is installed on them.

Stages follow each other: an item starts only when all items of earlier stages have ended.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.placing.graham_placement import NEVER, pop, push, take_first
from parsched.model.problem.platform import deploy_time
from parsched.model.schedules.affinity import Blocks, all_free, give_back_with, take_near
from parsched.model.schedules.processor_choice import Floats, Ints, Pieces, grown

Held = tuple[Pieces, Pieces, Pieces]
"""Pieces of items: first processors, ends and what is installed."""
BESIDE = 8
"""Steps that an item takes beside those for each free block."""


class Items(NamedTuple):
    """What is scheduled, in list order.

    `width`, `used` (see `within_groups`) and `environment` (-1 for none) are int64 of shape
    (n_items,); item i is made of the jobs `offsets[i]:offsets[i + 1]`. These have `times`, and
    `starts` as if their item began at 0, float64 of shape (n_jobs,), seconds. `later` is int64 of
    shape (n_items,): the next item with the same environment, or n_items. Stage s are the items
    `stages[s]:stages[s + 1]`.
    """

    width: Ints
    used: Ints
    environment: Ints
    offsets: Ints
    times: Floats
    starts: Floats
    later: Ints
    stages: Ints


class DeployingProgress(KernelRecord):
    """The instant, seconds; `free` processors and `blocks` of them; `running` and `started` items;
    the `stage`; `pieces` of all items so far; processors `deployed` so far."""

    now: float
    free: int
    blocks: int
    running: int
    started: int
    stage: int
    pieces: int
    deployed: int


class DeployingState(NamedTuple):
    """How far the schedule is, changed in place.

    `progress` is a single record. `ends` (float64,
    seconds) and `running` (int64) of shape (n_items,) are a heap of the running items, `tree` one
    of the waiting ones by width, see `graham_placement`. `due` is int64 of shape
    (n_environments + 1,), the first waiting item of each environment, and `has_begun` bool of shape
    (n_items,). Item i holds the pieces `first[i]` up to `last[i]`.
    """

    progress: RecordArray[DeployingProgress]
    ends: Floats
    running: Ints
    tree: Ints
    due: Ints
    free: Blocks
    has_begun: NDArray[np.bool_]
    first: Ints
    last: Ints


def begun(items: Items, environments: int, initial: tuple[Ints, Ints]) -> DeployingState:
    """Return idle processors, before which all items wait; `initial` is what is installed, see
    `schedules.affinity`."""
    n = len(items.width)
    due = np.full(environments + 1, n)
    named = np.flatnonzero(items.environment >= 0)[::-1]
    due[items.environment[named]] = named
    leaves = 1 << max(n - 1, 0).bit_length()
    tree = np.full(2 * leaves, NEVER)
    records = DeployingProgress.new()
    progress = records[0]
    # An item cuts a block at most twice: where its processors end, and those that it deploys.
    free, progress.blocks = all_free(initial, environments, 2 * n)
    progress.free, progress.stage = initial[0][-1], -1
    return DeployingState(
        progress=records,
        ends=np.empty(n),
        running=np.empty(n, np.int64),
        tree=tree,
        due=due,
        free=free,
        has_begun=np.zeros(n, np.bool_),
        first=np.zeros(n, np.int64),
        last=np.zeros(n, np.int64),
    )


@kernel
def admit(items: Items, tree: Ints, stage: int) -> None:
    """Let the items of a stage wait."""
    leaves = len(tree) // 2
    for i in range(items.stages[stage], items.stages[stage + 1]):
        node = leaves + i
        tree[node] = items.width[i]
        while node > 1:
            node //= 2
            tree[node] = min(tree[2 * node], tree[2 * node + 1])


@kernel
def run(items: Items, i: int, begin: float, start: Floats) -> float:
    """Let the jobs of item i begin then; fill in their starts and return when the last ends."""
    last = begin
    for job in range(items.offsets[i], items.offsets[i + 1]):
        start[job] = begin + items.starts[job]
        last = max(last, start[job] + items.times[job])
    return last


@kernel
def hold(items: Items, i: int, state: DeployingState, held: Held) -> tuple[Held, int]:
    """Let item i, which begins now, take its processors; return the processors of all items, and
    how many of its own have to be deployed."""
    progress, due, environment = state.progress[0], state.due, items.environment[i]
    state.has_begun[i] = True
    while (
        environment >= 0
        and due[environment] < len(state.has_begun)
        and state.has_begun[due[environment]]
    ):
        due[environment] = items.later[due[environment]]
    lo, hi, installed = held
    pieces, room = progress.pieces, progress.blocks + 2
    lo, hi = grown(lo, pieces, room), grown(hi, pieces, room)
    installed = grown(installed, pieces, room)
    progress.blocks, progress.pieces, deployed = take_near(
        state.free,
        progress.blocks,
        items.width[i],
        items.used[i],
        environment,
        due,
        lo,
        hi,
        installed,
        pieces,
    )
    state.first[i], state.last[i] = pieces, progress.pieces
    progress.free -= items.width[i]
    return (lo, hi, installed), deployed


@kernel
def release(items: Items, state: DeployingState, held: Held) -> int:
    """Give back the processors of the running item that ends first, and return the steps taken."""
    progress = state.progress[0]
    i = pop(state.ends, state.running, progress.running)
    progress.running -= 1
    progress.free += items.width[i]
    steps = 0
    for c in range(state.first[i], state.last[i]):
        progress.blocks = give_back_with(
            state.free, progress.blocks, held[0][c], held[1][c], held[2][c]
        )
        steps += progress.blocks
    return steps


@kernel
def dispatch(
    items: Items,
    time: tuple[float, float, float],
    state: DeployingState,
    held: Held,
    start: Floats,
    budget: int,
) -> Held:
    """Go on for about `budget` steps; called again with what it returned, go on from there.

    Parameters
    ----------
    time
        Of deployments, see `problem.platform.deploy_time`.
    held
        Pieces of the items that have started: (lo, hi, what is installed), int32; they grow and are
        returned. The jobs of an item run on the first of them.
    start
        float64, shape (n_jobs,), seconds, filled in place.
    budget
        An item takes a step for each of its jobs, and for each of its pieces as many as there are
        free blocks.
    """
    progress, ends = state.progress[0], state.ends
    while progress.started < len(items.width) and budget > 0:
        # A stage waits until every item of the stages before has started and ended.
        if progress.running == 0 and progress.started == items.stages[progress.stage + 1]:
            progress.stage += 1
            admit(items, state.tree, progress.stage)
        elif state.tree[1] <= progress.free:
            i = take_first(state.tree, progress.free)
            progress.started += 1
            budget -= BESIDE + items.offsets[i + 1] - items.offsets[i]
            blocks = progress.blocks
            held, deployed = hold(items, i, state, held)
            budget -= blocks * (state.last[i] - state.first[i])
            progress.deployed += deployed
            end = run(items, i, progress.now + deploy_time(time, deployed), start)
            push(ends, state.running, progress.running, end, i)
            progress.running += 1
        else:
            progress.now = ends[0]
            while progress.running and ends[0] == progress.now:
                budget -= release(items, state, held)
    return held
