"""The picture that the comparison of Dutot et al. (2004) shows, on few workloads; `make bench
only=bicriteria` measures all of it."""

import pytest

from tests.algorithms.bicriteria import MODELS, compare

PRINTED = {"weak": (2.3, 2.95), "high": (2.1, 2.6), "mixed": (2.4, 2.9), "cirne": (1.8, 2.35)}
"""Σ w·C of DEMT over the linear program as printed."""


@pytest.mark.parametrize("jobs", [25, 100])
@pytest.mark.parametrize("model", MODELS)
def test_price_guided_lists_are_near_the_bound_and_beat_demt(model: str, jobs: int) -> None:
    found = compare(model, jobs, range(1, 4), ("demt", "price"))
    demt, price = found["demt"], found["price"]
    low, high = PRINTED[model]
    assert low <= demt.printed <= high
    assert 1 <= demt.makespan <= 2
    assert price.makespan < demt.makespan
    assert price.printed < demt.printed
    assert 1 <= price.price <= 1.055
