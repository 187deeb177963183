"""Measures: ratios and degradations by hand, and what is not known of them."""

from math import inf, nan

import numpy as np
import pytest

from algorithms.studies.measures import Measure


def of(key: str, **numbers: list[float]) -> list[float]:
    """Return a measure of methods on one instance."""
    values = Measure.parse(key).of({name: np.array(row) for name, row in numbers.items()})
    return [float(value) for value in values]


def test_a_ratio_is_over_the_denominator_that_it_names() -> None:
    assert of("makespan/dual", makespan=[6.0, 9.0], dual=[3.0, 3.0]) == [2.0, 3.0]


@pytest.mark.parametrize(("top", "bottom"), [(1.0, 0.0), (0.0, 0.0), (nan, 2.0), (inf, 2.0)])
def test_a_ratio_that_is_no_number_is_unknown(top: float, bottom: float) -> None:
    assert np.isnan(of("makespan/dual", makespan=[top], dual=[bottom])).all()


def test_degradations_are_per_cent_behind_the_best() -> None:
    assert of("makespan/best", makespan=[10.0, 15.0, 11.0]) == pytest.approx([0.0, 50.0, 10.0])
    assert of("utilisation/best", utilisation=[0.8, 0.6]) == pytest.approx([0.0, 25.0])


def test_nobody_is_behind_a_best_of_0_who_reaches_it() -> None:
    found = of("mean_wait/best", mean_wait=[0.0, 2.0])
    assert (found[0], found[1]) == (0.0, inf)


def test_the_best_is_unknown_where_a_method_has_no_value() -> None:
    assert np.isnan(of("makespan/best", makespan=[10.0, nan])).all()
