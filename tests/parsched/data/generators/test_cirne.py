"""cirne: Downey's jobs with A and σ as declared."""

from statistics import NormalDist

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.data.generators import GENERATORS, generate
from parsched.data.generators.cirne import CirneParams
from parsched.model.problem.workload import Floats


def speedups(processors: int, jobs: int = 5_000, **params: float | str) -> Floats:
    """Speed-up of each job on each number of processors."""
    made = generate("cirne", jobs=jobs, processors=processors, params=params)
    times = made.profiles.times.reshape(jobs, processors)
    return times[:, :1] / times


def test_the_logarithm_of_the_parallelism_is_uniform() -> None:
    """With hardly any variance the speed-up on all processors is A."""
    found = speedups(64, sigma_mean=0, sigma_deviation=0.001)[:, -1]
    quantiles = np.quantile(found, [0.25, 0.5, 0.75])
    assert quantiles == pytest.approx([64**0.25, 8, 64**0.75], rel=0.06)
    assert 1 <= found.min() < 1.01 < 62 < found.max() <= 64


def test_the_parallelism_may_be_limited() -> None:
    found = speedups(64, max_parallelism=4)
    assert 3.5 < found.max() <= 4
    with pytest.raises(ParameterError) as caught:
        generate("cirne", jobs=1, processors=4, params={"max_parallelism": 5})
    assert caught.value.errors == {
        "max_parallelism": "max_parallelism must be at most the 4 processors of the machine, got 5"
    }


def test_the_variance_is_normal_and_positive_or_uniform() -> None:
    rng = np.random.default_rng(1)
    normal = NormalDist(1.209, 1.132)
    sigma = CirneParams().sigma(50_000, rng)
    assert sigma.min() > 0
    for value in (0.5, 1, 2, 3):
        expected = (normal.cdf(value) - normal.cdf(0)) / (1 - normal.cdf(0))
        assert np.mean(sigma <= value) == pytest.approx(expected, abs=0.01)
    uniform = CirneParams(sigma_law="uniform").sigma(50_000, rng)
    assert np.histogram(uniform, 4, (0, 2))[0] == pytest.approx(12_500, rel=0.05)


def test_the_constants_are_called_unverified() -> None:
    assert "unverified" in next(s.help for s in CirneParams.specs() if s.name == "sigma_mean")
    assert "not verified" in GENERATORS["cirne"].description
    assert GENERATORS["cirne"].title == "Cirne–Berman-like (Downey speed-up)"
