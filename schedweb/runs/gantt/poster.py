"""The poster: a PNG of a whole schedule, shown first and wherever no script runs."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from algorithms.kernels.raster import add_rectangles, draw_strip, resolve
from algorithms.platform import Platform
from algorithms.schedule import Schedule
from algorithms.workload import Floats, Workload
from schedweb.runs.gantt.classes import CLASSES, classify, limits
from schedweb.runs.gantt.layout import Layout
from schedweb.runs.gantt.rows import Rows, span

LIGHT = ("#d9e7f4", "#b5d0e8", "#86b2d9", "#5590c4", "#2f6fab", "#1d4e89", "#102f5c")
DARK = ("#23405f", "#2a5a8a", "#3a7cb8", "#609fd2", "#92c2e4", "#c6e0ee", "#f5f9f4")
BACKGROUND = {False: "#ffffff", True: "#161b22"}
STRIP = {False: "#c3cedc", True: "#3d4d68"}


def rgb(colour: str) -> tuple[int, int, int]:
    """Split a hexadecimal colour."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def ramp(classes: int, *, dark: bool = False) -> list[str]:
    """Spread the seven sequential colours over fewer classes."""
    colours = DARK if dark else LIGHT
    if classes == 1:
        return [colours[CLASSES // 2]]
    return [colours[round(i * (CLASSES - 1) / (classes - 1))] for i in range(classes)]


def poster(
    workload: Workload,
    platform: Platform,
    schedule: Schedule,
    width: int,
    height: int,
    *,
    dark: bool = False,
    scale: float = 1.0,
) -> bytes:
    """Draw a whole schedule, coloured by run time, with the strip of busy processors above.

    `scale` is the number of picture pixels per CSS pixel: hairlines follow it.
    """
    rows = Rows.of(platform, schedule)
    begin, end = span(workload, schedule)
    upper = limits(workload)["runtime"]
    palette = np.array([rgb(c) for c in ramp(len(upper) + 1, dark=dark)], np.float64)
    colour = palette[classify(rows.duration, upper)]
    layout = Layout.of(platform)
    picture = rasterise(
        rows,
        layout,
        colour,
        rgb(STRIP[dark]),
        (begin, max(end, begin + 1e-6)),
        (width, height),
        scale,
    )
    return _png(picture, BACKGROUND[dark])


def rasterise(
    rows: Rows,
    layout: Layout,
    colour: NDArray[np.float64],
    strip: tuple[int, int, int],
    times: tuple[float, float],
    size: tuple[int, int],
    scale: float,
) -> NDArray[np.uint8]:
    """Draw rows, one colour each; return straight RGBA, (height, width, 4), bottom first."""
    width, height = size
    per_second, per_processor = width / (times[1] - times[0]), height / layout.top
    base = np.array([band.base for band in layout.bands], np.float64)[rows.site]
    bottom: Floats = (base + rows.lo) * per_processor
    top: Floats = (base + rows.hi) * per_processor
    edges = np.zeros((width, height + 2, 4), np.float32)
    busy = np.zeros(width)
    add_rectangles(
        (rows.start - times[0]) * per_second,
        (rows.start + rows.duration - times[0]) * per_second,
        bottom,
        top,
        colour,
        scale,
        edges,
        busy,
    )
    picture = np.zeros((height, width, 4), np.uint8)
    resolve(edges, picture)
    low, high = (y * per_processor for y in layout.strip)
    share = busy / (layout.processors * per_processor)
    draw_strip(picture, share, low, high, np.array(strip, np.float64))
    return picture


def _png(picture: NDArray[np.uint8], background: str) -> bytes:
    image = Image.new("RGBA", (picture.shape[1], picture.shape[0]), background)
    image.alpha_composite(Image.fromarray(np.ascontiguousarray(picture[::-1]), "RGBA"))
    file = BytesIO()
    image.convert("RGB").save(file, "PNG", optimize=False, compress_level=6)
    return file.getvalue()
