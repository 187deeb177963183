"""Local search on a list of moldable jobs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.measure.allotment.choices import Choices
from parsched.measure.bounds.price_response import Configurations
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Ints, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.policies.price import neighbour_moves
from parsched.policies.price.neighbour_moves import Aim, MoveSearch
from tests.amount import amount
from tests.parsched.policies.price.test_lists import listed
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

COUNT = 40
Case = tuple[Workload, int, Ints, Ints]


def aim_of(workload: Workload, sum_rate: float = 1.0, makespan_rate: float = 0.5) -> Aim:
    return Aim(workload.weight, float(workload.weight.sum()), sum_rate, makespan_rate)


def placed(case: Case) -> MoveSearch:
    """The list as it is."""
    workload, m, order, planned = case
    state = neighbour_moves.search(order, planned)
    state.value[0] = neighbour_moves.place(configurations(case), m, aim_of(workload), state, np.inf)
    return state


def configurations(case: Case) -> Configurations:
    workload, m, *_ = case
    return Configurations(*Choices.of(workload, m)[:3])


def moved(case: Case, seed: int) -> MoveSearch:
    """The list after some random moves."""
    workload, m, order, _ = case
    state, chance, n = placed(case), np.random.default_rng(seed), len(order)
    places, targets = chance.integers(0, n, (2, COUNT))
    factors = np.where(chance.random(COUNT) < 0.5, 1.0, chance.uniform(0.3, 3, COUNT))
    neighbour_moves.try_moves(
        configurations(case), m, aim_of(workload), places, targets, factors, state
    )
    return state


@settings(max_examples=amount(100))
@given(listed())
def test_the_value_belongs_to_a_feasible_schedule_in_list_order(case: Case) -> None:
    workload, m, order, planned = case
    state = placed(case)
    width, _ = Choices.of(workload, m).taken(planned)
    schedule = Schedule.of(workload, state.start, width=width)
    schedule.check(workload, Platform.of(m))
    assert np.all(np.diff(state.start[order]) >= 0)
    total, makespan = workload.weight @ schedule.end, schedule.end.max()
    assert np.isclose(state.value[0], total + 0.5 * makespan)


@settings(max_examples=amount(100))
@given(listed(), st.floats(0, 100))
def test_a_list_above_the_limit_may_be_left_early_but_none_below(case: Case, limit: float) -> None:
    workload, m, order, planned = case
    value = placed(case).value[0]
    state = neighbour_moves.search(order, planned)
    found = neighbour_moves.place(configurations(case), m, aim_of(workload), state, limit)
    assert found == value or (found == np.inf and value > limit)


@settings(max_examples=amount(100))
@given(listed())
def test_a_schedule_in_order_of_its_starts_does_not_get_worse(case: Case) -> None:
    """What is placed once is found again: the search can begin at any schedule."""
    workload, m, _, planned = case
    state = placed(case)
    end = state.start + Choices.of(workload, m).times[planned]
    again = placed((workload, m, np.lexsort((end, state.start)), planned))
    assert again.value[0] <= state.value[0] + 1e-9


@settings(max_examples=amount(60))
@given(listed(), st.integers(0, 2**32))
def test_moves_never_raise_the_value_and_lose_no_job(case: Case, seed: int) -> None:
    workload, m, order, _ = case
    before, after = placed(case), moved(case, seed)
    assert after.value[0] <= before.value[0]
    assert sorted(after.order) == sorted(order)
    offsets = Choices.of(workload, m).offsets
    assert np.all((offsets[:-1] <= after.taken) & (after.taken < offsets[1:]))
    value = after.value[0]
    assert neighbour_moves.place(configurations(case), m, aim_of(workload), after, np.inf) == value


@settings(max_examples=amount(40))
@given(listed(), st.integers(0, 2**32))
def test_the_plain_twin_moves_alike(case: Case, seed: int) -> None:
    fast = moved(case, seed)
    with uncompiled(neighbour_moves):
        plain = moved(case, seed)
    assert fast.order.tolist() == plain.order.tolist()
    assert fast.taken.tolist() == plain.taken.tolist()
    assert fast.value.tolist() == plain.value.tolist()


def test_a_width_changes_by_the_factor_and_at_least_by_one_step() -> None:
    offsets, widths = np.array([0, 6]), np.array([1, 2, 4, 8, 9, 10])
    found = [
        neighbour_moves.stretched(offsets, widths, 0, former, factor)
        for former, factor in ((2, 1.01), (2, 0.99), (2, 2.0), (2, 0.25), (5, 3.0), (0, 0.5))
    ]
    assert found == [3, 1, 3, 0, 5, 0]


def test_a_job_moves_and_those_between_make_room() -> None:
    order = np.arange(5)
    neighbour_moves.shift(order, 1, 3)
    assert order.tolist() == [0, 2, 3, 1, 4]
    neighbour_moves.shift(order, 3, 1)
    assert order.tolist() == [0, 1, 2, 3, 4]
