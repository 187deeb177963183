"""Price-guided lists."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from parsched.base.errors import Cancelled
from parsched.data.generators import generate
from parsched.measure.bounds.interval_lp import paper_lp
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Progress, Stop
from parsched.policies.price.front import EMPHASIS
from parsched.run.result import Result, Status
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import amdahl, moldable, offline
from tests.parsched.optima import optimum
from tests.parsched.profiles import monotone
from tests.parsched.strategies import rough_cases

HUNDRED = generate("mixed", jobs=100, processors=200, params={"seed": 4})


def run(workload: Workload, processors: int, **params: Any) -> Result:
    return solve(Instance(workload, Platform.of(processors)), "price", params)


def total(result: Result) -> float:
    return result.metrics["sum_weighted_completion"]


def test_tiny_workloads_are_solved_almost_to_the_optimum() -> None:
    """Measured over these 60 workloads: 1.003 in the mean."""
    chance = np.random.default_rng(7)
    ratios = []
    for _ in range(60):
        times = monotone(chance, int(chance.integers(2, 4)), 3)
        jobs = moldable(*times, weight=chance.integers(1, 10, len(times)).tolist())
        found = total(run(jobs, 3, prefer="minsum"))
        ratios.append(found / optimum(jobs, 3, weighted=True))
    assert min(ratios) >= 1 - 1e-9
    assert np.mean(ratios) <= 1.02


def test_each_preference_is_best_at_what_it_prefers() -> None:
    minsum, balanced, makespan = (
        run(HUNDRED, 200, prefer=prefer) for prefer in ("minsum", "balanced", "makespan")
    )
    assert total(minsum) < total(balanced) < total(makespan)
    spans = [r.metrics["makespan"] for r in (minsum, balanced, makespan)]
    assert spans[2] < spans[1] < spans[0]


def test_more_iterations_and_moves_find_no_worse_schedules() -> None:
    few, more = (total(run(HUNDRED, 200, iterations=i, prefer="minsum")) for i in (1, 30))
    without, moved = (
        total(run(HUNDRED, 200, iterations=5, local_search=moves, prefer="minsum"))
        for moves in (0, 3_000)
    )
    assert more < few
    assert moved < without


def test_no_list_of_the_dual_approximation_beats_it_on_both_criteria() -> None:
    for prefer in ("minsum", "balanced", "makespan"):
        found = run(HUNDRED, 200, iterations=1, local_search=0, prefer=prefer)
        for key in ("smith", "saf", "list-graham"):
            other = solve(Instance(HUNDRED, Platform.of(200)), key)
            assert (
                total(found) <= total(other)
                or found.metrics["makespan"] <= other.metrics["makespan"]
            )


def test_only_the_local_search_needs_the_seed() -> None:
    def starts(seed: int, moves: int) -> list[float]:
        found = run(HUNDRED, 200, iterations=3, local_search=moves, seed=seed)
        return [float(s) for s in found.schedule.start]

    assert starts(1, 0) == starts(2, 0)
    assert starts(1, 2_000) != starts(2, 2_000)


@pytest.mark.parametrize(("moves", "searched"), [(0, False), (1, True)])
def test_without_moves_no_search_begins(moves: int, searched: bool) -> None:
    """A search begins with a pause at each schedule that it could start from."""
    messages = set()
    stop = Stop(listener=lambda progress: messages.add(progress.message), interval=0)
    params = {"iterations": 1, "local_search": moves}
    solve(Instance(HUNDRED, Platform.of(200)), "price", params, stop=stop)
    assert ("moving jobs in the list" in messages) is searched


HEAVY, LIGHT = 1e100, 1e-100


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("weight", [(HEAVY,) * 3, (LIGHT,) * 3, (HEAVY, LIGHT, HEAVY)])
@pytest.mark.parametrize(
    "unit", [(1e-170,) * 3, (5e-324,) * 3, (1e15,) * 3, (1e-170, 5e-324, 1e15)]
)
def test_weights_and_times_of_any_size(unit: tuple[float, ...], weight: tuple[float, ...]) -> None:
    """Products of them lie between 0, where they are too small, and 1e115."""
    times = np.array([[7, 4, 3], [3, 2, 2], [6, 3, 2]]) * np.array(unit)[:, None]
    jobs = moldable(*times.tolist(), weight=list(weight))
    assert np.isfinite(paper_lp(jobs, Platform.of(3)))
    for prefer in EMPHASIS:
        found = run(jobs, 3, prefer=prefer, iterations=5, local_search=50)
        assert found.status is Status.FINISHED
        assert {"price", "interval_lp"} <= set(found.bounds["minsum"])
        assert all(
            bound <= total(found)
            for key, bound in found.bounds["minsum"].items()
            if key != "paper_lp"
        )


def test_rigid_jobs_keep_their_width() -> None:
    found = run(offline((2, 3), (1, 4), (3, 2)), 3)
    assert found.schedule.width.tolist() == [2, 1, 3]
    assert total(found) == optimum(offline((2, 3), (1, 4), (3, 2)), 3, weighted=True)


@settings(max_examples=amount(60))
@given(rough_cases(jobs=9))
def test_careless_measurements_give_feasible_schedules(case: tuple[Workload, int]) -> None:
    workload, m = case
    found = run(workload, m, iterations=6, local_search=50)
    assert found.status is Status.FINISHED
    assert all(ratio.value >= 1 - 1e-9 for ratio in found.ratios.values())


def interrupted(when: Callable[[Progress], bool]) -> Result:
    def listen(progress: Progress) -> None:
        if when(progress):
            raise Cancelled("cancelled")

    stop = Stop(listener=listen, interval=0)
    params = {"prefer": "minsum"}
    return solve(Instance(HUNDRED, Platform.of(200)), "price", params, stop=stop)


def test_a_run_that_is_stopped_early_leaves_its_best_schedule() -> None:
    early, late = (
        interrupted(lambda progress, share=share: progress.fraction >= share)  # type: ignore[misc]
        for share in (0.02, 0.5)
    )
    assert early.status is late.status is Status.STOPPED_EARLY
    assert total(early) > total(late) > total(run(HUNDRED, 200, prefer="minsum"))


@pytest.mark.parametrize("jobs", [1, 2])
def test_few_jobs_take_the_whole_machine(jobs: int) -> None:
    """One has it alone, two share it so that neither order on all processors is better."""
    workload = amdahl(jobs, 8)
    found = run(workload, 8, prefer="minsum")
    assert total(found) <= optimum(workload, 8, weighted=True) * (1.02 if jobs > 1 else 1 + 1e-12)
