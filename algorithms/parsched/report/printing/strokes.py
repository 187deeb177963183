"""Lines, markers and spreads of series, printed."""

from typing import Any, Literal

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from parsched.report.palette import Style
from parsched.report.plot import Series
from parsched.report.printing.canvas import Canvas
from parsched.report.printing.marks import DASHES, MARKERS, size_of
from parsched.report.shapes import Ends, Stroke

FAINT = 0.18
"""Opacity of bands."""
LIGHT, WIDE = 0.4, 2.5
"""Opacity of light lines, and their width as a multiple of the width of others."""
CLEAR, THIN = 0.7, 0.6
"""The same of threads."""
CAP = 0.45
"""Width of caps of whiskers, as a multiple of the font size."""
BANDS, LIGHTS, LINES, WHISKERS, MARKS = 2.0, 2.1, 2.2, 2.3, 2.4
"""What lies upon what."""


def line_look(canvas: Canvas, series: Series, look: Style) -> dict[str, Any]:
    """Return how the line of a series looks."""
    if series.is_light:
        return {"color": look.color, "alpha": LIGHT, "lw": WIDE * canvas.line_width, "ls": "-"}
    if series.shape == "threads":
        return {"color": look.color, "alpha": CLEAR, "lw": THIN * canvas.line_width, "ls": "-"}
    return {"color": look.color, "lw": canvas.line_width, "ls": DASHES[look.dash]}


def marker_look(canvas: Canvas, look: Style) -> dict[str, Any]:
    """Return how the markers of a series look."""
    size = size_of(look.marker, canvas.marker)
    shape = {"marker": MARKERS[look.marker], "markersize": size}
    return {**shape, "markerfacecolor": look.color, **canvas.edge}


def draw_stroke(canvas: Canvas, stroke: Stroke, look: Style) -> None:
    """Draw a line with its spread, and with markers where they are on the axes."""
    if stroke.band:
        draw_band(canvas, stroke.band, look, is_step=stroke.is_step)
    if stroke.is_joined:
        _join(canvas, stroke, look)
    if stroke.whiskers:
        draw_whiskers(canvas, stroke.whiskers, look)
    x, y = stroke.marks
    across, up = canvas.frame.across, canvas.frame.up
    inside = (x >= across.start) & (x <= across.end) & (y >= up.start) & (y <= up.end)
    if inside.any():
        shape = marker_look(canvas, look)
        marks = Line2D(x[inside], y[inside], ls="", clip_on=False, zorder=MARKS, **shape)
        canvas.axes.add_line(marks)


def _join(canvas: Canvas, stroke: Stroke, look: Style) -> None:
    """Draw the line between the points."""
    drawn: Literal["steps-post", "default"] = "steps-post" if stroke.is_step else "default"
    zorder = LIGHTS if stroke.series.is_light else LINES
    canvas.axes.add_line(
        Line2D(
            stroke.x,
            stroke.y,
            drawstyle=drawn,
            zorder=zorder,
            solid_capstyle="round",
            **line_look(canvas, stroke.series, look),
        )
    )


def draw_band(canvas: Canvas, ends: Ends, look: Style, *, is_step: bool) -> None:
    """Draw the area between both ends of a spread."""
    x, low, high = ends
    step: Any = "post" if is_step else None
    area: dict[str, Any] = {"color": look.color, "alpha": FAINT, "lw": 0.0, "zorder": BANDS}
    canvas.axes.fill_between(x, low, high, step=step, **area)


def draw_whiskers(canvas: Canvas, ends: Ends, look: Style, *, lie: bool = False) -> None:
    """Draw upright whiskers with caps, or such that `lie`."""
    along, low, high = ends
    width = 0.7 * canvas.line_width
    ends_of = np.array([[along, low], [along, high]])[:, :: -1 if lie else 1]
    stems = list(ends_of.transpose(2, 0, 1))
    canvas.axes.add_collection(
        LineCollection(stems, colors=look.color, linewidths=width, zorder=WHISKERS),
        autolim=False,
    )
    cap: dict[str, Any] = {"marker": "|" if lie else "_", "markersize": CAP * canvas.frame.size}
    cap |= {"markeredgecolor": look.color, "markeredgewidth": width, "ls": "", "zorder": WHISKERS}
    for end in (low, high):
        x, y = (end, along) if lie else (along, end)
        canvas.axes.add_line(Line2D(x, y, clip_on=False, **cap))


def key_of(canvas: Canvas, stroke: Stroke, look: Style) -> Artist:
    """Return what stands for a line in a legend."""
    shape = marker_look(canvas, look) if len(stroke.marks[0]) else {}
    line = line_look(canvas, stroke.series, look) if stroke.is_joined else {"ls": ""}
    return Line2D([], [], **line, **shape)


def swatch(color: str) -> Artist:
    """Return what stands for an area in a legend."""
    return Patch(facecolor=color, linewidth=0.0)
