"""The knapsack is exact, however it gets there."""

import tracemalloc
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsched.measure.allotment import knapsack
from parsched.measure.allotment import knapsack as kernels
from parsched.measure.allotment.knapsack import Knapsack
from tests.amount import amount
from tests.twins import uncompiled

Items = tuple[list[int], list[float], int]


@st.composite
def sacks(draw: Any, *, items: int = 9) -> Items:
    """Weights up to the capacity, and whole profits."""
    capacity = draw(st.integers(1, 30))
    count = draw(st.integers(0, items))
    weight = draw(st.lists(st.integers(1, capacity), min_size=count, max_size=count))
    profit = draw(st.lists(st.integers(1, 40), min_size=count, max_size=count))
    return weight, [float(p) for p in profit], capacity


def sack(items: Items) -> Knapsack:
    weight, profit, capacity = items
    return Knapsack(np.array(weight, np.int64), np.array(profit, np.float64), capacity)


def brute(items: Items) -> float:
    """Most profit over all selections."""
    weight, profit, capacity = items
    selections = product((0, 1), repeat=len(weight))
    fitting = (s for s in selections if np.dot(s, weight) <= capacity)
    return max(float(np.dot(s, profit)) for s in fitting)


def test_the_greedy_selection_goes_on_behind_the_break_item() -> None:
    filled = sack(([3, 4, 2], [9, 8, 3], 6))
    assert filled.taken.tolist() == [True, False, True]
    assert (filled.value, filled.bound) == (12, 9 + 3 * 2)
    assert not filled.is_solved


def test_the_best_selection_by_hand() -> None:
    filled = sack(([3, 2, 2], [9, 5, 5], 4))
    assert filled.value == 9
    assert filled.solve(1_000)
    assert (filled.taken.tolist(), filled.value) == ([False, True, True], 10)


def test_all_items_are_taken_when_they_fit() -> None:
    filled = sack(([3, 2, 2], [9, 5, 5], 7))
    assert filled.taken.all()
    assert filled.is_solved


def test_too_much_work_leaves_the_best_selection_found() -> None:
    """A table has 15 cells; with fewer a search visits three nodes, which lead to nothing new."""
    filled = sack(([3, 2, 2], [9, 5, 5], 4))
    assert not filled.solve(14)
    assert (filled.taken.tolist(), filled.value) == ([True, False, False], 9)
    assert filled.solve(15)
    assert filled.value == 10


def test_the_common_divisor_of_the_weights_is_no_work() -> None:
    filled = sack(([3_000, 2_000, 2_000], [9, 5, 5], 4_999))
    assert filled.solve(15)
    assert (filled.taken.tolist(), filled.value) == ([False, True, True], 10)


@settings(max_examples=amount(1_000))
@given(sacks(), st.integers(1, 4), st.integers(1, 5))
def test_branch_and_bound_finds_the_best_of_all_selections(
    items: Items, first: int, nodes: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(knapsack, "FIRST_CORE", first)
        patch.setattr(knapsack, "ROOM", -1)
        patch.setattr(knapsack, "NODES", nodes)
        filled = sack(items)
        assert filled.solve(100_000)
    assert filled.value == brute(items)
    weight, profit, capacity = items
    assert np.dot(filled.taken, weight) <= capacity
    assert np.dot(filled.taken, profit) == filled.value


@settings(max_examples=amount(30), deadline=None)
@given(st.integers(0, 2**32))
def test_a_dozen_items_of_a_huge_machine_need_no_table(seed: int) -> None:
    """A table would take 800 MB for its last row alone."""
    chance = np.random.default_rng(seed)
    weight = chance.integers(10**7, 4 * 10**7, 12)
    profit = weight / 10**7 + chance.random(12) / 100
    filled = Knapsack(weight, profit, 10**8)
    tracemalloc.start()
    assert filled.solve(50_000_000)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 10**6
    subsets = (np.arange(1 << 12)[:, None] >> np.arange(12)) & 1
    best = (subsets @ profit)[subsets @ weight <= 10**8].max()
    assert filled.value == pytest.approx(best, rel=1e-12)


@settings(max_examples=amount(1_000))
@given(sacks(), st.integers(1, 4))
def test_the_solution_is_the_best_of_all_selections(items: Items, first: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(knapsack, "FIRST_CORE", first)
        filled = sack(items)
        assert filled.value <= brute(items) <= filled.bound + 1e-9
        assert filled.solve(10_000)
    assert filled.value == brute(items)
    weight, profit, capacity = items
    assert np.dot(filled.taken, weight) <= capacity
    assert np.dot(filled.taken, profit) == filled.value


@settings(max_examples=amount(30))
@given(st.integers(0, 2**32), st.integers(1, 300), st.integers(10, 400))
def test_the_core_finds_what_a_table_of_all_items_finds(seed: int, count: int, room: int) -> None:
    chance = np.random.default_rng(seed)
    weight = chance.integers(1, 11, count)
    profit = weight + chance.integers(1, 6, count).astype(float)
    table, chosen = np.zeros(room + 1), np.zeros((count, room // 8 + 1), np.uint8)
    kernels.extend(weight, profit, table, chosen, 0, count)
    filled = Knapsack(weight, profit, room)
    assert filled.solve(10**9)
    assert filled.value == table[room]


@settings(max_examples=amount(100))
@given(sacks())
def test_the_kernels_equal_their_plain_twins(items: Items) -> None:
    def solved(room: int) -> tuple[list[bool], float, float]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(knapsack, "ROOM", room)
            filled = sack(items)
            filled.solve(10_000)
        return filled.taken.tolist(), filled.value, filled.bound

    compiled = [solved(room) for room in (100, -1)]
    with uncompiled(kernels):
        assert [solved(room) for room in (100, -1)] == compiled


def test_long_tables_are_filled_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knapsack, "CELLS", 6)
    ticks: list[None] = []
    filled = sack(([3, 2, 2], [9, 5, 5], 4))
    assert filled.solve(1_000, lambda: ticks.append(None))
    assert filled.value == 10
    assert len(ticks) == 2
