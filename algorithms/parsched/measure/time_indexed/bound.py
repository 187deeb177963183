"""The least makespan that the relaxation does not rule out."""

import math
from collections.abc import Callable

from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.relaxation import SplitVerdict, TimeIndexedRelaxation
from parsched.measure.time_indexed.size import Size, longest
from parsched.measure.time_indexed.slots import Slots


def relaxed_makespan(
    instance: DiscreteInstance,
    reached: int,
    beat: Callable[[], None],
    limits: Size,
    *,
    proved: int = 0,
    effort: float = math.inf,
) -> int:
    """Return a makespan, in units, that the optimum is proved not to be below.

    Tried first is the best bound so far, which usually is what comes out, then bisection between it
    and what a schedule is known to reach, or the first makespan whose program is too large.

    Parameters
    ----------
    reached
        Makespan of a schedule, units.
    beat, effort
        As for `TimeIndexedRelaxation`; what is not proved within the effort is not claimed.
    limits
        Largest program that is built; nothing is asked about makespans that take a larger one.
    proved
        Lower bound proved before, units; it may be below the trivial one.
    """
    low = max(instance.trivial_bound, proved)
    if low >= reached:
        return low
    horizon = longest(instance, reached - 1, limits)
    if low > horizon:
        return low
    relaxation = TimeIndexedRelaxation(Slots.of(instance, horizon), beat, effort)
    guess, reached = low, horizon + 1
    while low < reached:
        if relaxation.limit(guess) is SplitVerdict.PROVED_IMPOSSIBLE:
            low = guess + 1
        else:
            reached = guess
        guess = (low + reached) // 2
    return low
