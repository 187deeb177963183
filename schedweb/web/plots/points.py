"""Points in a plane, such as runs by two criteria, with their front."""

from collections.abc import Sequence
from typing import Any, Literal

from bokeh.models import ColumnDataSource, HoverTool
from bokeh.models.annotations import LabelSet, Span
from bokeh.plotting import figure

from parsched.report.axes import AxisLayout
from parsched.report.figure import Figure, Series
from parsched.report.looks import Looks, looks_of
from parsched.report.palette import NEUTRAL, Style
from parsched.report.shapes import Axes, headings_of, said, spread_of, values_in_plane
from schedweb.web.plots.axes import draw_axis, laid_out, range_of, upright
from schedweb.web.plots.frame import BEHIND, BELOW, TITLE_SIZE, frame, json_of
from schedweb.web.plots.spreads import whiskers

HEIGHT, LEFT = 420, 66
SIZE, SMALL = 12, 7
LIGHT = 0.35
"""Opacity of points that are not on the front."""


def height(_: Figure) -> int:
    """Return the CSS pixels of a plane."""
    return HEIGHT


def draw(declared: Figure, looks: Looks | None) -> dict[str, Any]:
    """Draw points with names, which the browser places (labels.js); points without a style are
    small and grey."""
    paired = list(zip(declared.series, looks_of(declared, looks), strict=True))
    points = [(s, look) for s, look in paired if s.shape == "points"]
    x, y = values_in_plane(declared, "x"), values_in_plane(declared, "y")
    axes = laid_out(declared.x, x), upright(declared.y, y, HEIGHT - BELOW)
    plot = frame(HEIGHT, x_range=range_of(axes[0]), y_range=range_of(axes[1]), min_border_left=LEFT)
    draw_axis(axes[0], plot.xaxis, plot.xgrid)
    draw_axis(axes[1], plot.yaxis, plot.ygrid, HEIGHT - BELOW)
    if axes[0].kind == "bound":
        plot.add_layout(least(axes[0], "height"))
    if axes[1].kind == "bound":
        plot.add_layout(least(axes[1], "width"))
    for s, _ in paired:
        if len(s.x) and s.shape in ("front", "limit"):
            _steps(plot, s, axes)
    headings = headings_of([s for s, _ in points])
    if others := [s for s, look in points if look is None]:
        grey = {"fill_color": NEUTRAL, "line_color": NEUTRAL, "size": SMALL}
        source = ColumnDataSource(_columns(others, axes, headings))
        hover(plot, _scatter(plot, source, name="others", **grey), headings, axes)
    styled = [(s, look) for s, look in points if look is not None]
    for s, own in styled:
        if s.has_spread:
            whiskers(plot, spread_of(s, axes[0].places(s.x), axes[1]), own)
    source = ColumnDataSource(_columns([s for s, _ in styled], axes, headings) | _looks(styled))
    leaders = ColumnDataSource({name: [] for name in ("x0", "y0", "x1", "y1")})
    plot.segment("x0", "y0", "x1", "y1", source=leaders, line_color=NEUTRAL, name="leaders")
    look = {"marker": "marker", "fill_color": "color", "line_color": "color", "size": SIZE}
    hover(plot, _scatter(plot, source, name="points", line_width=1.5, **look), headings, axes)
    plot.add_layout(_labels())
    return json_of(plot)


def least(axis: AxisLayout, side: Literal["height", "width"]) -> Span:
    """Return the line at the bound, beyond which there is no schedule."""
    look: dict[str, Any] = {"line_color": NEUTRAL, "line_dash": "dashed", "line_width": 1.2}
    return Span(location=axis.at(1.0), dimension=side, **look)


def _scatter(plot: figure, source: ColumnDataSource, **look: Any) -> Any:
    return plot.scatter(source=source, fill_alpha="fill", **look)


def _steps(plot: figure, series: Series, axes: Axes) -> None:
    """Draw steps: a front runs from the upper edge to the right one."""
    across, up = axes
    x, y = [across.at(v) for v in series.x], [up.at(v) for v in series.y]
    if series.shape == "front":
        x, y = [x[0], *x, across.end], [up.end, *y, y[-1]]
    dash = "solid" if series.shape == "front" else "dashed"
    look: dict[str, Any] = {"line_color": NEUTRAL, "line_width": 1.6, "line_dash": dash}
    line = plot.step(x, y, mode="after", name=series.shape, **look)
    plot.add_tools(HoverTool(renderers=[line], tooltips=[("", series.title)]))


def _columns(several: Sequence[Series], axes: Axes, headings: Sequence[str]) -> dict[str, Any]:
    every = [(s, i) for s in several for i in range(len(s.x))]
    return {
        "x": [axes[0].at(s.x[i]) for s, i in every],
        "y": [axes[1].at(s.y[i]) for s, i in every],
        "fill": [LIGHT if s.is_light else 1.0 for s, _ in every],
        "label": [s.texts[i] if s.texts else s.title for s, i in every],
        "at": [axes[0].say(s.x[i]) for s, i in every],
        "is": [text for s in several for text in said(s.y, s, axes[1])],
        **{
            f"fact{number}": [s.facts[head][i] if head in s.facts else "" for s, i in every]
            for number, head in enumerate(headings)
        },
    }


def _looks(styled: Sequence[tuple[Series, Style]]) -> dict[str, list[str]]:
    every = [look for series, look in styled for _ in series.x]
    return {"color": [look.color for look in every], "marker": [look.marker for look in every]}


def hover(plot: figure, renderer: Any, headings: Sequence[str], axes: Axes) -> None:
    """Add a tooltip with the facts of a point, or its coordinates if it has none."""
    rows = [(head, f"@fact{number}") for number, head in enumerate(headings)]
    rows = rows or [
        (axis.name, f"@{column}") for axis, column in zip(axes, ("at", "is"), strict=True)
    ]
    plot.add_tools(HoverTool(renderers=[renderer], tooltips=[("", "@label"), *rows]))


def _labels() -> LabelSet:
    """Return labels of the markers; the browser places them, as it knows the available room."""
    source = ColumnDataSource({name: [] for name in ("x", "y", "text")})
    look: dict[str, Any] = {"text_font_size": TITLE_SIZE, "text_baseline": "middle", **BEHIND}
    return LabelSet(x="x", y="y", text="text", x_offset=0, source=source, name="labels", **look)
