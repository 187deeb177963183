"""Granule: the length of time that all times of a workload are multiples of."""

import numpy as np

from algorithms.workload import LATEST, Floats

HALVINGS = 20
"""Granules down to 2^−20 s are looked for."""


def granule(times: Floats) -> float | None:
    """Return the longest time that all `times` are whole multiples of, exactly; None if there is
    none.

    It is an integer times a power of 2, so that its multiples, and their sums, are exact in
    float64. Decimals such as 0.1 have none: their nearest float64 is no fraction of a second. Where
    all times are 0, any length would do, and the result is 1.

    Parameters
    ----------
    times
        float64, seconds, not negative.
    """
    for halvings in range(HALVINGS + 1):
        scaled = times * 2.0**halvings
        if scaled.max(initial=0.0) > LATEST:
            return None
        whole = scaled.astype(np.int64)
        if np.array_equal(whole, scaled):
            divisor = int(np.gcd.reduce(whole)) if len(whole) else 0
            return (divisor or 2**halvings) / 2.0**halvings
    return None


def rounded_up(value: float, unit: float) -> float:
    """Return the least multiple of `unit` that is not below `value`, or `value` if it is above a
    multiple by no more than 1e-9 of itself."""
    return max(value, float(np.ceil(value / unit * (1 - 1e-9))) * unit)
