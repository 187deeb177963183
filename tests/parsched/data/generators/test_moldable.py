"""Moldable jobs: monotone in every reading, compressed without change, refused in time."""

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parsched.base.errors import ParameterError
from parsched.data.generators import generate
from parsched.model.problem.speedup import geometric
from parsched.model.problem.workload import MAX_CONFIGURATIONS, Floats, Ints, Workload

STEPS = [
    {"centres": centres, "index": index, "x_per": x_per}
    for centres, index, x_per in itertools.product(
        ("repaired", "literal"), ("zero-based", "literal"), ("step", "job")
    )
]
READINGS: list[tuple[str, dict[str, Any]]] = [
    *itertools.product(("weak", "high", "mixed"), STEPS),
    *(("cirne", {"sigma_law": law}) for law in ("normal", "uniform")),
]
every_reading = pytest.mark.parametrize(
    ("key", "params"), READINGS, ids=lambda v: v if isinstance(v, str) else "-".join(v.values())
)
every_model = pytest.mark.parametrize("key", ["weak", "high", "mixed", "cirne"])


def columns(workload: Workload) -> tuple[Ints, Floats]:
    """Widths and times of jobs that all have the same widths: (n_widths,), (n_jobs, n_widths)."""
    count = int(workload.profiles.counts[0])
    return workload.profiles.widths[:count], workload.profiles.times.reshape(-1, count)


@every_reading
@settings(max_examples=15, suppress_health_check=[HealthCheck.differing_executors])
@given(
    jobs=st.integers(1, 20),
    processors=st.integers(1, 600),
    widths=st.sampled_from(("dense", "geometric")),
    seed=st.integers(0, 2**63 - 1),
)
def test_more_processors_take_no_longer_and_do_no_less_work(
    key: str, params: dict[str, Any], jobs: int, processors: int, widths: str, seed: int
) -> None:
    given = {**params, "widths": widths, "seed": seed}
    width, times = columns(generate(key, jobs=jobs, processors=processors, params=given))
    assert (np.diff(times) <= 0).all()
    work = width * times
    assert (np.diff(work) >= -1e-12 * work[:, 1:]).all()


@every_reading
def test_the_grid_is_a_part_of_the_dense_job(key: str, params: dict[str, Any]) -> None:
    dense = generate(key, jobs=40, processors=2_000, params={**params, "load": 0.8})
    grid = generate(
        key, jobs=40, processors=2_000, params={**params, "load": 0.8, "widths": "geometric"}
    )
    width, times = columns(grid)
    assert width.tolist() == geometric(2_000).tolist()
    assert np.array_equal(times, columns(dense)[1][:, width - 1])
    assert np.array_equal(grid.weight, dense.weight)
    assert np.array_equal(grid.release, dense.release)


@every_model
def test_too_many_times_are_refused_and_the_way_out_is_named(key: str) -> None:
    with pytest.raises(ParameterError) as caught:
        generate(key, jobs=100_000, processors=10_000)
    assert caught.value.errors == {
        "widths": f"widths must give all jobs together at most {MAX_CONFIGURATIONS:,} times, got "
        "1,000,000,000 with dense: geometric gives 8,800,000"
    }
    with pytest.raises(ParameterError) as caught:
        generate(key, jobs=1_000_000, processors=10_000, params={"widths": "geometric"})
    assert caught.value.errors["widths"].endswith("88,000,000 with geometric: ask for fewer jobs")


@every_model
def test_weights_are_uniform_from_1(key: str) -> None:
    weight = generate(key, jobs=20_000, processors=2).weight
    assert 1 <= weight.min() < 1.01 < 9.99 < weight.max() <= 10
    assert weight.mean() == pytest.approx(5.5, rel=0.02)
    same = generate(key, jobs=5, processors=2, params={"max_weight": 1})
    assert same.weight.tolist() == [1.0] * 5


@every_model
@pytest.mark.parametrize("load", [0.05, 0.8, 5])
def test_the_load_is_met_by_the_work_on_one_processor(key: str, load: float) -> None:
    jobs = generate(key, jobs=500, processors=64, params={"load": load})
    work = float(columns(jobs)[1][:, 0].sum())
    assert jobs.release[0] == 0
    assert work / (64 * jobs.release[-1]) == pytest.approx(load)


@pytest.mark.parametrize("key", ["weak", "high", "cirne"])
def test_times_on_one_processor_are_uniform(key: str) -> None:
    params = {"min_time": 2, "max_time": 6}
    times = columns(generate(key, jobs=20_000, processors=2, params=params))[1][:, 0]
    counts = np.histogram(times, 8, (2, 6))[0]
    assert counts.sum() == 20_000
    assert counts == pytest.approx(2_500, rel=0.08)


@pytest.mark.parametrize("key", ["weak", "high", "cirne"])
def test_the_shortest_time_is_not_longer_than_the_longest(key: str) -> None:
    with pytest.raises(ParameterError) as caught:
        generate(key, jobs=1, processors=1, params={"min_time": 3, "max_time": 2})
    assert caught.value.errors == {"min_time": "min_time must be at most max_time, 2, got 3"}
