"""The picture that the comparison of Dutot et al. (2004) shows, on few workloads; `make bench
only=bicriteria` measures all of it."""

from functools import cache
from statistics import fmean

import pytest

from tests.parsched.bicriteria import DEMT, GAP, MODELS, Ratios, compare

JOBS = (25, pytest.param(100, marks=pytest.mark.night))
SEEDS = range(1, 4)


@cache
def measured(model: str, jobs: int) -> dict[str, Ratios]:
    return compare(model, jobs, SEEDS, ("demt", "price"))


@pytest.mark.parametrize("jobs", JOBS)
@pytest.mark.parametrize("model", MODELS)
def test_demt_is_as_far_from_the_printed_program_as_in_the_paper(model: str, jobs: int) -> None:
    low, high = DEMT[model]
    assert low <= measured(model, jobs)["demt"].printed <= high


@pytest.mark.parametrize("jobs", JOBS)
@pytest.mark.parametrize("model", MODELS)
def test_price_guided_lists_beat_demt_on_both_criteria(model: str, jobs: int) -> None:
    demt, price = measured(model, jobs)["demt"], measured(model, jobs)["price"]
    assert 1 <= price.makespan < demt.makespan <= 2
    assert 1 <= price.price < demt.price


@pytest.mark.parametrize("jobs", JOBS)
def test_price_guided_lists_are_near_the_bound_in_the_mean(jobs: int) -> None:
    assert fmean(measured(model, jobs)["price"].price for model in MODELS) <= GAP
