"""The page of a printed figure: its area, legend and caption, and the file that is made of it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from threading import Lock
from types import ModuleType
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg

from parsched.report.gantt.plot import GanttPlot
from parsched.report.looks import Looks, Styled, styled
from parsched.report.palette import faint
from parsched.report.plot import Kind, Plot
from parsched.report.printing import bars, cells, gantt, lines, planes
from parsched.report.printing.canvas import Canvas
from parsched.report.printing.caption import EDGE, GAP, draw_caption, foot_of
from parsched.report.printing.fonts import FAMILIES
from parsched.report.printing.keys import LegendKey, extent, legend
from parsched.report.printing.pages import Page
from parsched.report.printing.sheet import POINTS, Sheet

DRAWERS: Mapping[Kind, ModuleType] = {
    "lines": lines,
    "points": planes,
    "bars": bars,
    "cells": cells,
}
"""Each has `frame`, which lays out axes in a width, and `draw`, which returns the legend."""
BESIDE = 0.32
"""Most of the width that a legend beside the area takes."""
SETTINGS: Mapping[str, Any] = {
    "font.sans-serif": list(FAMILIES),
    # Names of runs may have dollar signs.
    "text.parse_math": False,
    # TrueType: journals refuse Type 3.
    "pdf.fonttype": 42,
    # Text stays text: it can be searched, read aloud and edited, and is drawn sharp at all sizes.
    "svg.fonttype": "none",
    "svg.hashsalt": "schedweb",
}
CREATOR = "SchedWeb"
_LOCK = Lock()


@contextmanager
def settings() -> Iterator[None]:
    """Have matplotlib's defaults and ours for as long as one figure is drawn.

    Some are nowhere but in its global settings, so figures are drawn one after another; what a
    notebook has set neither changes them nor is changed.
    """
    usual: dict[Any, Any] = dict(mpl.rcParamsDefault)
    defaults = {name: value for name, value in usual.items() if "backend" not in name}
    with _LOCK, mpl.rc_context(defaults | dict(SETTINGS)):
        yield


def printed(
    plot: Plot | GanttPlot, ending: str, sheet: Sheet, title: str, looks: Looks | None
) -> bytes:
    """Return the content of a file of a kind; equal plots have equal bytes."""
    file = BytesIO()
    with _drawing(plot):
        page = _page(plot, sheet, looks, as_picture=ending == "png")
        page.savefig(file, format=ending, metadata=_metadata(ending, title))
    return file.getvalue()


def page_of(plot: Plot | GanttPlot, sheet: Sheet) -> Page:
    """Return a plot as a figure of matplotlib."""
    with _drawing(plot):
        return _page(plot, sheet, None, as_picture=True)


@contextmanager
def _drawing(plot: Plot | GanttPlot) -> Iterator[None]:
    if isinstance(plot, GanttPlot):
        _ = plot.seen  # others may draw while its schedules are read and laid out
    with settings():
        yield


def _page(plot: Plot | GanttPlot, sheet: Sheet, looks: Looks | None, *, as_picture: bool) -> Page:
    if isinstance(plot, GanttPlot):
        return gantt.drawn(plot, sheet, looks, as_picture=as_picture)
    return drawn(plot, sheet, looks)


def _metadata(ending: str, title: str) -> dict[str, str | None]:
    """Return what a file says of itself: no date, and no version, which would change it."""
    about: dict[str, str | None] = {"Title": title} if title else {}
    if ending == "png":
        return {**about, "Software": CREATOR}
    if ending == "svg":
        return {**about, "Creator": CREATOR, "Date": None}
    return {**about, "Creator": CREATOR, "Producer": None, "CreationDate": None}


def drawn(plot: Plot, sheet: Sheet, looks: Looks | None = None) -> Page:
    """Draw a plot on a page of its own, to be called within `settings()`; of runs that have no
    style in `looks` only points are drawn, in grey."""
    if looks is not None and plot.kind == "points":
        looks = {series.record: faint() for series in plot.series} | dict(looks)
    pairs = styled(plot, looks)
    page, canvas, keys = _begun(plot, pairs, sheet, 0.0)
    if keys and plot.kind == "lines" and sheet.width != "column":
        room = BESIDE * sheet.paper.width * POINTS
        width, height = extent(page, legend(page, keys, room, sheet, columns=1))
        if height <= canvas.frame.height:
            page, canvas, keys = _begun(plot, pairs, sheet, width + GAP * sheet.size)
            _finish(page, canvas, sheet, keys, room)
            return page
        page, canvas, keys = _begun(plot, pairs, sheet, 0.0)
    _finish(page, canvas, sheet, keys)
    return page


def _begun(
    plot: Plot, pairs: Styled, sheet: Sheet, beside: float
) -> tuple[Page, Canvas, list[LegendKey]]:
    """Draw the area, with `beside` points free at the right; return what the legend says."""
    drawer, width = DRAWERS[plot.kind], sheet.paper.width * POINTS
    frame = drawer.frame(plot, sheet, width)
    for _ in range(2):  # the width of borders depends on ticks, and these on the width
        borders = frame.borders
        frame = drawer.frame(plot, sheet, width - borders.left - borders.right - beside)
    page = Page(figsize=(sheet.paper.width, 2 * sheet.paper.height), dpi=sheet.paper.dots)
    FigureCanvasAgg(page)
    page.set_facecolor(sheet.inks.ground)
    canvas = frame.draw(page, frame.borders.left, frame.borders.below)
    return page, canvas, drawer.draw(canvas, plot, pairs)


def _finish(
    page: Page, canvas: Canvas, sheet: Sheet, keys: Sequence[LegendKey], beside: float = 0.0
) -> None:
    """Put legend and caption on the page, and make it as high as all of it is; `beside` is the room
    of a legend beside the area, 0 for one below."""
    frame, size, width = canvas.frame, sheet.size, sheet.paper.width * POINTS
    borders, edge, gap = frame.borders, EDGE * size, GAP * size
    is_beside = beside > 0
    room = beside or width - 2 * edge
    made = legend(page, keys, room, sheet, columns=int(is_beside)) if keys else None
    across, up = extent(page, made) if made else (0.0, 0.0)
    foot = foot_of(sheet)
    bottom = foot + borders.below + (up + gap if made and not is_beside else 0.0)
    height = bottom + frame.height + borders.above
    page.set_size_inches(width / POINTS, height / POINTS)
    canvas.axes.set_position(
        (borders.left / width, bottom / height, frame.width / width, frame.height / height)
    )
    if made and is_beside:
        made.set_bbox_to_anchor((1 - (across + edge) / width, (bottom + frame.height) / height))
    elif made:
        left = max((width - across) / 2, edge)
        made.set_bbox_to_anchor((left / width, (foot + up) / height))
    draw_caption(page, sheet)
