"""A random walk over lists of jobs: change the list a little, keep what is not much worse."""

from math import inf, log1p

from algorithms.compiled import kernel
from algorithms.kernels.decoding import Jobs, Listing, Room, Task, decode
from algorithms.workload import Floats, Ints

DRAWS = 5
"""Random numbers that a move takes."""
CHANGES = 0.3
"""Share of the moves that change the choice of a job, if it has several."""
SWAP, SHIFT, CHANGE = 0, 1, 2


@kernel
def rotate(order: Ints, a: int, b: int) -> None:
    """Move the entry at position a to position b; those between close up."""
    job = order[a]
    step = 1 if a < b else -1
    for i in range(a, b, step):
        order[i] = order[i + step]
    order[b] = job


@kernel
def another(jobs: Jobs, job: int, current: int, draw: float, near: bool) -> int:
    """Return another choice of a job that has several: the next or the last one, or any."""
    first, last = jobs.offsets[job], jobs.offsets[job + 1] - 1
    if near:
        step = 1 if draw < 0.5 else -1
        found = current + step
        return int(found if first <= found <= last else current - step)
    found = first + int(draw * (last - first))
    return int(found + 1 if found >= current else found)


@kernel
def change(jobs: Jobs, listing: Listing, draw: Floats) -> tuple[int, int, int]:
    """Change the list at random; return kind, place and what `restore` needs besides."""
    count = len(listing.order)
    a, b = int(draw[1] * count), int(draw[2] * count)
    if draw[3] < CHANGES and jobs.offsets[a + 1] - jobs.offsets[a] > 1:
        old: int = listing.chosen[a]
        listing.chosen[a] = another(jobs, a, old, draw[2], draw[4] < 0.5)
        return CHANGE, a, old
    if draw[4] < 0.5:
        listing.order[a], listing.order[b] = listing.order[b], listing.order[a]
        return SWAP, a, b
    rotate(listing.order, a, b)
    return SHIFT, a, b


@kernel
def restore(listing: Listing, kind: int, a: int, b: int) -> None:
    """Undo a change."""
    if kind == CHANGE:
        listing.chosen[a] = b
    elif kind == SWAP:
        listing.order[a], listing.order[b] = listing.order[b], listing.order[a]
    else:
        rotate(listing.order, b, a)


@kernel
def walk(
    task: Task,
    listing: Listing,
    room: Room,
    goal: float,
    heat: tuple[float, float],
    draws: Floats,
    state: Floats,
) -> int:
    """Change the list once for each row of `draws`, until a makespan below `goal` is found.

    A change is kept if the overhang rises by at most −temperature · log(1 − u), u uniform in [0,
    1): the rule of simulated annealing.

    Parameters
    ----------
    goal
        Makespan to beat, seconds.
    heat
        Temperatures at the first row and after the last, processor-seconds.
    draws
        float64, shape (moves, DRAWS), uniform in [0, 1).
    state
        float64, shape (2,): overhang of the list, and the makespan that was found below the goal,
        or infinity. Changed in place.

    Returns
    -------
    int
        Moves made. After the last one `listing.start` holds the schedule, if the goal was met.
    """
    state[1] = inf
    for move in range(len(draws)):
        draw = draws[move]
        temperature = heat[0] + (heat[1] - heat[0]) * move / len(draws)
        most = state[0] - temperature * log1p(-draw[0])
        kind, a, b = change(task.jobs, listing, draw)
        overhang, makespan = decode(task, listing, room, most)
        if overhang > most:
            restore(listing, kind, a, b)
            continue
        state[0] = overhang
        if makespan < goal:
            state[1] = makespan
            return move + 1
    return len(draws)
