"""List scheduling that may take other widths than planned."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.measure.allotment.choices import Choices
from parsched.measure.bounds.price_response import Configurations, Prices
from parsched.model.placing import graham_placement
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Ints, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.policies.price import lists
from tests.amount import amount
from tests.parsched.factories import configured
from tests.parsched.measure.bounds.test_price_response import some_prices
from tests.parsched.strategies import rough_cases
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

FREE = Prices(np.array([0.0, 100]), np.zeros(1), np.zeros(2))


@st.composite
def listed(draw: Any) -> tuple[Workload, int, Ints, Ints]:
    """Jobs, a machine, a list of them, and planned configurations."""
    workload, m = draw(rough_cases(jobs=8))
    choices = Choices.of(workload, m)
    order = np.array(draw(st.permutations(range(len(workload)))))
    counts = np.diff(choices.offsets)
    planned = choices.offsets[:-1] + [draw(st.integers(0, int(k) - 1)) for k in counts]
    return workload, m, order, planned


def run(
    case: tuple[Workload, int, Ints, Ints], prices: Prices, window: int, budget: int = 10**6
) -> tuple[Ints, Floats]:
    """Place the list; return configurations and starts."""
    workload, m, order, planned = case
    choices = Choices.of(workload, m)
    taken, start = np.full(len(order), -1), np.full(len(order), np.nan)
    state = lists.machine(choices.widths[planned][order], m, window)
    done = 0
    while done < len(order):
        done = lists.dispatch(
            order,
            planned,
            Configurations(*choices[:3]),
            workload.weight,
            prices,
            taken,
            start,
            state,
            budget,
        )
    return taken, start


@settings(max_examples=amount(100))
@given(listed())
def test_without_a_window_it_is_graham(case: tuple[Workload, int, Ints, Ints]) -> None:
    workload, m, order, planned = case
    choices = Choices.of(workload, m)
    taken, start = run(case, FREE, 0)
    width, time = choices.taken(planned[order])
    expected = np.empty(len(order))
    graham_placement.graham(width, time, expected, graham_placement.machine(width, m), len(order))
    assert taken.tolist() == planned.tolist()
    assert start[order].tolist() == expected.tolist()


@settings(max_examples=amount(150))
@given(listed(), some_prices(), st.integers(0, 9))
def test_every_schedule_is_feasible(
    case: tuple[Workload, int, Ints, Ints], prices: Prices, window: int
) -> None:
    workload, m, *_ = case
    taken, start = run(case, prices, window)
    width, _ = Choices.of(workload, m).taken(taken)
    Schedule.of(workload, start, width=width).check(workload, Platform.of(m))


@settings(max_examples=amount(60))
@given(listed(), some_prices(), st.integers(0, 9))
def test_the_plain_twin_and_small_chunks_decide_the_same(
    case: tuple[Workload, int, Ints, Ints], prices: Prices, window: int
) -> None:
    whole = [array.tolist() for array in run(case, prices, window)]
    assert [array.tolist() for array in run(case, prices, window, 1)] == whole
    with uncompiled(lists):
        assert [array.tolist() for array in run(case, prices, window)] == whole


def place_second(beside: float) -> tuple[int, float]:
    """Width and start of a job of weight 1 (four processors: 2 s, one: `beside`) behind one that
    holds three of four processors for 3 s; processors are free of charge."""
    jobs = configured({3: 3}, {4: 2, 1: beside})
    choices = Choices.of(jobs, 4)
    case = (jobs, 4, np.array([0, 1]), np.array([0, 2]))
    taken, start = run(case, FREE, 1)
    return int(choices.widths[taken[1]]), float(start[1])


@pytest.mark.parametrize(("beside", "expected"), [(4, (1, 0)), (5, (1, 0)), (6, (4, 3))])
def test_a_job_takes_less_if_that_costs_no_more_than_to_wait(
    beside: float, expected: tuple[int, float]
) -> None:
    """On four processors it ends at 3 + 2."""
    assert place_second(beside) == expected


def test_dear_processors_make_a_job_narrower_than_planned() -> None:
    jobs = configured({1: 3, 2: 2})
    dear = Prices(np.array([0.0, 100]), np.array([2.0]), np.array([0.0, 200]))
    case = (jobs, 2, np.array([0]), np.array([1]))
    assert [run(case, prices, 1)[0].tolist() for prices in (FREE, dear)] == [[1], [0]]
    assert run(case, dear, 0)[0].tolist() == [1]


def test_behind_the_window_a_job_overtakes_with_its_planned_width() -> None:
    """The third job is planned on one processor for 10 s; in the window it rather waits for two."""
    jobs = configured({2: 5}, {3: 1}, {1: 10, 2: 4})
    case = (jobs, 3, np.array([0, 1, 2]), np.array([0, 1, 2]))
    found = [[array.tolist() for array in run(case, FREE, window)] for window in (1, 2)]
    assert found == [[[0, 1, 2], [0, 10, 0]], [[0, 1, 3], [0, 5, 6]]]
