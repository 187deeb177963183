"""The rectangles of a Gantt chart, printed: as paths, or as a picture with true coverage."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from numpy.typing import NDArray

from parsched.model.problem.workload import Floats
from parsched.report.gantt.layout import GanttLayout
from parsched.report.gantt.marks import GROUND, LEAST_JOB, LINE, MOST
from parsched.report.gantt.plot import GanttPlot
from parsched.report.gantt.poster import PosterView, ground, over, rasterise, sign
from parsched.report.gantt.raster import SEPARATED, SEPARATOR_SHARE
from parsched.report.gantt.rows import Deployments, IntervalRows
from parsched.report.gantt.tones import (
    BACKGROUND,
    BEYOND,
    BROKEN,
    DEPLOYMENT,
    FADED,
    MARK,
    PIN,
    STRIP,
    rgb,
)
from parsched.report.printing.canvas import Frame

UNIT = 0.75
"""Points of a CSS pixel, in which hairlines are measured."""
HATCH = "////"
OUTLINE, SMALLEST = 1.6 * UNIT, 7 * UNIT
"""Width of the line around a job, and the least width and height of that: a job that is looked for
has to be found. Points."""
Boxes = tuple[Floats, Floats, Floats, Floats]
"""Left, right, bottom and top of rectangles."""


@dataclass(frozen=True, eq=False)
class Painted:
    """What a chart shows between two times: rectangles with the number of their colour."""

    rows: IntervalRows
    deployments: Deployments | None
    layout: GanttLayout
    range: tuple[float, float]
    kinds: NDArray[np.intp]
    palette: tuple[str, ...]

    def boxes(self, rows: IntervalRows) -> Boxes:
        """Return rectangles in seconds and processors."""
        base = np.array([band.base for band in self.layout.bands], np.float64)[rows.site]
        return rows.start, rows.end, base + rows.lo, base + rows.hi


def painted(figure: GanttPlot, place: int, *, dark: bool) -> Painted:
    """Return what the chart at a place of a figure shows: classes, then jobs that break a rule,
    then those that do not match the question."""
    chart, (rows, deployments) = figure.charts[place], figure.seen[place]
    classes = [one.colour(dark=dark) for one in figure.scheme.classes]
    kinds = chart.kinds[rows.job].astype(np.intp)
    broken = chart.jobs.placed.broken
    if broken is not None:
        kinds[broken[rows.job]] = len(classes)
    if chart.matches is not None:
        kinds[~chart.matches[rows.job]] = len(classes) + 1
    palette = (*classes, BROKEN[dark], FADED[dark])
    return Painted(rows, deployments, chart.layout, figure.range, kinds, palette)


def raster(what: Painted, size: tuple[int, int], scale: float, *, dark: bool) -> NDArray[np.uint8]:
    """Return a picture of a chart, uint8, shape (height, width, 3), top first; `scale` is the
    number of its pixels in a CSS pixel."""
    view = PosterView(what.layout, what.range, size, scale)
    palette = np.array([rgb(colour) for colour in what.palette], np.float64)
    tones = rgb(STRIP[dark]), what.deployments, rgb(DEPLOYMENT[dark])
    picture = rasterise(what.rows, view, palette[what.kinds], *tones)
    if what.deployments is not None:
        sign(picture, view, what.rows, what.deployments, dark=dark)
    return over(picture, ground(view, dark=dark))


def draw(axes: Axes, what: Painted, frame: Frame, *, dark: bool) -> None:
    """Draw a chart as paths, one for each colour."""
    # Paths are added as artists: `add_patch` would look at each of their corners, in Python, for
    # limits of axes that are fixed here.
    begin, end = what.range
    for low, high in what.layout.beyond:
        axes.add_patch(Rectangle((begin, low), end - begin, high - low, fc=BEYOND[dark]))
    axes.add_artist(_patch(_busy(what), STRIP[dark], 1.0))
    scale = frame.width / (end - begin), frame.height / what.layout.top
    boxes = _separated(what.boxes(what.rows), scale)
    for kind, colour in enumerate(what.palette):
        chosen = what.kinds == kind
        if chosen.any():
            axes.add_artist(_patch(_clipped(tuple(e[chosen] for e in boxes), what), colour, 1.1))
    if what.deployments is not None and len(what.deployments.before):
        _deployments(axes, what, what.deployments, scale, dark=dark)


def outline(axes: Axes, what: Painted, job: int, frame: Frame, *, dark: bool) -> None:
    """Draw a line around the rectangles of a job that are in view."""
    begin, end = what.range
    scale = frame.width / (end - begin), frame.height / what.layout.top
    boxes = what.boxes(what.rows.take(what.rows.job == job))
    for left, right, bottom, top in zip(*(edge.tolist() for edge in boxes), strict=True):
        x, width = _least(max(left, begin), min(right, end), SMALLEST / scale[0])
        y, height = _least(bottom, top, SMALLEST / scale[1])
        look: dict[str, Any] = {"fill": False, "ec": PIN[dark], "lw": OUTLINE, "clip_on": False}
        axes.add_artist(Rectangle((x, y), width, height, zorder=3.0, **look))


def _least(low: float, high: float, least: float) -> tuple[float, float]:
    """Return begin and size of a side that is at least so long, around the same middle."""
    size = max(high - low, least)
    return (low + high - size) / 2, size


def _separated(boxes: Boxes, scale: tuple[float, float]) -> Boxes:
    """Leave a hairline at the end of rectangles, as pictures do; `scale` is points for a second and
    for a processor."""
    left, right, bottom, top = boxes
    return left, _end(left, right, scale[0]), bottom, _end(bottom, top, scale[1])


def _end(low: Floats, high: Floats, scale: float) -> Floats:
    size = (high - low) * scale
    hairline = np.where(size < SEPARATED * UNIT, 0.0, np.minimum(UNIT, size / SEPARATOR_SHARE))
    return high - hairline / scale


def _clipped(boxes: tuple[Floats, ...], what: Painted) -> Path:
    """Return rectangles within the range of time as one path."""
    left, right = (np.clip(edge, *what.range) for edge in boxes[:2])
    return _path(left, right, boxes[2], boxes[3])


def _path(left: Floats, right: Floats, bottom: Floats, top: Floats) -> Path:
    corners = [(left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)]
    points = np.stack([np.stack(corner, axis=1) for corner in corners], axis=1)
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return Path(points.reshape(-1, 2), np.tile(np.array(codes, np.uint8), len(left)))


def _patch(path: Path, colour: str, order: float, **look: Any) -> PathPatch:
    usual: dict[str, Any] = {"facecolor": colour, "edgecolor": "none", "lw": 0.0}
    return PathPatch(path, zorder=order, **{**usual, **look})


def _busy(what: Painted) -> Path:
    """Return the strip of busy processors as steps, a rectangle for each time between two
    changes."""
    rows, (begin, end) = what.rows, what.range
    held = (rows.hi - rows.lo).astype(np.float64)
    times, place = np.unique(
        np.clip(np.concatenate([rows.start, rows.end]), begin, end), return_inverse=True
    )
    change = np.bincount(place, weights=np.concatenate([held, -held]), minlength=len(times))
    low, high = what.layout.strip
    share = np.minimum(np.cumsum(change) / what.layout.processors, 1.0)[:-1]
    top = low + share * (high - low)
    some = top > low
    return _path(times[:-1][some], times[1:][some], np.full(some.sum(), low), top[some])


def _deployments(
    axes: Axes, what: Painted, made: Deployments, scale: tuple[float, float], *, dark: bool
) -> None:
    """Draw deployments as hatched blocks; those that take no time as lines at the left edges of
    jobs that are wide enough, where there are few."""
    boxes = _separated(what.boxes(made.rows), scale)
    if made.rows.duration.any():
        hatched = {"hatch": HATCH, "edgecolor": BACKGROUND[dark]}
        axes.add_artist(_patch(_clipped(boxes, what), DEPLOYMENT[dark], 1.2, **hatched))
        return
    if max(len(what.rows.job), len(made.before)) > MOST:
        return
    left, _, bottom, top = boxes
    wide = (what.rows.end[made.before] - left) * scale[0] >= LEAST_JOB * UNIT
    left, bottom, top = left[wide], bottom[wide], top[wide]
    line, both = (size * UNIT / scale[0] for size in (LINE, LINE + GROUND))
    axes.add_artist(_patch(_path(left, left + both, bottom, top), BACKGROUND[dark], 1.2))
    axes.add_artist(_patch(_path(left, left + line, bottom, top), MARK[dark], 1.3))
