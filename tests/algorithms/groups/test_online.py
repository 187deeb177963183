"""Environments as jobs arrive: batches of group list scheduling."""

from typing import Any

import numpy as np
import pytest

from algorithms.generators import generate
from algorithms.solve import solve
from algorithms.workload import Workload
from tests.algorithms.groups.loads import deployments_by_hand, environed, machine


def arriving(seed: int = 1) -> Workload:
    """Two hundred jobs of 40 s on 32 processors, for some days' work."""
    params = {"load": 0.7, "seed": seed, "widths": "uniform"}
    return generate("environments", jobs=200, processors=32, params=params)


def batches(workload: Workload, m: int, key: str = "gls", settings: str = "", **more: Any) -> Any:
    values = {"algorithm": key, "settings": settings, **more}
    return solve(workload, machine(m), "online-batch", values)


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
@pytest.mark.parametrize("settings", ["", "deploy_seconds=20.3 deploy_extra=11.7"])
def test_the_checker_accepts_every_batch(key: str, settings: str) -> None:
    for seed in range(1, 6):
        workload = arriving(seed)
        result = batches(workload, 32, key, settings)
        assert result.metrics["deployments"] == deployments_by_hand(workload, result.schedule)
        assert result.schedule.deployment.is_instant == (not settings)


def test_at_time_0_there_is_one_batch() -> None:
    workload = generate("environments", jobs=80, processors=16)
    alone = solve(workload, machine(16), "gls", {"lam": 1.5})
    batch = batches(workload, 16, settings="lam=1.5")
    assert batch.schedule.start.tolist() == alone.schedule.start.tolist()
    assert batch.metrics == pytest.approx(alone.metrics, nan_ok=True)


def test_the_ratio_is_at_most_eight() -> None:
    """On-line batches double the ratio 4 of λ at its minimum."""
    for seed in range(1, 6):
        result = batches(arriving(seed), 32)
        assert result.ratios["makespan"].value <= 8
