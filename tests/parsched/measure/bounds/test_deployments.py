"""No schedule at all is below the bounds on deployments: every one of a tiny instance is tried."""

from collections.abc import Iterator

import numpy as np
import pytest

from parsched.measure.bounds import bounds_of
from parsched.measure.bounds.registry import prove
from parsched.measure.bounds.slow_deployments import least_makespan
from parsched.model.outcome import Outcome
from parsched.model.problem.deployment import Demands
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import INSTANT, DeployTime, Platform
from parsched.model.problem.workload import Workload
from parsched.report.shares import LabelShares
from parsched.run.per_environment import per_environment
from parsched.run.result import Result
from parsched.run.solve import solve
from tests.parsched.factories import configured, offline
from tests.parsched.policies.groups.loads import MEASURED, brute_force, environed, machine

TIMES = (INSTANT, DeployTime(2.0), DeployTime(1.0, 99.0), DeployTime(0.0, 99.0))


def tiny(count: int, seed: int = 1) -> Iterator[tuple[Workload, int]]:
    """Up to four jobs on up to three processors; some have no length."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        m, n = int(rng.integers(1, 4)), int(rng.integers(1, 5))
        names = [None if e < 0 else f"e{e}" for e in rng.integers(-1, 2, n).tolist()]
        if not any(names):
            names[0] = "e0"
        width = rng.integers(1, m, n, endpoint=True).tolist()
        time = rng.integers(0, 6, n, endpoint=True).astype(float).tolist()
        yield environed(*zip(width, time, names, strict=True)), m


def outcome_of(found: Result) -> Outcome:
    return Outcome(found.instance.workload, found.instance.platform, found.schedule)


def test_the_widest_jobs_are_the_fewest_deployments_of_all() -> None:
    for workload, m in tiny(60):
        fewest = min(deployed for _, deployed in brute_force(workload, m, INSTANT))
        instance = Instance(workload, Platform.of(m))
        assert bounds_of(instance)["deployments"] == {"widest": fewest}
        found = solve(instance, "env-sequential")
        assert found.metrics["deployments"] == fewest
        rows = per_environment(outcome_of(found))
        assert sum(row["widest"] for row in rows) == fewest
        shares = LabelShares.by_work(workload, "environment", "none")
        assert shares is not None
        assert sum(row.widest for row in shares.rows if row.name != "none") == fewest


@pytest.mark.parametrize(
    ("jobs", "widest"),
    [
        ([(3, 0.0, "a"), (1, 5.0, "a")], {"a": 1}),
        ([(3, 0.0, "a")], {"a": 0}),
        ([(3, 0.0, "a"), (2, 1.0, "b")], {"a": 0, "b": 2}),
        ([(2, 1.0, "a"), (3, 0.0, "a"), (3, 0.0, "b"), (1, 1.0, "b")], {"a": 2, "b": 1}),
        ([(3, 1.0, None), (3, 0.0, "a"), (1, 1.0, "a")], {"a": 1}),
    ],
)
def test_jobs_of_no_length_widen_no_environment(
    jobs: list[tuple[int, float, str | None]], widest: dict[str, int]
) -> None:
    workload = environed(*jobs)
    shares = LabelShares.by_work(workload, "environment", "none")
    assert shares is not None
    assert {row.name: row.widest for row in shares.rows if row.name != "none"} == widest
    found = solve(Instance(workload, Platform.of(3)), "env-sequential")
    assert {row["name"]: row["widest"] for row in per_environment(outcome_of(found))} == widest
    assert found.bounds["deployments"] == {"widest": sum(widest.values())}
    assert found.metrics["deployments"] == sum(widest.values())


@pytest.mark.parametrize("time", TIMES)
def test_no_schedule_that_ends_by_lambda_has_fewer_deployments(time: DeployTime) -> None:
    for workload, m in tiny(40, seed=2):
        demands = Demands.of(workload)
        for makespan, deployed in set(brute_force(workload, m, time)):
            assert deployed >= demands.deployments(makespan)


def test_sometimes_there_are_just_as_many() -> None:
    met = 0
    for workload, m in tiny(60, seed=3):
        best = min(brute_force(workload, m, INSTANT))
        met += Demands.of(workload).deployments(best[0]) == best[1]
    assert met > 20


@pytest.mark.parametrize("time", TIMES)
def test_no_schedule_is_shorter_than_its_deployments_allow(time: DeployTime) -> None:
    for workload, m in tiny(40, seed=4):
        shortest = min(makespan for makespan, _ in brute_force(workload, m, time))
        assert least_makespan(workload, Platform.of(m, deployment=time)) <= shortest


def test_deployments_lift_the_bound_on_the_makespan() -> None:
    """One processor is deployed four times; of four, each may be deployed once."""
    jobs = [(1, 10.0, f"e{e}") for e in range(4)]
    slow = DeployTime(30.0)
    one, four = Platform.of(1, deployment=slow), Platform.of(4, deployment=slow)
    assert least_makespan(environed(*jobs), one) == pytest.approx(160)
    assert least_makespan(environed(*jobs), four) == 40
    assert least_makespan(environed((1, 10.0, None)), one) == 0


def test_it_is_a_bound_of_runs_whose_deployments_take_time() -> None:
    workload = environed((1, 10.0, "a"), (1, 10.0, "b"))
    result = solve(Instance(workload, machine(1, DeployTime(30.0))), "env-sequential")
    assert result.metrics["makespan"] == 80
    assert result.bounds["makespan"]["work_deployments"] == pytest.approx(80)
    assert result.ratios["makespan"].bound == "work_deployments"
    assert result.ratios["deployments"].value == 1
    assert result.certificates["deployments"].text == "proved optimal"
    assert (result.proved, result.unit) == (None, None)


def test_so_it_is_where_batches_come_one_after_the_other() -> None:
    workload = environed((1, 10.0, "a"), (1, 10.0, "b"))
    instance = Instance(workload, machine(1, DeployTime(30.0)))
    result = solve(instance, "online-batch", {"algorithm": "env-sequential"})
    assert result.ratios["makespan"].bound == "work_deployments"


def test_what_a_search_has_proved_without_deployments_holds_with_them() -> None:
    workload = environed((1, 10.0, "a"), (1, 10.0, "b"))
    instance = Instance(workload, machine(1, DeployTime(0.0, 30.0)))
    result = solve(instance, "env-blind")
    assert result.best_proof is None
    prove(instance, 20.0)
    assert result.best_proof == solve(instance, "lpt").best_proof == 20


def test_without_deployments_that_take_time_nothing_changes() -> None:
    result = solve(Instance(environed((1, 10.0, "a")), Platform.of(1)), "gls")
    assert "work_deployments" not in result.bounds["makespan"]
    assert (result.proved, result.unit) == (None, 10)
    slow = solve(Instance(environed((1, 10.0, "a")), machine(1, MEASURED)), "gls")
    assert slow.metrics["makespan"] == 210


def test_jobs_without_environments_have_no_bound_on_deployments() -> None:
    workload = offline((1, 2), (3, 4))
    assert bounds_of(Instance(workload, Platform.of(4)))["deployments"] == {}
    result = solve(Instance(workload, Platform.of(4)), "gls")
    assert "deployments" not in result.certificates
    assert "deployments" not in result.ratios


def test_a_moldable_job_counts_with_its_fewest_processors_and_least_work() -> None:
    jobs = configured({2: 9, 4: 4}, {1: 0, 3: 5})
    names = environed((1, 1.0, "a"), (1, 1.0, "b")).environment
    workload = Workload(
        name="", ids=jobs.ids, release=jobs.release, profiles=jobs.profiles, environment=names
    )
    demands = Demands.of(workload)
    assert demands.width.tolist() == [2, 0]
    assert demands.work.tolist() == [16, 0]
    assert (demands.deployments(8.0), demands.deployments(5.0)) == (2, 4)
