"""Heat maps, printed: cells in the colour of their class, with their values in them."""

from typing import Any

from matplotlib.patches import Patch, Rectangle

from parsched.report.axes import AxisLayout
from parsched.report.heat import colours, ink
from parsched.report.looks import Styled
from parsched.report.plot import Plot
from parsched.report.printing.canvas import Canvas, Frame
from parsched.report.printing.fonts import font, shown, width_of
from parsched.report.printing.keys import LegendKey
from parsched.report.printing.sheet import Sheet
from parsched.report.shapes import values_of

ROW = 2.2
"""Height of a cell, as a multiple of the font size, as these."""
INSIDE, BETWEEN = 0.8, 0.07
"""Font size of values in cells, and width of the lines between cells."""


def frame(plot: Plot, sheet: Sheet, width: float) -> Frame:
    """Return the axes of all cells."""
    across = AxisLayout.of(plot.x, values_of(plot.series, "x"))
    up = AxisLayout.of(plot.y, values_of(plot.series, "y"))
    return Frame(sheet, across, up, width, max(len(plot.y.names), 4) * ROW * sheet.size)


def draw(canvas: Canvas, plot: Plot, _: Styled) -> list[LegendKey]:
    """Draw the cells of each class, and return what the legend says."""
    size, keys = canvas.frame.size, []
    across, up = canvas.frame.across, canvas.frame.up
    room = canvas.frame.width / max(across.end - across.start, 1e-9)
    edge: dict[str, Any] = {"edgecolor": canvas.sheet.inks.ground, "lw": BETWEEN * size}
    canvas.axes.grid(visible=False)
    for series, colour in zip(plot.series, colours(plot), strict=True):
        props: dict[str, Any] = {"fontproperties": font(INSIDE * size), "color": ink(colour)}
        for at, (x, y) in enumerate(zip(series.x, series.y, strict=True)):
            left, bottom = across.at(float(x)) - 0.5, up.at(float(y)) - 0.5
            canvas.axes.add_patch(Rectangle((left, bottom), 1, 1, facecolor=colour, **edge))
            text = shown(series.texts[at]) if series.texts else ""
            if text and width_of(text, INSIDE * size) < 0.95 * room:
                middle = (left + 0.5, bottom + 0.5)
                canvas.axes.text(*middle, text, ha="center", va="center_baseline", **props)
        keys.append(LegendKey(series.title, Patch(facecolor=colour)))
    return keys
