"""The poster: a PNG of a whole schedule, shown first and if scripts are off."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from parsched.base.extras import extra
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Floats, Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt import marks
from parsched.report.gantt.categories import categories
from parsched.report.gantt.classes import classify, limits
from parsched.report.gantt.indexed import indexed
from parsched.report.gantt.layout import GanttLayout
from parsched.report.gantt.overlaps import overlaps
from parsched.report.gantt.raster import add_rectangles, draw_strip, resolve
from parsched.report.gantt.rows import Deployments, IntervalRows, span
from parsched.report.gantt.tones import (
    BACKGROUND,
    BEYOND,
    BROKEN,
    CATEGORIES,
    DEPLOYMENT,
    GREY,
    MARK,
    SHARED,
    STRIP,
    Colour,
    ramp,
    rgb,
)

if TYPE_CHECKING:
    from PIL.Image import Image


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
    break a rule are red, and so is the ground of processors that the machine does not have; what
    two jobs hold at once is hatched.

    `scale` is the number of picture pixels per CSS pixel: hairlines follow it.
    """
    schedule = schedule.with_processors(platform, workload)
    rows = IntervalRows.of(platform, schedule)
    deployments = Deployments.of(workload, platform, schedule, rows)
    begin, end = span(workload, schedule, deployments)
    layout = GanttLayout.of(platform, rows.needed(platform))
    shared = overlaps(rows, schedule.broken)
    view = PosterView(layout, (begin, max(end, begin + 1e-6)), (width, height), scale)

    def drawn(*, dark: bool) -> NDArray[np.uint8]:
        colours = _colours(workload, rows, dark=dark)
        if schedule.broken is not None:
            colours[schedule.broken[rows.job]] = rgb(BROKEN[dark])
        tones = rgb(STRIP[dark]), deployments, rgb(DEPLOYMENT[dark])
        picture = rasterise(rows, view, colours, *tones)
        if deployments is not None:
            sign(picture, view, rows, deployments, dark=dark)
        if shared:
            marks.cover(picture, view.rectangles(shared), rgb(SHARED[dark]), scale)
        return over(picture, ground(view, dark=dark))

    return indexed(drawn(dark=False), drawn(dark=True))


def _colours(workload: Workload, rows: IntervalRows, *, dark: bool) -> NDArray[np.float64]:
    """Return the colour of each row."""
    if coloured := categories(workload):
        hexadecimal = [GREY[dark], *CATEGORIES[dark]]
        return np.array([rgb(c) for c in hexadecimal], np.float64)[coloured.kind[rows.job]]
    upper = limits(workload)["runtime"]
    palette = np.array([rgb(c) for c in ramp(len(upper) + 1, dark=dark)], np.float64)
    return palette[classify(rows.duration, upper)]


@dataclass(frozen=True)
class PosterView:
    """View of a picture: times in seconds, size in pixels, and pixels per CSS pixel."""

    layout: GanttLayout
    times: tuple[float, float]
    size: tuple[int, int]
    scale: float

    @property
    def per_processor(self) -> float:
        """Pixels."""
        return self.size[1] / self.layout.top

    def boxes(self, rows: IntervalRows) -> tuple[Floats, Floats, Floats, Floats]:
        """Return left, right, bottom and top of rows in pixels."""
        per_second = self.size[0] / (self.times[1] - self.times[0])
        base = np.array([band.base for band in self.layout.bands], np.float64)[rows.site]
        return (
            (rows.start - self.times[0]) * per_second,
            (rows.end - self.times[0]) * per_second,
            (base + rows.lo) * self.per_processor,
            (base + rows.hi) * self.per_processor,
        )

    def rectangles(self, rows: IntervalRows) -> list[marks.Box]:
        """Return the same, one after the other."""
        return list(zip(*map(np.ndarray.tolist, self.boxes(rows)), strict=True))


def rasterise(
    rows: IntervalRows,
    view: PosterView,
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


def sign(
    picture: NDArray[np.uint8],
    view: PosterView,
    rows: IntervalRows,
    deployments: Deployments,
    *,
    dark: bool,
) -> None:
    """Hatch or mark deployments if there are few enough to distinguish them."""
    if max(len(rows.job), len(deployments.before)) > marks.MOST:
        return
    boxes = view.rectangles(deployments.rows)
    paper = rgb(BACKGROUND[dark])
    if deployments.rows.duration.any():
        marks.hatch(picture, boxes, paper, view.scale)
    else:
        _, right, _, _ = view.boxes(rows)
        width = right[deployments.before] - view.boxes(deployments.rows)[0]
        marks.mark(picture, boxes, width, (rgb(MARK[dark]), paper), view.scale)


def ground(view: PosterView, *, dark: bool) -> "Image":
    """Return the background: another colour where the machine has no processors."""
    with extra("figures"):
        from PIL import Image  # noqa: PLC0415 (in an extra)
    width, height = view.size
    image = Image.new("RGBA", view.size, BACKGROUND[dark])
    for edges in view.layout.beyond:
        low, high = (round(height - edge * view.per_processor) for edge in edges)
        image.paste(BEYOND[dark], (0, high, width, low))
    return image


def over(picture: NDArray[np.uint8], image: "Image") -> NDArray[np.uint8]:
    """Lay a picture over a background; return RGB, top first."""
    with extra("figures"):
        from PIL import Image  # noqa: PLC0415 (in an extra)
    image.alpha_composite(Image.fromarray(np.ascontiguousarray(picture[::-1]), "RGBA"))
    return np.asarray(image.convert("RGB"))
