"""Measures: ratios and degradations by hand, and what is not known of them."""

from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest

from parsched.studies import Generated, Part, Study
from parsched.studies.measured import PartCells, UnitRow, possible
from parsched.studies.measures import Measure
from parsched.studies.part import Unit
from tests.parsched.studies.small import LISTS, computed


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


def test_no_method_is_behind_a_best_of_0_that_it_reaches() -> None:
    found = of("mean_wait/best", mean_wait=[0.0, 2.0])
    assert (found[0], found[1]) == (0.0, inf)


def test_the_best_is_unknown_where_a_method_has_no_value() -> None:
    assert np.isnan(of("makespan/best", makespan=[10.0, nan])).all()


CRITERIA_OF_ONE_KEY = ("makespan/release_length", "sum_weighted_completion/release_length")


def test_a_ratio_takes_the_bound_of_its_criterion() -> None:
    """Two criteria have a bound of that key: both are numbers of their own."""
    names = [Measure.parse(text).numbers[1] for text in CRITERIA_OF_ONE_KEY]
    assert names == ["makespan:release_length", "minsum:release_length"]
    assert Measure.parse("makespan/dual").numbers == ("makespan", "dual")
    part = Part(
        key="both",
        title="both",
        instances=Generated(generator="lublin", jobs=(8,), processors=(8,)),
        methods=("easy",),
        measures=CRITERIA_OF_ONE_KEY,
        repetitions=2,
    )
    [cells] = computed(Study(key="both", title="Both", parts=(part,))).parts.values()
    for text in CRITERIA_OF_ONE_KEY:
        values = cells.of(text)
        assert (values >= 1 - 1e-9).all()
        assert (values < 50).all()


@pytest.mark.parametrize("reader", ["computed", "put"])
def test_no_ratio_below_1_is_stored(reader: str) -> None:
    part = replace(LISTS, measures=("makespan/dual", "mean_flow"))
    shape = len(part.requests), len(part.numbers)
    numbers = np.ones(shape)
    numbers[0, part.numbers.index("makespan")] = 0.5
    row = possible(part, UnitRow(numbers))
    if reader == "put":
        cells = PartCells.empty(part)
        cells.put(Unit(part.key, 0, 0), UnitRow(numbers))
        row = UnitRow(cells.numbers[0, 0], {m: text for (*_, m), text in cells.problems.items()})
    assert np.isnan(row.numbers[0]).all()
    assert (row.numbers[1] == 1).all()
    assert row.problems == {
        0: "makespan / dual approximation is 0.5, below 1, which no schedule can be: its numbers "
        "are not kept"
    }


def test_a_bound_that_is_not_proved_may_be_above() -> None:
    assert Measure.parse("makespan/best").least == -np.inf
    assert Measure.parse("mean_flow").least == -np.inf
