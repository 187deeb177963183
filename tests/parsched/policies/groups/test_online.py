"""Environments as jobs arrive: batches of group list scheduling."""

from dataclasses import replace
from math import isnan, nan
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import UnsupportedError
from parsched.data.generators import generate
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import INSTANT, DeployTime
from parsched.model.problem.workload import Workload
from parsched.policies.groups.parameters import TargetParams
from parsched.run.solve import solve
from tests.parsched.policies.groups.loads import deployments_by_hand, environed, machine
from tests.parsched.policies.groups.test_gls import made


def arriving(seed: int = 1) -> Workload:
    """Two hundred jobs of 40 s on 32 processors, for some days' work."""
    params = {"load": 0.7, "seed": seed, "widths": "uniform"}
    return generate("environments", jobs=200, processors=32, params=params)


def batches(
    workload: Workload, m: int, key: str = "gls", *, time: DeployTime = INSTANT, **inner: Any
) -> Any:
    """Run batches of an algorithm with parameters of its own."""
    values = {"algorithm": {"key": key, "params": inner}}
    return solve(Instance(workload, machine(m, time)), "online-batch", values)


def test_each_batch_keeps_its_processors_and_groups() -> None:
    workload = environed((2, 4.0, "a"), (1, 2.0, "b"), (2, 3.0, "a"), release=(0.0, 1.0, 2.0))
    result = batches(workload, 2)
    groups = result.schedule.groups
    assert groups is not None
    assert groups.job.tolist() == [0, 2, 1]
    assert groups.width.tolist() == [2, 2, 1]
    assert np.isnan(result.metrics["d_lambda"])
    assert result.metrics["group_widths"] == 5
    assert result.schedule.start.tolist() == [0, 7, 4]
    assert result.metrics["deployments"] == 3


@pytest.mark.parametrize("key", ["gls", "gls-plus", "env-barrier", "env-blind"])
@pytest.mark.parametrize("time", [INSTANT, DeployTime(20.3, 11.7)])
def test_the_checker_accepts_every_batch(key: str, time: DeployTime) -> None:
    for seed in range(1, 6):
        workload = arriving(seed)
        result = batches(workload, 32, key, time=time)
        assert result.metrics["deployments"] == deployments_by_hand(workload, result.schedule)


@pytest.mark.parametrize("key", ["gls", "gls-plus", "env-barrier", "env-blind", "env-order"])
def test_what_a_batch_leaves_installed_is_neither_deployed_again_nor_waited_for(key: str) -> None:
    workload = environed((2, 4.0, "a"), (2, 3.0, "a"), (2, 2.0, "b"), release=(0.0, 1.0, 18.0))
    result = batches(workload, 2, key, time=DeployTime(10.0))
    assert result.schedule.start.tolist() == [10, 14, 28]
    assert result.metrics["deployments"] == 4


@pytest.mark.parametrize("key", ["gls", "gls-plus", "env-blind", "env-order"])
def test_jobs_go_where_the_batch_before_left_their_environment(key: str) -> None:
    """In the second batch the one of b comes first, and would be given the first processor."""
    first = [(1, 9.0, "a"), (1, 5.0, "b")]
    second = [(1, 9.0, "b"), (1, 5.0, "a")]
    workload = environed(*first, *second, release=(0.0, 0.0, 1.0, 1.0))
    result = batches(workload, 2, key)
    assert result.schedule.processors.text() == ["0", "1", "1", "0"]
    assert result.metrics["deployments"] == 2


def test_a_batch_without_environments_leaves_them_as_they_are() -> None:
    jobs = ((2, 4.0, "a"), (1, 3.0, None), (2, 2.0, "a"))
    workload = environed(*jobs, release=(0.0, 1.0, 15.0))
    result = batches(workload, 2, time=DeployTime(10.0))
    assert result.schedule.start.tolist() == [10, 14, 17]
    assert result.metrics["deployments"] == 2


