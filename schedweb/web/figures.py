"""Bokeh figures as JSON. The browser colours axes and text from the style sheet (theme.js)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import numpy as np
from bokeh.models import (
    ColumnDataSource,
    FixedTicker,
    HoverTool,
    NumeralTickFormatter,
    Range1d,
)
from bokeh.models.annotations import LegendItem
from bokeh.models.labeling import NoOverlap
from bokeh.plotting import figure

from schedweb.web.gantt_frame import (
    CLEAR,
    MILLISECONDS,
    RIGHT,
    STRETCHED,
    TEXT_SIZE,
    add_legend,
    drag_and_zoom,
    gantt,
    json_of,
    left_border,
    site_labels,
    time_axis,
)
from schedweb.web.palette import Style
from schedweb.web.times import Floats, Scale, label, ratio_scale, time_scale

__all__ = [
    "Line",
    "ecdf",
    "ecdf_of_slowdown",
    "first_view",
    "gantt",
    "left_border",
    "queue_length",
    "site_labels",
    "utilisation",
]

HEIGHT = 300
LEFT, BELOW = 70, 52
MARKS = 9
FAR = 4.0
"""How many times as long as the one before a run lasts that is out of the first view."""
AFTER = 1.15
"""End of the first view over the last end in it."""

Place = Callable[[Floats], Floats]
Say = Callable[[float], str]


@dataclass(frozen=True, eq=False)
class Line:
    """One algorithm's series, float64 of one shape: y holds from its x to the next one."""

    title: str
    style: Style
    x: Floats
    y: Floats


def ecdf(lines: Sequence[Line], quantity: str = "wait") -> dict[str, Any]:
    """Share of the jobs (y, 0 to 1) whose wait, or other time, is at most x seconds."""
    return _distribution(lines, quantity, time_scale(_largest(lines)))


def ecdf_of_slowdown(lines: Sequence[Line]) -> dict[str, Any]:
    """Share of the jobs (y, 0 to 1) whose slowdown is at most x."""
    return _distribution(lines, "slowdown", ratio_scale(_largest(lines)))


def utilisation(lines: Sequence[Line], *, whole: bool = False) -> dict[str, Any]:
    """Share of busy processors (y, 0 to 1) over time (x, seconds)."""
    return _over_time(lines, "busy processors", 1.0, _percent, "0 %", whole)


def queue_length(lines: Sequence[Line], *, whole: bool = False) -> dict[str, Any]:
    """Number of waiting jobs over time (x, seconds)."""
    highest = max((float(line.y.max(initial=0.0)) for line in lines), default=0.0)
    return _over_time(lines, "waiting jobs", max(highest, 1.0), lambda y: f"{y:,.4g}", "0,0", whole)


