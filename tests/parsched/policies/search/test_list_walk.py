"""A walk over lists changes them only in ways that it can undo, and knows what it has found."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.model.problem.workload import Workload
from parsched.policies.search import decoding, list_walk
from parsched.policies.search.decoding import (
    DecodingTask,
    ListedSchedule,
    MoldableJobs,
    decode,
    room,
)
from parsched.policies.search.list_walk import (
    DRAWS,
    WalkState,
    another,
    change,
    restore,
    rotate,
    walk,
)
from tests.amount import amount
from tests.parsched.policies.search.test_decoding import listing, task
from tests.parsched.strategies import rigid_cases, rough_cases
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

cases = (rigid_cases(jobs=12) | rough_cases()).filter(lambda case: len(case[0]) > 0)
draws = st.lists(st.floats(0, 1, exclude_max=True), min_size=DRAWS, max_size=DRAWS)


def test_an_entry_moves_and_the_others_close_up() -> None:
    order = np.arange(5)
    rotate(order, 1, 3)
    assert order.tolist() == [0, 2, 3, 1, 4]
    rotate(order, 3, 1)
    assert order.tolist() == [0, 1, 2, 3, 4]
    rotate(order, 2, 2)
    assert order.tolist() == [0, 1, 2, 3, 4]


def test_another_choice_is_never_the_same_and_may_be_any() -> None:
    jobs = MoldableJobs(np.array([0, 1, 5]), np.arange(1, 6), np.ones(5))
    for current in range(1, 5):
        tried = np.linspace(0, 1, 400, endpoint=False)
        anywhere = Counter(another(jobs, 1, current, draw, near=False) for draw in tried)
        assert set(anywhere) == {1, 2, 3, 4} - {current}
        assert max(anywhere.values()) - min(anywhere.values()) <= 2
        near = {another(jobs, 1, current, draw, near=True) for draw in tried}
        assert near == {current - 1, current + 1} & {1, 2, 3, 4}


@given(case=cases, seed=st.integers(0, 99), draw=draws)
def test_a_change_can_be_undone(case: tuple[Workload, int], seed: int, draw: list[float]) -> None:
    jobs = task(case, serial=False).jobs
    found, before = listing(jobs, seed), listing(jobs, seed)
    kind, a, b = change(jobs, found, np.array(draw))
    assert sorted(found.order) == list(range(len(before.order)))
    assert np.all((jobs.offsets[:-1] <= found.chosen) & (found.chosen < jobs.offsets[1:]))
    restore(found, kind, a, b)
    assert found.order.tolist() == before.order.tolist()
    assert found.chosen.tolist() == before.chosen.tolist()


def walked(
    given_task: DecodingTask, found: ListedSchedule, seed: int, moves: int, heat: float
) -> WalkState:
    """Walk with an unreachable goal; return the state."""
    memory = room(len(found.order))
    overhang, _ = decoding.decode(given_task, found, memory, np.inf)
    states = WalkState.of(overhang)
    chance = np.random.default_rng(seed).random((moves, DRAWS))
    made = list_walk.walk(given_task, found, memory, -1.0, (heat, 0.0), chance, states)
    assert made == moves
    return states[0]


@settings(max_examples=amount(30))
@given(case=cases, seed=st.integers(0, 99), serial=st.booleans(), heat=st.floats(0, 20))
def test_the_walk_knows_the_overhang_of_its_list(
    case: tuple[Workload, int], seed: int, serial: bool, heat: float
) -> None:
    given_task = task(case, serial=serial, target=3.0)
    found = listing(given_task.jobs, seed)
    state = walked(given_task, found, seed, 30, heat)
    assert sorted(found.order) == list(range(len(found.order)))
    assert state.overhang == decode(given_task, found, room(len(found.order)), np.inf)[0]
    assert state.found == np.inf


@settings(max_examples=amount(30))
@given(case=cases, seed=st.integers(0, 99), serial=st.booleans())
def test_without_heat_a_list_gets_no_worse(
    case: tuple[Workload, int], seed: int, serial: bool
) -> None:
    given_task = task(case, serial=serial, target=3.0)
    found, first = listing(given_task.jobs, seed), listing(given_task.jobs, seed)
    before, _ = decode(given_task, first, room(len(first.order)), np.inf)
    assert walked(given_task, found, seed, 30, 0.0).overhang <= before


@settings(max_examples=amount(30))
@given(case=cases, seed=st.integers(0, 99), serial=st.booleans(), heat=st.floats(0, 20))
def test_compiled_and_plain_walks_agree(
    case: tuple[Workload, int], seed: int, serial: bool, heat: float
) -> None:
    given_task = task(case, serial=serial, target=3.0)
    one, two = (listing(given_task.jobs, seed) for _ in range(2))
    compiled = walked(given_task, one, seed, 20, heat)
    with uncompiled(decoding), uncompiled(list_walk):
        plain = walked(given_task, two, seed, 20, heat)
    assert (compiled.overhang, compiled.found) == (plain.overhang, plain.found)
    assert one.order.tolist() == two.order.tolist()
    assert one.chosen.tolist() == two.chosen.tolist()


def test_the_walk_ends_where_it_meets_the_goal() -> None:
    """Graham's worst case for two processors: 7 s in this order, and 6 s in the best."""
    jobs = MoldableJobs(np.arange(6), np.ones(5, np.int64), np.array([3.0, 3.0, 2.0, 2.0, 2.0]))
    given_task, memory = DecodingTask(jobs, 2, False, 6.0), room(5)
    found = ListedSchedule(np.arange(5), np.arange(5), np.empty(5))
    overhang, makespan = decode(given_task, found, memory, np.inf)
    assert (overhang, makespan) == (1.0, 7.0)
    states = WalkState.of(overhang)
    chance = np.random.default_rng(1).random((100, DRAWS))
    made = walk(given_task, found, memory, 7.0, (0.0, 0.0), chance, states)
    assert made < 100
    assert (states[0].overhang, states[0].found) == (0.0, 6.0)
    assert (found.start + jobs.times).max() == 6.0
