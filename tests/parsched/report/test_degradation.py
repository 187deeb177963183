"""Degradation, means and ranks recompute the published tables of strategies on grids."""

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsched.measure.metrics import METRICS, Better
from parsched.report.ranking.degradation import Degradations, improvement, rank_correlation, ranks

LOWER: dict[str, Better] = {"rho": "lower", "SDb": "lower", "tw": "lower"}
GRIDS = ("Grid1", "Grid2", "Grid3")


@pytest.fixture(scope="module")
def tables(shared: Path) -> Any:
    """Tables 1, 2, 3 and 5 of Quezada-Pina et al. (2012)."""
    path = shared / "cases" / "paper_tables.json"
    return json.loads(path.read_text(encoding="utf-8"))


def behind(percentages: Mapping[str, Sequence[float]]) -> dict[str, list[float | None]]:
    """Values that are so many per cent above a best of some size."""
    sizes = {"rho": 1.07, "SDb": 3.3, "tw": 812.0}
    return {m: [sizes[m] * (1 + p / 100) for p in row] for m, row in percentages.items()}


@pytest.fixture(scope="module")
def grids(tables: Any) -> Degradations:
    """The strategies on the three grids."""
    cases = {grid: behind(tables["table1"][grid]) for grid in GRIDS}
    return Degradations.of(tables["strategies"], LOWER, cases)


def test_table_1_is_the_degradation_of_each_strategy(tables: Any, grids: Degradations) -> None:
    for i, grid in enumerate(GRIDS):
        for j, metric in enumerate(LOWER):
            expected = tables["table1"][grid][metric]
            assert grids.percent[i, j].tolist() == pytest.approx(expected, abs=1e-6)


def test_table_2_is_the_mean_of_each_grid_and_of_all(tables: Any, grids: Degradations) -> None:
    for grid in GRIDS:
        mean = grids.mean(cases=[grid]).tolist()
        assert mean == pytest.approx(tables["table2_mean"][grid], abs=0.051)
        assert grids.ranks(cases=[grid]) == tables["table2_rank"][grid]
    assert grids.mean().tolist() == pytest.approx(tables["overall_mean"], abs=0.051)
    assert grids.ranks() == tables["overall_rank"]


def test_table_3_ranks_by_the_mean_improvement(tables: Any) -> None:
    rows = tables["table3"]
    means = [sum(column) / 3 for column in zip(*rows.values(), strict=True)]
    assert means == pytest.approx(tables["table3_average"], abs=0.0051)
    assert ranks(means, "higher") == tables["table3_rank"]
    for row in rows.values():
        for percentage in row:
            with_it = 50 * (1 - percentage / 100)
            assert improvement(with_it, 50, "lower") == pytest.approx(percentage)


def test_table_5_ranks_strategies_with_and_without_admissibility(tables: Any) -> None:
    columns = tables["table5_columns"]
    found = Degradations.of(columns, LOWER, {"Grid3": behind(tables["table5"])})
    assert [round(value) for value in found.mean().tolist()] == tables["table5_average"]
    assert found.ranks() == tables["table5_rank"]


def test_without_admissibility_table_5_orders_as_table_2_not_as_the_misprinted_table_4(
    tables: Any,
) -> None:
    average = dict(zip(tables["table5_columns"], tables["table5_average"], strict=True))
    plain = [average[strategy] for strategy in tables["strategies"]]
    assert ranks(plain) == tables["table2_rank"]["Grid3"]


def test_where_more_is_better_the_distance_is_a_part_of_the_best() -> None:
    cases = {"one": {"U": [0.8, 0.4, 0.0], "W": [3.0, 2.0, 4.0]}}
    found = Degradations.of("abc", {"U": "higher", "W": "lower"}, cases)
    assert found.percent[0].tolist() == [
        [0.0, pytest.approx(50), pytest.approx(100)],
        [pytest.approx(50), 0.0, pytest.approx(100)],
    ]
    assert found.ranks() == [1, 1, 3]
    assert found.ranks(metrics=["U"]) == [1, 2, 3]


def test_beside_a_best_of_zero_everything_else_is_infinitely_worse() -> None:
    found = Degradations.of("abc", {"W": "lower"}, {"one": {"W": [0.0, 1.0, 2.0]}})
    assert found.percent[0, 0].tolist() == [0.0, math.inf, math.inf]
    assert found.ranks() == [1, 2, 2]
    [mean], [rank] = found.means(), found.rankings()
    assert mean.values == (0.0, math.inf, math.inf)
    assert rank.values == (1, 2, 2)


def test_a_method_without_a_value_has_no_mean_and_no_rank() -> None:
    cases: dict[str, dict[str, list[float | None]]] = {
        "one": {"W": [1.0, None, 2.0]},
        "two": {"W": [3.0, 1.0, math.nan]},
    }
    found = Degradations.of("abc", {"W": "lower"}, cases)
    assert found.ranks() == [1, None, None]
    assert found.ranks(cases=["two"]) == [2, 1, None]
    assert [line.values for line in found.cells()] == [(0.0, None, 100.0), (200.0, 0.0, None)]
    assert [line.case for line in found.means()] == ["one", "two", ""]
    assert found.means()[-1].values == (100.0, None, None)


