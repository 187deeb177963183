"""Ranking charts keep every method, best on top, and every number is written."""

import json
import math
from typing import Any

import numpy as np
import pytest

from algorithms.grid.theory import competitive_factor
from algorithms.report.units import Unit
from schedweb.web.figures_ranking import (
    Bar,
    ShareLine,
    bars,
    bars_height,
    over_shares,
    theory,
)
from tests.web.test_figures import models

BLUE = "#0072b2"


def source(item: dict[str, Any]) -> dict[str, Any]:
    for found in models(item, "ColumnDataSource"):
        entries = dict(found["data"]["entries"])
        if "middle" in entries:
            return entries
    raise AssertionError("there are no bars")


def height(item: dict[str, Any]) -> int:
    return int(item["doc"]["roots"][0]["attributes"]["height"])


def test_the_best_is_on_top_and_what_has_no_number_at_the_bottom() -> None:
    shown = [
        Bar("none", None, BLUE),
        Bar("endless", math.inf, BLUE),
        Bar("worse", 20.0, BLUE),
        Bar("best", 0.0, BLUE),
    ]
    found = source(bars(shown, "behind"))
    assert found["name"] == ["best", "worse", "endless", "none"]
    assert found["text"][:2] == ["0 %", "20 %"]
    assert found["text"][2] == "∞"
    assert "the best is 0" in found["says"][2]
    assert found["text"][3] == "no value"
    assert found["right"][2] == max(found["right"])
    assert found["right"][3] == 0


def test_a_hundred_bars_have_as_much_room_each_as_ten() -> None:
    shown = [Bar(f"R{i}", float(i), BLUE) for i in range(100)]
    item = bars(shown, "behind")
    assert len(source(item)["name"]) == 100
    assert height(item) == bars_height([bar.name for bar in shown]) > 100 * 20
    tops = source(item)["top"]
    assert tops == sorted(tops)
    assert tops[-1] + 12 <= 100 * 24


def test_long_names_stand_above_their_bars() -> None:
    short, long = [Bar("MCT", 1.0, BLUE)], [Bar("Two-level grid, a = 0.5, virtual", 1.0, BLUE)]
    assert height(bars(long, "behind")) > height(bars(short, "behind"))
    assert any(axis.get("visible") is False for axis in models(bars(long, "behind"), "LinearAxis"))


@pytest.mark.parametrize(
    ("values", "is_log"),
    [([0, 200, 267, 345, 392, 106_223], True), ([0, 10, 20, 30], False), ([], False), ([0], False)],
)
def test_values_that_are_far_apart_are_on_a_logarithmic_axis(
    values: list[float], is_log: bool
) -> None:
    item = bars([Bar(f"R{i}", value, BLUE) for i, value in enumerate(values)], "behind")
    labels = [axis.get("axis_label", "") for axis in models(item, "LinearAxis")]
    assert any(str(label).endswith("\nlog(1 + x / 10)") for label in labels) == is_log
    assert ("100,000" in str(item)) == is_log


@pytest.mark.parametrize("largest", [1.5, 229_528.0, 2e9])
def test_the_text_behind_the_longest_bar_fits_a_narrow_screen(largest: float) -> None:
    shown = [Bar("MWWT_S, a = 0.5", value, BLUE) for value in (0.0, largest / 2, largest)]
    item = bars(shown, "behind")
    found, ends = source(item), item["doc"]["roots"][0]["attributes"]["x_range"]["attributes"]
    frame = 300 - 6.6 * len("MWWT_S, a = 0.5")
    free = frame * (1 - found["right"][2] / ends["end"])
    assert free >= 6 * len(found["text"][2])


def test_names_that_people_gave_are_no_formulas() -> None:
    item = bars([Bar("$$x^2$$", 1.0, BLUE)], "behind")
    assert [text["text"] for text in models(json.loads(json.dumps(item)), "PlainText")] == [
        "$$x^2$$"
    ]


def test_ticks_of_an_upright_axis_do_not_stand_in_each_other() -> None:
    lines, bound = [line("MCT", 1.2, 1.1, 1.0)], line("bound", 203.0, 11.0, 300.0)
    item = over_shares(lines, "ρ", Unit("", 1.0), bound)
    shown = [ticks["ticks"] for ticks in models(item, "FixedTicker")]
    [places] = [places for places in shown if len(places) > 5]
    pixels = 286 / (places[-1] - places[0])
    assert min(np.diff(places)) * pixels >= 11
    assert "1.05" in str(item)
    assert "1.02" not in str(item)


def line(name: str, *values: float) -> ShareLine:
    return ShareLine(name, np.linspace(0.1, 1.0, len(values)), np.array(values))


def test_each_strategy_has_a_line_of_its_own_look() -> None:
    lines = [line(f"S{i}", 3.0 + i, 2.0, 1.0) for i in range(9)]
    item = over_shares(lines, "mean wait", Unit("h", 3600.0))
    looks = {
        (str(glyph["line_color"]), str(glyph.get("line_dash")))
        for glyph in models(item, "Line")
        if glyph.get("line_alpha", 1.0) == 1.0
    }
    assert len(looks) == 9
    assert len(models(item, "LegendItem")) == 9
    assert "mean wait (h)" in str(item)


def test_a_bound_is_drawn_beside_on_an_axis_that_shows_both() -> None:
    lines, bound = [line("MCT", 1.2, 1.1, 1.0)], line("bound", 203.0, 11.0, 300.0)
    item = over_shares(lines, "ρ", Unit("", 1.0), bound)
    assert len(models(item, "LegendItem")) == 2
    assert "ρ, log(1 + 10 (x − 1))" in str(item)


def test_the_curves_of_the_theory_are_drawn_as_far_as_they_say_something() -> None:
    found = competitive_factor()
    item = theory(found)
    titles = {entry["label"]["value"] for entry in models(item, "LegendItem")}
    assert titles == {curve.title for curve in found.curves}
    assert str(found.highest) in str(item["doc"]["roots"][0]["attributes"]["y_range"])
