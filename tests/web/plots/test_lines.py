"""Lines are drawn exactly, in the colours of their algorithms, on axes that people can read."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from parsched.policies.grid.theory import competitive_factor
from parsched.report.distributions import PLANS
from parsched.report.figure import Axis, Figure, Series
from parsched.report.palette import style
from parsched.report.theory import theory_figure
from schedweb.web.plots import draw, height
from schedweb.web.plots.frame import NARROWEST
from tests.web.plots.items import models, numbers, ranges

CURVES = tuple(PLANS)
SHARES = Axis(title="share a", end=1.0)


def curve(key: str, *series: Series, **axis: Any) -> Figure:
    """A curve of runs."""
    plan = PLANS[key]
    return Figure(key=key, title=plan.title, x=replace(plan.x, **axis), y=plan.y, series=series)


def step(algorithm: str, x: list[float], y: list[float], title: str = "") -> Series:
    """A step of a run of an algorithm."""
    names: dict[str, Any] = {"title": title or algorithm, "record": algorithm}
    return Series(**names, algorithm=algorithm, x=np.array(x), y=np.array(y), shape="step")


def over_shares(*series: Series, **axis: Any) -> Figure:
    """A metric over admissible shares."""
    return Figure(key="shares", title="", x=SHARES, y=Axis(**axis), series=series)


def line(title: str, *values: float, **more: Any) -> Series:
    """A line of no run."""
    return Series(title=title, x=np.linspace(0.1, 1.0, len(values)), y=np.array(values), **more)


@pytest.mark.parametrize("key", CURVES)
def test_lines_have_the_look_of_their_algorithms(key: str) -> None:
    item = draw(curve(key, step("fcfs", [1, 5], [0.5, 1]), step("easy", [1, 2], [0.4, 1])))
    steps = [glyph for glyph in models(item, "Step") if "line_alpha" not in glyph]
    assert [glyph["line_color"] for glyph in steps] == [style(k).color for k in ("fcfs", "easy")]
    assert "CustomJS" not in str(item)


def test_a_long_title_of_an_upright_axis_breaks_into_lines() -> None:
    title = "mean bounded slowdown, grid paper's form, degradation"
    item = draw(over_shares(line("A", 1.0, 2.0), title=title))
    [upright] = [label for label in labels(item) if label.replace("\n", " ") == title]
    assert max(map(len, upright.split("\n"))) <= 40
    assert [label for label in labels(item) if label != upright] == ["share a"]


def labels(item: dict[str, Any]) -> list[str]:
    """The titles of the axes."""
    kinds = ("LinearAxis", "LogAxis")
    return [axis["axis_label"] for kind in kinds for axis in models(item, kind)]


def test_points_with_an_origin_lead_to_its_address() -> None:
    here, there = line("A", 1.0, 2.0, origins=("x:0", "x:1")), line("B", 2.0, 3.0)
    links = {"x:0": "/first/", "x:1": "/second/"}
    item = draw(over_shares(here, there, title="y"), links=links)
    [source] = [s for s in models(item, "ColumnDataSource") if s.get("tags") == ["link"]]
    assert dict(source["data"]["entries"])["link"] == ["/first/", "/second/"]
    [tap] = models(item, "TapTool")
    assert len(tap["renderers"]) == 1, "a point without an origin leads nowhere"
    assert "CustomJS" not in str(item)
    assert not models(draw(over_shares(there, title="y"), links=links), "TapTool")
    assert not models(draw(over_shares(here, title="y")), "TapTool")


@pytest.mark.parametrize("key", CURVES)
def test_no_runs_and_runs_of_no_jobs_can_be_drawn(key: str) -> None:
    for series in ((), (step("fcfs", [], []),)):
        item = draw(curve(key, *series))
        assert all(start < end for start, end in ranges(item))


@pytest.mark.parametrize("key", CURVES)
def test_runs_without_a_look_are_not_drawn(key: str) -> None:
    both = curve(key, step("fcfs", [1, 5], [0.5, 1]), step("easy", [1, 2], [0.4, 1]))
    item = draw(both, {"easy": style("easy")})
    assert [entry["label"]["value"] for entry in models(item, "LegendItem")] == ["easy"]


def test_a_distribution_begins_at_no_jobs_and_ends_with_the_axis() -> None:
    item = draw(curve("slowdown", step("fcfs", [1.0, 4.0], [0.5, 1.0]), step("easy", [9.0], [1.0])))
    [first, second] = [
        dict(glyph["data_source"]["attributes"]["data"]["entries"])
        for glyph in models(item, "GlyphRenderer")
        if glyph.get("name")
    ]
    assert numbers(first["y"]) == [0.0, 0.5, 1.0, 1.0]
    assert first["at"] == ["≤ 1", "≤ 1", "≤ 4", "≤ 9"]
    assert first["is"] == ["0 %", "50 %", "100 %", "100 %"]
    assert numbers(first["x"])[-1] == numbers(second["x"])[-1]


def test_a_line_that_goes_on_beyond_the_first_view_says_until_when() -> None:
    short, long = step("easy", [0, 50], [1, 0]), step("fcfs", [0, 7_200], [1, 0])
    item = draw(curve("utilisation", short, long, end=60.0))
    titles = [entry["label"]["value"] for entry in models(item, "LegendItem")]
    assert titles == ["easy", "fcfs (until 2 h)"]
    assert 60_000 <= ranges(item)[0][1] < 70_000


def test_long_names_are_in_the_legend_in_full() -> None:
    """The browser breaks them into lines."""
    name = "a label of its own " * 5
    [item] = models(draw(curve("wait", step("easy", [1.0], [1.0], name))), "LegendItem")
    assert item["label"]["value"] == name


def test_a_plot_is_never_narrower_than_the_titles_of_its_axes() -> None:
    """While a page is laid out again, a plot has no width of its own; see `NARROWEST`."""
    [plot] = models(draw(curve("utilisation")), "Figure")
    assert plot["min_width"] == NARROWEST


def test_ticks_of_an_upright_axis_do_not_stand_in_each_other() -> None:
    bound = line("bound", 203.0, 11.0, 300.0, shape="limit")
    found = over_shares(line("MCT", 1.2, 1.1, 1.0), bound, title="ρ", scale="bound")
    item = draw(found)
    shown = [ticks["ticks"] for ticks in models(item, "FixedTicker")]
    places = max(shown, key=len)
    assert len(places) > 5
    start, end = ranges(item)[1]
    pixels = (height(found) - 104) / (end - start)
    assert min(np.diff(places)) * pixels >= 11
    assert "ρ, log" in str(item)
    assert "1.02" not in str(item), "there is no room for it"
    assert len(models(item, "LegendItem")) == 2


def test_each_line_of_no_run_has_a_look_of_its_own() -> None:
    lines = [line(f"S{i}", 3_600 * (3.0 + i), 7_200.0, 3_600.0) for i in range(9)]
    item = draw(over_shares(*lines, title="mean wait", unit="s", scale="spread"))
    looks = {
        (str(glyph["line_color"]), str(glyph.get("line_dash")))
        for glyph in models(item, "Line")
        if glyph.get("line_alpha", 1.0) == 1.0
    }
    assert len(looks) == 9
    assert len(models(item, "LegendItem")) == 9
    assert "mean wait (h)" in str(item)


def test_the_curves_of_a_theory_are_drawn_as_far_as_they_say_something() -> None:
    found = competitive_factor()
    item = draw(theory_figure(found))
    titles = [entry["label"]["value"] for entry in models(item, "LegendItem")]
    assert found.measured
    points = found.measured()
    assert titles == [curve.title for curve in (*found.curves, *points)]
    colors = {str(glyph["line_color"]) for glyph in models(item, "Scatter")}
    assert len(colors) == len(points)
    assert not colors & {str(glyph["line_color"]) for glyph in models(item, "Line")}, "no lines"
    start, end = ranges(item)[1]
    assert start == 0
    assert found.highest <= end < 1.1 * found.highest
    lines = models(item, "Line")
    dashes = [glyph.get("line_dash", "solid") for glyph in lines if "line_width" in glyph]
    assert len({str(dash) for dash in dashes}) > 1, "they have no markers"
    widths = [glyph["line_width"] for glyph in models(item, "Line") if "line_width" in glyph]
    assert max(widths) in widths[:2], "what is set off lies below the others"
