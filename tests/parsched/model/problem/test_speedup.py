"""Laws of speed-up: Downey's two branches meet, both are monotone, and the limits are right."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.model.problem import speedup
from parsched.model.problem.speedup import amdahl, dense, downey, geometric
from tests.twins import uncompiled


def one(widths: list[int], parallelism: float, sigma: float) -> list[float]:
    """Speed-ups of one job."""
    law = np.array([float(parallelism)]), np.array([float(sigma)])
    times = downey(np.array(widths, np.int64), np.array([1.0]), *law)
    return [float(1 / t) for t in times[0]]


@pytest.mark.parametrize("sigma", [0, 0.3, 1, 1.5, 7, 100])
@pytest.mark.parametrize("parallelism", [1, 1.7, 10, 64])
def test_the_speed_up_runs_from_1_to_the_average_parallelism(
    parallelism: float, sigma: float
) -> None:
    reached = math.ceil(max(2 * parallelism - 1, parallelism + parallelism * sigma - sigma)) + 1
    found = one([1, reached, 10**9], parallelism, sigma)
    assert found == pytest.approx([1, parallelism, parallelism])


def test_without_variance_it_is_linear_up_to_the_parallelism() -> None:
    assert one([1, 2, 5, 8, 9, 100], 8, 0) == pytest.approx([1, 2, 5, 8, 8, 8])


def test_values_computed_by_hand() -> None:
    """A = 10. σ = 0.5: S(10) = 100/(10 + 2.25), S(15) = 150/(4.75 + 11.25). σ = 2: S(10) =
    300/(2·19 + 10), S(20) = 600/(2·29 + 10)."""
    assert one([10, 15, 19], 10, 0.5) == pytest.approx([100 / 12.25, 150 / 16, 10])
    assert one([10, 20, 28], 10, 2) == pytest.approx([300 / 48, 600 / 68, 10])


@pytest.mark.parametrize("parallelism", [1, 2.5, 30])
def test_the_two_branches_agree_where_they_meet(parallelism: float) -> None:
    widths = list(range(1, 80))
    assert one(widths, parallelism, 1) == pytest.approx(one(widths, parallelism, 1 + 1e-12))


@given(parallelism=st.floats(1, 300), sigma=st.floats(0, 50), n=st.integers(1, 200))
def test_more_processors_are_never_slower_and_never_more_efficient(
    parallelism: float, sigma: float, n: int
) -> None:
    before, after = one([n, n + 1], parallelism, sigma)
    assert before <= after * (1 + 1e-12)
    assert after / (n + 1) <= before / n * (1 + 1e-12)


@given(
    parallelism=st.floats(1, 300), sigma=st.floats(0, 50), widths=st.lists(st.integers(1, 10**6))
)
def test_the_kernel_does_what_its_plain_twin_does(
    parallelism: float, sigma: float, widths: list[int]
) -> None:
    fast = one(widths, parallelism, sigma)
    with uncompiled(speedup):
        times = np.empty((1, len(widths)))
        speedup.fill_downey(
            np.array(widths, np.int64),
            np.ones(1),
            np.array([float(parallelism)]),
            np.array([sigma]),
            times,
        )
    assert fast == [float(1 / t) for t in times[0]]


def test_amdahl_approaches_what_the_serial_fraction_allows() -> None:
    assert amdahl(np.array([1, 2, 10]), 20.0, 0.1) == pytest.approx([20, 11, 3.8])
    assert amdahl(dense(4), 3.0, 1.0).tolist() == [3.0] * 4
    assert amdahl(dense(4), 12.0, 0.0).tolist() == [12.0, 6.0, 4.0, 3.0]


def test_the_geometric_grid_is_dense_and_then_grows_by_its_ratio() -> None:
    assert geometric(30).tolist() == [*range(1, 21), 22, 24, 26, 28, 30]
    assert geometric(27).tolist()[-2:] == [26, 27]
    assert geometric(40, 2.0).tolist() == [1, 2, 4, 8, 16, 32, 40]
    assert len(geometric(10_000)) == 88


@given(processors=st.integers(1, 2**31 - 1), ratio=st.floats(1.01, 2))
def test_a_geometric_grid_has_both_ends_and_no_wide_gap(processors: int, ratio: float) -> None:
    widths = geometric(processors, ratio)
    assert widths[0] == 1
    assert widths[-1] == processors
    steps = np.diff(widths)
    assert (steps >= 1).all()
    assert ((steps == 1) | (widths[1:] <= widths[:-1] * ratio)).all()
