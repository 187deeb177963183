"""Bounds are declared once."""

import pytest

from algorithms.bounds import BOUNDS
from algorithms.bounds.registry import CRITERIA
from algorithms.metrics import METRICS


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
