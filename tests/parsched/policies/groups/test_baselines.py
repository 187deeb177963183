"""What group list scheduling has to beat."""

from itertools import pairwise

import numpy as np
import pytest

from parsched.model.problem.deployment import Demands, environments
from parsched.model.problem.platform import INSTANT, DeployTime
from parsched.policies.groups.parameters import least_target
from tests.amount import amount
from tests.parsched.policies.groups.loads import (
    MEASURED,
    deployments_by_hand,
    environed,
    machine,
    random_cases,
)
from tests.parsched.policies.groups.test_gls import made

BASELINES = ("env-blind", "env-order", "env-barrier", "env-sequential")
EXAMPLE = environed((1, 4.0, "c"), (1, 3.0, "b"), (1, 2.0, "c"), (1, 6.5, "a"))
"""The environments' work is 6.5, 6 and 3: a comes before c, and that before b."""


@pytest.mark.parametrize(
    ("key", "starts", "deployments"),
    [
        ("env-blind", [0, 4, 6.5, 0], 4),
        ("env-order", [0, 6, 4, 0], 3),
        ("env-barrier", [6.5, 10.5, 6.5, 0], 4),
        ("env-sequential", [6.5, 12.5, 10.5, 0], 3),
    ],
)
def test_two_processors_by_hand(key: str, starts: list[float], deployments: int) -> None:
    schedule = made(key, EXAMPLE, 2)
    assert schedule.start.tolist() == starts
    assert deployments_by_hand(EXAMPLE, schedule) == deployments


@pytest.mark.parametrize("key", BASELINES)
@pytest.mark.parametrize("time", [INSTANT, MEASURED])
def test_every_schedule_is_feasible(key: str, time: DeployTime) -> None:
    for workload, m in random_cases(amount(300), seed=31, whole=False):
        schedule = made(key, workload, m, time=time)
        if workload.environment is not None:
            assert deployments_by_hand(workload, schedule) >= Demands.of(workload).width.sum()


@pytest.mark.parametrize("key", ["env-blind", "env-order"])
@pytest.mark.parametrize("order", ["largest", "longest", "widest"])
def test_lists_are_at_most_twice_too_long(key: str, order: str) -> None:
    for workload, m in random_cases(amount(300), seed=32):
        schedule = made(key, workload, m, order=order)
        assert schedule.end.max() <= (2 - 1 / m) * least_target(workload, m) * (1 + 1e-9)


def test_one_job_after_the_other_needs_the_fewest_deployments_of_all() -> None:
    for workload, m in random_cases(amount(300), seed=33):
        schedule = made("env-sequential", workload, m)
        assert schedule.end.max() == workload.runtime.sum()
        assert deployments_by_hand(workload, schedule) == Demands.of(workload).width.sum()


def test_with_a_barrier_no_environment_comes_back() -> None:
    for workload, m in random_cases(amount(300), seed=34):
        schedule = made("env-barrier", workload, m, time=DeployTime(3.0))
        codes, lasting = environments(workload), workload.runtime > 0
        spans = sorted(
            (schedule.start[jobs].min(), schedule.end[jobs].max())
            for code in np.unique(codes[lasting]).tolist()
            if len(jobs := np.flatnonzero((codes == code) & lasting))
        )
        assert all(end <= begin for (_, end), (begin, _) in pairwise(spans))
        limit = len(spans) * m
        assert deployments_by_hand(workload, schedule) <= limit


def test_jobs_go_where_their_environment_is() -> None:
    """The third job fits both processors, and takes the second."""
    workload = environed((1, 4.0, "a"), (1, 3.9, "b"), (1, 3.0, "b"), (1, 2.0, "a"))
    schedule = made("env-blind", workload, 2, order="longest")
    assert schedule.processors is not None
    assert schedule.processors.lo.tolist() == [0, 1, 1, 0]
    assert deployments_by_hand(workload, schedule) == 2


def test_what_is_needed_last_is_given_up_first() -> None:
    """When c comes, b is not needed any more, and a is."""
    workload = environed((1, 9.0, "a"), (1, 8.0, "b"), (2, 1.0, None), (1, 7.0, "c"), (1, 6.0, "a"))
    schedule = made("env-blind", workload, 2, order="longest")
    assert deployments_by_hand(workload, schedule) == 3


def test_jobs_of_no_length_start_at_once_and_deploy_nothing() -> None:
    workload = environed((2, 0.0, "a"), (1, 5.0, "b"), (2, 0.0, None))
    for key in (*BASELINES, "gls", "gls-plus"):
        schedule = made(key, workload, 2, time=MEASURED)
        assert schedule.start.tolist() == [0, 200, 0]
        assert deployments_by_hand(workload, schedule) == 1


@pytest.mark.parametrize("key", [*BASELINES, "gls", "gls-plus"])
def test_nothing_is_scheduled_in_no_time(key: str) -> None:
    empty = EXAMPLE.take(slice(0))
    schedule = made(key, empty, 2)
    assert len(schedule) == 0
    schedule.check(empty, machine(2))
