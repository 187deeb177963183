"""Unit: the length of time that all times of some jobs are whole multiples of.

Where there is one, the shortest makespan is a multiple too, for in the schedule where no job can
start earlier alone each start is a release date or a sum of times after one. So a lower bound may
be rounded up to a multiple, and makespans are compared with it as whole numbers: that one unit lies
between two of them counts, however large they are.

A unit is *exact* if it is an integer times a power of 2: multiples, and their sums, are exact in
float64 up to 2^53 times that power. Else it is *decimal*, such as 0.1 s, and a makespan is the
float64 that is nearest to a multiple of it (see `parsched.model.problem.ticks`, where such times
are counted). Below MOST_DECIMAL units ROUNDING is a tenth of a unit at most, so that two multiples
are never mistaken for each other.

Beyond these limits, and where times have no unit at all, values are real numbers to us. Then equal
up to ROUNDING is the most that is said of two values, and optimal is only what is no larger than
its bound.
"""

import math
from fractions import Fraction

import numpy as np

from parsched.model.problem.arrays import Floats
from parsched.model.problem.workload import LATEST

HALVINGS = 20
"""Exact units down to 2^−20 s are looked for."""
MOST_DECIMAL = 1e11
"""Decimal units beyond which rounding might be taken for one of them."""
SMALLEST = 10**9
"""Parts of a second that a unit may be one of."""
ROUNDING = 1e-12
"""Relative difference up to which values without an exact unit count as equal."""
SAME = 1 - ROUNDING
FIRST = 1_000
"""Times that are looked at before all the others: most without a unit are found out by them."""


def exact_unit(times: Floats) -> float | None:
    """Return the longest time that all `times` are whole multiples of, exactly; None if there is
    none.

    It is an integer times a power of 2. Decimals such as 0.1 have none: their nearest float64 is no
    fraction of a second. Where all times are 0, any length would do, and the result is 1.

    Parameters
    ----------
    times
        float64, seconds, not negative.
    """
    if len(times) > FIRST and exact_unit(times[:FIRST]) is None:
        return None
    longest = float(times.max(initial=0.0))
    for halvings in (0, HALVINGS // 2, HALVINGS):
        scaled = times * 2.0**halvings
        if longest * 2.0**halvings >= 2.0**63:
            return None
        whole = scaled.astype(np.int64)
        if np.array_equal(whole, scaled):
            # The greatest common divisor takes back the halvings that were too many.
            unit = (int(np.gcd.reduce(whole)) or 2**halvings) / 2.0**halvings
            return unit if _counts(longest, unit) else None
    return None


def is_exact(unit: float) -> bool:
    """Tell whether multiples of a unit are exact in float64."""
    return (unit * 2.0**HALVINGS).is_integer()


def rounded_up(bound: float, unit: float | None) -> float:
    """Return the least multiple of the unit that is not below a lower bound, seconds; the bound
    itself where it has no unit, or too many of them.

    Of decimal units a bound that is above a multiple by no more than ROUNDING of itself stands for
    it.
    """
    if unit is None or not _counts(bound, unit):
        return bound
    if is_exact(unit):
        return math.ceil(Fraction(bound) / Fraction(unit)) * unit
    return float(math.ceil(bound / unit * SAME) * Fraction(unit).limit_denominator(SMALLEST))


def meets(value: float, bound: float, unit: float | None) -> bool:
    """Tell whether a makespan is no larger than a lower bound, and so proved to be the least.

    Without a unit nothing is taken for rounding.
    """
    if unit is None or not _counts(value, unit) or is_exact(unit):
        return value <= rounded_up(bound, unit)
    return value * SAME <= rounded_up(bound, unit)


def reaches(value: float, bound: float, unit: float | None) -> bool:
    """Tell whether a makespan meets a lower bound, but for rounding where there is no unit."""
    return meets(value, bound, unit) or (unit is None and value * SAME <= bound)


def same(a: float, b: float) -> bool:
    """Tell whether two values differ by no more than rounding; whole numbers do not differ by
    rounding."""
    if max(abs(a), abs(b)) <= LATEST and float(a).is_integer() and float(b).is_integer():
        return a == b
    return math.isclose(a, b, rel_tol=ROUNDING, abs_tol=0.0)


def _counts(value: float, unit: float) -> bool:
    """Tell whether a value is few enough units to differ from the neighbouring multiples."""
    if not is_exact(unit):
        return value <= MOST_DECIMAL * unit
    above, below = unit.as_integer_ratio()
    power = (above & -above) / below  # the largest power of 2 that the unit is a multiple of
    return value <= LATEST * power
