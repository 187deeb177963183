"""Lines and steps, printed."""

from parsched.report.axes import AxisLayout
from parsched.report.looks import Styled
from parsched.report.plot import Plot
from parsched.report.printing.canvas import Canvas, Frame
from parsched.report.printing.keys import LegendKey
from parsched.report.printing.sheet import POINTS, Sheet
from parsched.report.printing.strokes import draw_stroke, key_of
from parsched.report.shapes import Stroke, legend_title, values_of

DATE = 8.5
"""Room for a date along an axis, as a multiple of the font size."""


def frame(plot: Plot, sheet: Sheet, width: float) -> Frame:
    """Return the axes of all lines."""
    values = values_of(plot.series, "x")
    if sheet.time == "dates":
        across = AxisLayout.dated(plot.x, values, max(1, int(width / (DATE * sheet.size))))
    else:
        across = AxisLayout.of(plot.x, values)
    up = AxisLayout.of(plot.y, values_of(plot.series, "y"))
    return Frame(sheet, across, up, width, sheet.paper.height * POINTS)


def draw(canvas: Canvas, plot: Plot, styled: Styled) -> list[LegendKey]:
    """Draw the lines, and return what the legend says."""
    axes = canvas.frame.across, canvas.frame.up
    last = max((float(series.x.max(initial=0.0)) for series, _ in styled), default=0.0)
    keys = []
    for series, look in styled:
        stroke = Stroke.of(series, axes, last)
        draw_stroke(canvas, stroke, look)
        keys.append(LegendKey(legend_title(series, plot), key_of(canvas, stroke, look)))
    return keys
