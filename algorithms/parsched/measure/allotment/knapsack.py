"""The 0/1 knapsack, exact: most profit within a capacity.

The linear relaxation takes the items by decreasing profit per weight until one, the break item,
does not fit. Its value U bounds every selection. Against a price d per weight, the density of the
break item, each item has a reduced profit; a selection that decides on an item otherwise than the
relaxation is worth at most U minus the absolute reduced profit. So items for which that is no more
than the best selection known can stay as they are. What remains, the core, starts
with the items of the least absolute reduced profit and doubles until no item outside can make a
difference. It is solved by dynamic programming, after weights and capacity are divided by their
common divisor; or where the table would be too large, by branch and bound, which takes no memory
and is fast for few items.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.model.problem.workload import Floats, Ints

Mask = NDArray[np.bool_]

FIRST_CORE = 32
CELLS = 20_000_000
"""Cells of the table that are filled between two calls of `tick`."""
ROOM = 10_000_000
"""Largest capacity for a table, which takes eight bytes for each unit of it."""
NODES = 5_000_000
"""Nodes of the tree that are visited between two calls of `tick`."""
PER_NODE = 4
"""Cells of a table that are filled in the time of visiting one node."""


def nothing() -> None:
    """Be the `tick` of those who need not know."""


@dataclass
class Knapsack:
    """A knapsack with its best selection so far, after construction the greedy one.

    Parameters
    ----------
    weight
        int64, shape (n_items,), at least 1 and at most the capacity.
    profit
        float64, shape (n_items,), not negative. Items of no profit are taken as they come.
    capacity
        What the selected items may weigh together.
    """

    weight: Ints
    profit: Floats
    capacity: int
    taken: Mask = field(init=False)
    value: float = field(init=False)
    bound: float = field(init=False)
    """No selection has more profit: the value of the linear relaxation."""

    def __post_init__(self) -> None:
        density = self.profit / self.weight
        self._order = np.argsort(-density, kind="stable")
        self.taken = np.empty(len(self.weight), np.bool_)
        self._rank, room, before, self.value = fill(
            self._order, self.weight, self.profit, self.capacity, self.taken
        )
        whole = self._rank == len(self._order)
        self._price = 0.0 if whole else float(density[self._order[self._rank]])
        self.bound = before + room * self._price

    @property
    def is_solved(self) -> bool:
        """True when no selection is better than the one known."""
        return self.value >= self.bound

    def solve(self, cells: int, tick: Callable[[], None] = nothing) -> bool:
        """Improve the selection until it is the best; return False if that is too much work.

        Parameters
        ----------
        cells
            Most cells of a table, items in the core times their capacity; it takes a bit for each.
            As much work may be spent where there is no table.
        tick
            Called between chunks of work.
        """
        if self.is_solved:
            return True
        relaxed = np.zeros(len(self.weight), np.bool_)
        relaxed[self._order[: self._rank]] = True
        loss = np.abs(self.profit - self._price * self.weight)
        nearest = np.argsort(loss, kind="stable")
        size = FIRST_CORE
        while True:
            matters = int(np.searchsorted(loss[nearest], self.bound - self.value))
            core = nearest[: min(size, matters)]
            if not self._improve(core, relaxed, cells, tick):
                return False
            if size >= np.searchsorted(loss[nearest], self.bound - self.value):
                return True
            size *= 2

    def _improve(
        self, core: NDArray[np.intp], relaxed: Mask, cells: int, tick: Callable[[], None]
    ) -> bool:
        """Choose the best among the items of the core while the others stay as relaxed."""
        taken = relaxed.copy()
        taken[core] = False
        room = self.capacity - int(self.weight[taken].sum())
        divisor = max(int(np.gcd.reduce(self.weight[core])), 1)
        weight = self.weight[core] // divisor
        room = min(room // divisor, int(weight.sum()))
        solved = True
        if room <= ROOM and len(core) * (room + 1) <= cells:
            taken[core] = _tabulated(weight, self.profit[core], room, tick)
        else:
            solved = self._branched(core, weight, room, taken, cells // PER_NODE, tick)
        value = float(self.profit[taken].sum())
        if value > self.value:
            self.taken, self.value = taken, value
        return solved

    def _branched(
        self,
        core: NDArray[np.intp],
        weight: Ints,
        room: int,
        taken: Mask,
        nodes: int,
        tick: Callable[[], None],
    ) -> bool:
        """Mark in `taken` the best items of the core found by a search through `nodes` nodes;
        return whether the search was complete."""
        incumbent = self.value - float(self.profit[taken].sum())
        dense = np.argsort(-self.profit[core] / weight, kind="stable")
        state = tree(weight[dense], self.profit[core[dense]], room, incumbent)
        while nodes > 0 and not state.is_searched:
            tick()
            search(state, min(NODES, nodes))
            nodes -= NODES
        taken[core[dense]] = state.best
        return state.is_searched


def _tabulated(weight: Ints, profit: Floats, room: int, tick: Callable[[], None]) -> Mask:
    """Return the most profitable items that fit, bool, shape (n_items,)."""
    items = len(weight)
    table, chosen = np.zeros(room + 1), np.zeros((items, room // 8 + 1), np.uint8)
    rows = CELLS // (room + 1) + 1
    for first in range(0, items, rows):
        tick()
        extend(weight, profit, table, chosen, first, min(first + rows, items))
    taken = np.empty(items, np.bool_)
    trace(weight, chosen, room, taken)
    return taken


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
        # From large capacities to small ones: value[c - heavy] is still without item k, which is
        # taken once at most.
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
        # Invariant: the best set of all is the best set of items 0 … k at capacity `free`, and what
        # is taken.
        taken[k] = (chosen[k, free >> 3] >> (free & 7)) & 1 == 1
        if taken[k]:
            free -= weight[k]


class Tree(NamedTuple):
    """State of a depth-first search through the selections.

    `weight` is int64 and `profit` float64, by decreasing profit per weight, `taken` and `best` are
    bool: the selection that is looked at, and the best one; all of shape (n_items,). With the items
    before k decided, `free[k]` is the capacity left, `value[k]` the profit and `rest[k]` the profit
    of all items from k on: int64, float64 and float64, shape (n_items + 1,). `depth`, int64, has
    one entry: the items decided, -1 at the end; `most`, float64, the profit of the best selection.
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


def tree(weight: Ints, profit: Floats, capacity: int, incumbent: float) -> Tree:
    """Return the state before the search for more profit than `incumbent`; `best` is empty until
    it is found."""
    items = len(weight)
    rest = np.append(np.cumsum(profit[::-1])[::-1], 0.0)
    taken, best = np.zeros((2, items), np.bool_)
    free, value = np.full(items + 1, capacity), np.zeros(items + 1)
    depth, most = np.zeros(1, np.int64), np.full(1, incumbent)
    return Tree(weight, profit, taken, best, free, value, rest, depth, most)


@kernel
def search(state: Tree, nodes: int) -> None:
    """Visit up to `nodes` nodes; prune those whose linear relaxation does not beat the best."""
    weight, profit, taken, best, free, value, rest, depth, most = state
    items, k = len(weight), depth[0]
    while nodes > 0 and k >= 0:
        nodes -= 1
        # Invariant: items before k are decided, with free[k] and value[k]; the items before k that
        # are taken are still to be tried without. No item from k on has more profit per weight than
        # item k.
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
