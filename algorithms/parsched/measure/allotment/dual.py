"""The dual approximation of Mounié, Rapine and Trystram: an allotment and a lower bound.

For a guess λ of the makespan, say that a job runs on shelf 1 if it takes more than λ/2, else on
shelf 2. In a schedule that ends by λ

- every job takes at most λ;
- the jobs of shelf 1 all run at λ/2, so their processors are at most m together;
- the work of all jobs is at most m·λ.

Let γ_i(x) be the fewest processors on which job i takes at most x, and W_i(x) its least work in at
most x. A job of shelf 1 uses at least γ_i(λ) processors and does at least W_i(λ), one of shelf 2 at
least W_i(λ/2). So the least Σ W over all ways to place jobs with Σ γ_i(λ) ≤ m on shelf 1, a 0/1
knapsack, is at most m·λ. If it is more, or if a job takes longer than λ or the jobs that cannot
take λ/2 need more than m processors, then **no schedule ends by λ**. Nothing is assumed about the
profiles.

A guess is accepted with an allotment that meets the three conditions. For jobs that run on one
processor, slow down on none and do no less work on more (monotone jobs), every guess is either
accepted or rejected, as long as the knapsack is solved.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel
from parsched.measure.allotment.choices import Choices, narrowest
from parsched.measure.allotment.knapsack import Knapsack, nothing
from parsched.model.problem.rounding import rounded_down
from parsched.model.problem.workload import Floats, Ints

ROUNDING = 1e-9
"""Relative error of sums of work that neither accepts nor rejects wrongly."""
CELLS = 50_000_000
"""Most work on one knapsack, in cells of a table; beyond, a guess that its linear relaxation leaves
open counts as neither accepted nor rejected."""


class DualApproximation(NamedTuple):
    """What the search for the makespan found.

    Attributes
    ----------
    accepted
        Smallest guess tried that was accepted, seconds.
    rejected
        Largest value that the optimum is proved to reach, seconds: a certified lower bound.
    chosen
        int64, shape (n_jobs,): the allotment at `accepted`, as indices into `Choices`.
    shelf
        int8, shape (n_jobs,): 1 and 2 for the shelves, 0 for jobs that take at most half of
        `accepted` on one processor.
    """

    accepted: float
    rejected: float
    chosen: Ints
    shelf: NDArray[np.int8]


def approximate(
    choices: Choices,
    processors: int,
    precision: float = 1e-3,
    tick: Callable[[], None] = nothing,
) -> DualApproximation:
    """Search by bisection for the least guess that is accepted.

    Parameters
    ----------
    precision
        The search ends when the largest guess that was not accepted is within this relative
        distance of the smallest one that was. `rejected` is as near, unless profiles are not
        monotone or a knapsack was too large.
    tick
        Called between chunks of work.

    Raises
    ------
    ValueError
        When a job fits no machine of that many processors.

    Complexity: O((n log c + n log n) log(1/precision)) for n jobs of c choices, and O(m) for each
    job of the core of a knapsack that its linear relaxation does not decide.
    """
    if not choices.jobs:
        return DualApproximation(0.0, 0.0, np.empty(0, np.int64), np.empty(0, np.int8))
    if np.any(np.diff(choices.offsets) == 0):
        raise ValueError(f"a job needs more than {processors} processors")
    work = choices.works[choices.offsets[:-1]]
    area = rounded_down(float(work.sum()), work) / processors
    lower = max(area, float(choices.times[choices.offsets[1:] - 1].max()))
    return _Bisection(choices, processors, lower, tick).run(precision)


def accepted_allotment(
    choices: Choices, processors: int, guess: float, tick: Callable[[], None] = nothing
) -> tuple[Ints, NDArray[np.int8]] | None:
    """Return an allotment and its shelves, as in `DualApproximation`, for a guess that is
    accepted; else None."""
    search = _Bisection(choices, processors, guess, tick)
    search.test(guess)
    return None if search.accepted > guess else search.best


def middle(low: float, high: float, precision: float) -> float | None:
    """Return the next guess of a bisection, the geometric mean; None when its ends are within that
    relative distance, or nothing is between them."""
    guess = float(np.sqrt(low) * np.sqrt(high))
    return guess if high > low * (1 + precision) and low < guess < high else None


class _Bisection:
    """State of the bisection, and room for one test."""

    def __init__(
        self, choices: Choices, processors: int, lower: float, tick: Callable[[], None]
    ) -> None:
        jobs = choices.jobs
        self._choices, self._processors, self._tick = choices, processors, tick
        self._first, self._second, self._item, self._weight = np.empty((4, jobs), np.int64)
        self._profit = np.empty(jobs)
        self._chosen, self._shelf = np.empty(jobs, np.int64), np.empty(jobs, np.int8)
        self.rejected = self.refused = lower
        self.doubtful = self.accepted = np.inf
        self.best: tuple[Ints, NDArray[np.int8]]

    def run(self, precision: float) -> DualApproximation:
        """Bisect, first for what is accepted, then for what is rejected."""
        self.test(self.rejected)
        double = self.rejected
        while self.accepted == np.inf:
            double *= 2
            self.test(double)
        while guess := middle(self.refused, self.accepted, precision):
            self.test(guess)
        while guess := middle(self.rejected, min(self.doubtful, self.accepted), precision):
            self.test(guess)
        return DualApproximation(self.accepted, self.rejected, *self.best)

    def test(self, guess: float) -> None:
        """Accept or reject a guess, or neither; what is known by monotony is kept."""
        self._tick()
        verdict = self._verdict(guess)
        if verdict > 0:
            if guess < self.accepted:
                self.accepted, self.best = guess, (self._chosen.copy(), self._shelf.copy())
            return
        if guess < self.accepted:
            self.refused = max(self.refused, guess)
        if verdict < 0:
            self.rejected = max(self.rejected, guess)
        else:
            self.doubtful = min(self.doubtful, guess)

    def _verdict(self, guess: float) -> int:
        """Return 1 for accepted, -1 for rejected, 0 for neither."""
        offsets, widths, times, works, _ = self._choices
        arrays = (self._first, self._second, self._item, self._weight, self._profit)
        items, forced, work = offer(offsets, widths, times, works, guess, *arrays)
        room = self._processors - forced
        if items < 0 or room < 0:
            return -1
        most = self._processors * guess * (1 + ROUNDING)
        item, weight, profit = self._item[:items], self._weight[:items], self._profit[:items]
        fits = weight <= room
        if not fits.all():
            item, weight, profit = item[fits], weight[fits], profit[fits]
        knapsack = Knapsack(weight, profit, room)
        if work - knapsack.bound > most:
            return -1
        if self._allot(item[knapsack.taken]) <= most:
            return 1
        if work - knapsack.value <= most or not knapsack.solve(CELLS, self._tick):
            return 0
        if work - knapsack.value > most:
            return -1
        return 1 if self._allot(item[knapsack.taken]) <= most else 0

    def _allot(self, selected: Ints) -> float:
        on_first = np.zeros(self._choices.jobs, np.bool_)
        on_first[selected] = True
        return allot(
            self._choices.widths,
            self._choices.times,
            self._first,
            self._second,
            on_first,
            self._chosen,
            self._shelf,
        )


@kernel
def offer(
    offsets: Ints,
    widths: Ints,
    times: Floats,
    works: Floats,
    limit: float,
    first: Ints,
    second: Ints,
    item: Ints,
    weight: Ints,
    profit: Floats,
) -> tuple[int, int, float]:
    """Find for each job its narrowest choices in at most `limit` and in at most half of that.

    Parameters
    ----------
    offsets, widths, times, works
        As in `Choices`.
    first, second
        int64, shape (n_jobs,), filled in place: the choices, -1 where there is none.
    item, weight, profit
        int64, int64 and float64 (processor-seconds), shape (n_jobs,), filled in place: jobs that
        may stand on either shelf, their processors on the first, and the work that saves.

    Returns
    -------
    items, forced, work
        Number of items (-1 when a job takes longer than the limit on any number of processors),
        processors of the jobs that can only stand on the first shelf, and the least work when all
        others stand on the second.
    """
    items, forced, work = 0, 0, 0.0
    for job in range(len(offsets) - 1):
        one = narrowest(offsets, times, job, limit)
        if one < 0:
            return -1, forced, work
        # The narrowest within λ is the narrowest within λ/2, too, if it is fast enough.
        two = one if times[one] <= limit / 2 else narrowest(offsets, times, job, limit / 2)
        first[job], second[job] = one, two
        if two < 0:
            forced += widths[one]
            work += works[one]
            continue
        work += works[two]
        # Profit of shelf 1: W(λ/2) − W(λ). Without profit shelf 2 costs no work and takes no room.
        if works[two] > works[one]:
            item[items], weight[items] = job, widths[one]
            profit[items] = works[two] - works[one]
            items += 1
    return items, forced, work


@kernel
def allot(
    widths: Ints,
    times: Floats,
    first: Ints,
    second: Ints,
    on_first: NDArray[np.bool_],
    chosen: Ints,
    shelf: NDArray[np.int8],
) -> float:
    """Give each job the choice of its shelf; return the work of all jobs, processor-seconds.

    Parameters
    ----------
    on_first
        bool, shape (n_jobs,): the jobs that were selected for the first shelf; jobs without a
        second choice stand there anyway.
    chosen, shelf
        int64 and int8, shape (n_jobs,), filled in place; shelf 0 for jobs that need only one
        processor on the second.
    """
    work = 0.0
    for job in range(len(first)):
        large = on_first[job] or second[job] < 0
        c = first[job] if large else second[job]
        chosen[job] = c
        # A sequential job of at most λ/2 stands on no shelf: it fills gaps at the end.
        shelf[job] = 1 if large else (0 if widths[c] == 1 else 2)
        work += widths[c] * times[c]
    return work
