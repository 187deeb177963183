"""What the bounds prove about a schedule."""

import pytest

from algorithms.platform import Platform
from algorithms.result import Certificate, certificates
from algorithms.solve import solve
from tests.algorithms.factories import offline


def of(makespan: float | None, unit: float | None = None, **bounds: float) -> Certificate:
    return certificates({"makespan": makespan}, {"makespan": bounds}, unit=unit)["makespan"]


def test_a_makespan_that_meets_its_bound_is_proved_optimal() -> None:
    assert of(12.0, area=9.5, longest=12.0).text == "proved optimal"
    assert of(12.0, area=12.0 - 1e-13).gap == 0


def test_with_whole_times_the_bound_is_rounded_up() -> None:
    assert of(12.0, area=11.2).text == "within 7.2 % of the optimum"
    assert of(12.0, area=11.2, unit=1.0).text == "proved optimal"
    assert of(12.0, area=10.2, unit=2.0).text == "proved optimal"
    assert of(12.0, area=10.2, unit=1.0).gap == pytest.approx(1 / 11)


def test_the_distance_is_never_understated() -> None:
    assert of(10.001, area=10.0).text == "within 0.1 % of the optimum"
    assert of(11.0, area=10.0).text == "within 10 % of the optimum"
    assert of(10.45, area=10.0).text == "within 4.5 % of the optimum"


def test_no_positive_bound_proves_nothing() -> None:
    assert of(12.0).text == "no certificate"
    assert of(12.0, area=0.0).gap is None
    assert of(None, area=1.0).gap is None
    assert of(float("nan"), area=1.0).gap is None


def test_nothing_to_do_is_done_optimally() -> None:
    assert of(0.0, area=0.0).text == "proved optimal"


def test_a_bound_that_may_exceed_the_optimum_proves_nothing() -> None:
    assert of(12.0, nobody_declared_it=12.0).gap is None


def test_the_run_may_prove_more_than_the_bounds() -> None:
    bounds = {"makespan": {"area": 6.0}}
    found = certificates({"makespan": 9.0}, bounds, proved=9.0)
    assert found["makespan"].text == "proved optimal"


def test_each_criterion_has_its_own() -> None:
    result = solve(offline((1, 1), (2, 2)), Platform.of(2), "ltf")
    assert result.certificates["makespan"].gap == 0
    assert result.certificates["minsum"].gap is not None
    assert result.as_json()["certificates"]["makespan"] == {"gap": 0, "text": "proved optimal"}


def test_half_seconds_are_a_unit_too() -> None:
    """Three jobs of 1.5 s on two processors: the area says 2.25 s, multiples of 1.5 s say 3 s."""
    result = solve(offline((1, 1.5), (1, 1.5), (1, 1.5)), Platform.of(2), "ltf")
    assert result.certificates["makespan"].text == "proved optimal"
