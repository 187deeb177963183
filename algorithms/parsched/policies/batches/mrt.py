"""The 3/2-approximation of Mounié, Rapine and Trystram."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from parsched.base.digits import counted
from parsched.declare.parameters import Params, choice
from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import accepted_allotment, approximate, middle
from parsched.model.concerns import ON_TICKS
from parsched.model.placing.earliest_fit import start_at_earliest_fit
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Ints
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.batches.three_shelves import (
    FIRST,
    NOWHERE,
    SECOND,
    SMALL,
    ShelfSchedule,
    build,
)
from parsched.policies.lists.placement import start_what_fits
from parsched.policies.registry import Display, Supports, register

Shelf = NDArray[np.int8]

PRECISION = 1e-3
"""Relative distance to which the least guess that can be built is searched for."""


@dataclass(frozen=True, kw_only=True)
class MrtParams(Params):
    """What one can choose about MRT."""

    compaction: str = choice(
        "shelves",
        ("shelves", "conservative"),
        "shelves: the schedule of the proof; "
        "conservative: then each job at its earliest fit, by its start on the shelves.",
    )


@register(
    "mrt",
    title="MRT",
    version=2,
    changes={2: ON_TICKS},
    params=MrtParams,
    supports=Supports(moldable=True),
    cites=("mounie2007", "mounie1999", "dutot2004"),
    display=Display(order=12, color=6, marker=6),
)
def mrt(instance: Instance, params: MrtParams, stop: Stop) -> Schedule:
    """Allot processors by the dual approximation and build three shelves, at most 3/2 λ long.

    For a guess λ of the makespan each job stands on one of two shelves that all its jobs begin
    together: on shelf 1, λ high, it takes γ(λ) processors, the fewest on which it needs at most λ;
    on shelf 2, λ/2 high, γ(λ/2). Small jobs, of at most λ/2 on one processor, wait. A 0/1 knapsack
    finds the jobs of shelf 1, at most m processors wide, for which the work is least. If that is
    more than m·λ, or a job takes longer than λ, no schedule ends by λ: the guess is rejected, which
    is the certificate of the bound `dual`. Bisection finds a guess that is accepted within 0.1 % of
    one that is rejected.

    Shelf 2 may be wider than the machine. It shrinks by these rules, as long as one applies:

    - a job of shelf 1 that takes at most 3/4 λ on several processors moves to its next narrower
      choice, beside the shelves, if that takes at most 3/2 λ;
    - two jobs of shelf 1 that take at most 3/4 λ on one processor each follow one another on one
      processor beside the shelves; a last such job follows another job of shelf 1 if both take at
      most 3/2 λ;
    - a job of shelf 2 moves to the processors that shelf 1 leaves idle, if it fits them in 3/2 λ:
      to shelf 1 if it takes at most λ there, else beside the shelves.

    Shelf 1 begins at 0, shelf 2 ends at 3/2 λ, and the small jobs go in between, longest first, on
    one processor after the other. `compaction=conservative` then lets each job, by its start, begin
    at its earliest fit; no job starts later than on the shelves.

    Guarantee
    ---------
    Jobs are monotone if they run on one processor, and on each further one get no slower and do no
    less work. For monotone jobs with a time for each number of processors the construction always
    succeeds (Mounié, Rapine and Trystram 2007): the makespan is at most 3/2 λ, and as λ is within
    0.1 % of a lower bound on the optimum, at most 1.5015 times the optimum, as long as the
    knapsacks are solved. They are unless dozens of jobs compete for millions of processors: an open
    guess is given up after work worth a table of 50 million cells, and then only 3/2 λ is claimed.
    Sums of work are compared with a tolerance of 1e-9.

    Other jobs have no next narrower choice that is little slower (profiles that know few numbers of
    processors), or none at all (rigid jobs), and λ may be far from the optimum. Then the rules may
    end with shelf 2 too wide, or a small job without room. In that case the jobs are listed, shelf
    1, shelf 2, small ones, and start when they fit, which takes at most (2 − 1/m) λ; larger guesses
    are tried, by bisection, as long as 3/2 of them is less than that list takes; and the shorter
    schedule is returned. Nothing better than (2 − 1/m) λ is claimed there.

    Against the printed text
    ------------------------
    The paper on DEMT names the algorithm and refers to a handbook for it. Ours differs from the
    publications in small things. The linear relaxation of the knapsack and a greedy filling decide
    most guesses; dynamic programming, over the few jobs that they leave open, only the others. Work
    is counted as the least over all choices that are fast enough, so that a rejected guess is a
    certificate for any profile. Jobs that take no time start at 0.

    Complexity: O(n log n log c) for each of about 12 guesses with n jobs of c choices, O(m) more
    for each job that a knapsack leaves open, and O(n log n) for the shelves.
    """
    workload, platform = instance.jobs, instance.platform
    stop.report(0.0, "choosing processors")
    choices = Choices.of(workload, platform.processors)
    chosen, start = _Construction(choices, platform.processors, stop, workload.second).run()
    width, time = choices.taken(chosen)
    schedule = Schedule.of(workload, start, width=width)
    if params.compaction == "shelves":
        return schedule

    def tell(done: int) -> None:
        stop.report(0.9, f"{done:,} of {counted(len(order), 'job')} moved forward", best=schedule)

    lasting = np.flatnonzero(time > 0)
    order = lasting[np.argsort(start[lasting], kind="stable")]
    start = start_at_earliest_fit(order, width, time, platform.processors, tell)
    return Schedule.of(workload, start, width=width)


class _Construction:
    """Looks for a guess that three shelves can be built for."""

    def __init__(self, choices: Choices, processors: int, stop: Stop, second: float) -> None:
        self._choices, self._processors, self._stop = choices, processors, stop
        self._second = second
        self._fastest = choices.offsets[1:] - 1
        self._instant = choices.times[self._fastest] == 0

    def run(self) -> ShelfSchedule:
        """Build the shelves of the guess that is accepted, or else of the least larger one for
        which that works; return a list of the jobs where it is as short."""
        approximation = approximate(self._choices, self._processors, PRECISION, self._allotting)
        allotment = self._lasting(approximation.chosen, approximation.shelf)
        placed = build(self._choices, self._processors, approximation.accepted, *allotment)
        if placed is not None:
            return placed
        best = self._listed(*allotment)
        end = best.start + self._choices.times[best.chosen]
        low, high = approximation.accepted, float(end.max()) / 1.5
        placed = self._try(high) if high > low * (1 + PRECISION) else None
        if placed is None:
            return best
        best = placed
        while guess := middle(low, high, PRECISION):
            placed = self._try(guess)
            if placed is None:
                low = guess
            else:
                best, high = placed, guess
        return best

    def _allotting(self) -> None:
        self._stop.report(0.1, "choosing processors")

    def _try(self, guess: float) -> ShelfSchedule | None:
        tick = partial(self._stop.report, 0.5, f"shelves for {guess / self._second:g} s")
        allotment = accepted_allotment(self._choices, self._processors, guess, tick)
        if allotment is None:
            return None
        return build(self._choices, self._processors, guess, *self._lasting(*allotment))

    def _lasting(self, chosen: Ints, shelf: Shelf) -> tuple[Ints, Shelf]:
        """Take the jobs that take no time at their fastest out of the shelves."""
        return (
            np.where(self._instant, self._fastest, chosen),
            np.where(self._instant, np.int8(NOWHERE), shelf),
        )

    def _listed(self, chosen: Ints, shelf: Shelf) -> ShelfSchedule:
        order = np.concatenate([np.flatnonzero(shelf == s) for s in (FIRST, SECOND, SMALL)])
        width, time = self._choices.taken(chosen)

        def tell(done: int) -> None:
            self._stop.report(
                0.2, f"{done:,} of {counted(len(order), 'job')} listed shelf by shelf"
            )

        return ShelfSchedule(chosen, start_what_fits(order, width, time, self._processors, tell))
