"""The frame of a Gantt chart as a Bokeh figure; the browser fills it (js/gantt/chart.js)."""

from typing import Any, cast

from bokeh.models import ColumnDataSource, FixedTicker, Range1d
from bokeh.plotting import figure

from parsched.model.problem.calendar import Calendar
from parsched.report.gantt import GanttLayout
from parsched.report.gantt.layout import Band
from schedweb.web.plots.frame import (
    MILLISECONDS,
    drag_and_zoom,
    frame,
    json_of,
    time_axis,
)

AXIS_HEIGHT = 44
"""CSS pixels, as in gantt.css: the poster lies exactly where the frame will be."""
CHARACTER = 6.2
"""About how many CSS pixels one letter of an axis is wide."""
LABEL_DISTANCE = 10.5
"""Least CSS pixels between the names of two sites."""
LINE_DISTANCE = 3.0
"""Least CSS pixels between two drawn edges of bands."""
MOST_OF_NAME = 14
"""Letters of a site's name shown beside its band; the tooltip has the full name."""


def gantt(
    layout: GanttLayout, span: tuple[float, float], left: int, calendar: Calendar | None = None
) -> dict[str, Any]:
    """Frame of a Gantt chart; the browser fills the glyphs `raster` and `bars`."""
    begin, end = (time * MILLISECONDS for time in span)
    plot = frame(
        layout.frame + AXIS_HEIGHT,
        min_width=None,
        x_range=Range1d(start=begin, end=max(end, begin + 1)),
        y_range=Range1d(start=0, end=layout.top),
        x_axis_type="timedelta",
        min_border_left=left,
        min_border_top=0,
        min_border_bottom=AXIS_HEIGHT,
    )
    drag_and_zoom(plot)
    time_axis(plot, span[1], calendar)
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


def left_border(layout: GanttLayout) -> int:
    """CSS pixels for the processor axis: room for its longest text."""
    if len(layout.bands) == 1:
        return max(56, 22 + 7 * len(f"{layout.processors:,}"))
    longest = max(len(_site_label(band)) for band in layout.bands)
    return max(56, round(16 + CHARACTER * longest))


def _site_label(band: Band) -> str:
    short = len(band.name) <= MOST_OF_NAME
    name = band.name if short else f"{band.name[: MOST_OF_NAME - 1].rstrip()}…"
    return f"{name} · {band.processors:,}"


def site_labels(layout: GanttLayout) -> dict[float, str]:
    """Return names and sizes of sites by the middle of their bands.

    If bands are too narrow for all names, larger sites are preferred, then lower ones.
    """
    apart = LABEL_DISTANCE * layout.top / layout.frame
    labels: dict[float, str] = {}
    for band in sorted(layout.bands, key=lambda band: (-band.processors, band.base)):
        middle = band.base + band.processors / 2
        if all(abs(middle - other) >= apart for other in labels):
            labels[middle] = _site_label(band)
    return labels


def band_edges(layout: GanttLayout) -> list[float]:
    """Return the edges of bands to draw as lines; lines too close together would look like jobs."""
    apart = LINE_DISTANCE * layout.top / layout.frame
    edges: list[float] = []
    for band in layout.bands:
        for edge in (band.base, band.base + band.processors):
            if band.processors >= apart and (not edges or edge - edges[-1] >= apart):
                edges.append(edge)
    return edges


def processor_ticks(processors: int) -> list[int]:
    """Return about five numbers of processors from 0 to all."""
    for parts in (4, 5, 3, 2):
        if processors % parts == 0:
            return [processors * i // parts for i in range(parts + 1)]
    step = max(1, round(processors / 4))
    return [n for n in range(0, processors, step) if n <= processors - step / 2] + [processors]


def _processor_axis(plot: figure, layout: GanttLayout) -> None:
    if len(layout.bands) > 1:
        ticks = site_labels(layout)
    else:
        ticks = {float(n): f"{n:,}" for n in processor_ticks(layout.processors)}
    plot.yaxis.ticker = FixedTicker(ticks=list(ticks))
    plot.yaxis.major_label_overrides = cast("Any", ticks)
    plot.ygrid.ticker = FixedTicker(ticks=band_edges(layout))
    plot.yaxis.bounds = (0, max(band.base + band.rows for band in layout.bands))
