"""Axes have few ticks that people can read, whatever their scale, and a place for each value."""

from typing import Any

import numpy as np
import pytest

from parsched.report.axes import AxisLayout
from parsched.report.figure import Axis
from parsched.report.scales import clock_scale
from tests.parsched.report.figures import SIZES


def laid_out(*values: float, **axis: Any) -> AxisLayout:
    return AxisLayout.of(Axis(title="x", **axis), values)


def test_declared_ticks_are_the_only_ones_and_all_on_the_axis() -> None:
    axis = laid_out(*SIZES, ticks=SIZES)
    places, texts = axis.ticks()
    assert texts == ["25", "50", "100", "200", "300", "400"]
    assert places == [*SIZES]
    assert not axis.is_free
    assert laid_out(25.0, 200.0, ticks=SIZES).ticks()[1][-1] == "400"
    assert laid_out(0.2, unit="%", ticks=(0.0, 0.125, 1.0)).ticks()[1] == ["0 %", "12.5 %", "100 %"]
    hours = laid_out(3_600.0, 7_200.0, unit="s", ticks=(3_600, 7_200))
    assert (hours.title, hours.ticks()) == ("x (h)", ([1.0, 2.0], ["1", "2"]))


def test_whiskers_below_what_a_scale_can_place_begin_with_the_axis() -> None:
    axis = laid_out(1e-5, 1e-3, 2.0, scale="spread")
    low, known, unknown, high = axis.ends(np.array([-1.0, 0.5, np.nan, 9.0])).tolist()
    assert (low, high) == (axis.start, axis.end)
    assert axis.start < known < axis.end
    assert np.isnan(unknown)


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (1.0, 100.0, ["1", "2", "5", "10", "20", "50", "100"]),
        (1e-4, 100.0, ["0.0001", "0.001", "0.01", "0.1", "1", "10", "100"]),
        (1.0, 1.3, ["1", "1.05", "1.1", "1.15", "1.2", "1.25", "1.3"]),
        (2.0, 30.0, ["2", "3", "5", "7", "10", "15", "20", "30"]),
    ],
)
def test_a_log_has_round_ticks_over_its_whole_range(
    low: float, high: float, texts: list[str]
) -> None:
    axis = laid_out(low, high, scale="log")
    assert axis.title == "x, log"
    assert axis.ticks()[1] == texts
    assert axis.start < axis.at(low) < axis.at(high) < axis.end


@pytest.mark.parametrize("value", [42.0, 1e-7, 3e9])
def test_a_log_of_one_value_has_ticks_around_it(value: float) -> None:
    axis = laid_out(value, scale="log")
    assert len(axis.ticks()[0]) >= 2


def test_what_a_log_cannot_show_is_at_its_edge() -> None:
    axis = laid_out(0.0, -1.0, 1.0, 100.0, scale="log")
    places = axis.places(np.array([0.0, -1.0, np.nan, 10.0]))
    assert places[:2].tolist() == [axis.start] * 2
    assert np.isnan(places[2])
    assert places[3] == 1.0
    assert axis.at(0.0) == axis.start
    assert axis.ends(np.array([np.inf]))[0] == axis.end
    assert laid_out(scale="log").start < laid_out(scale="log").end


def test_linear_ticks_fit_the_unit() -> None:
    assert laid_out(1.0, unit="%").ticks()[1] == ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]
    waits = laid_out(7_200.0, 36_000.0, unit="s")
    assert waits.title == "x (h)"
    assert waits.ticks()[1] == ["0", "2", "4", "6", "8", "10"]
    assert laid_out(3.0).ticks()[1] == ["0", "1", "2", "3"], "there are no halves to count"


@pytest.mark.parametrize(
    ("end", "texts"),
    [
        (0.5, ["0", "0.1 s", "0.2 s", "0.3 s", "0.4 s", "0.5 s"]),
        (400, ["0", "100 s", "200 s", "300 s", "400 s"]),
        (3_600, ["0", "10 min", "20 min", "30 min", "40 min", "50 min", "60 min"]),
        (86_400, ["0", "6 h", "12 h", "18 h", "24 h"]),
        (30 * 86_400, ["0", "5 d", "10 d", "15 d", "20 d", "25 d", "30 d"]),
    ],
)
def test_a_clock_counts_in_one_unit(end: float, texts: list[str]) -> None:
    scale = clock_scale(end)
    assert [scale.say(tick) for tick in scale.ticks if tick <= end] == texts


def test_a_spread_is_written_with_its_value_and_one_unit() -> None:
    assert laid_out(1.0, 2.0).say_spread(1.72, 1.65, 1.79) == "1.720 [1.650, 1.790]"
    hours = laid_out(7_200.0, unit="s", scale="span")
    assert hours.say_spread(7_200.0, 3_600.0, 9_000.0) == "2 [1, 2.500] h"
    assert laid_out(1.0, unit="%").say_spread(0.5, 0.4, 0.6) == "50 [40, 60] %"
    waits = laid_out(100.0, unit="s", scale="duration")
    assert waits.say_spread(58.0, 49.0, 72.0) == "58 s [49 s, 1.2 min]"
    assert waits.say_spread(58.0, np.nan, np.nan) == "58 s"


def test_an_axis_in_another_unit_has_its_ticks_at_the_same_values() -> None:
    axis = laid_out(100.0, unit="s", scale="clock")
    longer = axis.stretched(1_000.0)
    assert longer.ticks()[0] == [1_000 * place for place in axis.ticks()[0]]
    assert longer.ticks()[1] == axis.ticks()[1]
    assert (longer.start, longer.end) == (0.0, 1_000 * axis.end)
