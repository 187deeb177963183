"""Printed Gantt charts: one below the other on one axis of time, with the legend of their colours.

Few rectangles are drawn as such; more of them, and all of a PNG, as a picture with true coverage
inside axes of lines and text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from parsched.report.axes import AxisLayout
from parsched.report.gantt.layout import FRAME, GanttLayout
from parsched.report.gantt.plot import GanttChart, GanttPlot
from parsched.report.gantt.schemes import ASKED, NAMES
from parsched.report.gantt.tones import BROKEN, DEPLOYMENT, FADED, PIN
from parsched.report.looks import MOST, Looks
from parsched.report.palette import Style, style, styles
from parsched.report.printing import rectangles
from parsched.report.printing.canvas import Borders, Canvas, Frame
from parsched.report.printing.caption import EDGE, GAP, draw_caption, foot_of
from parsched.report.printing.clock import clock_between
from parsched.report.printing.fonts import LINE, font, shown, wrapped
from parsched.report.printing.keys import LegendKey, extent, legend
from parsched.report.printing.marks import MARKERS
from parsched.report.printing.pages import Page
from parsched.report.printing.sheet import POINTS, Sheet, Width
from parsched.report.scales import PLAIN, Scale

HEIGHT: Mapping[Width, float] = {"column": 1.15, "text": 1.45, "slide": 1.7}
"""Height of the chart of one machine, inches: more sites need more room, and few runs get it."""
FEW, ROOMY = 2, 1.5
"""Figures of up to `FEW` charts draw each `ROOMY` times as high."""
VECTORS = 20_000
"""Most rectangles of jobs and deployments that files draw one by one; beyond, as a picture."""
TICKS = 4
"""About as many numbers of processors."""
BETWEEN = 0.8
"""Between two charts, as a multiple of the font size."""


@dataclass(frozen=True)
class Sized:
    """A chart with its frame and what is drawn in it."""

    chart: GanttChart
    frame: Frame
    look: Style


def drawn(figure: GanttPlot, sheet: Sheet, looks: Looks | None, *, as_picture: bool) -> Page:
    """Draw charts on a page of their own, to be called within `settings()`."""
    width = sheet.paper.width * POINTS
    sized = _sized(figure, sheet, looks)
    borders = _shared([one.frame.borders for one in sized])
    sized = [
        Sized(one.chart, one.frame.wide(width - borders.left - borders.right), one.look)
        for one in sized
    ]
    page = Page(figsize=(sheet.paper.width, sheet.paper.height), dpi=sheet.paper.dots)
    FigureCanvasAgg(page)
    page.set_facecolor(sheet.inks.ground)
    made = legend(page, _keys(figure, sheet), width - 2 * EDGE * sheet.size, sheet)
    up = extent(page, made)[1]
    foot = foot_of(sheet)
    heading = LINE * sheet.size + BETWEEN * sheet.size
    charts = sum(one.frame.height + heading for one in sized)
    bottom = foot + up + GAP * sheet.size + borders.below
    height = bottom + charts + EDGE * sheet.size
    page.set_size_inches(width / POINTS, height / POINTS)
    made.set_bbox_to_anchor((EDGE * sheet.size / width, (foot + up) / height))
    top = height - EDGE * sheet.size
    for place, one in enumerate(sized):
        top -= heading + one.frame.height
        canvas = one.frame.draw(page, borders.left, top)
        _fill(canvas, figure, place, as_picture=as_picture)
        _heading(page, one, borders.left / width, (top + one.frame.height) / height)
        if place < len(sized) - 1:
            canvas.axes.tick_params(axis="x", labelbottom=False)
            canvas.axes.set_xlabel("")
    draw_caption(page, sheet)
    return page


def _sized(figure: GanttPlot, sheet: Sheet, looks: Looks | None) -> list[Sized]:
    """Lay out the frames of all charts."""
    across = clock_between(*figure.range, figure.calendar if sheet.time == "dates" else None)
    records = figure.runs
    keys = [record.algorithm for record in records]
    own = map(style, keys) if len(keys) > MOST else styles(keys)
    chosen = {record.key: look for record, look in zip(records, own, strict=True)}
    chosen |= dict(looks or {})
    factor = ROOMY if len(records) <= FEW else 1.0
    width = sheet.paper.width * POINTS
    sized = []
    for chart in figure.charts:
        height = HEIGHT[sheet.width] * POINTS * factor * chart.layout.frame / FRAME
        frame = _frame(chart.layout, across, sheet, height)
        borders = frame.borders
        frame = frame.wide(width - borders.left - borders.right)
        sized.append(Sized(chart, frame, chosen[chart.record.key]))
    return sized


def _frame(layout: GanttLayout, across: AxisLayout, sheet: Sheet, height: float) -> Frame:
    scale = Scale(lambda values: values, (), lambda value: f"{value:,.0f}", is_linear=True)
    title = "processors" if len(layout.bands) == 1 else "sites"
    up = AxisLayout(title, scale, 0.0, layout.top, PLAIN)
    rows = _rows(layout, sheet.size * layout.top / height)
    return Frame(sheet, across, up, sheet.paper.width * POINTS, height, rows=rows, has_rows=True)


def _rows(layout: GanttLayout, line: float) -> list[tuple[float, str]]:
    """Return the texts at the upright axis: numbers of processors, or the names of sites that have
    room, and what the strip is; `line` is the height of a line in processors."""
    strip = ((layout.strip[0] + layout.strip[1]) / 2, "busy")
    if len(layout.bands) > 1:
        middles = [(band.base + band.rows / 2, band) for band in layout.bands]
        rows: list[tuple[float, str]] = []
        for middle, band in middles:
            if not rows or middle - rows[-1][0] >= LINE * line:
                rows.append((middle, shown(band.name)))
        return [*rows, strip]
    most = layout.bands[0].processors
    step = _step(most)
    numbers = [step * i for i in range(most // step + 1)]
    if most - numbers[-1] >= LINE * line:
        numbers.append(most)
    elif numbers[-1] and numbers[-1] != most:
        numbers[-1] = most
    below = [n for n in numbers if strip[0] - n >= LINE * line or n == 0]
    return [*((float(n), f"{n:,}") for n in below), strip]


def _step(most: int) -> int:
    """Return a round number that divides some processors into about `TICKS` parts."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if most / (digit * power) <= TICKS:
                return digit * power
        power *= 10


