"""0/1 knapsack: the linear relaxation, a greedy filling, and dynamic programming on a core."""

import numpy as np
from numpy.typing import NDArray

from algorithms.kernels.compiled import kernel
from algorithms.workload import Floats, Ints


@kernel
def fill(
    order: Ints, weight: Ints, profit: Floats, capacity: int, taken: NDArray[np.bool_]
) -> tuple[int, int, float, float]:
    """Take the items in order while they fit, passing over those that do not.

    Parameters
    ----------
    order
        Items by decreasing profit per weight, shape (n_items,).
    taken
        bool, shape (n_items,), filled in place.

    Returns
    -------
    rank, room, before, value
        Rank of the first item that does not fit and the capacity left before it (n_items and the
        rest if there is none), the profit of the items before it, the profit of all taken.
    """
    n = len(order)
    rank, room, before = n, 0, 0.0
    free, value = capacity, 0.0
    for k in range(n):
        item = order[k]
        taken[item] = weight[item] <= free
        if taken[item]:
            free -= weight[item]
            value += profit[item]
        elif rank == n:
            rank, room, before = k, free, value
    if rank == n:
        room, before = free, value
    return rank, room, before, value


@kernel
def extend(
    core: Ints,
    weight: Ints,
    profit: Floats,
    value: Floats,
    chosen: NDArray[np.uint8],
    first: int,
    last: int,
) -> None:
    """Add the core items first … last − 1 to the table of best profits.

    Parameters
    ----------
    core
        Items, int64, shape (n_core,).
    value
        float64, shape (capacity + 1,): best profit at each capacity, updated in place.
    chosen
        uint8, shape (n_core, capacity // 8 + 1), zero before: bit c of row k is set where item k is
        in the best set of the first k + 1 items at capacity c.
    """
    capacity = len(value) - 1
    for k in range(first, last):
        heavy, gain = weight[core[k]], profit[core[k]]
        for c in range(capacity, heavy - 1, -1):
            better = value[c - heavy] + gain
            if better > value[c]:
                value[c] = better
                chosen[k, c >> 3] |= np.uint8(1 << (c & 7))


@kernel
def trace(
    core: Ints, weight: Ints, chosen: NDArray[np.uint8], capacity: int, taken: NDArray[np.bool_]
) -> None:
    """Read the best set of the core items from the table; mark in `taken` which belong to it."""
    free = capacity
    for k in range(len(core) - 1, -1, -1):
        taken[core[k]] = (chosen[k, free >> 3] >> (free & 7)) & 1 == 1
        if taken[core[k]]:
            free -= weight[core[k]]
