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


DECIMALS = 6
"""Decimal places that are looked for."""
LARGEST = 1e10
"""Times of more decimal units are not looked at."""
NEAR = 1e-14
"""Part of a time by which it may be off a multiple of a decimal unit: rounding makes less."""
SLACK = 5e-13
"""Part that is taken off a bound in decimal units, so that it is none too high for times that are a
little below their decimals, nor for sums of MOST_ADDED of them, which are rounded at each step."""
MOST_ADDED = 4_000
"""Times of which sums are off by less than SLACK, even all one after the other."""


def decimal_unit(times: Floats) -> float | None:
    """Return the longest time, an integer times a power of 10 down to 10^-6 s, that all `times` are
    multiples of but for NEAR; None if there is none.

    Multiples and sums are rounded. With up to MOST_ADDED jobs the shortest makespan is a multiple
    up to SLACK / 2 or so: bounds are rounded up and then lowered by SLACK, which certificates take
    for rounding.

    Parameters
    ----------
    times
        float64, seconds, not negative.
    """
    for places in range(DECIMALS + 1):
        scaled = times * 10.0**places
        if scaled.max(initial=0.0) > LARGEST:
            return None
        whole = np.rint(scaled)
        if np.all(np.abs(scaled - whole) <= NEAR * scaled):
            divisor = int(np.gcd.reduce(whole.astype(np.int64))) if len(whole) else 0
            return (divisor or 10**places) / 10.0**places
    return None


def rounded_up(value: float, unit: float) -> float:
    """Return the least multiple of `unit` that is not below `value`, or `value` if it is above a
    multiple by no more than 1e-9 of itself."""
    return max(value, float(np.ceil(value / unit * (1 - 1e-9))) * unit)
