"""The least makespan that the relaxation does not rule out."""

import math
from collections.abc import Callable

from algorithms.time_indexed.instance import Instance
from algorithms.time_indexed.relaxation import Relaxation, Verdict
from algorithms.time_indexed.slots import Slots


def relaxed_makespan(
    instance: Instance,
    reached: int,
    beat: Callable[[], None],
    *,
    known: int = 0,
    effort: float = math.inf,
) -> int:
    """Return a makespan, in units, that the optimum is proved not to be below.

    Tried first is the best bound so far, which usually is what comes out, then bisection between it
    and what a schedule is known to reach.

    Parameters
    ----------
    reached
        Makespan of a schedule, units.
    beat, effort
        As for `Relaxation`; what is not proved within the effort is not claimed.
    known
        What is proved already, units; the trivial bound need not be told.
    """
    low = max(instance.trivial_bound, known)
    if low >= reached:
        return low
    relaxation = Relaxation(Slots.of(instance, reached - 1), beat, effort)
    guess = low
    while low < reached:
        if relaxation.limit(guess) is Verdict.PROVED_IMPOSSIBLE:
            low = guess + 1
        else:
            reached = guess
        guess = (low + reached) // 2
    return low
