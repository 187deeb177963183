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
        self._tried = 0
        self._least = (np.inf, np.inf)

    def run(self, batches: list[Batch]) -> Schedule:
        """Try the batches as selected, then with neighbours exchanged in the best sequence."""
        sequence = batches
        best = self._try(batches)
        assert best is not None
        chance = np.random.default_rng(self._params.seed)
        for _ in range(self._params.shuffles if len(batches) > 1 else 0):
            at = int(chance.integers(len(batches) - 1))
            other = [*sequence[:at], sequence[at + 1], sequence[at], *sequence[at + 2 :]]
            if better := self._try(other):
                best, sequence = better, other
        return best

    def _try(self, sequence: list[Batch]) -> Schedule | None:
        """Return the schedule if it is the best so far."""
        start = self._compaction.place(self._params.compaction, sequence, self._report)
        self._tried += 1
        cost = self._compaction.cost(start)
        if cost >= self._least:
            return None
        self._least = cost
        best = Schedule.of(self._workload, start, width=self._width)
        self._stop.report(self._fraction, best=best)
        return best

    @property
    def _fraction(self) -> float:
        return SELECTED + (1 - SELECTED) * self._tried / (self._params.shuffles + 1)

    def _report(self) -> None:
        orders = self._params.shuffles + 1
        self._stop.report(self._fraction, f"{self._tried} of {orders} orders of the batches tried")
