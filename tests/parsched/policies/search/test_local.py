"""Local search is never worse than the best list, and stops where it cannot be better."""

import numpy as np
import pytest
from hypothesis import given, settings

from parsched.base.errors import Cancelled
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.model.stop import Progress, Stop
from parsched.policies.search.list_walk import ListWalk
from parsched.policies.search.local import LocalSearchParams, local_search
from parsched.policies.search.problem import Problem
from parsched.run.result import Status
from parsched.run.solve import solve
from tests.amount import amount
from tests.parsched.factories import offline
from tests.parsched.optima import optimum
from tests.parsched.policies.search.loads import PROCESSORS, cut, hard, three
from tests.parsched.strategies import moldable_cases, rigid_cases, rough_cases

BRIEF = LocalSearchParams(effort=1)
LONG = LocalSearchParams(effort=1_000_000)


@settings(max_examples=amount(25))
@given(moldable_cases(jobs=4) | rigid_cases(jobs=5))
def test_it_finds_the_optimum_of_a_few_jobs(case: tuple[Workload, int]) -> None:
    """It need not, but with a million placements of five jobs it does."""
    workload, m = case
    schedule = local_search(Instance(workload, Platform.of(m)), BRIEF, Stop())
    schedule.check(workload, Platform.of(m))
    best = optimum(workload, m, weighted=False) if len(workload) else 0.0
    assert schedule.end.max(initial=0.0) == best


@settings(max_examples=amount(25))
@given(rough_cases())
def test_it_is_never_worse_than_the_best_list(case: tuple[Workload, int]) -> None:
    workload, m = case
    problem = Problem.of(workload, Platform.of(m))
    best_list = min(found.makespan for found in problem.starts(Stop()))
    schedule = local_search(Instance(workload, Platform.of(m)), BRIEF, Stop())
    schedule.check(workload, Platform.of(m))
    assert problem.bound * (1 - 1e-9) <= schedule.end.max() <= best_list


def test_it_changes_choices_where_that_beats_the_lists() -> None:
    workload, machine = cut(), Platform.of(PROCESSORS)
    problem = Problem.of(workload, machine)
    result = solve(Instance(workload, machine), "local-search", BRIEF)
    assert result.metrics["makespan"] < min(f.makespan for f in problem.starts(Stop()))
    listed = [problem.choices.widths[chosen].tolist() for chosen in problem.allotments()]
    assert result.schedule.width.tolist() not in listed


def test_it_stops_at_the_bound() -> None:
    workload = offline((1, 3), (1, 3), (1, 2), (1, 2), (1, 2))
    result = solve(Instance(workload, Platform.of(2)), "local-search", LONG)
    assert result.status is Status.FINISHED
    assert result.metrics["makespan"] == 6
    assert result.certificates["makespan"].gap == 0


def test_it_stops_at_once_at_any_bound_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def search_on(*_: object) -> int:
        raise AssertionError("there is nothing to search for")

    monkeypatch.setattr(ListWalk, "_round", search_on)
    result = solve(Instance(three(), Platform.of(5)), "local-search", LONG)
    assert result.bounds["makespan"]["dual"] < 5.01
    assert result.metrics["makespan"] == result.bounds["makespan"]["lp_infeasibility"] == 6
    with pytest.raises(AssertionError):
        local_search(Instance(three(), Platform.of(5)), LONG, Stop())


def test_the_effort_is_what_is_placed() -> None:
    """A search that never meets the bound makes as many moves as the effort allows."""

    class Counted(ListWalk):
        moves = 0

        def _round(self, index: int, moves: int, fraction: float) -> int:
            made = super()._round(index, moves, fraction)
            self.moves += made
            return made

    search = Counted(Problem.of(hard(), Platform.of(PROCESSORS)), 1, Stop())
    search.run(1.5)
    assert 1_400_000 <= search.moves * 25 <= 1_500_000


def test_the_seed_decides() -> None:
    """With another seed the search takes another way, which shows in the starts."""
    one, same, other = (
        solve(
            Instance(hard(), Platform.of(PROCESSORS)),
            "local-search",
            {"effort": 2, "seed": seed},
        )
        for seed in (1, 1, 2)
    )
    assert np.array_equal(one.schedule.start, same.schedule.start)
    assert not np.array_equal(one.schedule.start, other.schedule.start)


def test_what_was_found_stays_when_the_run_is_cancelled() -> None:
    heard: list[Progress] = []

    def cancel(progress: Progress) -> None:
        heard.append(progress)
        if progress.message.startswith("makespan") and progress.fraction > 0:
            raise Cancelled("cancelled")

    stop = Stop(listener=cancel, interval=0)
    result = solve(Instance(hard(), Platform.of(PROCESSORS)), "local-search", LONG, stop=stop)
    assert result.status is Status.STOPPED_EARLY
    assert heard[-1].values["best"] == result.metrics["makespan"]
    assert heard[-1].values["bound"] == stop.bound == stop.known == 37
    assert result.proved is None


def test_the_best_makespan_falls_while_it_searches() -> None:
    result = solve(Instance(hard(), Platform.of(PROCESSORS)), "local-search", {"effort": 3})
    best = [point.values["best"] for point in result.trace]
    assert best == sorted(best, reverse=True)
    assert best[-1] == result.metrics["makespan"] < best[0]


@pytest.mark.parametrize("jobs", [400, 3_000])
def test_thousands_of_jobs_are_searched_too(jobs: int) -> None:
    workload = hard(jobs)
    problem = Problem.of(workload, Platform.of(PROCESSORS))
    best_list = min(found.makespan for found in problem.starts(Stop()))
    result = solve(Instance(workload, Platform.of(PROCESSORS)), "local-search", BRIEF)
    assert result.metrics["makespan"] <= best_list
