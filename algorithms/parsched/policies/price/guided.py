"""Price-guided list scheduling."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from parsched.declare.parameters import Params, choice, integer, seed
from parsched.measure.allotment.choices import Choices
from parsched.measure.allotment.dual import approximate
from parsched.measure.bounds.relaxation import PriceRelaxation
from parsched.model.concerns import EXACT_RATIOS
from parsched.model.problem.instance import Instance
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.model.stop import Stop
from parsched.policies.price.front import EMPHASIS, Front
from parsched.policies.price.lists import ListPlacer
from parsched.policies.price.neighbour_moves import Improvement
from parsched.policies.registry import Display, Supports, register

MOVES_A_STEP = 50
"""Moves of the local search that take about as long as an iteration."""


@dataclass(frozen=True, kw_only=True)
class PriceParams(Params):
    """How long to search, and for what."""

    iterations: int = integer(40, "Prices that are tried.", low=1, high=10_000)
    local_search: int = integer(
        2_000,
        "Moves of the local search at the end: a job goes elsewhere in the list or changes its "
        "width; 0 leaves it out.",
        low=0,
        high=1_000_000,
    )
    prefer: str = choice(
        "balanced",
        tuple(EMPHASIS),
        "Which schedule is best. minsum: the one of least Σ w·C; makespan: of least makespan; "
        "balanced: of least product of both, with Σ w·C to the third power.",
    )
    seed: int = seed()

    def brief(self) -> Self:
        """Search for a moment."""
        return replace(self, iterations=2, local_search=min(self.local_search, 50))


@register(
    "price",
    title="Price-guided list scheduling",
    version=2,
    changes={2: EXACT_RATIOS},
    params=PriceParams,
    supports=Supports(moldable=True),
    cites=("mohring2003", "fisher1981", "dutot2004"),
    judged_by="minsum",
    display=Display(order=7, color=1, marker=1, proposed=4),
)
def price(instance: Instance, params: PriceParams, stop: Stop) -> Schedule:
    """Ask each job when and how wide it would run at given prices, and list the jobs like that.

    Let a processor cost a price μ(t) at each time, high while much weight waits and low later. Then
    every job can choose by itself: w·C for a late end against the price of its processors, so that
    start and width that are best for it say where it belongs among all the others. The prices come
    from the relaxation behind the price bound on Σ w·C (`parsched.measure.bounds.relaxation`): each
    iteration raises them where more processors are wanted than there are, and lowers them where
    some are left. If all jobs could do what they chose, with no processor idle that has a price,
    the schedule would meet the bound and be optimal. They cannot quite, but lists come near.

    Each iteration makes nine lists: in order of start, middle and end of what the jobs chose, each
    placed in three manners. Graham's placement keeps the chosen widths. In the two others the first
    job, or the first six, that wait at an event choose again among the processors that are free
    then: a job starts on fewer than it would like if that costs it less, at these prices, than to
    wait for them. That is worth 1 to 4 % of Σ w·C for jobs that scale badly (`cirne`), where fixed
    widths leave processors idle. The lists of the dual approximation's allotment (`smith`, `saf`,
    longest first, `list-graham`) are tried first.

    Of all these schedules those are kept that no other one beats on both criteria, and `prefer`
    chooses: `minsum` and `makespan` the best in one criterion, the other one deciding between near
    equals, `balanced` the one of least (Σ w·C)³ · makespan. `local_search` then starts from the
    best one for that aim: jobs change places in the order of starts, or widths, as long as it does
    not get worse. A run that is stopped early leaves its best schedule.

    Measured with 150 iterations on the four models of Dutot et al. (2004), 25 to 400 jobs on 200
    processors, ten workloads each: Σ w·C is 1.03 times the price bound in the mean and at most 1.05
    times in the mean of each model and size (DEMT: 1.16 to 1.58 times), and the makespan is shorter
    than DEMT's for each model and size. 40 iterations for 400 jobs take about a third of a second.

    Guarantee: none is proven; the price bound beside each result says how far at most the schedule
    is from the least Σ w·C, and the bound of the dual approximation does so for the makespan.

    Complexity: an iteration takes O(c·g) for c configurations with widths that grow by 15 % and g =
    60 intervals of prices, and O(n·(log n + r + e·log g)) for each list of n jobs, e of these
    configurations a job and r jobs that run at once; a move of the local search O(n log r).
    """
    workload, platform = instance.jobs, instance.platform
    if not len(workload):
        return Schedule.of(workload, np.empty(0), width=np.empty(0, np.int64))
    run = _Run(workload, platform.processors, params, stop)
    run.iterate()
    run.improve()
    return run.front.schedule()


class _Run:
    """One run of the algorithm."""

    def __init__(
        self, workload: Workload, processors: int, params: PriceParams, stop: Stop
    ) -> None:
        self._params, self._stop, self._done = params, stop, 0.0
        self._pause()
        choices = Choices.of(workload, processors)
        self._pause()
        approximation = approximate(choices, processors)
        self._pause()
        self.front = Front(workload, choices, params.prefer)
        if stop.initial:
            self._resume(choices, stop.initial)
        self._shape = choices, processors, workload.weight
        self._relaxation = PriceRelaxation(*self._shape, workload.release, approximation.accepted)
        self._lists = ListPlacer(*self._shape, self.front, self._pause)
        self._lists.allotted(approximation, self._relaxation.prices)

    def _resume(self, choices: Choices, earlier: Schedule) -> None:
        """Offer what an earlier attempt left behind."""
        taken = choices.chosen_by(earlier.width, earlier.duration)
        if taken is not None:
            self.front.offer(earlier.start, taken)

    def iterate(self) -> None:
        """Place the lists of all prices."""
        for done in range(self._params.iterations):
            self._done = done
            self._stop.report(*self._progress(), best=self.front.schedule())
            self._relaxation.step(self._pause)
            self._lists.guided(self._relaxation)

    def improve(self) -> None:
        """Search near the best schedule."""
        if not self._params.local_search:
            return
        chance = np.random.default_rng(self._params.seed)
        self._done = self._params.iterations
        search = Improvement(*self._shape, self.front, chance, self._pause)
        for done in search.chunks(self._params.local_search):
            self._done = self._params.iterations + done / MOVES_A_STEP
            self._stop.report(*self._progress(), best=self.front.schedule())

    def _pause(self) -> None:
        self._stop.report(*self._progress())

    def _progress(self) -> tuple[float, str]:
        steps = self._params.iterations
        whole = steps + self._params.local_search / MOVES_A_STEP
        if self._done < steps:
            return self._done / whole, f"{self._done:,.0f} of {steps:,} prices tried"
        return self._done / whole, "moving jobs in the list"