@pytest.mark.parametrize("key", ["gls", "gls-plus", "env-blind"])
def test_to_hand_them_on_saves_deployments_and_hardly_costs_time(key: str) -> None:
    """Beside batches that are scheduled as if nothing were installed.

    What is saved in one batch may let the next one begin with other jobs, so time goes either way.
    """
    ours, fresh = np.zeros(2), np.zeros(2)
    time = DeployTime(20.0, 10.0)
    for seed in range(1, 11):
        workload = arriving(seed)
        schedule = made("online-batch", workload, 32, time=time, algorithm=key)
        ours += deployments_by_hand(workload, schedule), schedule.end.max()
        fresh += one_by_one(workload, key, time)
    assert (ours < (0.95, 1.005) * fresh).all()


def one_by_one(workload: Workload, key: str, time: DeployTime) -> tuple[float, float]:
    """Schedule each batch on its own; return all deployments and when the last batch ends."""
    now, first, count = 0.0, 0, 0
    while first < len(workload):
        now = max(now, workload.release[first])
        last = int(np.searchsorted(workload.release, now, side="right"))
        batch = workload.take(slice(first, last))
        batch = replace(batch, release=np.zeros(len(batch)))
        schedule = made(key, batch, 32, time=time)
        count += deployments_by_hand(batch, schedule)
        now, first = now + schedule.end.max(), last
    return count, now


def test_at_time_0_there_is_one_batch() -> None:
    workload = generate("environments", jobs=80, processors=16)
    alone = solve(Instance(workload, machine(16)), "gls", {"lam": 1.5})
    batch = batches(workload, 16, lam=1.5)
    assert batch.schedule.start.tolist() == alone.schedule.start.tolist()
    assert batch.metrics == pytest.approx(alone.metrics, nan_ok=True)


def test_the_ratio_is_at_most_eight() -> None:
    """On-line batches double the ratio 4 of λ at its minimum."""
    for seed in range(1, 6):
        result = batches(arriving(seed), 32)
        assert result.ratios["makespan"].value <= 8


def apart(*releases: float) -> Workload:
    """Jobs of 10 s on both processors."""
    return environed(*[(2, 10.0, "a")] * len(releases), release=releases)


def test_seconds_of_the_target_count_within_a_batch() -> None:
    """Of all jobs together the minimum is 30 s; no batch has more than one of them."""
    result = batches(apart(0.0, 1000.0, 2000.0), 2, lam=12, lam_unit="seconds")
    assert result.schedule.start.tolist() == [0, 1000, 2000]
    with pytest.raises(UnsupportedError, match="at least the minimum, 30 s"):
        solve(
            Instance(apart(0.0, 0.0, 0.0), machine(2)),
            "gls",
            {"lam": 12, "lam_unit": "seconds"},
        )


def test_a_batch_with_a_longer_minimum_takes_that() -> None:
    """Two jobs wait at 1 s: 12 s would make two groups of them, 20 s makes one."""
    result = batches(apart(0.0, 1.0, 2.0), 2, lam=12, lam_unit="seconds")
    assert result.schedule.groups.job.tolist() == [0, 1, 1]
    params = TargetParams(lam=12, lam_unit="seconds")
    assert params.target(apart(0.0, 0.0), 2) == 20
    assert params.target(apart(0.0), 2) == 12


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ({"lam": 9.5, "lam_unit": "seconds"}, "at least the longest job, 10 s of these, got 9.5 s"),
        ({"lam": 0.5}, "got 0.5 × the minimum"),
    ],
)
def test_a_target_that_no_batch_can_meet_is_refused(target: Any, sentence: str) -> None:
    with pytest.raises(UnsupportedError, match=sentence):
        batches(apart(0.0, 1000.0), 2, **target)


@pytest.mark.parametrize(("release", "target"), [(0.0, 20.0), (1000.0, nan)])
def test_a_target_is_told_of_a_single_batch_that_begins_at_once(
    release: float, target: float
) -> None:
    """A later one ends after λ, which counts from its beginning, so λ says nothing of the end."""
    result = batches(apart(release, release), 2)
    assert result.schedule.groups.target == pytest.approx(target, nan_ok=True)
    assert np.isnan(result.metrics["d_lambda"]) == isnan(target)
