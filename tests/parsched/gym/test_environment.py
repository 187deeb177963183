"""The environment keeps the rules of Gymnasium, and its baselines do what `queue` does."""

import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from parsched.data.formats import read
from parsched.data.generators import generate
from parsched.gym import BASELINES, ID, QueueEnv, policy
from parsched.model.problem.dependencies import Dependencies
from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import Platform
from parsched.run.solve import solve
from tests.parsched.factories import rigid

ARRIVAL = {"backfill_order": "formula", "backfill_formula": "s"}


def played(env: QueueEnv, order: str, **options: Any) -> tuple[list[float], float]:
    """Return the starts of an episode under a policy, and the sum of its rewards."""
    choose, total, is_over = policy(order), 0.0, False
    env.reset(**options)
    while not is_over:
        _, reward, is_over, _, info = env.step(np.int64(choose(env)))
        assert info["was_valid"]
        total += reward
    return env.clock.start, total


@pytest.mark.parametrize("options", [{}, {"backfill": True}, {"commit": True, "backfill": True}])
def test_the_checker_of_gymnasium_finds_nothing(options: dict[str, Any]) -> None:
    env = gymnasium.make(ID, jobs=30, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("backfill", [False, True])
@pytest.mark.parametrize("order", BASELINES)
def test_a_baseline_is_the_queue_in_its_order(shared: Path, order: str, backfill: bool) -> None:
    """Start by start, on a real trace."""
    log = read(shared / "traces" / "KTH-SP2-1996-2.1-cln.swf.gz").workload.take(slice(0, 1_000))
    instance = Instance(log, Platform.of(100))
    env = QueueEnv(instance, jobs=None, window=1_000, backfill=backfill)
    starts, reward = played(env, order)
    params = {"order": order, **(ARRIVAL if backfill else {"backfill": "off"})}
    queue = solve(instance, "queue", params, bounds=())
    assert starts == queue.schedule.start.tolist()
    assert reward == -queue.metrics["mean_bounded_slowdown"]


@pytest.mark.parametrize("order", BASELINES)
def test_a_baseline_counts_waits_from_when_jobs_before_have_ended(order: str) -> None:
    jobs, random = (
        generate("lublin", jobs=100, processors=32, params={"load": 1.3}),
        np.random.default_rng(1),
    )
    later = np.arange(2, len(jobs), 2)
    pairs = {"job": later, "before": later - 1, "delay": random.choice([0.0, 600.0], len(later))}
    jobs = replace(jobs, after=Dependencies.of(len(jobs), **pairs))
    instance = Instance(jobs, Platform.of(32))
    starts, _ = played(QueueEnv(instance, jobs=None, window=100), order)
    queue = solve(instance, "queue", {"order": order, "backfill": "off"}, bounds=())
    assert starts == queue.schedule.start.tolist()


@pytest.mark.parametrize("estimates", ["raise", "kill", "overrun"])
@pytest.mark.parametrize("events", ["batch", "sequential"])
def test_rules_equal_the_queues(estimates: str, events: str) -> None:
    load = {"load": 1.3, "estimates": "factor"}
    jobs = generate("lublin", jobs=200, processors=32, params=load)
    instance = Instance(jobs, Platform.of(32), Rules(estimates=estimates, events=events))
    starts, _ = played(QueueEnv(instance, jobs=None, window=200, backfill=True), "arrival")
    assert starts == solve(instance, "easy", bounds=()).schedule.start.tolist()


def test_a_seed_draws_the_same_jobs_again() -> None:
    one, two = QueueEnv(jobs=50), QueueEnv(jobs=50)
    assert played(one, "f1", seed=3) == played(two, "f1", seed=3)
    ids = one.clock.instance.jobs.ids.tolist()
    one.reset(seed=4)
    assert one.clock.instance.jobs.ids.tolist() != ids


def test_an_episode_begins_where_it_is_told_to() -> None:
    env = QueueEnv(jobs=50)
    env.reset(options={"first": 7})
    assert env.clock.instance.jobs.ids[0] == env.instance.workload.ids[7]
    with pytest.raises(ValueError, match="first must be from 0 to 950, got 951"):
        env.reset(options={"first": 951})


def test_an_action_that_names_no_job_means_the_first() -> None:
    env = QueueEnv(Instance(rigid((0, 1, 5), (0, 1, 5)), Platform.of(2)), jobs=None, window=4)
    _, info = env.reset()
    assert info["action_mask"].tolist() == [1, 1, 0, 0]
    _, _, _, _, info = env.step(np.int64(3))
    assert not info["was_valid"]
    assert env.visible() == [1]


def test_who_commits_waits_for_the_chosen_job() -> None:
    """Job 3 arrives while job 2 waits, and would fit."""
    instance = Instance(rigid((0, 1, 10), (1, 2, 5), (4, 1, 2)), Platform.of(2))
    starts = {}
    for commit in (False, True):
        env = QueueEnv(instance, jobs=None, commit=commit)
        starts[commit], _ = played(env, "sjf")
    assert starts == {False: [0.0, 10.0, 4.0], True: [0.0, 10.0, 15.0]}


def test_an_observation_says_what_waits() -> None:
    jobs = rigid((0, 2, 10, 43_200), (0, 1, 10, 864))
    env = QueueEnv(Instance(jobs, Platform.of(4)), jobs=None, window=3)
    seen, _ = env.reset()
    assert seen.tolist() == [
        [1, 0, 0.5, 0.5, 1, 1],
        [1, 0, pytest.approx(0.01), 0.25, 1, 1],
        [0] * 6,
    ]


@pytest.mark.parametrize("values", [{"jobs": 0}, {"jobs": 1_001}, {"window": 0}, {"metric": "x"}])
def test_what_cannot_be_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be from 1 to 1,000|no metric is called 'x'"):
        QueueEnv(**values)
