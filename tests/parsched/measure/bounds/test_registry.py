"""Bounds are declared once."""

import pytest

from parsched.base.errors import Cancelled
from parsched.measure.bounds import BOUNDS, bounds_of
from parsched.measure.bounds.registry import CRITERIA
from parsched.measure.certificates import ratios
from parsched.measure.metrics import METRICS
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.stop import Progress, Stop
from tests.parsched.factories import moldable, offline

pytestmark = pytest.mark.usefixtures("nothing_known")


def test_every_criterion_is_a_metric_to_make_small() -> None:
    assert set(BOUNDS) == set(CRITERIA)
    assert all(METRICS[metric].better == "lower" for metric in CRITERIA.values())


@pytest.mark.parametrize(
    ("criterion", "key"), [(c, key) for c, bounds in BOUNDS.items() for key in bounds]
)
def test_every_bound_is_explained(criterion: str, key: str) -> None:
    bound = BOUNDS[criterion][key]
    assert (bound.criterion, bound.key) == (criterion, key)
    assert bound.title
    assert bound.formula
    assert bound.help.endswith(".")


def test_processors_that_the_machine_does_not_have_count_for_no_bound() -> None:
    found = bounds_of(Instance(moldable([10, 1], [10, 8], weight=[2, 2]), Platform.of(1)))
    assert {found["makespan"][key] for key in ("area", "release_area", "dual")} == {20}
    assert found["makespan"]["longest"] == 10
    assert found["minsum"]["release_length"] == 40
    assert found["minsum"]["squashed_area"] == 60


def test_of_equal_bounds_the_one_declared_first_is_named() -> None:
    bounds = {"makespan": {"dual": 10.0, "release_area": 10.000000000000002, "area": 10.0}}
    ratio = ratios({"makespan": 10.0}, bounds)["makespan"]
    assert (ratio.bound, ratio.value) == ("area", 1)


def test_rounding_puts_no_ratio_below_one_and_hides_no_mistake() -> None:
    bounds = {"makespan": {"area": 1.0}}
    assert ratios({"makespan": 1 - 1e-15}, bounds)["makespan"].value == 1
    assert ratios({"makespan": 0.999}, bounds)["makespan"].value == 0.999


@pytest.mark.parametrize("title", ["area", "LP infeasibility", "price bound"])
def test_a_cancel_is_obeyed_before_each_bound_and_during_long_ones(title: str) -> None:
    """The second report of a long bound comes from inside it."""
    heard: list[Progress] = []
    reports = 1 if title == "area" else 2

    def cancel(progress: Progress) -> None:
        heard.append(progress)
        if [p.message for p in heard].count(f"lower bound: {title}") == reports:
            raise Cancelled("cancelled")

    workload = offline((1, 1), (5, 2), (3, 4))
    stop = Stop(listener=cancel, interval=0)
    with pytest.raises(Cancelled):
        bounds_of(Instance(workload, Platform.of(5)), None, stop)
    assert {p.fraction for p in heard} == {0.0}
    assert heard[-1].message == f"lower bound: {title}"


def test_bounds_that_were_cut_off_are_computed_again() -> None:
    def cancel(progress: Progress) -> None:
        raise Cancelled("cancelled")

    workload = offline((1, 1), (5, 2), (3, 4))
    with pytest.raises(Cancelled):
        bounds_of(Instance(workload, Platform.of(5)), None, Stop(listener=cancel))
    assert bounds_of(Instance(workload, Platform.of(5)))["makespan"]["lp_infeasibility"] == 6
