"""Any figure of a report, drawn by Bokeh for pages."""

from typing import Any

import numpy as np
from bokeh.models import ColumnDataSource, HoverTool, NumeralTickFormatter
from bokeh.models.annotations import LegendItem
from bokeh.plotting import figure as plot_of

from algorithms.report.figure import Axis, Figure, Series
from schedweb.web.gantt_frame import (
    CLEAR,
    MILLISECONDS,
    RIGHT,
    STRETCHED,
    TEXT_SIZE,
    add_legend,
    drag_and_zoom,
    json_of,
    time_axis,
)
from schedweb.web.palette import Style, faint, style, styles

HEIGHT = 360
LEFT, BELOW = 70, 52
MOST = 8
"""Series that are told apart by colour."""


def drawn(found: Figure) -> dict[str, Any]:
    """Draw a figure: each run in its colour, what is about no run in grey."""
    plot = plot_of(
        height=HEIGHT,
        **STRETCHED,
        x_axis_type=_kind(found.x),
        y_axis_type=_kind(found.y),
        x_axis_label=_label(found.x),
        y_axis_label=_label(found.y),
        tools=[],
        **CLEAR,
        toolbar_location=None,
        lod_threshold=None,
        min_border_left=LEFT,
        min_border_right=RIGHT,
        min_border_bottom=BELOW,
    )
    drag_and_zoom(plot)
    if found.x.scale == "time":
        time_axis(plot, max((float(np.nanmax(s.x)) for s in found.series if len(s.x)), default=0.0))
    if found.y.unit == "%":
        plot.yaxis.formatter = NumeralTickFormatter(format="0 %")
    plot.axis.major_label_text_font_size = TEXT_SIZE
    plot.axis.axis_label_text_font_style = "normal"
    looks, items = _looks(found), []
    for series in found.series:
        if len(series.x):
            renderers = _draw(plot, series, looks.get(series.record) or faint(), found)
            items.append(LegendItem(label=series.title, renderers=renderers))
    if 1 < len(items) <= MOST:
        add_legend(plot, items, click_policy="hide")
    return json_of(plot)


def _looks(found: Figure) -> dict[str, Style]:
    keys = {series.record: series.algorithm for series in found.series if series.record}
    if len(keys) > MOST:
        return {key: style(algorithm) for key, algorithm in keys.items()}
    return dict(zip(keys, styles(list(keys.values())), strict=True))


def _kind(axis: Axis) -> Any:
    return {"time": "timedelta", "log": "log"}.get(axis.scale, "linear")


def _label(axis: Axis) -> str:
    unit = "" if axis.scale == "time" else axis.unit
    return f"{axis.title} ({unit})" if unit and unit != "%" else axis.title


def _placed(values: Any, axis: Axis) -> Any:
    return values * MILLISECONDS if axis.scale == "time" else values


def _draw(plot: Any, series: Series, look: Style, found: Figure) -> list[Any]:
    names = list(series.names) or [series.title] * len(series.x)
    source = ColumnDataSource(
        {
            "x": _placed(series.x, found.x),
            "y": _placed(series.y, found.y),
            "name": names,
            "at": [f"{x:,.6g}" for x in series.x],
            "is": [f"{y:,.6g}" if np.isfinite(y) else "–" for y in series.y],
        }
    )
    line: dict[str, Any] = {"source": source, "line_color": look.color, "line_dash": look.dash}
    match series.shape:
        case "points":
            made = plot.scatter(
                source=source, marker=look.marker, size=9, color=look.color, line_color=look.color
            )
        case "step":
            made = plot.step(mode="after", line_width=2, **line)
        case "area":
            made = plot.varea("x", 0, "y", source=source, fill_color=look.color, fill_alpha=0.2)
        case "bars":
            made = plot.vbar(x="x", top="y", width=0.8, source=source, fill_color=look.color)
        case _:
            made = plot.line(line_width=2, **line)
    tips = [("", "@name"), (found.x.title, "@at"), (found.y.title, "@is")]
    plot.add_tools(HoverTool(renderers=[made], tooltips=tips))
    return [made]
