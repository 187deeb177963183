"""Bokeh figures as JSON. Colours of axes and text are set in the browser (js/theme.js), from the style sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from bokeh.embed import json_item
from bokeh.models import (
    ColumnDataSource,
    FixedTicker,
    HoverTool,
    Legend,
    LegendItem,
    NumeralTickFormatter,
    PanTool,
    Range1d,
    TimedeltaTickFormatter,
    Toolbar,
    WheelZoomTool,
)
from bokeh.plotting import figure
from numpy.typing import NDArray

from schedweb.runs.gantt import Layout
from schedweb.web.palette import Style
from schedweb.web.times import label, linear_part, symlog, symlog_ticks

HEIGHT = 280
FRAME_HEIGHT, AXIS_HEIGHT, RIGHT = 212, 34, 14
"""CSS pixels, as in gantt.css: the poster lies exactly where the frame will be."""
TEXT_SIZE = "11px"
MARKS = 9
MILLISECONDS = 1_000.0

Times = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Line:
    """One algorithm's series: x in seconds, y in the unit of the plot; float64 of one shape."""

    title: str
    style: Style
    x: Times
    y: Times


def gantt(layout: Layout, span: tuple[float, float], left: int) -> dict[str, Any]:
    """Frame of a Gantt chart; the browser fills the glyphs `raster` and `bars`."""
    begin, end = (time * MILLISECONDS for time in span)
    plot = figure(
        height=FRAME_HEIGHT + AXIS_HEIGHT,
        sizing_mode="stretch_width",
        x_range=Range1d(begin, max(end, begin + 1)),
        y_range=Range1d(0, layout.top),
        x_axis_type="timedelta",
        tools=[],
        toolbar_location=None,
        lod_threshold=None,
        min_border_left=left,
        min_border_right=RIGHT,
        min_border_top=0,
        min_border_bottom=AXIS_HEIGHT,
    )
    _drag_and_zoom(plot)
    _time_axis(plot)
    _processor_axis(plot, layout)
    image = ColumnDataSource({name: [] for name in ("image", "x", "y", "dw", "dh")})
    plot.image_rgba(image="image", x="x", y="y", dw="dw", dh="dh", source=image, name="raster")
    bars = ColumnDataSource({name: [] for name in ("left", "right", "bottom", "top", "fill")})
    plot.quad("left", "right", "top", "bottom", fill_color="fill", line_color=None, source=bars, name="bars")
    return json_of(plot)


def ecdf(lines: Sequence[Line], quantity: str = "wait") -> dict[str, Any]:
    """Share of the jobs (y, 0 to 1) whose wait (or other time) is at most x, on an axis from 0 to weeks."""
    longest = max((float(line.x.max(initial=0.0)) for line in lines), default=0.0)
    linear = linear_part(longest)
    places, texts = symlog_ticks(longest, linear)
    end = float(symlog(np.array([max(longest, linear)]), linear)[0])
    plot = _frame(f"{quantity} of a job", "share of jobs", Range1d(-0.01 * end, end * 1.02), Range1d(0, 1.02))
    plot.xaxis.ticker = plot.xgrid.ticker = FixedTicker(ticks=places)
    plot.xaxis.major_label_overrides = dict(zip(places, texts, strict=True))
    plot.yaxis.formatter = NumeralTickFormatter(format="0 %")
    _draw(plot, lines, lambda x: symlog(x, linear), lambda y: f"{100 * y:.3g} %")
    _hover(plot, [(quantity, "≤ @when"), ("jobs", "@what")])
    return json_of(plot)


def over_time(lines: Sequence[Line], y_label: str, top: float | None = None, *, percent: bool = False) -> dict[str, Any]:
    """Steps over time: y holds from its x to the next one. `top` is the end of the y axis when it is known."""
    highest = max((float(line.y.max(initial=0.0)) for line in lines), default=0.0) if top is None else top
    last = max((float(line.x.max(initial=0.0)) for line in lines), default=1.0) * MILLISECONDS
    plot = _frame("time", y_label, Range1d(0, max(last, 1)), Range1d(0, max(highest, 1e-9) * 1.04), time=True)
    if percent:
        plot.yaxis.formatter = NumeralTickFormatter(format="0 %")
    _draw(plot, lines, lambda x: x * MILLISECONDS, lambda y: f"{100 * y:.3g} %" if percent else f"{y:,.6g}", step=True)
    _hover(plot, [("from", "@when"), (y_label, "@what")])
    return json_of(plot)


def utilisation(lines: Sequence[Line]) -> dict[str, Any]:
    """Share of busy processors (y, 0 to 1) over time."""
    return over_time(lines, "busy processors", 1.0, percent=True)


def queue_length(lines: Sequence[Line]) -> dict[str, Any]:
    """Number of waiting jobs over time."""
    return over_time(lines, "waiting jobs")


