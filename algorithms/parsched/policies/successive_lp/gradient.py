"""Costs that drive shares to 0 and 1."""

import numpy as np

from parsched.measure.time_indexed.slots import Slots
from parsched.model.problem.workload import Floats

CAP = 1e6
"""Costs of one program differ by no larger a factor (but for those that are 0): solvers cannot tell
finer."""


def smoothed(shares: Floats, p: float, epsilon: float) -> Floats:
    """Return (x + ε)^(p − 1) for all slots: what is used costs less than what is not.

    It is, but for a factor, the gradient of Σ (x + ε)^p, which tends to the number of used slots as
    ε and p tend to 0.
    """
    return np.asarray((shares + epsilon) ** (p - 1))


def literal(shares: Floats, p: float, slots: Slots) -> Floats:
    """Return the gradient of Σ_i ‖x_i‖_p as printed: x^(p − 1) · ‖x_i‖_p^(1 − p) where x ≠ 0, and 0
    elsewhere.

    Beyond CAP times the least positive cost it is cut.
    """
    used = shares > 0
    power = np.where(used, shares, 1.0) ** (p - 1)
    sums = np.add.reduceat(np.where(used, shares * power, 0.0), slots.first)
    norms = sums ** ((1 - p) / p)
    costs = np.where(used, power * norms[slots.job], 0.0)
    least = costs[used].min(initial=np.inf)
    return np.asarray(np.minimum(costs / least, CAP) if np.any(used) else costs)
