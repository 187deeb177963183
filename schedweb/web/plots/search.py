"""The chart of a search: best makespan, bound and tried makespan over time; below, its linear
programs. The frame is drawn once; while the search runs, new points replace the old ones."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from bokeh.embed import json_item
from bokeh.layouts import column
from bokeh.models import (
    BasicTicker,
    ColumnDataSource,
    CrosshairTool,
    FixedTicker,
    HoverTool,
    NumeralTickFormatter,
    Range1d,
    TimedeltaTickFormatter,
)
from bokeh.models.annotations import LegendItem, Span
from bokeh.plotting import figure

from parsched.report.palette import NEUTRAL, Style
from parsched.report.scales import Floats
from parsched.report.units import DisplayUnit, significant
from schedweb.web.plots.frame import (
    DAY,
    MILLISECONDS,
    SHORT,
    add_legend,
    drag_and_zoom,
    frame,
    time_axis,
    time_formatter,
)
from schedweb.web.quantities import duration

if TYPE_CHECKING:
    from collections.abc import Callable

HEIGHT, LOWER, AXIS = 290, 104, 48
"""Pixels of the upper figure, of each one below it, and of the time axis under the last."""
LEFT = 72
TRIED = ("#d55e00", "#0072b2")
"""Colour of T, or the second one if the algorithm has the first. T is a wide band under the line of
the best makespan, as both often have the same value."""
ROOM = 1.02
"""End of the time axis over the last time."""
AROUND = 0.08
"""Room above and below the lines, as a share of their span."""
LEAST_SPAN = 0.01
"""Least span of makespans that the axis shows, as a share of the best one."""
SHORTEST = 0.01
"""Least time that the axis shows, seconds."""


@dataclass(frozen=True, eq=False)
class Course:
    """The course of a search: float64 arrays of one shape; a value holds until the next point.

    `best`, `bound` and `tried` are makespans in seconds, `exact` is a share (0 to 1), `lps` a
    number; NaN where a point lacks it. Of best and bound each point has at least one.
    """

    seconds: Floats
    best: Floats
    bound: Floats
    tried: Floats
    exact: Floats
    lps: Floats

    @property
    def has_programs(self) -> bool:
        """True where linear programs were solved."""
        return bool(np.isfinite(self.lps).any())


def search(course: Course, unit: DisplayUnit, look: Style) -> dict[str, Any]:
    """Draw a search in the colour of its algorithm, makespans in `unit`."""
    new = points(course, unit)
    source = ColumnDataSource(
        {name: _as_column(values) for name, values in new["columns"].items()}, name="points"
    )
    ranges = {name: _range(name, *ends) for name, ends in new["ranges"].items()}
    upper = _frame(HEIGHT, ranges["time"], ranges["makespan"], f"makespan ({unit.name})")
    plots = [upper]
    _makespans(upper, source, look, has_programs=course.has_programs)
    if course.has_programs:
        plots += _programs(source, ranges, look)
    crosshair = Span(dimension="height", line_color=NEUTRAL, line_width=1, line_alpha=0.6)
    for plot in plots:
        plot.add_tools(CrosshairTool(overlay=crosshair))
        _hover(plot, source, has_programs=course.has_programs)
        plot.xaxis.visible = plot is plots[-1]
    plots[-1].height = cast("int", plots[-1].height) + AXIS
    plots[-1].xaxis.axis_label = "time since the search began"
    plots[-1].xaxis.formatter = _clock(float(course.seconds[-1]))
    layout = column(*plots, sizing_mode="stretch_width", spacing=0, tags=[new["layout"]])
    return dict(json_item(layout))


def points(course: Course, unit: DisplayUnit) -> dict[str, Any]:
    """Return columns and ranges of the chart of a search, ready for JSON; None for NaN.

    They fit into every chart with the same `layout`.
    """
    last = max(float(course.seconds[-1]), SHORTEST)
    low = np.where(np.isfinite(course.bound), course.bound, course.best)
    high = np.where(np.isfinite(course.best), course.best, course.bound)
    columns = {
        "x": course.seconds * MILLISECONDS,
        "low": low / unit.size,
        "high": high / unit.size,
        "best": course.best / unit.size,
        "bound": course.bound / unit.size,
        "tried": course.tried / unit.size,
        "exact": course.exact,
        "lps": course.lps,
    }
    highest = np.nanmax(course.lps) if course.has_programs else 0.0
    ranges = {
        "time": (0.0, ROOM * last * MILLISECONDS),
        "makespan": _span(np.concatenate([low, high, course.tried]) / unit.size),
        "exact": (-0.04, 1.08),
        "lps": (0.0, max(1.0, 1.1 * float(highest))),
    }
    return {
        "layout": f"{unit.name}, {course.has_programs}, {last > SHORT}, {last > DAY}",
        "columns": {name: _rounded(values) for name, values in columns.items()}
        | _hover_texts(course, unit),
        "ranges": ranges,
    }


def _as_column(values: list[Any]) -> list[str] | Floats:
    """Replace None by NaN, which is not drawn; browsers draw null as 0."""
    return values if isinstance(values[0], str) else np.array(values, np.float64)


def _rounded(values: Floats) -> list[float | None]:
    """Round values to the precision that is visible, and replace NaN by None."""
    return [float(f"{value:.9g}") if np.isfinite(value) else None for value in values]


def _hover_texts(course: Course, unit: DisplayUnit) -> dict[str, list[str]]:
    """Return the tooltip texts of each point by column."""

    def makespan(value: float) -> str:
        return f"{unit.text(value)} {unit.name}"

    series: dict[str, tuple[Floats, Callable[[float], str]]] = {
        "when": (course.seconds, duration),
        "best_is": (course.best, makespan),
        "bound_is": (course.bound, makespan),
        "tried_is": (course.tried, makespan),
        "exact_is": (course.exact, lambda share: f"{significant(100 * share, 3)} %"),
        "lps_is": (course.lps, lambda count: f"{count:,.0f}"),
    }
    return {
        name: [say(float(value)) if np.isfinite(value) else "–" for value in values]
        for name, (values, say) in series.items()
    }


def _span(values: Floats) -> tuple[float, float]:
    """Return the ends of the axis of makespans, in its unit."""
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    room = max(AROUND * (high - low), LEAST_SPAN * high / 2, 1e-9)
    return low - room, high + room


def _range(name: str, start: float, end: float) -> Range1d:
    """Make a range that stores its initial ends, so that the browser can detect changes."""
    return Range1d(name=name, start=start, end=end, reset_start=start, reset_end=end)


def _frame(height: int, x_range: Range1d, y_range: Range1d, y_label: str) -> figure:
    plot = frame(
        height,
        x_range=x_range,
        y_range=y_range,
        x_axis_type="timedelta",
        y_axis_label=y_label,
        min_border_left=LEFT,
        min_border_bottom=8,
    )
    drag_and_zoom(plot)
    time_axis(plot, SHORT)
    plot.yaxis.formatter = NumeralTickFormatter(format="0,0.[0000]")
    return plot


def _makespans(plot: figure, source: ColumnDataSource, look: Style, *, has_programs: bool) -> None:
    area: dict[str, Any] = {"fill_color": look.color, "fill_alpha": 0.13}
    plot.varea_step("x", "low", "high", step_mode="after", source=source, **area)
    tried_style: dict[str, Any] = {
        "line_color": next(color for color in TRIED if color != look.color),
        "line_width": 6,
        "line_alpha": 0.5,
    }
    bound_style: dict[str, Any] = {"line_color": NEUTRAL, "line_width": 1.8, "line_dash": "dashed"}
    best_style: dict[str, Any] = {"line_color": look.color, "line_width": 2.4}
    lines = [("T, the makespan tried", "tried", tried_style)] if has_programs else []
    lines += [("bound", "bound", bound_style), ("best makespan", "best", best_style)]
    items = [
        LegendItem(
            label=title,
            renderers=cast("Any", [plot.step("x", y, mode="after", source=source, **style)]),
        )
        for title, y, style in lines
    ]
    add_legend(plot, items[::-1])


def _programs(source: ColumnDataSource, ranges: dict[str, Range1d], look: Style) -> list[figure]:
    """Draw the share of exact jobs and the number of linear programs, each in a figure."""
    style: dict[str, Any] = {"line_color": look.color, "line_width": 1.4}
    exact = _frame(LOWER, ranges["time"], ranges["exact"], "exact jobs")
    exact.yaxis.ticker = exact.ygrid.ticker = FixedTicker(ticks=[0, 0.5, 1])
    exact.yaxis.formatter = NumeralTickFormatter(format="0 %")
    exact.step("x", "exact", mode="after", source=source, **style)
    lps = _frame(LOWER, ranges["time"], ranges["lps"], "LPs solved")
    lps.yaxis.ticker = lps.ygrid.ticker = BasicTicker(desired_num_ticks=3)
    lps.yaxis.formatter = NumeralTickFormatter(format="0,0")
    lps.step("x", "lps", mode="after", source=source, **style)
    return [exact, lps]


def _clock(end: float) -> TimedeltaTickFormatter:
    """Write times of a search that took `end` seconds: `0.25 s`, `40 s`, `1:30:00`."""
    if end > SHORT:
        return time_formatter(end)
    texts: dict[str, Any] = dict.fromkeys(("seconds", "minsec", "minutes"), "%s s")
    return TimedeltaTickFormatter(
        milliseconds="%s.%MS s", microseconds="%us µs", context=None, **texts
    )


def _hover(plot: figure, source: ColumnDataSource, *, has_programs: bool) -> None:
    """Add a tooltip with all values at the time under the pointer."""
    y = "high" if plot.y_range.name == "makespan" else str(plot.y_range.name)
    everywhere = plot.line("x", y, source=source, line_alpha=0)
    rows = [("after", "@when"), ("best makespan", "@best_is"), ("bound", "@bound_is")]
    if has_programs:
        rows += [("T", "@tried_is"), ("LPs solved", "@lps_is"), ("exact jobs", "@exact_is")]
    hover = HoverTool(mode="vline", line_policy="prev", attachment="horizontal", tooltips=rows)
    hover.renderers = cast("Any", [everywhere])
    plot.add_tools(hover)
