"""LTF, LPT and widest first where jobs choose their processors."""

import numpy as np
import pytest
from hypothesis import given

from parsched.model.placing import earliest_fit, filling
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from parsched.policies.lists import moldable_lists
from parsched.run.solve import solve
from tests.parsched.factories import moldable
from tests.parsched.optima import earliest
from tests.parsched.strategies import moldable_cases, rigid_cases, rough_cases
from tests.twins import uncompiled

Case = tuple[Workload, int]
Placement = list[tuple[int, float]]
ORDERS = {
    "ltf": lambda configurations: max(-q * p for q, p in configurations),
    "lpt": lambda configurations: -min(p for _, p in configurations),
    "widest": lambda configurations: -min((p, q) for q, p in configurations)[1],
}
every_order = pytest.mark.parametrize("key", sorted(ORDERS))


def fitting(workload: Workload, processors: int) -> list[list[tuple[int, float]]]:
    jobs = [workload.profiles.job(i) for i in range(len(workload))]
    return [
        [(int(q), float(p)) for q, p in zip(*job, strict=True) if q <= processors] for job in jobs
    ]


def serially(workload: Workload, processors: int, key: str) -> Placement:
    """Width and start of each job: the first of all (end, work, width), one job at a time."""
    jobs = fitting(workload, processors)
    rows: list[tuple[float, float, int]] = []
    found: dict[int, tuple[int, float]] = {}
    for i in sorted(range(len(jobs)), key=lambda i: ORDERS[key](jobs[i])):
        options = []
        for width, time in jobs[i]:
            start = earliest(rows, 0.0, width, time, processors)
            options.append((start + time, width * time, width, start))
        end, _, width, start = min(options)
        rows.append((start, end, width))
        found[i] = (width, start)
    return [found[i] for i in range(len(jobs))]


def placed(workload: Workload, processors: int, key: str, placement: str) -> Placement:
    machine = Platform.of(processors)
    schedule = solve(Instance(workload, machine), key, {"placement": placement}).schedule
    return list(zip(schedule.width.tolist(), schedule.start.tolist(), strict=True))


@every_order
@given(case=moldable_cases(jobs=7) | rigid_cases())
def test_serially_each_job_ends_as_early_as_it_can(key: str, case: Case) -> None:
    workload, processors = case
    expected = serially(workload, processors, key)
    assert placed(workload, processors, key, "serial") == expected
    with uncompiled(moldable_lists), uncompiled(earliest_fit), uncompiled(filling):
        assert placed(workload, processors, key, "serial") == expected


@every_order
@given(case=rough_cases(jobs=20))
def test_rough_profiles_give_valid_schedules(key: str, case: Case) -> None:
    workload, processors = case
    for placement in ("graham", "serial"):
        placed(workload, processors, key, placement)


@every_order
@given(case=moldable_cases(jobs=7))
def test_with_graham_a_job_keeps_the_fewest_processors_on_which_it_is_fastest(
    key: str, case: Case
) -> None:
    workload, processors = case
    kept = [width for width, _ in placed(workload, processors, key, "graham")]
    jobs = fitting(workload, processors)
    assert kept == [min((p, q) for q, p in configurations)[1] for configurations in jobs]


def test_equal_ends_and_works_go_to_the_fewest_processors() -> None:
    """The second job ends at 4 s on 1 processor from 0, or on 2 from 2 s; both do 4."""
    assert placed(moldable([2.0], [4.0, 2.0]), 2, "lpt", "serial") == [(1, 0.0), (1, 0.0)]


def test_many_jobs_with_many_choices() -> None:
    """Blocks of the profile split, and what was learnt is used."""
    rng = np.random.default_rng(1)
    times = [np.round(t / np.arange(1, 9) + 1) for t in rng.integers(1, 60, 300)]
    workload = moldable(*times)
    assert placed(workload, 8, "ltf", "serial") == serially(workload, 8, "ltf")
