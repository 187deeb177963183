"""Ticks: instants as numbers whose sums and differences are exact.

Schedulers compare sums of times, and 0.1 + 0.2 is more than 0.3 in binary. So whatever decides
counts time in *ticks*: a second has a whole number of them, and all times of an instance are whole
ticks. Below 2^53 of them every sum is exact in float64, and two instants are equal where they are
equal in decimals.

Units are looked for in this order: whole seconds; binary ones down to 2^-20 s; decimals of up to
nine places; other fractions, such as thirds. Where times have none in common, such as drawn real
numbers, one rule stands for it: they are rounded to multiples of a *grain*, the power of two next
below 2^-49 of the latest instant that a schedule can have, and then sums are exact as well. So
instants that differ by less than a grain are one wherever starts are decided, checked or explained.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from parsched.model.problem.arrays import Floats

HALVINGS = 20
"""Binary units down to 2^-20 s are looked for."""
PLACES = 9
"""Decimal places that are looked for."""
LARGEST_PART, MOST_PARTS = 1_000, 10**9
"""The largest denominator that is looked for, and their largest common multiple."""
MOST = 2.0**53
"""Whole numbers up to here are exact in float64."""
GRAINS = 50
"""The latest instant is between 2^49 and 2^50 grains."""
LEAST, FINEST = -1074, 1000
"""Powers of two of the least grain in seconds, which is the least number above 0, and of the most
ticks in a second."""
NEAR = 1e-14
"""Part of a time by which it may be off its decimals: sums of a few decimals make less."""
FEW = 1e10
"""Largest number of units in a time at which `NEAR` still tells two decimals apart."""
FIRST = 1_000
"""Times that are looked at before all the others: most real numbers are found out by them."""


@dataclass(frozen=True)
class Ticks:
    """How the times of an instance are counted.

    Parameters
    ----------
    second
        Ticks in a second: a whole number up to 10^9, or a power of two.
    grain
        A number of ticks that divides every time: 1, or less than 1 for real numbers and where
        deployments take parts of a tick.

    Examples
    --------
    >>> tenths = Ticks.of([np.array([0.1, 0.3])], latest=1.0)
    >>> tenths
    Ticks(second=10.0, grain=1.0)
    >>> tenths.seconds(tenths.counted(np.array([0.1 + 0.2]))).tolist()
    [0.3]
    """

    second: float = 1.0
    grain: float = 1.0

    @classmethod
    def of(cls, columns: Iterable[Floats], latest: float) -> "Ticks":
        """Return how to count times.

        Parameters
        ----------
        columns
            float64, seconds; what is not finite does not count.
        latest
            No sum of them that is reckoned with is larger, seconds.
        """
        times = [column for column in columns if not are_whole(column)]
        if not times:
            return cls()
        values = np.concatenate(times)
        values = np.abs(values[np.isfinite(values)])
        halvings = halvings_of(values)
        if halvings is not None and latest * 2.0**halvings <= MOST:
            return cls(2.0**halvings)
        places = places_of(values)
        if places is not None and latest * 10.0**places <= MOST:
            return cls(10.0**places)
        parts = parts_of(values)
        if parts is not None and latest * parts <= MOST:
            return cls(float(parts))
        return cls._of_reals(values, max(latest, float(values.max())))

    @classmethod
    def _of_reals(cls, values: Floats, latest: float) -> "Ticks":
        """Return how to count numbers that have no unit; none that counts is below one tick."""
        grain = 2.0 ** max(math.frexp(latest)[1] - GRAINS, LEAST)
        least = float(values.min(where=values >= grain, initial=latest))
        second = 2.0 ** min(max(0, 1 - math.frexp(least)[1]), FINEST)
        # A grain of one tick would say that times are whole ticks as they are.
        return cls(second, grain * second if grain * second != 1 else 0.5)

    def parted(self, latest: float) -> "Ticks":
        """Return the same ticks where instants may lie between them, on parts down to 2^-20: times
        of deployments grow with processors by fractions of a tick."""
        if not self.are_whole:
            return self
        parts = min(HALVINGS, GRAINS - math.frexp(latest * self.second)[1])
        return Ticks(self.second, 2.0**-parts) if parts > 0 else self

    @property
    def are_seconds(self) -> bool:
        """True where counting changes nothing."""
        return self.second == 1 and self.grain == 1

    @property
    def are_whole(self) -> bool:
        """True where times are whole numbers of ticks, false where there are parts of them."""
        return self.grain == 1

    def counted(self, seconds: Floats) -> Floats:
        """Return times in ticks, float64 of the same shape; what is not finite stays so."""
        if self.are_seconds:
            return seconds
        ticks = seconds * self.second
        if self.grain == 1:
            return np.rint(ticks)
        # What takes time takes a grain at least: no job comes to be of no length.
        grains = np.rint(ticks / self.grain)
        return np.where((grains == 0) & (ticks > 0), 1.0, grains) * self.grain

    def seconds(self, ticks: Floats) -> Floats:
        """Return times in seconds, each the float64 nearest to `ticks`, which are in ticks."""
        return ticks if self.second == 1 else ticks / self.second

    def bound(self, seconds: float) -> float:
        """Return a lower bound in ticks: of whole ticks the whole number that it is, and never more
        than it says, as the product of two float64 may be."""
        ticks = seconds * self.second
        near = float(round(ticks))
        if math.isclose(ticks, near, rel_tol=1e-12):
            return near
        return float(np.nextafter(ticks, 0.0))

    def rounded(self, seconds: Floats) -> Floats:
        """Return times as they count, seconds: sums of decimals without their errors."""
        return self.seconds(self.counted(seconds))

    def has(self, seconds: Floats) -> bool:
        """Tell whether all times are ticks."""
        if self.are_seconds:
            return are_whole(seconds)
        return np.array_equal(self.rounded(seconds), seconds, equal_nan=True)

    def tidy(self, seconds: float) -> float:
        """Return a time without the error of computing it, where it is one of whole ticks."""
        if self.are_seconds or not self.are_whole or not abs(seconds) * self.second < FEW:
            return seconds
        near = round(seconds * self.second) / self.second
        return near if math.isclose(seconds, near, rel_tol=1e-13, abs_tol=1e-13) else seconds


SECONDS = Ticks()
"""Times in seconds that are whole numbers, or have not been counted."""


def are_whole(values: Floats) -> bool:
    """Tell whether all finite values are whole numbers."""
    if len(values) > FIRST and not are_whole(values[:FIRST]):
        return False
    if bool((np.rint(values) == values).all()):
        return True
    known = values[np.isfinite(values)]
    return bool((np.rint(known) == known).all())


def halvings_of(values: Floats) -> int | None:
    """Return the least k up to HALVINGS for which all values are multiples of 2^-k; None if there
    is none."""
    if len(values) > FIRST and halvings_of(values[:FIRST]) is None:
        return None
    scaled = values * 2.0**HALVINGS
    if not (np.rint(scaled) == scaled).all() or scaled.max(initial=0.0) >= 2.0**62:
        return None
    divisor = int(np.gcd.reduce(scaled.astype(np.int64))) if len(scaled) else 0
    return HALVINGS - min(HALVINGS, (divisor & -divisor).bit_length() - 1) if divisor else 0


def places_of(values: Floats) -> int | None:
    """Return the least number of decimal places, up to PLACES, that all values have; None if there
    is none.

    A value has n places if it is the float64 nearest to a decimal with n places, or is off by no
    more than the sum of a few such decimals. Where any number would pass the second test, only the
    first test counts.
    """
    if len(values) > FIRST and places_of(values[:FIRST]) is None:
        return None
    for places in range(PLACES + 1):
        scaled = values * 10.0**places
        whole = np.rint(scaled)
        near = (scaled <= FEW) & (np.abs(scaled - whole) <= NEAR * scaled)
        if bool((near | ((whole <= MOST) & (whole / 10.0**places == values))).all()):
            return places
    return None


def parts_of(values: Floats) -> int | None:
    """Return the least number of equal parts of a second that all values are multiples of, as far
    as they are the float64 nearest to a fraction with a small denominator; None if there is none.
    """
    if len(values) > FIRST and parts_of(values[:FIRST]) is None:
        return None
    parts = 1
    while len(odd := values[np.rint(values * parts) / parts != values]):
        # Invariant: each round multiplies `parts` by at least 2, and so there are few.
        fraction = Fraction(float(odd[0])).limit_denominator(LARGEST_PART)
        parts = math.lcm(parts, fraction.denominator)
        is_it = fraction.numerator / fraction.denominator == odd[0]
        if not is_it or parts > MOST_PARTS or np.rint(odd[0] * parts) / parts != odd[0]:
            return None
    return parts


def apart(later: Floats, earlier: Floats) -> Floats:
    """Return how long after the one instants the others are, float64 of their shape, seconds:
    differences of decimals are decimals.

    Examples
    --------
    >>> apart(np.array([0.3]), np.array([0.1])).tolist()
    [0.2]
    """
    return _ticks_of(later, earlier).rounded(later - earlier)


def between(begin: float, end: float) -> float:
    """Return how long after one instant another one is, seconds; as `apart`."""
    return float(apart(np.array([end]), np.array([begin]))[0])


def after(instant: Floats, length: Floats) -> Floats:
    """Return the instants that are so long after others, float64 of their shape, seconds: sums of
    decimals are decimals.

    Examples
    --------
    >>> after(np.array([0.1]), np.array([0.2])).tolist()
    [0.3]
    """
    return _ticks_of(instant, length).rounded(instant + length)


def _ticks_of(*columns: Floats) -> Ticks:
    """Return how some times count whose sums and differences are asked for. What is not exactly
    decimals, such as real numbers on a grain, has sums that are exact, or stay what they are."""
    if all(are_whole(column) for column in columns):
        return SECONDS
    ticks = Ticks.of(columns, sum(largest(column) for column in columns))
    return ticks if ticks.are_whole and all(map(ticks.has, columns)) else SECONDS


def largest(values: Floats) -> float:
    """Return the largest absolute value of those that are finite, 0 without any."""
    return float(np.abs(values).max(initial=0.0, where=np.isfinite(values)))
