"""DEMT: batches of doubling length for makespan and Σ w·C together."""

from dataclasses import dataclass

import numpy as np

from algorithms.allotment.choices import Choices
from algorithms.allotment.dual import approximate
from algorithms.batches.compaction import Compaction
from algorithms.batches.selection import Batch, batches_of
from algorithms.params import Params, choice, integer, seed
from algorithms.platform import Platform
from algorithms.registry import Supports, register
from algorithms.schedule import Schedule
from algorithms.stop import Stop
from algorithms.workload import Ints, Workload

COMPACTIONS = {
    "shelves": ("shelves",),
    "list": ("list",),
    "conservative": ("conservative",),
    "best": ("list", "conservative", "relisted"),
}
"""Which compactions are tried."""
SELECTED = 0.3
"""Share of the progress that is the selection of the batches."""


@dataclass(frozen=True, kw_only=True)
class DemtParams(Params):
    """What one can choose about DEMT."""

    compaction: str = choice(
        "best",
        ("best", "shelves", "list", "conservative"),
        "shelves: each batch keeps its interval; list: start what fits, in order of the batches; "
        "conservative: each job at its earliest fit, by its start on the shelf; best: the best of "
        "list, conservative, and list in the order of conservative.",
    )
    selection: str = choice(
        "knapsack",
        ("knapsack", "greedy"),
        "knapsack: as much weight in each batch as possible; "
        "greedy: jobs enter by decreasing weight per processor.",
    )
    shuffles: int = integer(
        10,
        "How often two neighbouring batches change places to see whether that is better.",
        low=0,
        high=10_000,
    )
    seed: int = seed()


@register(
    "demt",
    title="DEMT",
    version=1,
    params=DemtParams,
    supports=Supports(moldable=True),
    cites=("dutot2004", "mounie2007"),
)
def demt(workload: Workload, platform: Platform, params: DemtParams, stop: Stop) -> Schedule:
    """Fill batches of doubling length with as much weight as fits, then let the jobs move forward.

    Complexity: O(n log n log c) for the batches.
    """
    stop.report(0.0, "choosing processors")
    choices = Choices.of(workload, platform.processors)
    accepted = approximate(choices, platform.processors).accepted
    batches = batches_of(
        choices,
        workload.weight,
        platform.processors,
        accepted,
        params.selection == "knapsack",
        lambda share: stop.report(SELECTED * share, f"{share:.0%} of the jobs are in batches"),
    )
    width, time = choices.taken(batches.chosen)
    compaction = Compaction(
        time, width, workload.weight, batches.below, platform.processors, 2 * accepted
    )
    return _Search(workload, width, compaction, params, stop).run(batches.batches)


class _Search:
    """Compaction of the batches in several sequences; keeps the best schedule."""

    def __init__(
        self,
        workload: Workload,
        width: Ints,
        compaction: Compaction,
        params: DemtParams,
        stop: Stop,
    ) -> None:
        self._workload, self._width, self._compaction = workload, width, compaction
        self._params, self._stop = params, stop
        self._shuffled = 0
        self._least = (np.inf, np.inf)

    def run(self, batches: list[Batch]) -> Schedule:
        """Compact the batches as selected, then with neighbours exchanged in the best sequence."""
        sequence = batches
        for compaction in COMPACTIONS[self._params.compaction]:
            self._try(compaction, batches)
        chance = np.random.default_rng(self._params.seed)
        for shuffle in range(self._params.shuffles if len(batches) > 1 else 0):
            self._shuffled = shuffle
            at = int(chance.integers(len(batches) - 1))
            other = [*sequence[:at], sequence[at + 1], sequence[at], *sequence[at + 2 :]]
            if self._try(self._compaction_of_best, other):
                sequence = other
        return self._best

    def _try(self, compaction: str, sequence: list[Batch]) -> bool:
        """Return whether this is the best schedule so far."""
        start = self._compaction.compact(compaction, sequence, self._report)
        cost = self._compaction.cost(start)
        if cost >= self._least:
            return False
        self._least, self._compaction_of_best = cost, compaction
        self._best = Schedule.of(self._workload, start, width=self._width)
        self._stop.report(self._fraction, best=self._best)
        return True

    @property
    def _fraction(self) -> float:
        return SELECTED + (1 - SELECTED) * self._shuffled / max(self._params.shuffles, 1)

    def _report(self) -> None:
        message = f"{self._shuffled} of {self._params.shuffles} shuffles"
        self._stop.report(self._fraction, message)
