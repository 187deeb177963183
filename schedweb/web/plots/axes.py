"""Axes of plots as Bokeh takes them."""

from collections.abc import Iterable
from textwrap import fill
from typing import Any

from bokeh.models import BasicTickFormatter, FixedTicker, NumeralTickFormatter, Range1d

from parsched.report.axes import AxisLayout
from parsched.report.figure import Axis
from schedweb.web.plots.frame import MILLISECONDS

SMALL = 0.01
"""End of an axis below which ticks need more than three decimals."""
APART = 14
"""CSS pixels between ticks of an upright axis."""
LETTER = 6
"""CSS pixels of a letter of a title, on average."""


def laid_out(declared: Axis, values: Iterable[float]) -> AxisLayout:
    """Lay out an axis for values of a figure; a clock counts milliseconds."""
    axis = AxisLayout.of(declared, values)
    return axis.stretched(MILLISECONDS) if axis.kind == "clock" else axis


def upright(declared: Axis, values: Iterable[float], pixels: int) -> AxisLayout:
    """Lay out an axis of `pixels` CSS pixels on which no texts of ticks overlap."""
    return laid_out(declared, values).thinned(pixels, APART)


def range_of(axis: AxisLayout) -> Range1d:
    """Initial range, to which a double click leads back."""
    start, end = axis.start, axis.end
    return Range1d(start=start, end=end, reset_start=start, reset_end=end)


def draw_axis(layout: AxisLayout, axis: Any, grid: Any, pixels: int = 0) -> None:
    """Write title and ticks; a title wider than `pixels` (CSS pixels, 0 for no limit) breaks into
    lines."""
    axis.axis_label = fill(layout.title, pixels // LETTER) if pixels else layout.title
    if layout.is_free:
        if layout.kind != "clock":
            share = layout.unit.name == "%"
            axis.formatter = NumeralTickFormatter(format="0 %" if share else "0,0.[000]")
            if not share and layout.end < SMALL:  # which three decimals do not tell apart
                axis.formatter = BasicTickFormatter(use_scientific=False)
        return
    places, texts = layout.ticks()
    axis.ticker = grid.ticker = FixedTicker(ticks=places)
    axis.major_label_overrides = dict(zip(places, texts, strict=True))
