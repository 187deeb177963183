"""What earlier searches proved: before which instant no job of some size can begin.

If a job of some width and length begins at t at the earliest, no wider and longer one can begin
before, as long as no room is added to the profile. Sizes are counted in steps of an eighth of a
power of two: what was found counts for the next larger step, and is asked for at the next smaller
one.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray
from parsched.model.availability.profile import Floats

STEPS = 8
"""Steps from a size to twice that."""


class KnownRoom(KernelRecord):
    """Room was added `until` this instant, seconds: no proof holds before it. Proofs of other
    epochs than `epoch` are forgotten."""

    until: float
    epoch: int


class Known(NamedTuple):
    """Proofs, of shape (steps of widths + 1, steps of lengths + 1), as a tree of Fenwick (1994)
    along both: entry (i, k) holds the latest instant, `before`, float64, seconds, that was proved
    of i & -i steps up to i and of k & -k steps up to k, in the `epoch`, int32, in which that was.
    Lengths count from 1 s on."""

    before: Floats
    epoch: NDArray[np.int32]
    room: RecordArray[KnownRoom]


@kernel
def step_below(size: float) -> int:
    """Return the largest step that is no larger than a size above 0."""
    mantissa, exponent = math.frexp(size)
    return STEPS * (exponent - 1) + int(2 * STEPS * (mantissa - 0.5))


@kernel
def step_above(size: float) -> int:
    """Return the smallest step that is no smaller than a size above 0."""
    step = step_below(size)
    mantissa, _ = math.frexp(size)
    parts = 2 * STEPS * (mantissa - 0.5)
    return step if parts == np.floor(parts) else step + 1


def _steps(size: float) -> int:
    """Return in how many steps of a table a size is counted."""
    return STEPS * (math.frexp(max(size, 1.0))[1] + 1)


def new_known(widest: int, longest: float) -> Known:
    """Return an empty table for jobs up to some width, processors, and length, seconds."""
    shape = _steps(float(widest)) + 1, _steps(longest) + 1
    known = Known(np.empty(shape), np.zeros(shape, np.int32), KnownRoom.new())
    forget(known)
    return known


@kernel
def forget(known: Known) -> None:
    """Forget all proofs."""
    room = known.room[0]
    room.until = -np.inf
    room.epoch += 1


@kernel
def room_until(known: Known, instant: float) -> None:
    """Note that room was added somewhere before an instant."""
    known.room[0].until = max(known.room[0].until, instant)


@kernel
def proved(known: Known, width: int, length: float) -> float:
    """Return an instant before which no job so wide and long can begin, but where room was
    added."""
    before = -np.inf
    if length < 1.0:
        return before
    epoch, column = known.room[0].epoch, step_below(length) + 1
    i = step_below(float(width)) + 1
    while i > 0:
        # Invariant: `before` is the latest of all steps of widths above i, up to the one asked for.
        k = column
        while k > 0:
            if known.epoch[i, k] == epoch:
                before = max(before, known.before[i, k])
            k -= k & -k
        i -= i & -i
    return before


@kernel
def prove(known: Known, width: int, length: float, instant: float) -> None:
    """Note that no job so wide and long can begin before an instant."""
    epoch, (rows, columns) = known.room[0].epoch, known.before.shape
    column = step_above(max(length, 1.0)) + 1
    i = step_above(float(width)) + 1
    while i < rows:
        k = column
        while k < columns:
            if known.epoch[i, k] != epoch or known.before[i, k] < instant:
                known.epoch[i, k], known.before[i, k] = epoch, instant
            k += k & -k
        i += i & -i
