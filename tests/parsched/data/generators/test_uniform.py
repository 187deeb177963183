"""Uniform jobs are uniform."""

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.data.generators import generate
from tests.parsched.loads import offered_load


def test_widths_and_times_are_uniform() -> None:
    jobs = generate("uniform", jobs=80_000, processors=32)
    for values, most in ((jobs.width, 8), (jobs.runtime, 25)):
        counts = np.bincount(np.asarray(values, np.int64))
        assert counts[0] == 0
        assert len(counts) == most + 1
        assert counts[1:] == pytest.approx(80_000 / most, rel=0.06)
    assert abs(np.corrcoef(jobs.width, jobs.runtime)[0, 1]) < 0.02


def test_limits_are_reached_and_kept() -> None:
    params = {"max_width": 3, "max_time": 2}
    jobs = generate("uniform", jobs=1_000, processors=4, params=params)
    assert set(jobs.width.tolist()) == {1, 2, 3}
    assert set(jobs.runtime.tolist()) == {1, 2}


@pytest.mark.parametrize(("processors", "widest"), [(1, 1), (3, 1), (8, 2), (128, 32)])
def test_the_default_width_is_a_quarter_of_the_machine(processors: int, widest: int) -> None:
    assert generate("uniform", jobs=2_000, processors=processors).width.max() == widest


def test_a_width_beyond_the_machine_is_refused_by_name() -> None:
    with pytest.raises(ParameterError) as caught:
        generate("uniform", jobs=1, processors=4, params={"max_width": 5})
    assert caught.value.errors == {
        "max_width": "max_width must be at most the 4 processors of the machine, got 5"
    }


def test_without_a_load_all_jobs_are_there_at_time_0() -> None:
    assert not generate("uniform", jobs=100, processors=8).has_releases


@pytest.mark.parametrize("load", [0.05, 0.8, 1.05, 5])
def test_the_load_is_met(load: float) -> None:
    params = {"load": load, "max_time": 1_000}
    jobs = generate("uniform", jobs=2_000, processors=64, params=params)
    assert offered_load(jobs, 64) == pytest.approx(load, rel=0.01)
    assert jobs.release[0] == 0


def test_gaps_are_exponential() -> None:
    params = {"load": 0.5, "max_time": 100_000}
    gaps = np.diff(generate("uniform", jobs=20_000, processors=64, params=params).release)
    assert gaps.std() == pytest.approx(gaps.mean(), rel=0.03)
