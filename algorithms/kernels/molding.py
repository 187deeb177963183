"""Serial list scheduling of jobs that choose their processors as they are placed."""

from algorithms.compiled import kernel
from algorithms.kernels.earliest_fit import Profile, earliest_fit, reserve
from algorithms.kernels.known_fits import learn
from algorithms.workload import Floats, Ints


@kernel
def best_choice(profile: Profile, widths: Ints, times: Floats, low: int, high: int) -> int:
    """Return the choice from `low` until before `high` that ends first at its earliest fit; among
    equals the one of least work, then of fewest processors."""
    best, best_end = -1, 0.0
    for c in range(low, high):
        if best >= 0 and times[c] > best_end:
            continue
        k, i, _, _ = earliest_fit(profile, widths[c], times[c])
        at = profile.time[profile.sequence[k], i]
        if times[c] > 0:
            learn(profile.known, widths[c], times[c], at)
        end = at + times[c]
        less = best >= 0 and widths[c] * times[c] < widths[best] * times[best]
        if best < 0 or end < best_end or (end == best_end and less):
            best, best_end = c, end
    return best


@kernel
def serial(
    order: Ints,
    offsets: Ints,
    widths: Ints,
    times: Floats,
    chosen: Ints,
    start: Floats,
    profile: Profile,
    first: int,
    budget: int,
) -> int:
    """Place up to `budget` jobs of a list from its `first` on; called again, go on.

    Parameters
    ----------
    order
        int64, shape (n_jobs,): the list.
    offsets, widths, times
        What each job can choose from, as in `algorithms.allotment.choices.Choices`; nothing is
        wider than the machine.
    chosen, start
        Index of the choice, int64, and start, float64, seconds, both of shape (n_jobs,); filled in
        place.

    Returns
    -------
    int
        Jobs placed so far.
    """
    last = min(first + budget, len(order))
    for place in range(first, last):
        job = order[place]
        c = best_choice(profile, widths, times, offsets[job], offsets[job + 1])
        span = earliest_fit(profile, widths[c], times[c])
        chosen[job] = c
        start[job] = profile.time[profile.sequence[span[0]], span[1]]
        reserve(profile, span, widths[c], start[job], times[c])
    return last
