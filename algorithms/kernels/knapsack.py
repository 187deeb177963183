"""0/1 knapsack: the linear relaxation, a greedy filling, dynamic programming, branch and bound."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from algorithms.compiled import kernel
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
    weight: Ints,
    profit: Floats,
    value: Floats,
    chosen: NDArray[np.uint8],
    first: int,
    last: int,
) -> None:
    """Add the items first … last − 1 to the table of best profits.

    Parameters
    ----------
    value
        float64, shape (capacity + 1,): best profit at each capacity, updated in place.
    chosen
        uint8, shape (n_items, capacity // 8 + 1), zero before: bit c of row k is set where item
        k is in the best set of the first k + 1 items at capacity c.
    """
    capacity = len(value) - 1
    for k in range(first, last):
        heavy, gain = weight[k], profit[k]
        for c in range(capacity, heavy - 1, -1):
            better = value[c - heavy] + gain
            if better > value[c]:
                value[c] = better
                chosen[k, c >> 3] |= np.uint8(1 << (c & 7))


@kernel
def trace(weight: Ints, chosen: NDArray[np.uint8], capacity: int, taken: NDArray[np.bool_]) -> None:
    """Read the best set of the items from the table; fill in `taken` which belong to it."""
    free = capacity
    for k in range(len(weight) - 1, -1, -1):
        taken[k] = (chosen[k, free >> 3] >> (free & 7)) & 1 == 1
        if taken[k]:
            free -= weight[k]


class Tree(NamedTuple):
    """State of a depth-first search through the selections.

    `weight` is int64 and `profit` float64, by decreasing profit per weight, `taken` and `best` are
    bool: the selection that is looked at, and the best one; all of shape (n_items,). With the items
    before k decided, `free[k]` is the capacity left, `value[k]` the profit and `rest[k]` that of
    all items from k on: int64, float64 and float64, shape (n_items + 1,). `depth`, int64, has one
    entry: the items decided, -1 at the end; `most`, float64, the profit of the best selection.
    """

    weight: Ints
    profit: Floats
    taken: NDArray[np.bool_]
    best: NDArray[np.bool_]
    free: Ints
    value: Floats
    rest: Floats
    depth: Ints
    most: Floats

    @property
    def is_searched(self) -> bool:
        """True when no selection is better than the best one."""
        return bool(self.depth[0] < 0)


def tree(weight: Ints, profit: Floats, capacity: int, known: float) -> Tree:
    """Return the state before the search for a selection of more profit than is known; `best` is
    empty until there is one."""
    items = len(weight)
    rest = np.append(np.cumsum(profit[::-1])[::-1], 0.0)
    taken, best = np.zeros((2, items), np.bool_)
    free, value = np.full(items + 1, capacity), np.zeros(items + 1)
    depth, most = np.zeros(1, np.int64), np.full(1, known)
    return Tree(weight, profit, taken, best, free, value, rest, depth, most)


@kernel
def search(state: Tree, nodes: int) -> None:
    """Visit so many nodes; pass over those whose linear relaxation is not better than the best."""
    weight, profit, taken, best, free, value, rest, depth, most = state
    items, k = len(weight), depth[0]
    while nodes > 0 and k >= 0:
        nodes -= 1
        if k < items and value[k] + min(rest[k], free[k] * (profit[k] / weight[k])) > most[0]:
            taken[k] = weight[k] <= free[k]
        else:
            if k == items and value[k] > most[0]:
                most[0] = value[k]
                for j in range(items):
                    best[j] = taken[j]
            k -= 1
            while k >= 0 and not taken[k]:
                k -= 1
                nodes -= 1
            if k < 0:
                break
            taken[k] = False
        free[k + 1] = free[k] - weight[k] * taken[k]
        value[k + 1] = value[k] + profit[k] * taken[k]
        k += 1
    depth[0] = k