def _shared(several: Sequence[Borders]) -> Borders:
    """Return the widest borders, which all charts have, so that their times are below each
    other."""
    names = ("left", "right", "below", "above")
    return Borders(**{name: max(getattr(one, name) for one in several) for name in names})


def _heading(page: Page, one: Sized, left: float, bottom: float) -> None:
    """Write the name of a run above its chart, behind its marker."""
    size = one.frame.size
    width, height = (inches * POINTS for inches in page.get_size_inches())
    marker: dict[str, Any] = {"marker": MARKERS[one.look.marker], "markersize": 0.7 * size}
    at = left + 0.5 * size / width, bottom + 0.75 * size / height
    dot = Line2D([at[0]], [at[1]], ls="", color=one.look.color, transform=page.transFigure)
    dot.set(**marker)
    page.add_artist(dot)
    room = one.frame.width - 2 * size
    text = wrapped(one.chart.record.label, room, size)
    name = text[0] if len(text) == 1 else f"{text[0]}…"
    look: dict[str, Any] = {"fontproperties": font(size), "color": one.frame.sheet.inks.text}
    page.text(left + 1.2 * size / width, bottom + 0.35 * size / height, name, va="bottom", **look)


def _fill(canvas: Canvas, figure: GanttPlot, place: int, *, as_picture: bool) -> None:
    """Draw the jobs of a chart."""
    axes, sheet = canvas.axes, canvas.sheet
    axes.grid(visible=False)
    dark = sheet.theme == "dark"
    painted = rectangles.painted(figure, place, dark=dark)
    if as_picture or figure.rectangles > VECTORS:
        _picture(axes, painted, canvas, dark=dark)
    else:
        rectangles.draw(axes, painted, canvas.frame, dark=dark)
    if figure.pinned is not None:
        rectangles.outline(axes, painted, figure.pinned, canvas.frame, dark=dark)
    if place == 0:
        return
    axes.spines["bottom"].set_visible(True)


def _picture(axes: Axes, painted: rectangles.Painted, canvas: Canvas, *, dark: bool) -> None:
    """Draw a picture of as many dots as the area has."""
    dots = canvas.sheet.paper.dots / POINTS
    size = (max(round(canvas.frame.width * dots), 1), max(round(canvas.frame.height * dots), 1))
    picture = rectangles.raster(painted, size, canvas.sheet.paper.dots / 96, dark=dark)
    begin, end = painted.range
    extent_of = (begin, end, 0.0, painted.layout.top)
    look: dict[str, Any] = {"interpolation": "nearest", "aspect": "auto", "zorder": 1.0}
    axes.imshow(picture, extent=extent_of, **look)


def _keys(figure: GanttPlot, sheet: Sheet) -> list[LegendKey]:
    """Say what colours mean."""
    dark = sheet.theme == "dark"
    classes = list(figure.scheme.classes)
    if figure.scheme.key in (
        *NAMES,
        "site",
        ASKED,
    ):  # what is grey comes last, if there is any of it
        rest, *named = classes
        has_rest = any(bool((chart.kinds == 0).any()) for chart in figure.charts)
        classes = [*named, *([rest] if has_rest else [])]
    blank = Patch(facecolor="none", edgecolor="none")
    keys = [LegendKey(f"{figure.scheme.title}:", blank)]
    keys += [LegendKey(shown(one.title), _patch(one.colour(dark=dark))) for one in classes]
    if any(drawn is not None and len(drawn.before) for _, drawn in figure.seen):
        keys.append(LegendKey("deployment", _patch(DEPLOYMENT[dark])))
    if any(chart.jobs.placed.broken is not None for chart in figure.charts):
        keys.append(LegendKey("breaks a rule", _patch(BROKEN[dark])))
    if any(bool((rows.job == figure.pinned).any()) for rows, _ in figure.seen):
        keys.append(LegendKey(f"job {shown(figure.view.job)}", _ring(PIN[dark])))
    if figure.view.question:
        keys.append(LegendKey(f"not {shown(figure.view.question)}", _patch(FADED[dark])))
    return keys


def _ring(colour: str) -> Patch:
    return Patch(facecolor="none", edgecolor=colour, lw=rectangles.OUTLINE)


def _patch(colour: str) -> Patch:
    return Patch(facecolor=colour, edgecolor="none")
