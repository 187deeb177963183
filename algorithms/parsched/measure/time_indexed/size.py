"""Size of time-indexed programs, computed before they are built."""

from typing import NamedTuple

import numpy as np

from parsched.measure.time_indexed.discrete import DiscreteInstance


class Size(NamedTuple):
    """Size of a program: `columns`, one for each slot; `rows` of time, one for each unit; `entries`
    of the columns that the solver starts with. All grow with the makespan."""

    columns: int
    rows: int
    entries: int

    @classmethod
    def of(cls, instance: DiscreteInstance, horizon: int) -> "Size":
        """Count, in O(n_choices), what a makespan of `horizon` units takes."""
        times = instance.times[instance.admitted(horizon)]
        # Each choice end to end, and once at the end; a column has its job and its units.
        tiles = (horizon - times) // np.maximum(times, 1) + 2
        return cls(instance.columns(horizon), horizon, int((tiles * (times + 1)).sum()))

    def within(self, limits: "Size") -> bool:
        """Tell whether no number exceeds its limit."""
        return all(value <= limit for value, limit in zip(self, limits, strict=True))


def longest(instance: DiscreteInstance, most: int, limits: Size) -> int:
    """Return the longest horizon, up to `most` units, whose program is within the limits; if the
    horizon of the trivial bound is beyond them, one unit less than that bound."""
    fits, too_long = instance.trivial_bound - 1, most + 1
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if Size.of(instance, middle).within(limits):
            fits = middle
        else:
            too_long = middle
    return fits
