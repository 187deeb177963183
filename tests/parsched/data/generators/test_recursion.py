"""weak, high and mixed: the formula in both readings, X as it should be, classes."""

from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from parsched.base.errors import ParameterError
from parsched.data.generators import generate, steps
from parsched.model.problem.workload import Floats
from tests.twins import uncompiled


def table(key: str, jobs: int, processors: int, **params: Any) -> Floats:
    """Times, shape (jobs, processors), seconds."""
    made = generate(key, jobs=jobs, processors=processors, params=params)
    return made.profiles.times.reshape(jobs, processors)


def speedup(times: Floats) -> float:
    """Mean over the jobs of the speed-up on all processors."""
    return float(np.mean(times[:, 0] / times[:, -1]))


@pytest.mark.parametrize(
    ("centres", "index", "weak", "high"),
    [
        ("repaired", "zero-based", 2.8, 65),
        ("repaired", "literal", 2.5, 39),
        ("literal", "zero-based", 65, 2.8),
        ("literal", "literal", 39, 2.5),
    ],
)
def test_speed_ups_on_200_processors_are_as_the_texts_say(
    centres: str, index: str, weak: float, high: float
) -> None:
    """Both readings literal: "highly parallel" jobs gain 2.5, "weakly parallel" ones 39."""
    for key, expected in (("weak", weak), ("high", high)):
        found = speedup(table(key, 1_000, 200, centres=centres, index=index))
        assert found == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize("x_per", ["step", "job"])
@pytest.mark.parametrize(("key", "x"), [("weak", 0.9), ("high", 0.1)])
def test_without_deviation_the_formula_is_the_papers(key: str, x: float, x_per: str) -> None:
    """p(j) = p(j−1)·(X+j)/(1+j): `times[j]` is that on j + 1 processors."""
    times = table(key, 3, 50, deviation=0, x_per=x_per)
    j = np.arange(1, 50)
    assert times[:, 1:] / times[:, :-1] == pytest.approx(np.tile((x + j) / (1 + j), (3, 1)))
    times = table(key, 3, 50, deviation=0, x_per=x_per, index="literal")
    j = np.arange(2, 51)
    assert times[:, 1:] / times[:, :-1] == pytest.approx(np.tile((x + j) / (1 + j), (3, 1)))


@pytest.mark.parametrize("x_per", ["step", "job"])
def test_linear_jobs_take_the_same_work_on_any_number_of_processors(x_per: str) -> None:
    times = table("high", 3, 50, centres="linear", deviation=0, x_per=x_per)
    work = times * np.arange(1, 51)
    assert work == pytest.approx(np.tile(work[:, :1], 50))


def drawn_x(times: Floats, literal: bool = False) -> Floats:
    """Solve the formula for X, shape (jobs, processors − 1)."""
    k = np.arange(2, times.shape[1] + 1) + literal
    return np.asarray(times[:, 1:] / times[:, :-1] * k - (k - 1))


@pytest.mark.parametrize(("key", "centre"), [("weak", 0.9), ("high", 0.1)])
@pytest.mark.parametrize("deviation", [0.02, 0.2, 1.0])
def test_x_is_normal_and_cut_off_outside_0_and_1(key: str, centre: float, deviation: float) -> None:
    x = np.sort(drawn_x(table(key, 2_000, 41, deviation=deviation)).ravel())
    normal = NormalDist(centre, deviation)
    low, high = normal.cdf(0), normal.cdf(1)
    assert x[0] > -1e-9
    assert x[-1] < 1 + 1e-9
    places = np.array([normal.cdf(value) for value in x])
    theory, found = (places - low) / (high - low), np.arange(len(x)) / len(x)
    assert np.abs(theory - found).max() < 1.95 / np.sqrt(len(x))


def test_x_is_new_at_each_step_or_once_for_a_job() -> None:
    per_step = drawn_x(table("weak", 200, 100, x_per="step"))
    assert abs(np.corrcoef(per_step[:, 0], per_step[:, 1])[0, 1]) < 0.2
    per_job = drawn_x(table("weak", 200, 100, x_per="job"))
    assert per_job == pytest.approx(np.tile(per_job[:, :1], 99), abs=1e-9)
    assert len(set(per_job[:, 0].round(6))) == 200


def test_x_per_job_has_the_same_distribution() -> None:
    x = drawn_x(table("high", 20_000, 2, x_per="job"))[:, 0]
    y = drawn_x(table("high", 20_000, 2, x_per="step"))[:, 0]
    assert np.quantile(x, [0.1, 0.5, 0.9]) == pytest.approx(
        np.quantile(y, [0.1, 0.5, 0.9]), rel=0.05
    )


def test_small_jobs_of_mixed_are_weak_and_large_ones_high() -> None:
    params = {"small_deviation": 0.001, "large_deviation": 0.001}
    times = table("mixed", 2_000, 200, **params)
    small = times[:, 0] < 5
    assert np.mean(small) == pytest.approx(0.7, abs=0.03)
    assert times[small, 0] == pytest.approx(1, rel=0.01)
    assert times[~small, 0] == pytest.approx(10, rel=0.01)
    assert speedup(times[small]) == pytest.approx(2.8, rel=0.02)
    assert speedup(times[~small]) == pytest.approx(65, rel=0.02)
    literal = table("mixed", 2_000, 200, centres="literal", **params)
    assert speedup(literal[small]) == pytest.approx(65, rel=0.02)


def test_times_of_mixed_jobs_are_positive_normals() -> None:
    alone = table("mixed", 50_000, 1, small_share=0)[:, 0]
    assert alone.min() > 0
    normal = NormalDist(10, 5)
    for time in (2, 8, 12, 20):
        expected = (normal.cdf(time) - normal.cdf(0)) / (1 - normal.cdf(0))
        assert np.mean(alone <= time) == pytest.approx(expected, abs=0.01)


def test_too_many_steps_are_refused() -> None:
    params = {"widths": "geometric"}
    with pytest.raises(ParameterError) as caught:
        generate("weak", jobs=1_000, processors=2_000_000, params=params)
    assert caught.value.errors == {
        "jobs": "jobs must be at most 536 for 2,000,000 processors: each step takes time; got 1,000"
    }


@pytest.mark.parametrize("x_per", ["step", "job"])
def test_the_kernels_do_what_their_plain_twins_do(x_per: str) -> None:
    params: dict[str, Any] = {"widths": "geometric", "x_per": x_per}
    fast = generate("mixed", jobs=7, processors=60, params=params)
    with uncompiled(steps):
        plain = generate("mixed", jobs=7, processors=60, params=params)
    assert np.array_equal(fast.profiles.times, plain.profiles.times)


def test_a_walk_may_be_interrupted_anywhere() -> None:
    """The time of the job that a block ends in is carried on."""
    rng = np.random.default_rng(0)
    quantiles = np.array([[0, 0.3, 1], [0, 0.6, 1]])
    kind, widths = np.array([0, 1, 1], np.int8), np.array([1, 2, 5, 9])
    uniforms = rng.random(24)
    whole = np.full((3, 4), 8.0)
    steps.walk(uniforms, 0, 0, quantiles, kind, widths, whole, 0.0)
    for size in (1, 5, 8, 11):
        parts, time = np.full((3, 4), 8.0), 0.0
        for first in range(0, 24, size):
            part = uniforms[first : first + size]
            time = steps.walk(part, first, 0, quantiles, kind, widths, parts, time)
        assert np.array_equal(parts, whole)
