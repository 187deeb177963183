"""Estimates are made as declared, never below the run time."""

import numpy as np
import pytest

from parsched.data.generators import generate
from parsched.data.generators.estimates import TYPICAL, estimate

RUNTIME = np.array([1.0, 60.0, 61.0, 3_000.0, 40_000.0, 172_800.0, 200_000.0])


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_none_leaves_them_open(rng: np.random.Generator) -> None:
    assert np.isnan(estimate("none", RUNTIME, 5, rng)).all()


def test_exact_is_the_run_time(rng: np.random.Generator) -> None:
    assert estimate("exact", RUNTIME, 5, rng).tolist() == RUNTIME.tolist()


def test_a_factor_overshoots_uniformly(rng: np.random.Generator) -> None:
    factors = estimate("factor", np.full(50_000, 10_000.0), 5, rng) / 10_000
    assert factors.min() >= 1
    assert factors.max() <= 5.0001
    assert factors.mean() == pytest.approx(3, abs=0.02)


def test_typical_values_are_round(rng: np.random.Generator) -> None:
    found = estimate("typical", RUNTIME, 1, rng)
    assert found.tolist() == [60, 60, 300, 3_600, 43_200, 172_800, 200_000]


def test_typical_values_stay_in_the_list_while_run_times_do(rng: np.random.Generator) -> None:
    runtime = np.floor(rng.uniform(1, 160_000, 10_000))
    found = estimate("typical", runtime, 5, rng)
    assert (found >= runtime).all()
    assert set(found.tolist()) <= set(TYPICAL.tolist())


def test_a_model_uses_them() -> None:
    jobs = generate("lublin", jobs=1_000, processors=64)
    assert (jobs.estimate >= jobs.runtime).all()
    exact = generate("lublin", jobs=1_000, processors=64, params={"estimates": "exact"})
    assert exact.estimate.tolist() == exact.runtime.tolist()