def test_where_more_is_better_a_method_without_a_value_is_neither_best_nor_worst() -> None:
    cases: dict[str, dict[str, list[float | None]]] = {
        "one": {"U": [None, 0.8, 0.2, math.nan]},
        "two": {"U": [0.5, 0.5, 1.0, None]},
    }
    found = Degradations.of("abcd", {"U": "higher"}, cases)
    assert [line.values for line in found.cells()] == [
        (None, 0.0, pytest.approx(75), None),
        (pytest.approx(50), pytest.approx(50), 0.0, None),
    ]
    assert found.ranks(cases=["one"]) == [None, 1, 2, None]
    assert found.ranks(cases=["two"]) == [2, 2, 1, None]
    assert found.ranks() == [None, 1, 2, None]
    assert ranks([None, 0.8, 0.2, math.nan], "higher") == [None, 1, 2, None]


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_values_that_are_equal_up_to_rounding_share_the_rank_of_their_mean(better: Better) -> None:
    worst = 200.0 if better == "lower" else 50.0
    for neighbour in (math.nextafter(100, 200), math.nextafter(100, 0)):
        rows = {"one": {"W": [100.0, neighbour, worst]}}
        assert Degradations.of("abc", {"W": better}, rows).ranks() == [1, 1, 3]


@pytest.mark.filterwarnings("error")
def test_a_mean_over_nothing_is_nothing() -> None:
    empty = Degradations.of("ab", {"W": "lower"}, {})
    assert [math.isnan(value) for value in empty.mean()] == [True, True]
    assert empty.ranks() == [None, None]
    one = Degradations.of("a", {"W": "lower"}, {"one": {"W": [1.0]}})
    assert math.isnan(one.mean(metrics=[])[0])


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(ValueError, match="metric backfilled must be better low or high"):
        Degradations.of("a", {"backfilled": METRICS["backfilled"].better}, {})
    with pytest.raises(ValueError, match="case one must have 2 values of W, got 0"):
        Degradations.of("ab", {"W": "lower"}, {"one": {}})
    with pytest.raises(ValueError, match="there is no case two; there are: one"):
        Degradations.of("a", {"W": "lower"}, {"one": {"W": [1.0]}}).mean(cases=["two"])


@pytest.mark.parametrize(
    ("value", "base", "better", "expected"),
    [
        (1.0, 4.0, "lower", 75.0),
        (4.0, 1.0, "higher", 300.0),
        (2.0, 1.0, "lower", -100.0),
        (0.0, 0.0, "lower", 0.0),
        (math.nextafter(100, 200), 100.0, "lower", 0.0),
        (math.nextafter(100, 0), 100.0, "higher", 0.0),
        (1.0, 0.0, "lower", None),
        (1.0, 2.0, "neither", None),
    ],
)
def test_an_improvement_is_a_part_of_the_base(
    value: float, base: float, better: Better, expected: float | None
) -> None:
    assert improvement(value, base, better) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ([1, 2, 3], [10, 20, 40], 1.0),
        ([1, 2, 3], [3, 2, 1], -1.0),
        ([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], 0.8),
        ([1, 1, 2], [1, 2, 3], math.sqrt(3) / 2),
        # Ranks 1.5, 1.5, 3.5, 3.5 and 1, 2.5, 2.5, 4: deviations ∓1, ±1 and −1.5, 0, 0, 1.5.
        ([7, 7, 9, 9], [1, 2, 2, 5], 3 / math.sqrt(4 * 4.5)),
        # Ranks 2, 2, 2, 4, 5 and 5, 4, 2, 2, 2.
        ([3, 3, 3, 4, 5], [9, 8, 6, 6, 6], -5 / 8),
        ([1, 1, 2, 2], [1, 2, 1, 2], 0.0),
        ([0.1 + 0.2, 0.3, 1.0], [1, 1, 2], 1.0),
    ],
)
def test_the_rank_correlation_is_spearmans(
    one: list[float], other: list[float], expected: float
) -> None:
    assert rank_correlation(one, other) == pytest.approx(expected)


@given(st.permutations(range(9)))
def test_without_ties_the_rank_correlation_has_a_short_form(order: list[int]) -> None:
    squares = sum((i - rank) ** 2 for i, rank in enumerate(order))
    assert rank_correlation(range(9), order) == pytest.approx(1 - 6 * squares / (9 * 80))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=9))
@example([(0, 0), (0, 1), (1, 1)])
@example([(0, 0), (0, 0)])
def test_with_ties_the_rank_correlation_takes_mean_ranks(pairs: list[tuple[int, int]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    means = [
        [sum(w < v for w in row) + (row.count(v) + 1) / 2 for v in row] for row in (one, other)
    ]
    found = rank_correlation(one, other)
    if len(set(one)) == 1 or len(set(other)) == 1:
        assert math.isnan(found)
    else:
        assert found == pytest.approx(statistics.correlation(*means))


def test_too_little_has_no_correlation() -> None:
    assert math.isnan(rank_correlation([], []))
    assert math.isnan(rank_correlation([1, 1], [1, 2]))
    assert math.isnan(rank_correlation([1, math.nan, 3, 2], [1, 2, 3, 4]))
    assert math.isnan(rank_correlation([1, 2, 3, 4], [1, math.nan, 3, 2]))
    with pytest.raises(ValueError, match="equal length, got 1 and 2"):
        rank_correlation([1], [1, 2])
