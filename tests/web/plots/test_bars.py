"""Bars keep every method, best on top, and every number is written."""

import json
import math
from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from parsched.report.criteria import bars_figure
from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.palette import style
from parsched.report.pareto import Pareto
from parsched.report.ranking.figures import MOST, degradation_figure
from schedweb.web.plots import draw, height
from tests.web.plots.items import columns_of, models, ranges
from tests.web.plots.pareto import FAR, NEAR, point

if TYPE_CHECKING:
    from parsched.report.ranking.methods import Ranking


def ranked(*methods: tuple[str, float]) -> Figure:
    """The degradation of methods by their mean."""
    names, values = zip(*methods, strict=True) if methods else ((), ())
    mean = SimpleNamespace(mean=lambda metrics: floats(list(values)))
    found = SimpleNamespace(
        metrics=(),
        cases=("one",),
        degradations=mean,
        methods=[SimpleNamespace(name=name, run=None, algorithm="easy") for name in names],
    )
    return degradation_figure(cast("Ranking", found))


def bars(values: Sequence[float], title: str = "R{}") -> Figure:
    """Bars of any number of methods."""
    series = [
        Series(
            title=title.format(i),
            shape="bars",
            x=floats([value]),
            y=floats([i]),
            texts=(f"{value:,g} %",),
        )
        for i, value in enumerate(values)
    ]
    x = Axis(title="% behind the best", scale="spread")
    return Figure(key="bars", title="", x=x, y=Axis(title=""), series=tuple(series), kind="bars")


def ends(item: dict[str, Any]) -> tuple[float, float]:
    return ranges(item)[0]


def test_the_best_is_on_top_and_what_has_no_number_at_the_bottom() -> None:
    figure = ranked(("none", math.nan), ("endless", math.inf), ("worse", 20.0), ("best", 0.0))
    columns = columns_of(draw(figure), "middle")
    assert columns["name"] == ["best", "worse", "endless", "none"]
    assert columns["text"] == ["0 %", "20 %", "∞", "no value"]
    assert "the best is 0" in columns["fact0"][2]
    assert columns["right"][2] == max(columns["right"])
    assert columns["right"][3] == columns["left"][3] == 0
    assert columns["top"] == sorted(columns["top"])


@pytest.mark.parametrize("values", [(0.0, math.inf), (math.inf, math.inf), (3.0, math.inf)])
def test_what_is_infinite_has_the_longest_bar_also_beside_a_best_of_0(
    values: tuple[float, float],
) -> None:
    item = draw(ranked(*zip("AB", values, strict=True)))
    columns, (start, end) = columns_of(item, "middle"), ends(item)
    assert columns["right"][1] > (start + end) / 2
    assert columns["left"] == [0, 0]


@pytest.mark.parametrize(("methods", "drawn", "notes"), [(MOST, MOST, 0), (MOST + 1, MOST, 1)])
def test_the_best_are_drawn_and_a_note_says_how_many_there_are(
    methods: int, drawn: int, notes: int
) -> None:
    figure = ranked(*[(f"R{i}", float(methods - i)) for i in range(methods)])
    assert len(figure.series) == drawn
    assert [float(one.x[0]) for one in figure.series] == [float(i + 1) for i in range(drawn)]
    assert len(figure.notes) == notes
    assert all(f"{methods}" in note for note in figure.notes)


def test_a_hundred_bars_have_as_much_room_each_as_ten() -> None:
    figure = bars([float(i) for i in range(100)])
    item = draw(figure)
    columns = columns_of(item, "middle")
    assert len(columns["name"]) == 100
    assert item["doc"]["roots"][0]["attributes"]["height"] == height(figure) > 100 * 20
    assert columns["top"] == sorted(columns["top"])
    assert columns["bottom"][-1] <= 100 * 24


def test_long_names_stand_above_their_bars() -> None:
    short, long = bars([1.0], "MCT"), bars([1.0], "Two-level grid, a = 0.5, virtual")
    assert height(long) > height(short)
    assert any(axis.get("visible") is False for axis in models(draw(long), "LinearAxis"))


@pytest.mark.parametrize(
    ("values", "is_log"),
    [([0, 200, 267, 345, 392, 106_223], True), ([0, 10, 20, 30], False), ([], False), ([0], False)],
)
def test_values_that_are_far_apart_are_on_a_logarithmic_axis(
    values: list[float], is_log: bool
) -> None:
    item = draw(bars(values))
    labels = [axis.get("axis_label", "") for axis in models(item, "LinearAxis")]
    assert any(str(label).endswith("\nlog(1 + x / 10)") for label in labels) == is_log
    assert any("100,000" in str(axis) for axis in models(item, "LinearAxis")) == is_log


@pytest.mark.parametrize("largest", [1.5, 229_528.0, 2e9])
def test_the_text_behind_the_longest_bar_fits_a_narrow_screen(largest: float) -> None:
    name = "MWWT_S, a = 0.5"
    item = draw(bars([0.0, largest / 2, largest], name))
    columns, (start, end) = columns_of(item, "middle"), ends(item)
    frame = 300 - 6.6 * len(name)
    free = frame * (1 - (columns["right"][2] - start) / (end - start))
    assert free >= 6 * len(columns["text"][2])


def test_names_that_people_gave_are_no_formulas() -> None:
    item = json.loads(json.dumps(draw(bars([1.0], "$$x^2$$"))))
    assert [text["text"] for text in models(item, "PlainText")] == ["$$x^2$$"]


def test_bars_of_two_criteria_go_from_the_bound_to_both_ratios() -> None:
    columns = columns_of(draw(bars_figure(NEAR)), "middle")
    assert columns["left"] == [1.0] * 6
    assert columns["right"] == [1.8, 1.2, 1.4, 1.5, 1.9, 1.6]
    assert columns["text"] == ["1.800", "1.200", "1.400", "1.500", "1.900", "1.600"]
    assert columns["alpha"][0] > columns["alpha"][1], "the lower bar is lighter"
    edges = zip(columns["top"], columns["bottom"], strict=True)
    assert all(top < bottom for top, bottom in edges)


def test_bars_of_two_criteria_are_of_the_runs_that_are_drawn() -> None:
    item = draw(bars_figure(NEAR), {"saf": style("saf")})
    assert columns_of(item, "middle")["name"] == ["saf", "saf"]
    assert item["doc"]["roots"][0]["attributes"]["height"] < height(bars_figure(NEAR))


def test_no_run_one_run_optimal_and_far_runs_can_be_drawn() -> None:
    optimum = point("demt", 1.0, 1.0, on_front=True)
    for found in (Pareto(()), Pareto((optimum,)), Pareto((optimum, optimum)), FAR):
        item = draw(bars_figure(found))
        assert all(start != end for start, end in ranges(item))
        assert "CustomJS" not in str(item)
