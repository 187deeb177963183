"""Tables of sweeps have the shape of the paper's tables, and from its numbers their contents."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from parsched.base.errors import ParameterError
from parsched.policies.grid.strategies import STRATEGIES
from parsched.report.ranking.degradation import DegradationLine
from parsched.report.ranking.paper import MAIN_METRICS, PAPER_METRICS, PAPER_STRATEGIES
from parsched.report.ranking.paper_tables import SHAPES, MethodValues, PaperMethod, PaperTable

PLAIN = tuple(PaperMethod(key, 1.0) for key in PAPER_STRATEGIES)
PAIRS = tuple(PaperMethod(key, a) for key in PAPER_STRATEGIES for a in (0.5, 1.0))
SYMBOLS = {"rho": "ρ", "SDb": "SD_b", "tw": "t_w"}
SIZES = {"ρ": 1.07, "SD_b": 3.3, "t_w": 812.0}


@pytest.fixture(scope="module")
def tables(shared: Path) -> Any:
    """Tables 1, 2, 3 and 5 as printed."""
    path = shared / "cases" / "paper_tables.json"
    return json.loads(path.read_text(encoding="utf-8"))


def behind(percentages: Mapping[str, Sequence[float]]) -> dict[str, list[float | None]]:
    """Values that are so many per cent above a best of some size."""
    return {
        SYMBOLS[name]: [SIZES[SYMBOLS[name]] * (1 + p / 100) for p in row]
        for name, row in percentages.items()
    }


@pytest.fixture(scope="module")
def grids(tables: Any) -> MethodValues:
    """The strategies on three grids, every site admissible."""
    return MethodValues(PLAIN, {grid: behind(rows) for grid, rows in tables["table1"].items()})


@pytest.fixture(scope="module")
def pairs(tables: Any) -> MethodValues:
    """The strategies on Grid3 with half of the processors admissible, and with all."""
    return MethodValues(PAIRS, {"Grid3": behind(tables["table5"])})


def numbers(table: PaperTable, kind: str) -> list[DegradationLine]:
    return [line for line in table.lines if line.kind == kind]


def test_the_strategies_have_the_names_and_the_order_of_the_paper(tables: Any) -> None:
    assert [STRATEGIES[key].title for key in PAPER_STRATEGIES] == tables["strategies"]
    assert set(PAPER_STRATEGIES) == set(STRATEGIES)


def test_table_1_has_a_line_for_each_metric_and_grid(tables: Any, grids: MethodValues) -> None:
    table = SHAPES["table-1"].table(grids, None)
    assert [(line.metric, line.case) for line in table.lines] == [
        (symbol, grid) for symbol in MAIN_METRICS for grid in ("Grid1", "Grid2", "Grid3")
    ]
    for line, (name, grid) in zip(
        table.lines, [(name, grid) for name in SYMBOLS for grid in tables["table1"]], strict=True
    ):
        assert line.values == pytest.approx(tables["table1"][grid][name], abs=1e-6)


def test_table_2_has_mean_and_rank_of_each_grid_and_of_all(
    tables: Any, grids: MethodValues
) -> None:
    table = SHAPES["table-2"].table(grids, None)
    *means, overall = numbers(table, "mean")
    *rankings, last = numbers(table, "rank")
    for mean, ranking in zip(means, rankings, strict=True):
        assert mean.values == pytest.approx(tables["table2_mean"][mean.case], abs=0.051)
        assert list(ranking.values) == tables["table2_rank"][ranking.case]
    assert overall.values == pytest.approx(tables["overall_mean"], abs=0.051)
    assert list(last.values) == tables["overall_rank"]


def test_table_3_has_the_improvements_their_mean_and_rank(tables: Any) -> None:
    rows = {}
    for name, percentages in tables["table3"].items():
        rows[SYMBOLS[name]] = [v for p in percentages for v in (50 * (1 - p / 100), 50.0)]
    table = SHAPES["table-3"].table(MethodValues(PAIRS, {"Grid3": rows}), 0.5)
    for line, name in zip(numbers(table, "improvement"), SYMBOLS, strict=True):
        assert line.values == pytest.approx(tables["table3"][name])
    [mean], [rank] = numbers(table, "mean"), numbers(table, "rank")
    assert mean.values == pytest.approx(tables["table3_average"], abs=0.0051)
    assert list(rank.values) == tables["table3_rank"]
    assert [method.name for method in table.methods][:2] == ["MCT_a", "MLB_a"]


def test_table_4_ranks_with_and_without_apart_from_the_misprint(
    tables: Any, pairs: MethodValues
) -> None:
    """The paper prints 8 for MLp and 9 for Random at a = 1, against its Tables 2 and 5."""
    every, half = SHAPES["table-4"].table(pairs, 0.5).lines
    assert list(every.values) == tables["table2_rank"]["Grid3"]
    assert list(half.values) == [3, 7, 4, 1, 5, 8, 2, 9, 6]
    assert (every.about, half.about) == ("with a = 1", "with a = 0.5")


def test_table_5_has_pairs_of_columns_with_average_and_rank(
    tables: Any, pairs: MethodValues
) -> None:
    table = SHAPES["table-5"].table(pairs, 0.5)
    assert [method.name for method in table.methods] == tables["table5_columns"]
    for line, name in zip(numbers(table, "degradation"), SYMBOLS, strict=True):
        assert line.values == pytest.approx(tables["table5"][name], abs=1e-6)
    [mean], [rank] = numbers(table, "mean"), numbers(table, "rank")
    assert [round(value or 0) for value in mean.values] == tables["table5_average"]
    assert list(rank.values) == tables["table5_rank"]


def ten(**rows: Sequence[float | None]) -> dict[str, Sequence[float | None]]:
    """Values of all metrics, equal but for some; `t_w` and `Th` are given."""
    size = len(rows["t_w"])
    return {symbol: rows.get(symbol, [1.0] * size) for symbol in PAPER_METRICS}


def test_the_best_share_of_each_strategy_stands_below_its_improvement() -> None:
    methods = tuple(PaperMethod(key, a) for key in ("mct", "mst") for a in (0.2, 0.5, 1.0))
    sweep = MethodValues(
        methods, {"one": ten(t_w=(80, 60, 100, 30, 25, 20), Th=(2, 6, 4, 1, 2, 1))}
    )
    table = SHAPES["table-a2"].table(sweep, None)
    lines = {(line.kind, line.metric): line.values for line in table.lines}
    assert lines["improvement", "t_w"] == pytest.approx((40, 0))
    assert lines["factor", "t_w"] == (0.5, None)
    assert lines["improvement", "Th"] == pytest.approx((50, 100))
    assert lines["factor", "Th"] == (0.5, 0.5)
    assert lines["mean", ""] == pytest.approx((9, 10))
    assert lines["rank", ""] == (2, 1)


def test_other_tables_have_ten_metrics_and_the_methods_of_their_title() -> None:
    methods = tuple(PaperMethod(key, a) for key in ("mct", "mst") for a in (0.2, 0.5, 1.0))
    sweep = MethodValues(
        methods, {"one": ten(t_w=(80, 60, 100, 30, 25, 20), Th=(2, 6, 4, 1, 2, 1))}
    )
    names = {key: [m.name for m in SHAPES[key].table(sweep, 0.2).methods] for key in SHAPES}
    assert names["table-a1"] == ["MCT", "MST"]
    assert names["table-a3"] == ["MCT_a", "MCT", "MST_a", "MST"]
    assert names["table-a4"] == ["MCT_a", "MST_a"]
    for key in ("table-a1", "table-a3", "table-a4"):
        lines = numbers(SHAPES[key].table(sweep, 0.2), "degradation")
        assert [line.metric for line in lines] == list(PAPER_METRICS)
    alone = SHAPES["table-a4"].table(sweep, 0.2).lines
    waits = next(line.values for line in alone if line.metric == "t_w")
    assert waits == pytest.approx((100 * 50 / 30, 0))


def test_what_is_missing_or_infinite_stays_so() -> None:
    methods = (
        PaperMethod("mct", 0.5),
        PaperMethod("mct", 1.0),
        PaperMethod("mst", 0.5),
        PaperMethod("mst", 1.0),
    )
    sweep = MethodValues(methods, {"one": ten(t_w=(None, 3, 0, math.nan), Th=(1, 1, 1, 1))})
    lines = {line.metric: line.values for line in SHAPES["table-5"].table(sweep, 0.5).lines}
    assert lines["t_w"] == (None, math.inf, 0.0, None)
    improved = SHAPES["table-3"].table(sweep, 0.5).lines
    assert next(line.values for line in improved if line.metric == "t_w") == (None, None)
    assert improved[-1].values == (None, None)


def test_a_table_needs_the_shares_that_it_compares() -> None:
    def suited(*methods: tuple[str, float]) -> set[str]:
        sweep = MethodValues(tuple(PaperMethod(*method) for method in methods), {})
        return {key for key, shape in SHAPES.items() if shape.suits(sweep)}

    assert suited(("mct", 1.0), ("mst", 1.0)) == {"table-1", "table-2", "table-a1"}
    assert suited(("mct", 0.5), ("mst", 0.5)) == {"table-a4"}
    assert suited(("mct", 0.5), ("mst", 0.5), ("mct", 1.0)) == set(SHAPES)
    assert suited(("mct", 0.5), ("mct", 1.0)) == set()


def test_a_table_that_compares_shares_needs_one_that_is_there() -> None:
    """Only improvements have a best share; without one, others would lack half of their columns."""
    methods = tuple(PaperMethod(key, a) for key in ("mct", "mst") for a in (0.2, 1.0))
    values = MethodValues(methods, {"one": ten(t_w=(1, 2, 3, 4))})
    for key, shape in SHAPES.items():
        if not shape.needs_share:
            assert shape.table(values, None).lines
            continue
        for share in (0.5, 1.0, *([] if shape.improves else [None])):
            with pytest.raises(ParameterError) as found:
                shape.table(values, share)
            assert "share must be one below 1 that is there: 0.2; got" in str(found.value), key
        assert shape.table(values, 0.2).lines
    assert {m.share for m in SHAPES["table-a2"].table(values, None).methods} == {0.2}
