"""Spreads of values are drawn where they are, and said under the pointer."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from parsched.report.distributions import PLANS
from parsched.report.figure import Axis, Figure, Series, floats
from parsched.report.palette import style
from schedweb.web.plots import draw
from tests.parsched.report.figures import METHODS, SIZES, bars, study
from tests.web.plots.items import columns_of, models, numbers, ranges


def glyphs(item: dict[str, Any], name: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the attributes of glyphs of a type, each with the columns of its source."""
    return [
        (found["glyph"]["attributes"], entries(found["data_source"]))
        for found in models(item, "GlyphRenderer")
        if found["glyph"]["name"] == name
    ]


def entries(source: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a source; one that is used again has no more than its id."""
    return dict(source["attributes"]["data"]["entries"]) if "attributes" in source else {}


def test_points_of_a_line_have_whiskers_with_caps() -> None:
    found = study()
    item = draw(found)
    stems = glyphs(item, "Segment")
    colours = [style(key).color for key in METHODS.values()]
    assert [glyph["line_color"]["value"] for glyph, _ in stems] == colours
    for (glyph, columns), series in zip(stems, found.series, strict=True):
        assert (glyph["x0"]["field"], glyph["y0"]["field"]) == ("along", "low")
        assert (glyph["x1"]["field"], glyph["y1"]["field"]) == ("along", "high")
        assert numbers(columns["along"]) == [*SIZES]
        assert numbers(columns["low"]) == pytest.approx(series.spread[0])
        assert numbers(columns["high"]) == pytest.approx(series.spread[1])
    markers = [glyph.get("marker") for glyph, _ in glyphs(item, "Scatter")]
    assert markers.count({"type": "value", "value": "dash"}) == 2 * len(METHODS)


def test_the_axis_has_room_for_whiskers_and_ticks_at_the_sizes() -> None:
    found = study()
    item = draw(found)
    low, high = ranges(item)[1]
    assert low < min(series.spread[0].min() for series in found.series)
    assert high > max(series.spread[1].max() for series in found.series)
    assert [*SIZES] in [ticker["ticks"] for ticker in models(item, "FixedTicker")]


def test_the_hover_says_the_spread() -> None:
    y = floats([1.72, 1.6])
    one = Series(title="A", x=floats([25, 50]), y=y, low=y - 0.07, high=y + 0.07)
    item = draw(replace(study(), series=(one,)))
    assert columns_of(item, "is")["is"] == ["1.720 [1.650, 1.790]", "1.600 [1.530, 1.670]"]


def test_a_point_without_a_known_spread_has_no_whiskers() -> None:
    y = floats([1.0, 2.0])
    one = Series(title="A", x=y, y=y, low=floats([None, 1.5]), high=floats([None, 2.5]))
    item = draw(replace(study(), series=(one,)))
    [(_, columns)] = glyphs(item, "Segment")
    assert numbers(columns["along"]) == [2.0]
    assert columns_of(item, "is")["is"] == ["1", "2 [1.500, 2.500]"]


def test_lines_of_many_points_and_steps_have_a_band() -> None:
    x = np.linspace(1.0, 2.0, 100)
    long = Series(title="A", x=x, y=x, low=x - 1, high=x + 1)
    item = draw(replace(study(), series=(long,)))
    assert not models(item, "Segment")
    [(area, columns)] = glyphs(item, "VArea")
    assert area["fill_alpha"] < 0.3
    assert numbers(columns["low"]) == pytest.approx(x - 1)
    short = Series(
        title="A",
        shape="step",
        x=x[:3],
        y=floats([0.2, 0.5, 1]),
        low=floats([0.1, 0.4, 1]),
        high=floats([0.3, 0.6, 1]),
    )
    plan = PLANS["wait"]
    waits = Figure(key="wait", title="", x=plan.x, y=plan.y, series=(short,))
    [(_, columns)] = glyphs(draw(waits), "VAreaStep")
    assert numbers(columns["low"]) == [0.0, 0.1, 0.4, 1.0, 1.0], "from no jobs to the end"


def test_bars_have_whiskers_that_lie_and_texts_behind_them() -> None:
    found = bars()
    item = draw(found)
    columns = columns_of(item, "text_at")
    stems = glyphs(item, "Segment")
    assert len(stems) == len(found.series)
    for i, ((glyph, ends), series) in enumerate(zip(stems, found.series, strict=True)):
        assert (glyph["x0"]["field"], glyph["y0"]["field"]) == ("low", "along")
        assert numbers(ends["low"]) == pytest.approx(series.spread[0])
        assert numbers(ends["high"]) == pytest.approx([columns["text_at"][i]])
        assert numbers(ends["along"]) == [columns["middle"][i]]
    assert columns["is"][0] == "1.200 [1.100, 1.300]"
    assert max(columns["alpha"]) < 1, "whiskers are seen on bars of their colour"
    assert ranges(item)[0][1] > max(columns["text_at"])


def test_points_of_a_plane_have_whiskers() -> None:
    one = Series(
        title="A",
        shape="points",
        x=floats([1.0]),
        y=floats([2.0]),
        low=floats([1.0]),
        high=floats([4.0]),
        texts=("A",),
    )
    axis = Axis(title="x", scale="log")
    item = draw(Figure(key="f", title="", x=axis, y=axis, series=(one,), kind="points"))
    [(_, columns)] = [(g, c) for g, c in glyphs(item, "Segment") if "low" in c]
    assert numbers(columns["low"]) == [0.0]
    assert numbers(columns["high"]) == pytest.approx([np.log10(4)])
    assert columns_of(item, "fill")["is"] == ["2 [1, 4]"]


def test_a_log_shows_0_at_its_edge() -> None:
    one = Series(
        title="A",
        x=floats([1.0, 2.0]),
        y=floats([0.0, 10.0]),
        low=floats([0.0, 1.0]),
        high=floats([0.1, 20.0]),
    )
    item = draw(replace(study(scale="log"), series=(one,)))
    start, end = ranges(item)[1]
    assert numbers(columns_of(item, "is")["y"]) == pytest.approx([start, 1.0])
    [(_, columns)] = glyphs(item, "Segment")
    assert numbers(columns["low"]) == pytest.approx([start, 0.0])
    assert start < end
