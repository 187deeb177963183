"""Instances of a part by number: repetition by repetition, and the values of each in their order.

So whatever is computed first has some of each value, and more repetitions only add numbers.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.studies import Part
from parsched.studies.part import Unit


class InstanceSpan(NamedTuple):
    """Instances from `first` up to, without it, `end`."""

    first: int
    end: int


def count_of(part: Part) -> int:
    """Return the number of instances of a part."""
    return len(part.instances.values) * part.repetitions


def unit_at(part: Part, number: int) -> Unit:
    """Return an instance."""
    repetition, value = divmod(number, len(part.instances.values))
    return Unit(part.key, value, repetition)


def number_of(part: Part, unit: Unit) -> int:
    """Return the number of an instance."""
    return unit.repetition * len(part.instances.values) + unit.value


def places(part: Part, span: InstanceSpan) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return values and repetitions of instances, arrays of one shape."""
    numbers = np.arange(span.first, span.end)
    count = len(part.instances.values)
    return numbers % count, numbers // count


def gaps(count: int, taken: Iterable[InstanceSpan]) -> Iterator[InstanceSpan]:
    """Yield what is free below `count`, in order."""
    at = 0
    for first, end in sorted(taken):
        if first > at:
            yield InstanceSpan(at, min(first, count))
        at = max(at, end)
    if at < count:
        yield InstanceSpan(at, count)
