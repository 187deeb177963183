"""A search that finds a linear program without a solution claims that bound and no more."""

from typing import Any

import pytest

from parsched.measure.time_indexed.relaxation import SplitVerdict, TimeIndexedRelaxation
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Progress, Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.successive_lp import search
from tests.parsched.factories import offline
from tests.parsched.optima import optimum

TWO_IN_TURN = offline((2, 3), (2, 3), (1, 1)), 3, 6
"""Two jobs that cannot share three processors: 6 s, though work / 3 is only 13/3. In 5 s each is
busy in the third second wherever it starts, which is one processor too many."""
HALF_SECONDS = offline((2, 5), (2, 5), (1, 0.5)), 3, 10
"""The same in halves of a second."""


@pytest.fixture
def proved_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the programs that come before the search prove nothing, as when they were too large."""

    def trivial(instance: Any, *_: object, **__: object) -> int:
        bound: int = instance.trivial_bound
        return bound

    monkeypatch.setattr(search, "relaxed_makespan", trivial)


def searched(workload: Workload, processors: int, key: str) -> tuple[float | None, list[str]]:
    """Search; return what was proved, and the messages."""
    heard: list[Progress] = []
    stop, declared = Stop(listener=heard.append, interval=0), algorithm(key)
    declared.schedule(Instance(workload, Platform.of(processors)), declared.params(), stop)
    return stop.bound, [progress.message for progress in heard]


@pytest.mark.usefixtures("proved_in_vain")
@pytest.mark.parametrize("key", ["slp-hybrid", "slp-pure"])
@pytest.mark.parametrize("case", [TWO_IN_TURN, HALF_SECONDS])
def test_the_bound_that_a_program_without_solution_proves_is_the_next_unit(
    key: str, case: tuple[Workload, int, int]
) -> None:
    workload, processors, best = case
    assert optimum(workload, processors, weighted=False) == best
    proved, messages = searched(workload, processors, key)
    assert "proved impossible" in messages
    assert proved == best


@pytest.mark.usefixtures("proved_in_vain")
@pytest.mark.parametrize("key", ["slp-hybrid", "slp-pure"])
def test_a_program_that_the_solver_cannot_decide_proves_nothing(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        TimeIndexedRelaxation, "limit", lambda self, makespan: SplitVerdict.UNDECIDED
    )
    workload, processors, best = TWO_IN_TURN
    proved, messages = searched(workload, processors, key)
    assert "proved impossible" not in messages
    assert proved == 5 < best
