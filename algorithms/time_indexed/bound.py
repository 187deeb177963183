"""The least makespan that the relaxation does not rule out."""

from collections.abc import Callable

from algorithms.time_indexed.instance import Instance
from algorithms.time_indexed.relaxation import Relaxation, Verdict
from algorithms.time_indexed.slots import Slots


def relaxed_makespan(instance: Instance, reached: int, beat: Callable[[], None]) -> int:
    """Return a makespan, in units, that the optimum is proved not to be below.

    Tried first is the trivial bound, which usually is what comes out, then bisection between it and
    what a schedule is known to reach.

    Parameters
    ----------
    reached
        Makespan of a schedule, units.
    beat
        As for `Relaxation`.
    """
    low = instance.trivial_bound
    if low >= reached:
        return low
    relaxation = Relaxation(Slots.of(instance, reached - 1), beat)
    guess = low
    while low < reached:
        if relaxation.limit(guess) is Verdict.PROVED_IMPOSSIBLE:
            low = guess + 1
        else:
            reached = guess
        guess = (low + reached) // 2
    return low
