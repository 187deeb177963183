"""Legends of printed figures: beside the area if there is room, else below."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Page
from matplotlib.legend import Legend
from matplotlib.lines import Line2D

from parsched.report.printing.fonts import font, wrapped
from parsched.report.printing.sheet import POINTS, Sheet

HANDLE, MARKER, GAP, BETWEEN, ROWS = 2.2, 1.0, 0.6, 1.6, 0.35
"""Length of what stands for a line, and for points; between it and its text, between columns, and
between rows; as multiples of the font size."""


@dataclass(frozen=True)
class LegendKey:
    """What stands for a series in the legend, and its name."""

    title: str
    handle: Artist


def legend(
    page: Page, keys: Sequence[LegendKey], room: float, sheet: Sheet, columns: int = 0
) -> Legend:
    """Put a legend on a page, at most `room` points wide: in so many columns, or in as many as have
    room."""
    count = columns or len(keys)
    made = _legend(page, keys, room, sheet, count)
    while count > 1 and extent(page, made)[0] > room:
        made.remove()
        lines = math.ceil(len(keys) / count) + 1
        count = min(count - 1, math.ceil(len(keys) / lines))
        made = _legend(page, keys, room, sheet, count)
    return made


def _legend(
    page: Page, keys: Sequence[LegendKey], room: float, sheet: Sheet, columns: int
) -> Legend:
    texts = room - (HANDLE + GAP) * sheet.size
    labels = ["\n".join(wrapped(key.title, texts, sheet.size)) for key in keys]
    spaces: dict[str, Any] = {
        "handlelength": HANDLE if any(_has_line(key.handle) for key in keys) else MARKER,
        "handletextpad": GAP,
        "columnspacing": BETWEEN,
        "labelspacing": ROWS,
        "borderpad": 0.0,
        "borderaxespad": 0.0,
    }
    return page.legend(
        [key.handle for key in keys],
        labels,
        loc="upper left",
        ncols=columns,
        prop=font(sheet.size),
        labelcolor=sheet.inks.text,
        frameon=False,
        **spaces,
    )


def _has_line(handle: Artist) -> bool:
    return isinstance(handle, Line2D) and handle.get_linestyle() not in ("None", "")


def extent(page: Page, made: Legend) -> tuple[float, float]:
    """Return width and height of a legend, points."""
    canvas = page.canvas
    assert isinstance(canvas, FigureCanvasAgg)
    renderer = canvas.get_renderer()  # type: ignore[no-untyped-call]
    box = made.get_window_extent(renderer)
    return box.width / page.dpi * POINTS, box.height / page.dpi * POINTS
