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

import numpy as np
from numpy.typing import NDArray

from algorithms.kernels import knapsack as kernels
from algorithms.workload import Floats, Ints

Mask = NDArray[np.bool_]

FIRST_CORE = 32
CELLS = 20_000_000
"""Cells of the table that are filled between two calls of `tick`."""
ROOM = 10_000_000
"""Largest capacity for a table, which takes eight bytes for each unit of it."""
NODES = 5_000_000
"""Nodes of the tree that are visited between two calls of `tick`."""
PER_NODE = 4
"""Visiting a node takes as long as filling so many cells."""


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
        self._rank, room, before, self.value = kernels.fill(
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
        """Mark in `taken` the best items of the core that a search through so many nodes finds;
        return whether it went through all."""
        known = self.value - float(self.profit[taken].sum())
        dense = np.argsort(-self.profit[core] / weight, kind="stable")
        tree = kernels.tree(weight[dense], self.profit[core[dense]], room, known)
        while nodes > 0 and not tree.is_searched:
            tick()
            kernels.search(tree, min(NODES, nodes))
            nodes -= NODES
        taken[core[dense]] = tree.best
        return tree.is_searched


def _tabulated(weight: Ints, profit: Floats, room: int, tick: Callable[[], None]) -> Mask:
    """Return the most profitable items that fit, bool, shape (n_items,)."""
    items = len(weight)
    table, chosen = np.zeros(room + 1), np.zeros((items, room // 8 + 1), np.uint8)
    rows = CELLS // (room + 1) + 1
    for first in range(0, items, rows):
        tick()
        kernels.extend(weight, profit, table, chosen, first, min(first + rows, items))
    taken = np.empty(items, np.bool_)
    kernels.trace(weight, chosen, room, taken)
    return taken
