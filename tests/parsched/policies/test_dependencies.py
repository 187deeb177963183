"""Jobs that wait for others, under all algorithms: who takes them, and what comes of it."""

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import UnsupportedError
from parsched.measure.metrics import METRICS
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import DeployTime, Platform
from parsched.model.problem.workload import Labels, Workload
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.curves import CURVES
from parsched.run.per_class import ByClass, Classes
from parsched.run.solve import solve
from parsched.testing.of_algorithms import allowing
from tests.parsched.brief import brief
from tests.parsched.factories import amdahl, linked, rigid, waiting

CHAIN = waiting(rigid((0, 1, 10), (0, 1, 5)), (1, 0, 20))
ONLINE = sorted(
    key
    for key, declared in ALGORITHMS.items()
    if declared.supports.online and not declared.supports.recorded
)
OFFLINE = sorted(key for key, declared in ALGORITHMS.items() if not declared.supports.online)


def holds(workload: Workload, start: Any, duration: Any) -> bool:
    """Does no job start before the end of any that it waits for, and its delay?"""
    after = workload.after
    if after is None:
        return True
    end = start + duration
    return bool((start[after.job] >= end[after.before] + after.delay).all())


@pytest.mark.parametrize("key", ONLINE)
def test_on_line_algorithms_take_them(key: str) -> None:
    assert ALGORITHMS[key].supports.dependencies
    result = solve(Instance(CHAIN, Platform.of(4)), key, brief(key), stop=allowing())
    assert result.schedule.start.tolist() == [0.0, 30.0]


@pytest.mark.parametrize("key", OFFLINE)
def test_off_line_algorithms_refuse_them_and_say_what_to_do(key: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        solve(Instance(CHAIN, Platform.of(4)), key, brief(key))
    assert str(caught.value) == (
        f"{ALGORITHMS[key].title} takes no jobs that wait for others to end, and 1 job waits for "
        "another; on-line algorithms such as EASY do, and on-line batching lets it take them"
    )


@pytest.mark.parametrize("inner", ["ltf", "mrt", "demt"])
@pytest.mark.parametrize("seed", range(15))
def test_batches_hold_no_job_together_with_one_that_it_waits_for(seed: int, inner: str) -> None:
    chance = Random(seed)
    jobs = linked(chance, replace(amdahl(12, 5, gap=1.0, seed=seed), name="Amdahl"))
    instance = Instance(jobs, Platform.of(5))
    schedule = solve(instance, "online-batch", {"algorithm": inner}).schedule
    assert holds(jobs, schedule.start, schedule.duration)


@pytest.mark.parametrize("key", [key for key in ONLINE if key != "grid"])
@pytest.mark.parametrize("seed", range(12))
def test_deployments_delay_those_who_wait_too(key: str, seed: int) -> None:
    chance = Random(f"{key} {seed}")
    drawn = sorted(
        (chance.randint(0, 20), chance.randint(1, 4), chance.randint(0, 9)) for _ in range(15)
    )
    names = [chance.choice(["a", "b", None]) for _ in drawn]
    jobs = linked(chance, replace(rigid(*drawn), environment=Labels.of(names)))
    machine = replace(Platform.of(5), deployment=DeployTime(7.0, 3.0))
    schedule = solve(Instance(jobs, machine), key, brief(key), stop=allowing()).schedule
    assert holds(jobs, schedule.start, schedule.duration)


def test_a_job_of_no_length_waits_for_a_delayed_one() -> None:
    jobs = waiting(rigid((0, 1, 0), (0, 1, 5), (0, 1, 0)), (0, 1, 0), (2, 0, 4))
    jobs = replace(jobs, environment=Labels.of(["a", "a", None]))
    machine = replace(Platform.of(1), deployment=DeployTime(7.0, 0.0))
    start = solve(Instance(jobs, machine), "easy").schedule.start
    assert start.tolist() == [12.0, 7.0, 16.0]


def test_metrics_classes_and_curves_count_from_when_a_job_could_start() -> None:
    """Job 2 is released at 30 and starts then; by its own release it would have waited 30 s."""
    result = solve(Instance(CHAIN, Platform.of(4)), "easy")
    assert {key: result.metrics[key] for key in ("mean_wait", "max_wait", "mean_flow")} == {
        "mean_wait": 0.0,
        "max_wait": 0.0,
        "mean_flow": 7.5,
    }
    assert result.metrics["mean_slowdown"] == 1.0
    classes = ByClass(CHAIN, result.schedule, Classes(("all",), np.zeros(2, np.int64)))
    assert classes.wait.tolist() == [0.0, 0.0]
    assert classes.slowdown.tolist() == [1.0, 1.0]
    for key in ("wait", "queue"):
        assert max(CURVES[key](CHAIN, result.schedule).x[:1]) == 0.0
    assert "wait for others" in METRICS["mean_wait"].help


def test_estimates_that_kill_move_the_release_of_those_who_wait() -> None:
    jobs = waiting(rigid((0, 1, 10, 4), (0, 1, 5, 9)), (1, 0, 20))
    for estimates, start in (("kill", 24.0), ("raise", 30.0), ("overrun", 30.0)):
        instance = Instance(jobs, Platform.of(4), Rules(estimates=estimates))
        assert solve(instance, "fcfs").schedule.start.tolist() == [0.0, start]


def test_equal_jobs_with_other_dependencies_are_another_instance() -> None:
    free = Instance(replace(CHAIN, after=None), Platform.of(4))
    later = Instance(waiting(CHAIN, (1, 0, 21)), Platform.of(4))
    assert len({free.digest, later.digest, Instance(CHAIN, Platform.of(4)).digest}) == 3


def test_chosen_jobs_say_where_they_lose_a_predecessor() -> None:
    assert CHAIN.take(slice(0, 1)).unmodelled == ()
    assert CHAIN.take(slice(1, 2)).unmodelled == ("dependencies",)
    assert CHAIN.take(slice(0, 2)).after is not None
    assert CHAIN.with_estimates("raise").after is CHAIN.after
    assert CHAIN.has_releases
