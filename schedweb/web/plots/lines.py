"""Lines and steps over an axis of time, of durations, or of anything else."""

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
"""Markers of a line of more points."""
FEW = 30
"""Points of a line of which each has a marker."""
WIDE, LIGHT = 5.0, 0.4
"""Width and opacity of lines that are set off."""
LIMIT = Style(GREY, "", "dashed")


def height(_: Figure) -> int:
    """Return the CSS pixels of a plot of lines."""
    return HEIGHT


def draw(found: Figure, looks: Looks | None) -> dict[str, Any]:
    """Draw the lines of the runs that have looks; those that are set off lie below the others."""
    paired = zip(found.series, looks_of(found, looks), strict=True)
    shown = [(one, LIMIT if one.shape == "limit" else look) for one, look in paired if look]
    axes = (
        Axis.of(found.x, _values(shown, "x")),
        Axis.of(found.y, _values(shown, "y")).thinned(HEIGHT - 2 * BELOW),
    )
    is_clock = found.x.scale == "clock"
    plot = frame(
        HEIGHT,
        x_range=axes[0].range,
        y_range=axes[1].range,
        x_axis_type="timedelta" if is_clock else "linear",
    )
    axes[0].draw(plot.xaxis, plot.xgrid)
    axes[1].draw(plot.yaxis, plot.ygrid)
    last = max((float(one.x.max(initial=0.0)) for one, _ in shown), default=0.0)
    if is_clock:
        drag_and_zoom(plot)
        time_axis(plot, last)
    items = {
        i: LegendItem(
            label=_title(one, found), renderers=cast("Any", [*_line(plot, one, look, axes, last)])
        )
        for i, (one, look) in sorted(enumerate(shown), key=lambda pair: not pair[1][0].is_light)
    }
    add_legend(plot, [items[i] for i in sorted(items)], click_policy="hide")
    lines = [renderer for renderer in plot.renderers if renderer.name]
    tips = [("", "$name"), (axes[0].name, "@at"), (axes[1].name, "@is")]
    hover = HoverTool(renderers=cast("Any", lines), tooltips=tips, line_policy="nearest")
    plot.add_tools(hover)
    return json_of(plot)


def _values(shown: list[tuple[Series, Style]], name: str) -> Iterator[float]:
    for one, _ in shown:
        yield from getattr(one, name).tolist()


def _title(one: Series, found: Figure) -> str:
    """Say until when a line goes on beyond what is seen."""
    end, last = found.x.end, float(one.x.max(initial=0.0))
    if found.x.scale != "clock" or end is None or last <= end:
        return one.title
    return f"{one.title} (until {label(last)})"


def _line(
    plot: figure, one: Series, look: Style, axes: tuple[Axis, Axis], last: float
) -> Iterator[Any]:
    across, up = axes
    is_share = across.kind in ("duration", "ratio")
    one = _whole(one, last) if is_share else one
    x, y = across.places(one.x), up.places(one.y)
    most = "≤ " if is_share else ""
    source = ColumnDataSource(
        {
            "x": x,
            "y": y,
            "at": [f"{most}{across.say(float(value))}" for value in one.x],
            "is": [up.say(float(value)) if np.isfinite(value) else "–" for value in one.y],
        }
    )
    style: dict[str, Any] = {"line_color": look.color, "line_dash": look.dash, "line_width": 2}
    if one.is_light:
        style |= {"line_alpha": LIGHT, "line_dash": "solid", "line_width": WIDE}
    glyph: dict[str, Any] = {"source": source, "name": one.title, **style}
    is_step = one.shape == "step" or (one.shape == "limit" and across.kind == "clock")
    yield plot.step(mode="after", **glyph) if is_step else plot.line(**glyph)
    if one.shape == "step" or (one.shape == "line" and len(x) <= FEW):
        points = ColumnDataSource(_marks(x, y) if one.shape == "step" else {"x": x, "y": y})
        yield plot.scatter(source=points, marker=look.marker, size=8, color=look.color)


def _whole(one: Series, last: float) -> Series:
    """Let a distribution begin at 0 jobs and go on to the end of the axis."""
    if not len(one.x):
        return one
    x = np.concatenate([one.x[:1], one.x, [last]])
    return replace(one, x=x, y=np.concatenate([[0.0], one.y, one.y[-1:]]))


def _marks(x: Floats, y: Floats) -> dict[str, Floats]:
    """Choose points at even distances along the axis."""
    if not len(x):
        return {"x": x, "y": y}
    wanted = np.linspace(x[0], x[-1], MARKS + 2)[1:-1]
    places = np.unique(np.searchsorted(x, wanted, side="right") - 1)
    return {"x": x[places], "y": y[places]}
