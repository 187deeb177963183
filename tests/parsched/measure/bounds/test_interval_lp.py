"""The interval linear program for Σ w·C, printed and repaired."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from parsched.data.generators import generate
from parsched.measure.allotment.choices import Choices
from parsched.measure.bounds.interval_lp import (
    IntervalProgram,
    interval_lp,
    least_work_by,
    paper_lp,
    solve_prices,
    value_at,
)
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Workload
from tests.amount import amount
from tests.parsched.factories import moldable, offline, rigid
from tests.parsched.optima import optimum
from tests.parsched.strategies import rough_cases

SHORT_AND_HEAVY = moldable([1], [5], weight=[8, 1])
"""The job of weight 8 can end at 1, before the first interval of the printed program."""


def test_the_printed_program_may_exceed_the_optimum() -> None:
    assert optimum(SHORT_AND_HEAVY, 1, weighted=True) == 14
    assert paper_lp(SHORT_AND_HEAVY, Platform.of(1)) == pytest.approx(15)


def test_the_repaired_program_does_not() -> None:
    assert interval_lp(SHORT_AND_HEAVY, Platform.of(1)) == pytest.approx(8 * 1 + 1 * 5)


def test_work_fills_the_intervals_in_turn() -> None:
    """C* = 8 is cut at 4, 8 and 16. Two jobs fill the 4 processor-seconds until 4, two more the 4
    until 8; in the printed program the intervals end at 8 and 16 and cost 4 and 8."""
    jobs = offline((1, 4), (1, 4), (1, 4), (1, 4))
    assert interval_lp(jobs, Platform.of(2)) == pytest.approx(2 * 4 + 2 * 4)
    assert paper_lp(jobs, Platform.of(2)) == pytest.approx(4 * 4)


def test_a_job_is_charged_from_its_release_on() -> None:
    assert interval_lp(rigid((0, 1, 3), (100, 1, 2)), Platform.of(1)) == pytest.approx(3 + 102)


def test_jobs_that_take_no_time_cost_their_release() -> None:
    assert interval_lp(offline((1, 0), (2, 0)), Platform.of(2)) == 0
    assert paper_lp(offline((1, 0), (2, 0)), Platform.of(2)) == 0
    assert interval_lp(rigid((0, 1, 0), (5, 1, 0)), Platform.of(2)) == pytest.approx(5)


def test_the_least_work_in_at_most_a_limit_by_hand() -> None:
    choices = Choices.of(moldable([6, 4, 2], [5]), 3)
    limits = np.array([[1.9, 2, 5, 6, np.inf], [4, 5, 5, -1, 6]])
    assert least_work_by(choices, limits).tolist() == [
        [np.inf, 6, 6, 6, 6],
        [np.inf, 5, 5, np.inf, 5],
    ]


@settings(max_examples=amount(100))
@given(arrays(float, 3, elements=st.floats(0, 5)))
def test_any_prices_give_a_bound_and_the_solver_finds_the_best(prices: Floats) -> None:
    program = IntervalProgram(
        np.array([[1.0, 2, 4], [np.inf, 3, 5]]),
        np.array([[1.0, 0.5, 0.5], [0, 2, 1]]),
        np.array([1.0, 2, np.inf]),
    )
    best = value_at(program, solve_prices(program))
    assert best == pytest.approx(1 + (3 + 5) / 2)
    prices[2] = 0
    assert value_at(program, prices) <= best + 1e-9


@settings(max_examples=amount(1000))
@given(rough_cases(released=True, jobs=3))
def test_the_repaired_program_never_exceeds_the_optimum(case: tuple[Workload, int]) -> None:
    workload, m = case
    assert interval_lp(workload, Platform.of(m)) <= optimum(workload, m, weighted=True) * (
        1 + 1e-12
    )


@pytest.mark.parametrize("model", ["weak", "high", "mixed", "cirne"])
def test_the_repair_costs_next_to_nothing(model: str) -> None:
    jobs = generate(model, jobs=100, processors=200, params={"seed": 3})
    printed, repaired = (bound(jobs, Platform.of(200)) for bound in (paper_lp, interval_lp))
    assert repaired >= 0.99 * printed
