"""Points in a plane, printed: with their names beside them, and in the legend where they have no
room."""

from typing import Any

from matplotlib.lines import Line2D

from parsched.report.axes import AxisLayout
from parsched.report.looks import Styled
from parsched.report.palette import NEUTRAL, Style
from parsched.report.plot import Plot, Series
from parsched.report.printing.canvas import Canvas, Frame
from parsched.report.printing.fonts import font, shown, width_of
from parsched.report.printing.keys import LegendKey
from parsched.report.printing.labels import Ground, LabelBox, Point, Spot, along_steps
from parsched.report.printing.marks import DASHES
from parsched.report.printing.sheet import POINTS, Sheet
from parsched.report.printing.strokes import MARKS, draw_whiskers, marker_look
from parsched.report.shapes import spread_of, values_in_plane

HIGHER = 1.35
"""Height of a plane as a multiple of the height of lines."""
LIGHT = 0.35
"""Opacity of light points."""


def frame(plot: Plot, sheet: Sheet, width: float) -> Frame:
    """Return the axes of all points."""
    across = AxisLayout.of(plot.x, values_in_plane(plot, "x"))
    up = AxisLayout.of(plot.y, values_in_plane(plot, "y"))
    return Frame(sheet, across, up, width, HIGHER * sheet.paper.height * POINTS)


def draw(canvas: Canvas, _: Plot, styled: Styled) -> list[LegendKey]:
    """Draw points and fronts, and return what the legend says: what has no name in the plane."""
    canvas.bounds()
    keys, steps = [], []
    for series, _look in styled:
        if series.shape != "points" and len(series.x):
            line, corners = _steps(canvas, series)
            keys.append(LegendKey(series.title, line))
            steps += along_steps([canvas.points(x, y) for x, y in corners])
    points = [(series, look) for series, look in styled if series.shape == "points"]
    for series, look in points:
        _points(canvas, series, look)
    return [*_named(canvas, points, steps), *keys]


def _steps(canvas: Canvas, series: Series) -> tuple[Line2D, list[Point]]:
    """Draw steps, the steps of a front from the upper edge to the right one; return what stands for
    them in the legend, and their corners."""
    across, up = canvas.frame.across, canvas.frame.up
    x, y = [across.at(v) for v in series.x], [up.at(v) for v in series.y]
    is_front = series.shape == "front"
    if is_front:
        x, y = [x[0], *x, across.end], [up.end, *y, y[-1]]
    look: dict[str, Any] = {"color": NEUTRAL, "lw": 0.9 * canvas.line_width}
    look["ls"] = "-" if is_front else DASHES["dashed"]
    canvas.axes.add_line(Line2D(x, y, drawstyle="steps-post", zorder=1.8, **look))
    return Line2D([], [], **look), list(zip(x, y, strict=True))


def _points(canvas: Canvas, series: Series, look: Style) -> None:
    across, up = canvas.frame.across, canvas.frame.up
    x, y = across.places(series.x), up.places(series.y)
    if series.has_spread:
        draw_whiskers(canvas, spread_of(series, x, up), look)
    shape = _shape(canvas, series, look)
    canvas.axes.add_line(Line2D(x, y, ls="", clip_on=False, zorder=MARKS, **shape))


def _shape(canvas: Canvas, series: Series, look: Style) -> dict[str, Any]:
    """Return how points look: light ones are outlines with a faint area."""
    shape = {**marker_look(canvas, look), "color": look.color}
    if not series.is_light:
        return shape
    width = 0.1 * canvas.frame.size
    faint = {"markerfacecolor": (look.color, LIGHT), "markeredgecolor": look.color}
    return {**shape, **faint, "markeredgewidth": width}


def _named(canvas: Canvas, points: Styled, steps: list[LabelBox]) -> list[LegendKey]:
    """Write the names of points where they have room, names of dark points first; return what is
    left for the legend."""
    size = canvas.frame.size
    ordered = sorted(points, key=lambda pair: pair[0].is_light)
    every = [
        (i, text, place) for i, (s, _) in enumerate(ordered) for text, place in _texts(canvas, s)
    ]
    half = canvas.marker / 2
    unnamed = [
        LabelBox(x - half, y - half, x + half, y + half)
        for series, _ in points
        if not _has_texts(series)
        for x, y in _places(canvas, series)
    ]
    ground = Ground(canvas.frame.width, canvas.frame.height, size, lines=steps, fixed=unnamed)
    widths = [width_of(text, size) + 2 for _, text, _ in every]
    spots = ground.place([place for _, _, place in every], widths)
    named = {i for i, (s, _) in enumerate(ordered) if _has_texts(s)}
    for (i, text, place), spot in zip(every, spots, strict=True):
        if spot is None:
            named.discard(i)
        else:
            _write(canvas, text, place, spot)
    return [
        LegendKey(series.title, Line2D([], [], ls="", **_shape(canvas, series, look)))
        for i, (series, look) in enumerate(ordered)
        if i not in named and len(series.x)
    ]


def _has_texts(series: Series) -> bool:
    """Tell whether a name is written at each point: its own, or the only one of the series."""
    return bool(series.texts) or len(series.x) == 1


def _texts(canvas: Canvas, series: Series) -> list[tuple[str, Point]]:
    """Return the texts of points, and where these are."""
    texts = [shown(text) for text in series.texts or [series.title]]
    return list(zip(texts, _places(canvas, series), strict=True)) if _has_texts(series) else []


def _places(canvas: Canvas, series: Series) -> list[Point]:
    across, up = canvas.frame.across, canvas.frame.up
    pairs = zip(across.places(series.x).tolist(), up.places(series.y).tolist(), strict=True)
    return [canvas.points(x, y) for x, y in pairs]


def _write(canvas: Canvas, text: str, point: Point, spot: Spot) -> None:
    """Write a text at its spot, with a line to its point if that is far."""
    width, height, inks = canvas.frame.width, canvas.frame.height, canvas.sheet.inks
    middle = (spot.box.bottom + spot.box.top) / 2
    where: dict[str, Any] = {"transform": canvas.axes.transAxes, "zorder": MARKS + 0.1}
    look: dict[str, Any] = {"fontproperties": font(canvas.frame.size), "color": inks.text}
    left = (spot.box.left + 1) / width
    canvas.axes.text(left, middle / height, text, va="center_baseline", **look, **where)
    if spot.leader:
        x, y = (
            [point[0] / width, spot.leader[0] / width],
            [point[1] / height, spot.leader[1] / height],
        )
        thin = 0.5 * canvas.line_width
        canvas.axes.plot(x, y, color=NEUTRAL, lw=thin, transform=canvas.axes.transAxes, zorder=1.9)
