"""Lower bounds where jobs wait for others: none is above the optimum of trying all orders."""

from itertools import permutations
from random import Random

import numpy as np
import pytest

from parsched.measure.bounds import bounds_of
from parsched.measure.bounds.makespan import critical_path
from parsched.measure.bounds.registry import ON_WAITS
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.run.solve import solve
from tests.parsched.factories import linked, rigid, waiting


def placed(workload: Workload, processors: int, order: tuple[int, ...]) -> list[float] | None:
    """Ends of jobs that start one after the other as early as they may; None if one in the order
    stands before a job that it waits for."""
    width, run = workload.width.tolist(), workload.runtime.tolist()
    begin: dict[int, float] = {}
    for job in order:
        ready = float(workload.release[job])
        if (after := workload.after) is not None:
            for k in np.flatnonzero(after.job == job).tolist():
                before = int(after.before[k])
                if before not in begin:
                    return None
                ready = max(ready, begin[before] + run[before] + float(after.delay[k]))
        ends = [begin[other] + run[other] for other in begin]
        for start in sorted({ready, *(end for end in ends if end > ready)}):
            inside = [begin[i] for i in begin if start < begin[i] < start + run[job]]
            busy = (
                sum(width[i] for i in begin if begin[i] <= t < begin[i] + run[i])
                for t in (start, *inside)
            )
            if run[job] == 0 or all(b + width[job] <= processors for b in busy):
                begin[job] = start
                break
    return [begin[job] + run[job] for job in range(len(order))]


def optima(workload: Workload, processors: int) -> tuple[float, float]:
    """The least makespan, and the least Σ w·C."""
    orders = permutations(range(len(workload)))
    ends = [e for e in (placed(workload, processors, order) for order in orders) if e is not None]
    return min(map(max, ends)), min(float(workload.weight @ np.array(e)) for e in ends)


@pytest.mark.parametrize("seed", range(60))
def test_no_bound_is_above_the_optimum(seed: int) -> None:
    chance = Random(seed)
    processors, jobs = chance.randint(1, 4), chance.randint(1, 5)
    drawn = sorted(
        (chance.choice([0, 0, chance.randint(0, 9)]), chance.randint(1, processors),
         chance.randint(0, 9))
        for _ in range(jobs)
    )  # fmt: skip
    workload = linked(chance, rigid(*drawn))
    makespan, minsum = optima(workload, processors)
    bounds = bounds_of(Instance(workload, Platform.of(processors)))
    assert all(value <= makespan for value in bounds["makespan"].values()), bounds
    certified = {key: value for key, value in bounds["minsum"].items() if key != "paper_lp"}
    assert all(value <= minsum for value in certified.values()), bounds
    if workload.after is not None:
        assert "critical_path" in bounds["makespan"]
        assert not any(bounds[criterion] for criterion in ON_WAITS)


def test_the_critical_path_is_a_release_times_and_delays() -> None:
    chain = waiting(rigid((7, 1, 10), (7, 1, 5), (7, 1, 3)), (1, 0, 20), (2, 1, 0), (2, 0, 1))
    assert critical_path(chain, Platform.of(9)) == 7 + 10 + 20 + 5 + 3
    late = waiting(rigid((0, 1, 10), (50, 1, 5)), (1, 0, 20))
    assert critical_path(late, Platform.of(9)) == 55


def test_a_schedule_along_the_critical_path_is_proved_optimal() -> None:
    chain = waiting(rigid((0, 2, 10), (0, 2, 10), (0, 1, 3)), (1, 0, 30))
    result = solve(Instance(chain, Platform.of(4)), "easy")
    assert result.metrics["makespan"] == result.bounds["makespan"]["critical_path"] == 50
    assert result.certificates["makespan"].is_proof


def test_bounds_on_waits_are_as_before_without_dependencies() -> None:
    jobs = rigid((0, 1, 5), (1, 1, 5))
    bounds = bounds_of(Instance(jobs, Platform.of(1)))
    assert bounds["wait"]["wait_price"] > 0
    assert "critical_path" not in bounds["makespan"]
