"""Spreads of points: whiskers with caps, and bands."""

from typing import Any

from bokeh.models import ColumnDataSource
from bokeh.plotting import figure

from parsched.report.palette import Style
from parsched.report.shapes import Ends

CAP = 7
"""CSS pixels across the end of a whisker."""
THIN = 1.5
FAINT = 0.15
"""Opacity of bands."""
UPRIGHT = 1.5708
"""Angle of caps of whiskers that lie, radians."""


def whiskers(plot: figure, ends: Ends, look: Style, *, lie: bool = False) -> list[Any]:
    """Draw upright whiskers, or such that `lie`, and return the parts of them."""
    along, low, high = ends
    source = ColumnDataSource({"along": along, "low": low, "high": high})
    first, last = ("low", "along"), ("high", "along")
    (x0, y0), (x1, y1) = (first, last) if lie else (first[::-1], last[::-1])
    stem: dict[str, Any] = {"line_color": look.color, "line_width": THIN}
    parts: list[Any] = [plot.segment(x0, y0, x1, y1, source=source, **stem)]
    cap: dict[str, Any] = {"marker": "dash", "size": CAP, "angle": UPRIGHT if lie else 0.0}
    for x, y in ((x0, y0), (x1, y1)):
        parts.append(plot.scatter(x, y, source=source, **cap, **stem))
    return parts


def band(plot: figure, ends: Ends, look: Style, *, is_step: bool) -> Any:
    """Draw the area between the ends."""
    x, low, high = ends
    source = ColumnDataSource({"x": x, "low": low, "high": high})
    area: dict[str, Any] = {"fill_color": look.color, "fill_alpha": FAINT, "source": source}
    if is_step:
        return plot.varea_step("x", "low", "high", step_mode="after", **area)
    return plot.varea("x", "low", "high", **area)