def first_view(ends: Sequence[float]) -> float:
    """Return where a time axis ends at first, in seconds.

    It is the last end, unless half of the runs or more ended long before: then a little after
    those, or their lines could not be told apart.
    """
    ordered = sorted(ends)
    for i in range((len(ordered) + 1) // 2, len(ordered)):
        if ordered[i - 1] > 0 and ordered[i] > FAR * ordered[i - 1]:
            return AFTER * ordered[i - 1]
    return ordered[-1] if ordered else 0.0


def _largest(lines: Sequence[Line]) -> float:
    return max((float(line.x.max(initial=0.0)) for line in lines), default=0.0)


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _distribution(lines: Sequence[Line], quantity: str, scale: Scale) -> dict[str, Any]:
    largest = _largest(lines)
    end = max(float(scale.place(np.array([largest]))[0]), 0.01)
    x_range = Range1d(start=-0.01 * end, end=end * 1.02)
    plot = _frame(f"{quantity} of a job", "share of jobs", x_range, 1.0)
    places = scale.places()
    plot.xaxis.ticker = plot.xgrid.ticker = FixedTicker(ticks=places)
    plot.xaxis.major_label_overrides = dict(zip(places, scale.texts(), strict=True))
    plot.yaxis.formatter = NumeralTickFormatter(format="0 %")
    _draw(plot, [_whole(line, largest) for line in lines], scale.place, scale.say, _percent)
    _hover(plot, [(quantity, "≤ @when"), ("jobs", "@what")])
    return json_of(plot)


def _whole(line: Line, last: float) -> Line:
    """Let a distribution begin at 0 jobs and go on to the end of the axis."""
    if not len(line.x):
        return line
    x = np.concatenate([line.x[:1], line.x, [last]])
    return replace(line, x=x, y=np.concatenate([[0.0], line.y, line.y[-1:]]))


def _over_time(
    lines: Sequence[Line], y_label: str, top: float, say: Say, tick_format: str, whole: bool
) -> dict[str, Any]:
    last = _largest(lines)
    seen = last if whole else first_view([_largest([line]) for line in lines])
    lines = [line if _largest([line]) <= seen else _going_on(line) for line in lines]
    x_range = Range1d(start=0, end=max(seen * MILLISECONDS, 1))
    plot = _frame("time", y_label, x_range, top, end=last)
    plot.yaxis.formatter = NumeralTickFormatter(format=tick_format)
    _draw(plot, lines, lambda x: x * MILLISECONDS, label, say)
    _hover(plot, [("from", "@when"), (y_label, "@what")])
    return json_of(plot)


def _going_on(line: Line) -> Line:
    """Let the legend say until when a line goes on beyond what is seen."""
    return replace(line, title=f"{line.title} (until {label(_largest([line]))})")


def _frame(
    x_label: str, y_label: str, x_range: Range1d, top: float, *, end: float | None = None
) -> figure:
    kind: Literal["timedelta", "linear"] = "linear" if end is None else "timedelta"
    plot = figure(
        height=HEIGHT,
        **STRETCHED,
        x_range=x_range,
        y_range=Range1d(start=0, end=top * 1.03),
        x_axis_type=kind,
        x_axis_label=x_label,
        y_axis_label=y_label,
        tools=[],
        **CLEAR,
        toolbar_location=None,
        lod_threshold=None,
        min_border_left=LEFT,
        min_border_right=RIGHT,
        min_border_bottom=BELOW,
    )
    if end is not None:
        drag_and_zoom(plot)
        time_axis(plot, end)
    plot.xaxis.major_label_policy = NoOverlap(min_distance=6)
    plot.axis.major_label_text_font_size = TEXT_SIZE
    plot.axis.axis_label_text_font_size = "12px"
    plot.axis.axis_label_text_font_style = "normal"
    return plot


def _draw(plot: figure, lines: Sequence[Line], place: Place, say_x: Say, say_y: Say) -> None:
    items = []
    for line in lines:
        x, style = place(line.x), line.style
        source = ColumnDataSource(
            {
                "x": x,
                "y": line.y,
                "when": [say_x(float(value)) for value in line.x],
                "what": [say_y(float(value)) for value in line.y],
            }
        )
        look: dict[str, Any] = {"line_color": style.color, "line_dash": style.dash}
        drawn = plot.step(mode="after", source=source, line_width=2, name=line.title, **look)
        points = ColumnDataSource(_marks(x, line.y))
        marks = plot.scatter(source=points, marker=style.marker, size=8, color=style.color)
        items.append(LegendItem(label=line.title, renderers=cast("Any", [drawn, marks])))
    add_legend(plot, items, click_policy="hide")


def _marks(x: Floats, y: Floats) -> dict[str, Floats]:
    """Choose points at even distances along the axis."""
    if not len(x):
        return {"x": x, "y": y}
    wanted = np.linspace(x[0], x[-1], MARKS + 2)[1:-1]
    places = np.unique(np.searchsorted(x, wanted, side="right") - 1)
    return {"x": x[places], "y": y[places]}


def _hover(plot: figure, rows: list[tuple[str, str]]) -> None:
    lines = [renderer for renderer in plot.renderers if renderer.name]
    tooltips = [("", "$name"), *rows]
    plot.add_tools(
        HoverTool(renderers=cast("Any", lines), tooltips=tooltips, line_policy="nearest")
    )
