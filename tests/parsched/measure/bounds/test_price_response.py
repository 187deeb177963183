"""Jobs that choose at given prices."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.measure.allotment.choices import Choices
from parsched.measure.bounds import price_response
from parsched.measure.bounds.price_response import Configurations, Prices
from parsched.model.problem.workload import Floats, Workload
from tests.amount import amount
from tests.parsched.strategies import rough_cases
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")


@st.composite
def some_prices(draw: Any) -> Prices:
    """Prices on a few intervals, some of them 0."""
    lengths = draw(st.lists(st.integers(1, 8), min_size=1, max_size=6))
    rates = np.array([draw(st.integers(0, 12)) / 4 for _ in lengths])
    steps = np.array(lengths) / 2
    return Prices(np.append(0.0, np.cumsum(steps)), rates, np.append(0.0, np.cumsum(rates * steps)))


def naive_cost(prices: Prices, weight: float, width: int, time: float, start: float) -> float:
    """Overlap with every interval."""
    left = np.maximum(prices.edges[:-1], start)
    right = np.minimum(prices.edges[1:], start + time)
    paid = float(np.maximum(right - left, 0) @ prices.rates)
    return weight * (start + time) + width * paid


def answers(workload: Workload, choices: Choices, prices: Prices) -> tuple[float, Floats, Floats]:
    """What all jobs choose together, from their fastest configurations on."""
    chosen, start = choices.offsets[1:] - 1, workload.release.copy()
    configurations = Configurations(*choices[:3])
    n = len(workload)
    total = price_response.respond(
        configurations, workload.weight, workload.release, prices, chosen, start, 0, n
    )
    return total, chosen.astype(float), start


@settings(max_examples=amount(150))
@given(rough_cases(released=True, jobs=3), some_prices())
def test_nothing_costs_a_job_less_than_what_it_chooses(
    case: tuple[Workload, int], prices: Prices
) -> None:
    workload, m = case
    choices = Choices.of(workload, m)
    total, chosen, start = answers(workload, choices, prices)
    spent, least = 0.0, 0.0
    for i in range(len(workload)):
        w, r = float(workload.weight[i]), float(workload.release[i])
        c = int(chosen[i])
        spent += naive_cost(prices, w, int(choices.widths[c]), float(choices.times[c]), start[i])
        least += min(
            naive_cost(prices, w, int(choices.widths[c]), float(choices.times[c]), r + delay)
            for c in range(choices.offsets[i], choices.offsets[i + 1])
            for delay in np.arange(0, 30, 0.05)
        )
        assert start[i] >= r
    assert np.isclose(total, spent)
    assert total <= least + 1e-9


@settings(max_examples=amount(60))
@given(rough_cases(released=True, jobs=5), some_prices())
def test_the_plain_twins_choose_the_same(case: tuple[Workload, int], prices: Prices) -> None:
    workload, m = case
    choices = Choices.of(workload, m)
    fast = answers(workload, choices, prices)
    fast_usage = usage(choices, fast, prices)
    with uncompiled(price_response):
        plain = answers(workload, choices, prices)
        plain_usage = usage(choices, plain, prices)
    assert [np.array(a).tolist() for a in fast] == [np.array(a).tolist() for a in plain]
    assert fast_usage.tolist() == plain_usage.tolist()


def usage(choices: Choices, chosen: tuple[float, Floats, Floats], prices: Prices) -> Floats:
    """Processor-seconds in each interval."""
    used = np.zeros(len(prices.rates))
    _, rows, start = chosen
    price_response.add_usage(
        choices.widths, choices.times, rows.astype(np.int64), start, prices.edges, used
    )
    return used


@settings(max_examples=amount(100))
@given(rough_cases(released=True, jobs=5), some_prices())
def test_usage_is_the_overlap_with_each_interval(
    case: tuple[Workload, int], prices: Prices
) -> None:
    workload, m = case
    choices = Choices.of(workload, m)
    found = answers(workload, choices, prices)
    chosen, start = found[1].astype(np.int64), found[2]
    end = start + choices.times[chosen]
    for g, used in enumerate(usage(choices, found, prices)):
        low, high = prices.edges[g], prices.edges[g + 1]
        overlap = np.maximum(np.minimum(end, high) - np.maximum(start, low), 0)
        assert np.isclose(used, choices.widths[chosen] @ overlap)


def test_thinning_keeps_the_ends_and_widths_that_grow_by_a_factor() -> None:
    widths = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3, 5, 6, 40])
    keep = np.empty(len(widths), np.bool_)
    assert price_response.thin(np.array([0, 10, 10, 14]), widths, 1.5, keep) == 10
    assert widths[:10][keep[:10]].tolist() == [1, 2, 3, 4, 6, 9, 10]
    assert widths[10:][keep[10:]].tolist() == [3, 5, 40]
