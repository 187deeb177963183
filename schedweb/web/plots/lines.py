"""Plots of lines and steps, over time or any other axis."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import numpy as np
from bokeh.models import ColumnDataSource, HoverTool
from bokeh.models.annotations import LegendItem
from bokeh.plotting import figure

from algorithms.report.figure import Figure, Series
from schedweb.web.plots.axes import Axis
from schedweb.web.plots.frame import (
    BELOW,
    GREY,
    add_legend,
    drag_and_zoom,
    frame,
    json_of,
    time_axis,
)
from schedweb.web.plots.looks import Looks, looks_of
from schedweb.web.plots.palette import Style
from schedweb.web.plots.scales import Floats, label

HEIGHT = 320
MARKS = 9
"""Number of markers on a line of many points."""
FEW = 30
"""Most points of a line on which every point has a marker."""
WIDE, LIGHT = 5.0, 0.4
"""Width and opacity of light lines."""
LIMIT = Style(GREY, "", "dashed")


def height(_: Figure) -> int:
    """Return the CSS pixels of a plot of lines."""
    return HEIGHT


def draw(declared: Figure, looks: Looks | None) -> dict[str, Any]:
    """Draw the lines of runs with a style; light lines are drawn below the others."""
    paired = zip(declared.series, looks_of(declared, looks), strict=True)
    styled = [(s, LIMIT if s.shape == "limit" else look) for s, look in paired if look]
    axes = (
        Axis.of(declared.x, _values(styled, "x")),
        Axis.of(declared.y, _values(styled, "y")).thinned(HEIGHT - 2 * BELOW),
    )
    is_clock = declared.x.scale == "clock"
    plot = frame(
        HEIGHT,
        x_range=axes[0].range,
        y_range=axes[1].range,
        x_axis_type="timedelta" if is_clock else "linear",
    )
    axes[0].draw(plot.xaxis, plot.xgrid)
    axes[1].draw(plot.yaxis, plot.ygrid)
    last = max((float(s.x.max(initial=0.0)) for s, _ in styled), default=0.0)
    if is_clock:
        drag_and_zoom(plot)
        time_axis(plot, last)
    items = {
        i: LegendItem(
            label=_title(s, declared), renderers=cast("Any", [*_line(plot, s, look, axes, last)])
        )
        for i, (s, look) in sorted(enumerate(styled), key=lambda pair: not pair[1][0].is_light)
    }
    add_legend(plot, [items[i] for i in sorted(items)], click_policy="hide")
    lines = [renderer for renderer in plot.renderers if renderer.name]
    tips = [("", "$name"), (axes[0].name, "@at"), (axes[1].name, "@is")]
    hover = HoverTool(renderers=cast("Any", lines), tooltips=tips, line_policy="nearest")
    plot.add_tools(hover)
    return json_of(plot)


def _values(styled: list[tuple[Series, Style]], name: str) -> Iterator[float]:
    for series, _ in styled:
        yield from getattr(series, name).tolist()


def _title(series: Series, declared: Figure) -> str:
    """Return the legend text, with the end of the line if it is beyond the initial view."""
    end, last = declared.x.end, float(series.x.max(initial=0.0))
    if declared.x.scale != "clock" or end is None or last <= end:
        return series.title
    return f"{series.title} (until {label(last)})"


def _line(
    plot: figure, series: Series, look: Style, axes: tuple[Axis, Axis], last: float
) -> Iterator[Any]:
    across, up = axes
    is_share = across.kind in ("duration", "ratio")
    series = _whole(series, last) if is_share else series
    x, y = across.places(series.x), up.places(series.y)
    most = "≤ " if is_share else ""
    source = ColumnDataSource(
        {
            "x": x,
            "y": y,
            "at": [f"{most}{across.say(float(value))}" for value in series.x],
            "is": [up.say(float(value)) if np.isfinite(value) else "–" for value in series.y],
        }
    )
    style: dict[str, Any] = {"line_color": look.color, "line_dash": look.dash, "line_width": 2}
    if series.is_light:
        style |= {"line_alpha": LIGHT, "line_dash": "solid", "line_width": WIDE}
    glyph: dict[str, Any] = {"source": source, "name": series.title, **style}
    if series.shape == "points":
        yield plot.scatter(
            source=source, name=series.title, marker=look.marker, size=8, color=look.color
        )
        return
    is_step = series.shape == "step" or (series.shape == "limit" and across.kind == "clock")
    yield plot.step(mode="after", **glyph) if is_step else plot.line(**glyph)
    if series.shape == "step" or (series.shape == "line" and len(x) <= FEW):
        points = ColumnDataSource(_marks(x, y) if series.shape == "step" else {"x": x, "y": y})
        yield plot.scatter(source=points, marker=look.marker, size=8, color=look.color)


def _whole(series: Series, last: float) -> Series:
    """Extend a distribution to begin at 0 jobs and to reach the end of the axis."""
    if not len(series.x):
        return series
    x = np.concatenate([series.x[:1], series.x, [last]])
    return replace(series, x=x, y=np.concatenate([[0.0], series.y, series.y[-1:]]))


def _marks(x: Floats, y: Floats) -> dict[str, Floats]:
    """Choose points at even distances along the axis."""
    if not len(x):
        return {"x": x, "y": y}
    targets = np.linspace(x[0], x[-1], MARKS + 2)[1:-1]
    places = np.unique(np.searchsorted(x, targets, side="right") - 1)
    return {"x": x[places], "y": y[places]}