def json_of(plot: figure) -> dict[str, Any]:
    """Return what `Bokeh.embed.embed_item` takes."""
    return dict(json_item(plot))


def left_border(layout: Layout) -> int:
    """CSS pixels for the processor axis: room for its longest text."""
    texts = [band.name for band in layout.bands] if len(layout.bands) > 1 else [f"{layout.processors:,}"]
    return min(150, max(56, 22 + 7 * max(len(text) for text in texts)))


def _frame(x_label: str, y_label: str, x_range: Range1d, y_range: Range1d, *, time: bool = False) -> figure:
    kind: Literal["timedelta", "linear"] = "timedelta" if time else "linear"
    plot = figure(
        height=HEIGHT,
        sizing_mode="stretch_width",
        x_range=x_range,
        y_range=y_range,
        x_axis_type=kind,
        x_axis_label=x_label,
        y_axis_label=y_label,
        tools=[],
        toolbar_location=None,
        lod_threshold=None,
        min_border_left=64,
        min_border_right=RIGHT,
        min_border_bottom=52,
    )
    if time:
        _drag_and_zoom(plot)
        _time_axis(plot)
    plot.axis.major_label_text_font_size = TEXT_SIZE
    plot.axis.axis_label_text_font_size = "12px"
    plot.axis.axis_label_text_font_style = "normal"
    return plot


def _drag_and_zoom(plot: figure) -> None:
    pan, wheel = PanTool(dimensions="width"), WheelZoomTool(dimensions="width", modifiers="ctrl")
    plot.add_tools(pan, wheel)
    assert isinstance(plot.toolbar, Toolbar)
    plot.toolbar.active_drag, plot.toolbar.active_scroll = pan, wheel


def _time_axis(plot: figure) -> None:
    axis = plot.xaxis
    context = TimedeltaTickFormatter(
        days="", hours="%d days", hourmin="%d days", minutes="%d days", minsec="%d days", seconds="%d days"
    )
    axis.formatter = TimedeltaTickFormatter(days="%d d", context=context, context_which="start", hide_repeats=True)
    axis.major_label_text_font_size = TEXT_SIZE
    axis.minor_tick_line_color = None


def _processor_axis(plot: figure, layout: Layout) -> None:
    if len(layout.bands) > 1:
        ticks = {band.base + band.processors / 2: band.name for band in layout.bands}
    else:
        ticks = {float(n): f"{n:,}" for n in processor_ticks(layout.processors)}
    plot.yaxis.ticker = FixedTicker(ticks=list(ticks))
    plot.yaxis.major_label_overrides = dict(ticks)
    plot.ygrid.ticker = FixedTicker(ticks=[edge for b in layout.bands for edge in (b.base, b.base + b.processors)])
    plot.yaxis.major_label_text_font_size = TEXT_SIZE
    plot.yaxis.bounds = (0, max(band.base + band.processors for band in layout.bands))


def processor_ticks(processors: int) -> list[int]:
    """Return about five numbers of processors from 0 to all."""
    for parts in (4, 5, 3, 2):
        if processors % parts == 0:
            return [processors * i // parts for i in range(parts + 1)]
    step = max(1, round(processors / 4))
    return [n for n in range(0, processors, step) if n <= processors - step / 2] + [processors]


def _draw(
    plot: figure,
    lines: Sequence[Line],
    place: Callable[[Times], Times],
    say: Callable[[float], str],
    *,
    step: bool = False,
) -> None:
    items = []
    for line in lines:
        source = ColumnDataSource(
            {
                "x": place(line.x),
                "y": line.y,
                "when": [label(float(x)) for x in line.x],
                "what": [say(float(y)) for y in line.y],
                "title": [line.title] * len(line.x),
            }
        )
        look: dict[str, Any] = {"line_color": line.style.color, "line_dash": line.style.dash, "line_width": 2}
        drawn = plot.step(mode="after", source=source, **look) if step else plot.line(source=source, **look)
        drawn.name = "line"
        marks = np.linspace(0, len(line.x) - 1, min(MARKS, len(line.x)) + 2).astype(int)[1:-1]
        points = ColumnDataSource({"x": place(line.x)[marks], "y": line.y[marks]})
        marked = plot.scatter(source=points, marker=line.style.marker, size=8, color=line.style.color)
        items.append(LegendItem(label=line.title, renderers=[drawn, marked]))
    legend = Legend(items=items, orientation="horizontal", click_policy="hide", location=(0, 0), ncols="auto")
    legend.update(label_text_font_size="12px", border_line_width=0, margin=0, padding=2, spacing=14)
    plot.add_layout(legend, "above")


def _hover(plot: figure, rows: list[tuple[str, str]]) -> None:
    lines = [renderer for renderer in plot.renderers if renderer.name == "line"]
    plot.add_tools(HoverTool(renderers=lines, tooltips=[("", "@title"), *rows], line_policy="nearest"))
