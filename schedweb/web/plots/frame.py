"""Common parts of all plots: frame, legend and time axes."""

import json
from collections.abc import Sequence
from typing import Any, cast

from bokeh.embed import json_item
from bokeh.models import (
    FixedTicker,
    Grid,
    LinearAxis,
    PanTool,
    TimedeltaTickFormatter,
    Toolbar,
    WheelZoomTool,
)
from bokeh.models.annotations import Legend, LegendItem
from bokeh.models.labeling import NoOverlap
from bokeh.plotting import figure

from parsched.model.problem.calendar import Calendar

DATES = "dates"
"""Name of axis and grid of dates."""
RIGHT = 20
"""CSS pixels right of a plot, as in gantt.css: a poster lies exactly where the frame will be."""
TEXT_SIZE, TITLE_SIZE = "11px", "12px"
LEFT, BELOW = 70, 52
"""CSS pixels of the axes of a plot."""
CLEAR: dict[str, Any] = {
    "background_fill_color": None,
    "border_fill_color": None,
    "outline_line_color": None,
}
NARROWEST = 240
"""Minimum width of a plot in CSS pixels, the width of its axis title: in narrower plots Bokeh draws
the title beyond the edge, and after a new layout does not clear the outermost pixels."""
STRETCHED: dict[str, Any] = {"sizing_mode": "stretch_width", "min_width": NARROWEST}
BORDERS: dict[str, Any] = {
    "toolbar_location": None,
    "lod_threshold": None,
    "min_border_left": LEFT,
    "min_border_right": RIGHT,
    "min_border_bottom": BELOW,
}
BEHIND: dict[str, Any] = {"background_fill_alpha": 0.8}
"""Background of texts on lines, in the page's colour (theme.js)."""
MILLISECONDS = 1_000.0
SHORT, DAY = 600, 86_400
"""Longest times that axes write in seconds and as a clock, seconds."""


def frame(height: int, **options: Any) -> figure:
    """Return an empty plot that fills the available width."""
    plot = figure(
        height=height,
        tools=[],
        **(STRETCHED | CLEAR | BORDERS | options),
    )
    plot.axis.major_label_text_font_size = TEXT_SIZE
    plot.axis.axis_label_text_font_size = TITLE_SIZE
    plot.axis.axis_label_text_font_style = "normal"
    plot.xaxis.major_label_policy = NoOverlap(min_distance=6)
    return plot


def json_of(plot: figure) -> dict[str, Any]:
    """Return the JSON for `Bokeh.embed.embed_item`."""
    return dict(json_item(plot))


def drag_and_zoom(plot: figure) -> None:
    """Drag to pan, Ctrl + wheel to zoom, in time only."""
    pan, wheel = PanTool(dimensions="width"), WheelZoomTool(dimensions="width", modifiers="ctrl")
    plot.add_tools(pan, wheel)
    assert isinstance(plot.toolbar, Toolbar)
    plot.toolbar.active_drag, plot.toolbar.active_scroll = pan, wheel


def add_legend(plot: figure, items: Sequence[LegendItem], **options: Any) -> None:
    """Put a legend above a plot, in one line; the browser breaks it into more (legend.js)."""
    legend = Legend(items=list(items), orientation="horizontal", location=(0, 0), **options)
    legend.update(
        label_text_font_size="12px",
        background_fill_color=None,
        border_line_color=None,
        margin=0,
        padding=2,
        spacing=14,
        label_height=14,
        glyph_height=14,
    )
    plot.add_layout(legend, "above")


def time_axis(plot: figure, end: float, calendar: Calendar | None = None, title: str = "") -> None:
    """Set up the time axis of a plot that ends at `end` seconds; with a calendar there is one of
    dates, too, which the browser shows instead unless its reader wants the time since the start
    (time-axis.js)."""
    plot.xaxis.formatter = time_formatter(end)
    plot.xaxis.major_label_text_font_size = TEXT_SIZE
    plot.xaxis.minor_tick_line_color = None
    plot.xaxis.major_label_policy = NoOverlap(min_distance=6)
    if calendar is not None:
        _add_dates(plot, calendar, end, title)


def _add_dates(plot: figure, calendar: Calendar, end: float, title: str) -> None:
    axis = LinearAxis(
        name=DATES,
        visible=False,
        axis_label=f"{title} ({calendar.note})" if title else None,
        major_label_text_font_size=TEXT_SIZE,
        axis_label_text_font_size=TITLE_SIZE,
        axis_label_text_font_style="normal",
        major_label_policy=NoOverlap(min_distance=6),
        # As text: what is in tags becomes other things in the browser than it was.
        tags=[json.dumps(calendar.table(end))],
    )
    axis.ticker = cast("Any", FixedTicker(ticks=[]))
    plot.add_layout(axis, "below")
    plot.add_layout(Grid(name=DATES, axis=axis, dimension=0, visible=False), "center")


def time_formatter(end: float) -> TimedeltaTickFormatter:
    """Write times as seconds, as a clock, or as days and a clock, depending on `end`: below the
    clock stands the day where it is another one than at the tick before."""
    if end <= SHORT:
        return TimedeltaTickFormatter(seconds="%s s", minsec="%s s", minutes="%s s", context=None)
    if end <= DAY:
        return TimedeltaTickFormatter(context=None)
    day = TimedeltaTickFormatter(
        days="",
        hours="%d d",
        hourmin="%d d",
        minutes="%d d",
        minsec="%d d",
        seconds="%d d",
        hide_repeats=True,
    )
    return TimedeltaTickFormatter(days="%d d", context=day, context_which="all", hide_repeats=True)
