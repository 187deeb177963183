"""Plots of lines and steps, over time or any other axis."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, cast

from bokeh.models import ColumnDataSource, HoverTool, OpenURL, TapTool
from bokeh.models.annotations import LegendItem
from bokeh.plotting import figure

from parsched.report.figure import Figure
from parsched.report.looks import Looks, styled
from parsched.report.palette import Style
from parsched.report.shapes import Axes, Stroke, legend_title, said, values_of
from schedweb.web.plots.axes import draw_axis, laid_out, range_of, upright
from schedweb.web.plots.frame import (
    BELOW,
    add_legend,
    drag_and_zoom,
    frame,
    json_of,
    time_axis,
)
from schedweb.web.plots.spreads import band, whiskers

HEIGHT = 320
WIDE, LIGHT, CLEAR = 5.0, 0.4, 0.7
"""Width and opacity of light lines, and opacity of threads."""
LINK = "link"
"""Column with the addresses that points lead to."""


def height(_: Figure) -> int:
    """Return the CSS pixels of a plot of lines."""
    return HEIGHT


def draw(
    declared: Figure, looks: Looks | None, links: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """Draw the lines of runs with a style; light lines are drawn below the others. `links` are
    addresses by the origins of points."""
    pairs = styled(declared, looks)
    axes = (
        laid_out(declared.x, values_of((s for s, _ in pairs), "x")),
        upright(declared.y, values_of((s for s, _ in pairs), "y"), HEIGHT - 2 * BELOW),
    )
    is_clock = declared.x.scale == "clock"
    plot = frame(
        HEIGHT,
        x_range=range_of(axes[0]),
        y_range=range_of(axes[1]),
        x_axis_type="timedelta" if is_clock else "linear",
    )
    draw_axis(axes[0], plot.xaxis, plot.xgrid)
    draw_axis(axes[1], plot.yaxis, plot.ygrid, HEIGHT - 2 * BELOW)
    last = max((float(s.x.max(initial=0.0)) for s, _ in pairs), default=0.0)
    if is_clock:
        drag_and_zoom(plot)
        time_axis(plot, last, declared.x.calendar, declared.x.title)
    items = {
        i: LegendItem(
            label=legend_title(s, declared),
            renderers=cast("Any", [*_line(plot, Stroke.of(s, axes, last), look, axes, links)]),
        )
        for i, (s, look) in sorted(enumerate(pairs), key=lambda pair: not pair[1][0].is_light)
    }
    add_legend(plot, [items[i] for i in sorted(items)], click_policy="hide")
    lines = [renderer for renderer in plot.renderers if renderer.name]
    tips = [("", "$name"), (axes[0].name, "@at"), (axes[1].name, "@is")]
    hover = HoverTool(renderers=cast("Any", lines), tooltips=tips, line_policy="nearest")
    plot.add_tools(hover)
    if linked := [r for r in plot.renderers if LINK in getattr(r, "data_source", plot).tags]:
        leads = OpenURL(url=f"@{LINK}", same_tab=True)
        plot.add_tools(TapTool(renderers=cast("Any", linked), callback=leads))
    return json_of(plot)


def _line(
    plot: figure, stroke: Stroke, look: Style, axes: Axes, links: Mapping[str, str]
) -> Iterator[Any]:
    """Draw a line with its spread and markers; yield what the legend hides."""
    series, columns = stroke.series, {"x": stroke.x, "y": stroke.y}
    texts = {"at": stroke.say_x(axes[0]), "is": said(series.y, series, axes[1])}
    if stroke.band:
        yield band(plot, stroke.band, look, is_step=stroke.is_step)
    style: dict[str, Any] = {"line_color": look.color, "line_dash": look.dash, "line_width": 2}
    if series.is_light:
        style |= {"line_alpha": LIGHT, "line_dash": "solid", "line_width": WIDE}
    if series.shape == "threads":
        style |= {"line_alpha": CLEAR, "line_dash": "solid", "line_width": 1}
    glyph: dict[str, Any] = {"source": ColumnDataSource(columns | texts), "name": series.title}
    if stroke.is_joined:
        draw_line = partial(plot.step, mode="after") if stroke.is_step else plot.line
        yield draw_line(**glyph, **style)
    if stroke.whiskers:
        yield from whiskers(plot, stroke.whiskers, look)
    x, y = stroke.marks
    if len(x):
        # Of a line, the pointer asks the line; else the points themselves.
        own = {"source": ColumnDataSource({"x": x, "y": y})} if stroke.is_joined else glyph
        is_linked = bool(links) and len(series.origins) == len(x)
        if is_linked:
            own["source"].data[LINK] = [links[origin] for origin in series.origins]
            own["source"].tags = [LINK]
        points = plot.scatter(**own, marker=look.marker, size=8, color=look.color)
        if is_linked:
            points.nonselection_glyph = None
        yield points
