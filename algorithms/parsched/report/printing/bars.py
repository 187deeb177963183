"""Horizontal bars, printed: their names beside them where these are short, else above."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite, isnan
from typing import Any

import numpy as np

from parsched.report.axes import AxisLayout
from parsched.report.looks import Styled
from parsched.report.plot import Axis, Plot, Series
from parsched.report.printing.canvas import Canvas, Frame
from parsched.report.printing.fonts import font, shown, widest, width_of
from parsched.report.printing.keys import LegendKey
from parsched.report.printing.sheet import POINTS, Sheet
from parsched.report.printing.strokes import draw_whiskers
from parsched.report.shapes import bar_rows, spread_of, values_of

BAR, GAP, BETWEEN, NAME = 0.8, 0.2, 0.7, 1.35
"""Height of a bar, between bars, between rows, and of a name above them; as multiples of the font
size, as these."""
AWAY, NEAR = 0.4, 0.2
"""From a bar to its text, and from where bars begin to a name above them."""
LONGEST = 0.36
"""Most of the width that names beside bars may take."""
LIGHT, WITH_SPREAD = 0.4, 0.6
"""Opacity of light bars, and of those with whiskers of their own colour."""
LEAST = 0.3
"""Least share of the area that remains to bars beside their texts."""


@dataclass(frozen=True)
class PrintedBarRows:
    """The bars of each row, from the top, and where they are in points from the bottom."""

    rows: Sequence[Sequence[Series]]
    size: float
    is_beside: bool

    @classmethod
    def of(cls, plot: Plot, sheet: Sheet) -> "PrintedBarRows":
        """Sort the bars of a plot."""
        rows = bar_rows(plot.series)
        names = [shown(row[0].title) for row in rows]
        room = LONGEST * sheet.paper.width * POINTS
        return cls(rows, sheet.size, widest(names, sheet.size) <= room)

    @property
    def height(self) -> float:
        """Points of all rows."""
        return max(sum(map(self._height, self.rows)), 2 * self.size)

    def _height(self, row: Sequence[Series]) -> float:
        name = 0.0 if self.is_beside else NAME
        return (name + len(row) * (BAR + GAP) - GAP + BETWEEN) * self.size

    def bars(self) -> Iterator[tuple[Series, float]]:
        """Yield the bars with their middles."""
        for row, top in self._tops():
            first = top - (BETWEEN / 2 + (0.0 if self.is_beside else NAME)) * self.size
            for i, series in enumerate(row):
                yield series, first - (i * (BAR + GAP) + BAR / 2) * self.size

    def names(self) -> list[tuple[float, str]]:
        """Return the middles of the names, beside or above."""
        return [
            (top - self._height(row) / 2, row[0].title)
            if self.is_beside
            else (top - (BETWEEN / 2 + NAME / 2) * self.size, row[0].title)
            for row, top in self._tops()
        ]

    def _tops(self) -> Iterator[tuple[Sequence[Series], float]]:
        top = self.height
        for row in self.rows:
            yield row, top
            top -= self._height(row)


def frame(plot: Plot, sheet: Sheet, width: float) -> Frame:
    """Return the axis of all values, with room for the text behind each bar, and the rows."""
    rows = PrintedBarRows.of(plot, sheet)
    across = _with_room(AxisLayout.of(plot.x, values_of(plot.series, "x")), plot, sheet, width)
    up = replace(AxisLayout.of(Axis(title=plot.y.title), ()), start=0.0, end=rows.height)
    names = rows.names() if rows.is_beside else []
    return Frame(sheet, across, up, width, rows.height, rows=names, has_rows=True)


def _with_room(axis: AxisLayout, plot: Plot, sheet: Sheet, width: float) -> AxisLayout:
    """Return the axis up to where the text behind each bar ends."""
    end = axis.end
    for series in plot.series:
        if len(series.x) and series.texts:
            text = width_of(shown(series.texts[0]), sheet.size) + (AWAY + 0.2) * sheet.size
            left = max(width - text, LEAST * width)
            end = max(end, axis.start + (_beyond(series, axis) - axis.start) * width / left)
    return replace(axis, end=end)


def _begin(axis: AxisLayout) -> float:
    """Return where bars begin: at the bound, or at 0."""
    return axis.at(1.0) if axis.kind == "bound" else axis.at(0.0)


def _end(series: Series, axis: AxisLayout) -> float:
    """Return where a bar ends: infinite ones with the axis; one without a value has no length."""
    value = float(series.x[0])
    return axis.at(value) if isfinite(value) else _begin(axis) if isnan(value) else axis.end


def _beyond(series: Series, axis: AxisLayout) -> float:
    """Return where a bar and its whisker end."""
    return float(np.nanmax([_end(series, axis), *axis.ends(series.spread[1])]))


def draw(canvas: Canvas, plot: Plot, styled: Styled) -> list[LegendKey]:
    """Draw the bars with their texts; there is no legend, as all names are there."""
    axis, size = canvas.frame.across, canvas.frame.size
    looks = {id(series): look for series, look in styled}
    rows = PrintedBarRows.of(plot, canvas.sheet)
    # Infinite bars and their texts end with the axis as it was before it got room for texts.
    first = AxisLayout.of(plot.x, values_of(plot.series, "x"))
    begin = _begin(axis)
    props: dict[str, Any] = {"fontproperties": font(size), "color": canvas.sheet.inks.text}
    for series, middle in rows.bars():
        color = looks[id(series)].color
        canvas.axes.barh(
            middle,
            _end(series, first) - begin,
            BAR * size,
            begin,
            color=color,
            alpha=_alpha(series),
        )
        if series.has_spread:
            ends = spread_of(series, np.full(series.x.shape, middle), first)
            draw_whiskers(canvas, ends, looks[id(series)], lie=True)
        if series.texts:
            away = AWAY * size * (axis.end - axis.start) / canvas.frame.width
            text = shown(series.texts[0])
            at = _beyond(series, first) + away
            canvas.axes.text(at, middle, text, va="center_baseline", **props)
    if not rows.is_beside:
        for middle, name in rows.names():
            at = begin + NEAR * size * (axis.end - axis.start) / canvas.frame.width
            canvas.axes.text(at, middle, shown(name), va="center_baseline", **props)
    canvas.bounds()
    return []


def _alpha(series: Series) -> float:
    return LIGHT if series.is_light else WITH_SPREAD if series.has_spread else 1.0
