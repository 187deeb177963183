"""What earlier searches proved: before which instant no job of some size can begin.

If a job of some width and length begins at t at the earliest, no wider and longer one can begin
before, as long as no room is added to the profile. Sizes are counted in steps of a quarter of a
power of two: what was found counts for the next larger step, and is asked for at the next smaller
one.
"""

import math
from typing import NamedTuple

import numpy as np

from algorithms.availability.profile import Floats
from algorithms.compiled import kernel
from algorithms.compiled.records import Record, Records


class Room(Record):
    """Room was added `until` this instant, seconds: no proof holds before it. `any_proof` is 1 if
    there are proofs at all."""

    until: float
    any_proof: int


class Known(NamedTuple):
    """`before`, float64 of shape (steps of widths, steps of lengths), seconds, rises with both.
    Lengths count from 1 s on."""

    before: Floats
    room: Records[Room]


@kernel
def step_below(size: float) -> int:
    """Return the largest step that is no larger than a size above 0."""
    mantissa, exponent = math.frexp(size)
    return 4 * (exponent - 1) + int(8.0 * (mantissa - 0.5))


@kernel
def step_above(size: float) -> int:
    """Return the smallest step that is no smaller than a size above 0."""
    step = step_below(size)
    mantissa, _ = math.frexp(size)
    quarters = 8.0 * (mantissa - 0.5)
    return step if quarters == np.floor(quarters) else step + 1


def _steps(size: float) -> int:
    """Return in how many steps of a table a size is counted."""
    return 4 * (math.frexp(max(size, 1.0))[1] + 1)


def new_known(widest: int, longest: float) -> Known:
    """Return an empty table for jobs up to some width, processors, and length, seconds."""
    rows, columns = _steps(float(widest)), _steps(longest)
    known = Known(np.full((rows, columns), -np.inf), Room.new())
    known.room[0].until = -np.inf
    return known


@kernel
def forget(known: Known) -> None:
    """Forget all proofs."""
    room = known.room[0]
    room.until = -np.inf
    if room.any_proof == 1:
        known.before[:, :] = -np.inf
        room.any_proof = 0


@kernel
def room_until(known: Known, instant: float) -> None:
    """Note that room was added somewhere before an instant."""
    known.room[0].until = max(known.room[0].until, instant)


@kernel
def proved(known: Known, width: int, length: float) -> float:
    """Return an instant before which no job so wide and long can begin, but where room was
    added."""
    if length < 1.0:
        return -np.inf
    return float(known.before[step_below(float(width)), step_below(length)])


@kernel
def prove(known: Known, width: int, length: float, instant: float) -> None:
    """Note that no job so wide and long can begin before an instant."""
    rows, columns = known.before.shape
    row, column = step_above(float(width)), step_above(max(length, 1.0))
    known.room[0].any_proof = 1
    while row < rows and known.before[row, column] < instant:
        # Invariant: the table rises along rows and columns, so the rest of a row is done at the
        # first entry that is late enough.
        k = column
        while k < columns and known.before[row, k] < instant:
            known.before[row, k] = instant
            k += 1
        row += 1
