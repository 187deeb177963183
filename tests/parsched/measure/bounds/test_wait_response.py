"""Jobs that choose their starts at given prices, and the prices of work that flows."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parsched.measure.bounds import wait_flow, wait_response
from parsched.measure.bounds.price_response import Prices
from parsched.measure.bounds.wait_flow import Pieces
from parsched.measure.bounds.wait_response import Arrivals, JobIntervals
from parsched.model.problem.workload import Floats
from tests.amount import amount
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")


@st.composite
def markets(draw: Any) -> tuple[Arrivals, Prices]:
    """Jobs, some waiting free of cost, and prices from their first release on."""
    count = draw(st.integers(1, 60))
    lengths = np.array(draw(st.lists(st.integers(1, 4), min_size=count, max_size=count))) / 2
    rates = np.array([draw(st.integers(0, 12)) / 4 for _ in lengths])
    job = st.tuples(
        *(st.integers(*limits) for limits in ((0, 60), (1, 20), (1, 4), (1, 8), (0, 9)))
    )
    rows = np.array(sorted(draw(st.lists(job, min_size=1, max_size=6))), float)
    rows[0, 0] = 0.0
    scale = np.array([2, 2, 1, 8, 2])
    jobs = Arrivals(*(np.ascontiguousarray(column) for column in (rows / scale).T))
    edges = np.append(0.0, np.cumsum(lengths))
    prices = Prices(edges, rates, np.empty(count + 1))
    wait_response.add_up(np.diff(edges), rates, prices.paid)
    return jobs, prices


def answer(jobs: Arrivals, prices: Prices, start: Floats) -> tuple[float, Floats, Floats, int]:
    """What all jobs choose together: cost, starts, usage and how much they looked at."""
    blocks = -(-len(prices.rates) // wait_response.BLOCK)
    lowest = np.empty((blocks.bit_length(), blocks))
    wait_response.find_lowest(prices.rates, lowest)
    start, usage, looked = start.copy(), np.zeros(len(prices.rates)), np.zeros(1, np.int64)
    n = len(start)
    places = JobIntervals(*(np.empty(n, np.int64) for _ in JobIntervals._fields))
    wait_response.find_places(jobs, prices.edges, start, places)
    cost = wait_response.choose(jobs, prices, lowest, start, usage, looked, places, 0, n)
    return cost, start, usage, int(looked[0])


def naive(jobs: Arrivals, job: int, prices: Prices, start: Floats) -> Floats:
    """Cost of a job at given starts, by interpolation."""
    paid = np.append(0.0, np.cumsum(prices.rates * np.diff(prices.edges)))
    end = start + jobs.time[job]
    price = np.interp(end, prices.edges, paid) - np.interp(start, prices.edges, paid)
    waits = np.maximum(0.0, start - jobs.release[job] - jobs.free[job])
    cost: Floats = jobs.weight[job] * waits + jobs.width[job] * price
    return cost


@settings(max_examples=amount(150), deadline=None)
@given(markets())
def test_nothing_costs_a_job_less_than_what_it_chooses(market: tuple[Arrivals, Prices]) -> None:
    jobs, prices = market
    cost, start, usage, _ = answer(jobs, prices, jobs.release)
    spent, least = 0.0, 0.0
    for job in range(len(jobs.release)):
        assert start[job] >= jobs.release[job]
        spent += float(naive(jobs, job, prices, start[job : job + 1])[0])
        delays = np.arange(0, 130, 0.25)  # all edges, lengths and releases are halves
        least += float(naive(jobs, job, prices, jobs.release[job] + delays).min())
    assert cost == pytest.approx(spent)
    assert cost == pytest.approx(least)
    for g, used in enumerate(usage):
        end = np.minimum(start + jobs.time, prices.edges[g + 1])
        overlap = np.maximum(end - np.maximum(start, prices.edges[g]), 0)
        assert used == pytest.approx(float(jobs.width @ overlap))


def test_a_wait_free_of_cost_ends_where_a_price_falls() -> None:
    """Prices 0.5, 0 and then 0.25: from 1 on the job pays 0.25 for two of its three seconds."""
    edges, rates = np.array([0.0, 1.0, 2.0, 9.0]), np.array([0.5, 0.0, 0.25])
    jobs = Arrivals(*np.array([[0.0], [3.0], [1.0], [8.0], [4.0]]))
    prices = Prices(edges, rates, np.array([0.0, 0.5, 0.5, 2.25]))
    cost, start, usage, _ = answer(jobs, prices, jobs.release)
    assert (cost, start.tolist(), usage.tolist()) == (0.5, [1], [0, 1, 2])


@settings(max_examples=amount(100), deadline=None)
@given(markets(), st.integers(0, 99))
def test_where_the_search_begins_changes_no_cost(
    market: tuple[Arrivals, Prices], delay: int
) -> None:
    jobs, prices = market
    assert answer(jobs, prices, jobs.release + delay)[0] == pytest.approx(
        answer(jobs, prices, jobs.release)[0]
    )


@settings(max_examples=amount(60), deadline=None)
@given(markets())
def test_the_plain_twins_do_the_same(market: tuple[Arrivals, Prices]) -> None:
    jobs, prices = market

    def everything() -> list[Any]:
        found: list[Any] = [*answer(jobs, prices, jobs.release), *flowing(jobs, prices.edges)]
        rates, direction = prices.rates.copy(), np.ones(len(prices.rates))
        wait_response.move(rates, found[2], 2 * np.diff(prices.edges), direction, 0.3, 0.1)
        finer, split = np.empty(2 * len(rates) + 1), np.empty(2 * len(rates))
        cut = rates > 1
        count = wait_response.split(prices.edges, rates, cut, finer, split)
        return [*found, rates, direction, finer[: count + 1], split[:count]]

    fast = [np.array(part).tolist() for part in everything()]
    with uncompiled(wait_response), uncompiled(wait_flow):
        plain = [np.array(part).tolist() for part in everything()]
    assert fast == plain


def flowing(jobs: Arrivals, edges: Floats) -> tuple[Floats, Floats, Floats]:
    """Jobs and ends of the pieces on two processors, and what one of these is worth."""
    n = len(jobs.release)
    ends = np.empty((2, 2 * n))
    pieces = Pieces(np.empty(2 * n, np.int64), ends[0], ends[1], np.empty(n, np.int64))
    count = wait_flow.flow(jobs, 2.0, pieces)
    rates = np.zeros(len(edges) - 1)
    wait_flow.worth(jobs, pieces, count, edges, np.full(n, np.nan), rates)
    return pieces.job[:count].astype(float), pieces.end[:count], rates


def test_work_flows_by_weight_and_is_interrupted() -> None:
    """The second job has more weight for its work: it interrupts the first one, which is worth
    4/8 − 1/8·t for a processor at first, and nothing at its end."""
    column = np.array([[0.0, 1.0], [4.0, 1.0], [2.0, 2.0], [1.0, 1.0], [0.0, 0.0]])
    jobs = Arrivals(*column)
    order, ends, rates = flowing(jobs, np.array([0.0, 1.0, 2.0, 5.0]))
    assert order.tolist() == [0, 1, 0]
    assert ends.tolist() == [1, 2, 5]
    # Job 0 ends at 5: α = 5/8; job 1 ends at 2, where job 0 is worth 3/8: α = 3/8 + 2/2.
    assert rates.tolist() == pytest.approx([5 / 8 - 0.5 / 8, 11 / 8 - 1.5 / 2, 5 / 8 - 3.5 / 8])


@given(st.lists(st.integers(0, 9), min_size=1, max_size=100), st.data())
@example([3], None)
def test_no_price_is_below_the_lowest(rates: list[int], data: st.DataObject | None) -> None:
    blocks = -(-len(rates) // wait_response.BLOCK)
    lowest = np.empty((blocks.bit_length(), blocks))
    wait_response.find_lowest(np.array(rates, float), lowest)
    last = len(rates) - 1
    first = data.draw(st.integers(0, last)) if data else 0
    last = data.draw(st.integers(first, last)) if data else last
    found = wait_response.lowest_from(lowest, first, last)
    whole = first // wait_response.BLOCK * wait_response.BLOCK
    beyond = (last // wait_response.BLOCK + 1) * wait_response.BLOCK
    assert found == min(rates[whole:beyond])


def test_sums_of_prices_are_rounded_once() -> None:
    lengths, rates = np.ones(100_001), np.full(100_001, 0.1)
    rates[0] = 1e9
    paid = np.empty(100_002)
    wait_response.add_up(lengths, rates, paid)
    assert paid[-1] == pytest.approx(1e9 + 10_000, rel=1e-16, abs=1e-7)


def test_intervals_with_a_price_are_halved_and_others_joined() -> None:
    edges, rates = np.arange(13.0), np.zeros(12)
    rates[1] = 4.0
    finer, prices = np.empty(25), np.empty(24)
    count = wait_response.split(edges, rates, rates > 0, finer, prices)
    assert finer[: count + 1].tolist() == [0, 1, 1.5, 2, 3, 4, 12]
    assert prices[:count].tolist() == [0, 4, 4, 0, 0, 0]
