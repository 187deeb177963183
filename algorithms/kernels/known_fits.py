"""What earliest fits tell about later ones.

While a machine only fills up, a job that is as wide and as long as an earlier one, or more so, fits
no earlier than that one did. So the search for its place may begin there.
"""

from math import frexp
from typing import NamedTuple

import numpy as np

from algorithms.compiled import kernel
from algorithms.workload import Floats

WIDTHS, DURATIONS = 2, 4
"""Levels in an octave of widths and in one of durations."""
SHORTEST, LONGEST = -16, 54
"""Durations from 2^SHORTEST to 2^LONGEST seconds have levels."""


class KnownFits(NamedTuple):
    """Earliest fits by level of width and duration.

    `start` is float64 of shape (width levels, duration levels), seconds: a two-dimensional Fenwick
    tree, so that the latest start at up to some width and up to some duration is found, or put in,
    in a few steps.
    """

    start: Floats


def known_fits(processors: int) -> KnownFits:
    """Return that nothing is known on a machine of so many processors."""
    return KnownFits(
        np.zeros((WIDTHS * (processors.bit_length() + 1), DURATIONS * (LONGEST - SHORTEST)))
    )


@kernel
def level(value: float, steps: int) -> tuple[int, bool]:
    """Return the level that a positive value has reached, and whether it is just that.

    Between two powers of two there are `steps` levels, equally far apart.
    """
    mantissa, exponent = frexp(value)
    above = (2 * mantissa - 1) * steps
    return (exponent - 1) * steps + int(above), above == int(above)


@kernel
def no_earlier_than(known: KnownFits, width: int, duration: float) -> float:
    """Return a time before which a job of positive duration does not fit, seconds."""
    rows, columns = known.start.shape
    start = 0.0
    row = min(level(float(width), WIDTHS)[0] + 1, rows)
    first = min(level(duration, DURATIONS)[0] - SHORTEST * DURATIONS + 1, columns)
    while row > 0:
        column = first
        while column > 0:
            start = max(start, known.start[row - 1, column - 1])
            column -= column & -column
        row -= row & -row
    return start


@kernel
def learn(known: KnownFits, width: int, duration: float, start: float) -> None:
    """Remember the earliest fit of a job of positive duration."""
    rows, columns = known.start.shape
    row, exact = level(float(width), WIDTHS)
    row += 1 if exact else 2
    first, exact = level(duration, DURATIONS)
    first = max(first - SHORTEST * DURATIONS + (1 if exact else 2), 1)
    while row <= rows:
        column = first
        while column <= columns:
            known.start[row - 1, column - 1] = max(known.start[row - 1, column - 1], start)
            column += column & -column
        row += row & -row
