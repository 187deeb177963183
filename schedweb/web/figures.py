"""Bokeh figures as JSON. The browser colours axes and text from the style sheet (theme.js)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import numpy as np
from bokeh.embed import json_item
from bokeh.models import (
    ColumnDataSource,
    FixedTicker,
    HoverTool,
    NumeralTickFormatter,
    PanTool,
    Range1d,
    TimedeltaTickFormatter,
    Toolbar,
    WheelZoomTool,
)
from bokeh.models.annotations import Legend, LegendItem
from bokeh.plotting import figure
from numpy.typing import NDArray

from schedweb.runs.gantt import Layout
from schedweb.web.palette import Style
from schedweb.web.times import label, linear_part, symlog, symlog_ticks

HEIGHT = 280
FRAME_HEIGHT, AXIS_HEIGHT, RIGHT = 212, 34, 14
"""CSS pixels, as in gantt.css: the poster lies exactly where the frame will be."""
TEXT_SIZE = "11px"
CLEAR: dict[str, Any] = {
    "background_fill_color": None,
    "border_fill_color": None,
    "outline_line_color": None,
}
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
        x_range=Range1d(start=begin, end=max(end, begin + 1)),
        y_range=Range1d(start=0, end=layout.top),
        x_axis_type="timedelta",
        tools=[],
        **CLEAR,
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
    plot.quad(
        "left",
        "right",
        "top",
        "bottom",
        fill_color="fill",
        line_color=None,
        source=bars,
        name="bars",
    )
    return json_of(plot)


def ecdf(lines: Sequence[Line], quantity: str = "wait") -> dict[str, Any]:
    """Share of the jobs (y, 0 to 1) whose wait, or other time, is at most x."""
    longest = max((float(line.x.max(initial=0.0)) for line in lines), default=0.0)
    linear = linear_part(longest)
    places, texts = symlog_ticks(longest, linear)
    end = float(symlog(np.array([max(longest, linear)]), linear)[0])
    plot = _frame(
        f"{quantity} of a job",
        "share of jobs",
        Range1d(start=-0.01 * end, end=end * 1.02),
        Range1d(start=0, end=1.02),
    )
    plot.xaxis.ticker = plot.xgrid.ticker = FixedTicker(ticks=places)
    plot.xaxis.major_label_overrides = dict(zip(places, texts, strict=True))
    plot.yaxis.formatter = NumeralTickFormatter(format="0 %")
    lasting = [_until(line, longest) for line in lines]
    _draw(plot, lasting, lambda x: symlog(x, linear), lambda y: f"{100 * y:.3g} %")
    _hover(plot, [(quantity, "≤ @when"), ("jobs", "@what")])
    return json_of(plot)


def over_time(
    lines: Sequence[Line], y_label: str, top: float | None = None, *, percent: bool = False
) -> dict[str, Any]:
    """Steps over time: y holds from its x to the next one; `top` is the end of the y axis."""
    highest = (
        max((float(line.y.max(initial=0.0)) for line in lines), default=0.0) if top is None else top
    )
    last = max((float(line.x.max(initial=0.0)) for line in lines), default=1.0) * MILLISECONDS
    plot = _frame(
        "time",
        y_label,
        Range1d(start=0, end=max(last, 1)),
        Range1d(start=0, end=max(highest, 1e-9) * 1.04),
        time=True,
    )
    if percent:
        plot.yaxis.formatter = NumeralTickFormatter(format="0 %")
    _draw(
        plot,
        lines,
        lambda x: x * MILLISECONDS,
        lambda y: f"{100 * y:.3g} %" if percent else f"{y:,.6g}",
        step=True,
    )
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
    texts = (
        [band.name for band in layout.bands]
        if len(layout.bands) > 1
        else [f"{layout.processors:,}"]
    )
    return min(150, max(56, 22 + 7 * max(len(text) for text in texts)))


def _frame(
    x_label: str, y_label: str, x_range: Range1d, y_range: Range1d, *, time: bool = False
) -> figure:
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
        **CLEAR,
        toolbar_location=None,
        lod_threshold=None,
        min_border_left=70,
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
        days="",
        hours="%d days",
        hourmin="%d days",
        minutes="%d days",
        minsec="%d days",
        seconds="%d days",
    )
    axis.formatter = TimedeltaTickFormatter(
        days="%d d", context=context, context_which="start", hide_repeats=True
    )
    axis.major_label_text_font_size = TEXT_SIZE
    axis.minor_tick_line_color = None


def _processor_axis(plot: figure, layout: Layout) -> None:
    if len(layout.bands) > 1:
        ticks = {band.base + band.processors / 2: band.name for band in layout.bands}
    else:
        ticks = {float(n): f"{n:,}" for n in processor_ticks(layout.processors)}
    plot.yaxis.ticker = FixedTicker(ticks=list(ticks))
    plot.yaxis.major_label_overrides = cast("Any", ticks)
    plot.ygrid.ticker = FixedTicker(
        ticks=[edge for b in layout.bands for edge in (b.base, b.base + b.processors)]
    )
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
        source = ColumnDataSource(_columns(line, place, say))
        style = line.style
        look: dict[str, Any] = {
            "line_color": style.color,
            "line_dash": style.dash,
            "line_width": 2,
            "name": line.title,
        }
        drawn = (
            plot.step(mode="after", source=source, **look)
            if step
            else plot.line(source=source, **look)
        )
        points = ColumnDataSource(_marks(place(line.x), line.y))
        marks = plot.scatter(source=points, marker=style.marker, size=8, color=style.color)
        items.append(
            LegendItem(label=line.title, renderers=[cast("Any", drawn), cast("Any", marks)])
        )
    _legend(plot, items)


def _until(line: Line, last: float) -> Line:
    """Let a finished distribution go on to the end of the axis."""
    if not len(line.x) or line.x[-1] >= last:
        return line
    return replace(line, x=np.append(line.x, last), y=np.append(line.y, line.y[-1]))


def _marks(x: Times, y: Times) -> dict[str, Times]:
    """Choose points at even distances along the axis."""
    if not len(x):
        return {"x": x, "y": y}
    wanted = np.linspace(x[0], x[-1], MARKS + 2)[1:-1]
    places = np.unique(np.searchsorted(x, wanted, side="right") - 1)
    return {"x": x[places], "y": y[places]}


def _columns(
    line: Line, place: Callable[[Times], Times], say: Callable[[float], str]
) -> dict[str, Any]:
    return {
        "x": place(line.x),
        "y": line.y,
        "when": [label(float(x)) for x in line.x],
        "what": [say(float(y)) for y in line.y],
    }


def _legend(plot: figure, items: list[LegendItem]) -> None:
    legend = Legend(items=items, orientation="horizontal", click_policy="hide", location=(0, 0))
    legend.update(
        label_text_font_size="12px",
        background_fill_color=None,
        border_line_color=None,
        margin=0,
        padding=2,
        spacing=14,
    )
    plot.add_layout(legend, "above")


def _hover(plot: figure, rows: list[tuple[str, str]]) -> None:
    lines = [renderer for renderer in plot.renderers if renderer.name]
    tooltips = [("", "$name"), *rows]
    plot.add_tools(
        HoverTool(renderers=cast("Any", lines), tooltips=tooltips, line_policy="nearest")
    )
