"""The frame of a Gantt chart as a Bokeh figure; the browser fills it (js/gantt/chart.js)."""

from collections.abc import Sequence
from typing import Any, cast

from bokeh.embed import json_item
from bokeh.models import (
    ColumnDataSource,
    FixedTicker,
    PanTool,
    Range1d,
    TimedeltaTickFormatter,
    Toolbar,
    WheelZoomTool,
)
from bokeh.models.annotations import Legend, LegendItem
from bokeh.models.labeling import NoOverlap
from bokeh.plotting import figure

from algorithms.report.gantt import Layout
from algorithms.report.gantt.layout import Band

AXIS_HEIGHT, RIGHT = 44, 20
"""CSS pixels, as in gantt.css: the poster lies exactly where the frame will be."""
TEXT_SIZE, CHARACTER = "11px", 6.2
"""Size of the texts of axes, and about how many CSS pixels one letter is wide."""
LABEL_DISTANCE = 10.5
"""Least CSS pixels between the names of two sites."""
LINE_DISTANCE = 3.0
"""Least CSS pixels between two edges of bands that are drawn."""
MOST_OF_NAME = 14
"""Letters of the name of a site beside its band: who points at the band reads all of them."""
CLEAR: dict[str, Any] = {
    "background_fill_color": None,
    "border_fill_color": None,
    "outline_line_color": None,
}
NARROWEST = 240
"""CSS pixels of a plot, as wide as the title of its axis: as a page is laid out anew, Bokeh draws
the title beyond the edge of what is narrower, and does not clear the outermost pixels."""
STRETCHED: dict[str, Any] = {"sizing_mode": "stretch_width", "min_width": NARROWEST}
BEHIND: dict[str, Any] = {"background_fill_alpha": 0.8}
"""Ground of texts that lines would strike through; its colour is the page's (theme.js)."""
MILLISECONDS = 1_000.0
SHORT, DAY = 600, 86_400


def gantt(layout: Layout, span: tuple[float, float], left: int) -> dict[str, Any]:
    """Frame of a Gantt chart; the browser fills the glyphs `raster` and `bars`."""
    begin, end = (time * MILLISECONDS for time in span)
    plot = figure(
        height=layout.frame + AXIS_HEIGHT,
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
    drag_and_zoom(plot)
    time_axis(plot, span[1])
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


def left_border(layout: Layout) -> int:
    """CSS pixels for the processor axis: room for its longest text."""
    if len(layout.bands) == 1:
        return max(56, 22 + 7 * len(f"{layout.processors:,}"))
    longest = max(len(_site_label(band)) for band in layout.bands)
    return max(56, round(16 + CHARACTER * longest))


def _site_label(band: Band) -> str:
    short = len(band.name) <= MOST_OF_NAME
    name = band.name if short else f"{band.name[: MOST_OF_NAME - 1].rstrip()}…"
    return f"{name} · {band.processors:,}"


def site_labels(layout: Layout) -> dict[float, str]:
    """Return names and sizes of sites by the middle of their bands.

    Where bands are too narrow for all, the larger sites are named, of equal ones the lower first.
    """
    apart = LABEL_DISTANCE * layout.top / layout.frame
    named: dict[float, str] = {}
    for band in sorted(layout.bands, key=lambda band: (-band.processors, band.base)):
        middle = band.base + band.processors / 2
        if all(abs(middle - other) >= apart for other in named):
            named[middle] = _site_label(band)
    return named


def band_edges(layout: Layout) -> list[float]:
    """Return where lines show the edges of bands: too close together, they would look like jobs."""
    apart = LINE_DISTANCE * layout.top / layout.frame
    shown: list[float] = []
    for band in layout.bands:
        for edge in (band.base, band.base + band.processors):
            if band.processors >= apart and (not shown or edge - shown[-1] >= apart):
                shown.append(edge)
    return shown


def processor_ticks(processors: int) -> list[int]:
    """Return about five numbers of processors from 0 to all."""
    for parts in (4, 5, 3, 2):
        if processors % parts == 0:
            return [processors * i // parts for i in range(parts + 1)]
    step = max(1, round(processors / 4))
    return [n for n in range(0, processors, step) if n <= processors - step / 2] + [processors]


def json_of(plot: figure) -> dict[str, Any]:
    """Return what `Bokeh.embed.embed_item` takes."""
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


def time_axis(plot: figure, end: float) -> None:
    """Set up the time axis of a plot that ends at `end` seconds."""
    plot.xaxis.formatter = time_formatter(end)
    plot.xaxis.major_label_text_font_size = TEXT_SIZE
    plot.xaxis.minor_tick_line_color = None
    plot.xaxis.major_label_policy = NoOverlap(min_distance=6)


def time_formatter(end: float) -> TimedeltaTickFormatter:
    """Write times as seconds, as a clock, or as days and a clock: what suits a plot up to `end`."""
    if end <= SHORT:
        return TimedeltaTickFormatter(seconds="%s s", minsec="%s s", minutes="%s s", context=None)
    if end <= DAY:
        return TimedeltaTickFormatter(context=None)
    day = TimedeltaTickFormatter(
        days="", hours="%d d", hourmin="%d d", minutes="%d d", minsec="%d d", seconds="%d d"
    )
    return TimedeltaTickFormatter(
        days="%d d", context=day, context_which="start", hide_repeats=True
    )


def _processor_axis(plot: figure, layout: Layout) -> None:
    if len(layout.bands) > 1:
        ticks = site_labels(layout)
    else:
        ticks = {float(n): f"{n:,}" for n in processor_ticks(layout.processors)}
    plot.yaxis.ticker = FixedTicker(ticks=list(ticks))
    plot.yaxis.major_label_overrides = cast("Any", ticks)
    plot.ygrid.ticker = FixedTicker(ticks=band_edges(layout))
    plot.yaxis.major_label_text_font_size = TEXT_SIZE
    plot.yaxis.bounds = (0, max(band.base + band.processors for band in layout.bands))
