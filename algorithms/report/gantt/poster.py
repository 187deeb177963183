"""The poster: a PNG of a whole schedule, shown first and if scripts are off."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from algorithms.problem.platform import Platform
from algorithms.problem.workload import Floats, Workload
from algorithms.report.gantt import marks
from algorithms.report.gantt.categories import categories
from algorithms.report.gantt.classes import CLASSES, classify, limits
from algorithms.report.gantt.indexed import indexed
from algorithms.report.gantt.layout import Layout
from algorithms.report.gantt.raster import add_rectangles, draw_strip, resolve
from algorithms.report.gantt.rows import Deployments, Rows, span
from algorithms.schedules.schedule import Schedule

LIGHT = ("#d9e7f4", "#b5d0e8", "#86b2d9", "#5590c4", "#2f6fab", "#1d4e89", "#102f5c")
DARK = ("#23405f", "#2a5a8a", "#3a7cb8", "#609fd2", "#92c2e4", "#c6e0ee", "#f5f9f4")
BACKGROUND = {False: "#ffffff", True: "#161b22"}
STRIP = {False: "#c3cedc", True: "#3d4d68"}
GREY = {False: "#bfc6cf", True: "#4d5764"}
DEPLOYMENT = {False: "#6c7581", True: "#98a1ae"}
MARK = {False: "#10161f", True: "#ffffff"}
BROKEN = {False: "#d32f2f", True: "#ff6b63"}
BEYOND = {False: "#fbe3e1", True: "#3c1f22"}
"""Colours of jobs that break a rule, and of processors that the machine does not have."""
_NAMES = ("#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#d9c92e")
CATEGORIES = {False: ("#0072b2", *_NAMES, "#30363f"), True: ("#2f8fd0", *_NAMES, "#d5dae0")}
"""Colours of names, as those of the style sheet."""

Colour = tuple[int, int, int]


def rgb(colour: str) -> Colour:
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
    scale: float = 1.0,
) -> bytes:
    """Draw a whole schedule with the strip of busy processors above, coloured by environment where
    jobs have any, else by run time: one PNG for light and dark pages (see `indexed`). Jobs that
    break a rule are red, and so is the ground of processors that the machine does not have.

    `scale` is the number of picture pixels per CSS pixel: hairlines follow it.
    """
    schedule = schedule.with_processors(platform, workload)
    rows = Rows.of(platform, schedule)
    deployments = Deployments.of(workload, platform, schedule, rows)
    begin, end = span(workload, schedule, deployments)
    layout = Layout.of(platform, rows.needed(platform))
    view = View(layout, (begin, max(end, begin + 1e-6)), (width, height), scale)

    def drawn(*, dark: bool) -> NDArray[np.uint8]:
        colours = _colours(workload, rows, dark=dark)
        if schedule.broken is not None:
            colours[schedule.broken[rows.job]] = rgb(BROKEN[dark])
        tones = rgb(STRIP[dark]), deployments, rgb(DEPLOYMENT[dark])
        picture = rasterise(rows, view, colours, *tones)
        if deployments is not None:
            _sign(picture, view, rows, deployments, dark=dark)
        return _over(picture, _ground(view, dark=dark))

    return indexed(drawn(dark=False), drawn(dark=True))


def _colours(workload: Workload, rows: Rows, *, dark: bool) -> NDArray[np.float64]:
    """Return the colour of each row."""
    if coloured := categories(workload):
        hexadecimal = [GREY[dark], *CATEGORIES[dark]]
        return np.array([rgb(c) for c in hexadecimal], np.float64)[coloured.kind[rows.job]]
    upper = limits(workload)["runtime"]
    palette = np.array([rgb(c) for c in ramp(len(upper) + 1, dark=dark)], np.float64)
    return palette[classify(rows.duration, upper)]


@dataclass(frozen=True)
class View:
    """View of a picture: times in seconds, size in pixels, and pixels per CSS pixel."""

    layout: Layout
    times: tuple[float, float]
    size: tuple[int, int]
    scale: float

    @property
    def per_processor(self) -> float:
        """Pixels."""
        return self.size[1] / self.layout.top

    def boxes(self, rows: Rows) -> tuple[Floats, Floats, Floats, Floats]:
        """Return left, right, bottom and top of rows in pixels."""
        per_second = self.size[0] / (self.times[1] - self.times[0])
        base = np.array([band.base for band in self.layout.bands], np.float64)[rows.site]
        return (
            (rows.start - self.times[0]) * per_second,
            (rows.start + rows.duration - self.times[0]) * per_second,
            (base + rows.lo) * self.per_processor,
            (base + rows.hi) * self.per_processor,
        )


def rasterise(
    rows: Rows,
    view: View,
    colour: NDArray[np.float64],
    strip: Colour,
    deployments: Deployments | None = None,
    deployed: Colour = (0, 0, 0),
) -> NDArray[np.uint8]:
    """Draw rows, one colour each, and deployments, which make no processor busy; return straight
    RGBA, (height, width, 4), bottom first."""
    width, height = view.size
    edges = np.zeros((width, height + 2, 4), np.float32)
    busy = np.zeros(width)
    scale = float(view.scale)
    add_rectangles(*view.boxes(rows), colour, scale, edges, busy)
    if deployments is not None:
        tones = np.full((len(deployments.before), 3), deployed, np.float64)
        add_rectangles(*view.boxes(deployments.rows), tones, scale, edges, np.zeros(width))
    picture = np.zeros((height, width, 4), np.uint8)
    resolve(edges, picture)
    low, high = (y * view.per_processor for y in view.layout.strip)
    share = busy / (view.layout.processors * view.per_processor)
    draw_strip(picture, share, low, high, np.array(strip, np.float64))
    return picture


def _sign(
    picture: NDArray[np.uint8], view: View, rows: Rows, deployments: Deployments, *, dark: bool
) -> None:
    """Hatch or mark deployments if there are few enough to distinguish them."""
    if max(len(rows.job), len(deployments.before)) > marks.MOST:
        return
    boxes = list(zip(*map(np.ndarray.tolist, view.boxes(deployments.rows)), strict=True))
    ground = rgb(BACKGROUND[dark])
    if deployments.rows.duration.any():
        marks.hatch(picture, boxes, ground, view.scale)
    else:
        _, right, _, _ = view.boxes(rows)
        width = right[deployments.before] - view.boxes(deployments.rows)[0]
        marks.mark(picture, boxes, width, (rgb(MARK[dark]), ground), view.scale)


def _ground(view: View, *, dark: bool) -> Image.Image:
    """Return the background: another colour where the machine has no processors."""
    width, height = view.size
    image = Image.new("RGBA", view.size, BACKGROUND[dark])
    for edges in view.layout.beyond:
        low, high = (round(height - edge * view.per_processor) for edge in edges)
        image.paste(BEYOND[dark], (0, high, width, low))
    return image


def _over(picture: NDArray[np.uint8], image: Image.Image) -> NDArray[np.uint8]:
    """Lay a picture over a background; return RGB, top first."""
    image.alpha_composite(Image.fromarray(np.ascontiguousarray(picture[::-1]), "RGBA"))
    return np.asarray(image.convert("RGB"))
