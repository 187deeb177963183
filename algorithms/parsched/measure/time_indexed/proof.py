"""Proofs that no schedule is so short, in integers."""

import numpy as np
from numpy.typing import NDArray

from parsched.measure.time_indexed.slots import Slots
from parsched.model.problem.workload import Floats

LARGEST = 2**62
"""No number of a proof is larger: int64 holds twice as much."""


def proves(slots: Slots, allowed: NDArray[np.bool_], prices: Floats) -> bool:
    """Tell whether prices prove that no schedule has all jobs in allowed slots.

    Let a processor cost μ(t) ≥ 0 in unit t. In a schedule every job pays at least for the cheapest
    of its allowed slots, and all jobs together pay at most m·Σ μ(t). If the former sum exceeds the
    latter, there is no schedule, nor one that splits jobs. That holds for *any* prices, so they are
    rounded to integers and all is computed exactly: where the prices come from, and how precisely,
    does not matter.

    Parameters
    ----------
    prices
        float64, shape (horizon,). Duals of an infeasible program prove it. If one is negative or
        not finite, nothing is proved.
    """
    if not np.all((prices >= 0) & (prices < np.inf)):
        return False
    m, largest = slots.instance.processors, float(prices.max(initial=0.0))
    if largest <= 0:
        return False
    scale = LARGEST // (m * slots.horizon * (slots.jobs + 1))
    whole = np.floor(prices / largest * scale).astype(np.int64)
    paid = np.concatenate([[0], np.cumsum(whole)])
    pays = slots.width * (paid[slots.start + slots.time] - paid[slots.start])
    pays[~allowed] = LARGEST // (slots.jobs + 1)
    cheapest = int(np.minimum.reduceat(pays, slots.first).sum())
    return cheapest > m * int(paid[-1])
