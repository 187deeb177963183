"""Horizontal bars: one or more in each row, with the name of the row beside or above them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, Range1d
from bokeh.models.annotations import LabelSet
from bokeh.models.text import PlainText
from bokeh.plotting import figure

from parsched.report.axes import AxisLayout
from parsched.report.figure import Figure, Series
from parsched.report.looks import Looks, looks_of
from parsched.report.palette import Style
from parsched.report.shapes import bar_rows, headings_of, said, spread_of, values_of
from schedweb.web.plots.axes import draw_axis, laid_out
from schedweb.web.plots.frame import TEXT_SIZE, TITLE_SIZE, frame, json_of
from schedweb.web.plots.points import least
from schedweb.web.plots.spreads import whiskers

ROW, HEAD, BAR, GAP, FOOT = 24, 26, 10, 2, 4
"""CSS pixels of a row with its name beside the bar; for names above the bars: of the name, of each
bar, between bars, and below them."""
LONGEST_BESIDE = 18
"""Maximum length of names beside bars, characters."""
BELOW, ABOVE, LEFT = 68, 10, 14
NARROW, LETTER = 300, 6.6
"""Width of a plot on the narrowest screen, and average width of a letter, pixels."""
LIGHT, WITH_SPREAD = 0.4, 0.6
"""Opacity of light bars, and of those with whiskers."""


@dataclass(frozen=True)
class PlottedBarRows:
    """The bars of each row, from the top."""

    series: Sequence[Sequence[Series]]

    @property
    def names(self) -> list[str]:
        """Their names."""
        return [row[0].title for row in self.series]

    @property
    def is_beside(self) -> bool:
        """True if names are beside the bars, False if above them."""
        is_single = all(len(row) == 1 for row in self.series)
        return is_single and max(map(len, self.names), default=0) <= LONGEST_BESIDE

    @property
    def each(self) -> int:
        """CSS pixels of a row."""
        if self.is_beside:
            return ROW
        return HEAD + max(map(len, self.series), default=1) * (BAR + GAP) + FOOT

    @property
    def whole(self) -> int:
        """CSS pixels of all rows."""
        return max(len(self.series), 1) * self.each

    def top(self, row: int, bar: int) -> float:
        """Upper edge of a bar."""
        first = (ROW - BAR) / 2 if self.is_beside else HEAD
        return row * self.each + first + bar * (BAR + GAP)


def height(figure: Figure) -> int:
    """Return the CSS pixels of all bars: they grow with their number."""
    return PlottedBarRows(bar_rows(figure.series)).whole + BELOW + ABOVE


def draw(declared: Figure, looks: Looks | None) -> dict[str, Any]:
    """Draw the bars of the series that have looks."""
    paired = zip(declared.series, looks_of(declared, looks), strict=True)
    styles = {id(series): look for series, look in paired if look is not None}
    rows = PlottedBarRows(bar_rows(series for series in declared.series if id(series) in styles))
    bars = [(r, b, series) for r, row in enumerate(rows.series) for b, series in enumerate(row)]
    axis = laid_out(declared.x, values_of((series for _, _, series in bars), "x"))
    begin = axis.at(1.0) if axis.kind == "bound" else axis.at(0.0)
    columns = _columns(rows, axis, begin, styles)
    end = _end(columns, begin, max(map(len, rows.names), default=0) if rows.is_beside else 0)
    plot = frame(
        rows.whole + BELOW + ABOVE,
        x_range=Range1d(start=axis.start, end=max(axis.end, end)),
        y_range=Range1d(start=rows.whole, end=0),
        min_border_left=LEFT,
        min_border_top=ABOVE,
        min_border_bottom=BELOW,
    )
    draw_axis(axis, plot.xaxis, plot.xgrid)
    name = axis.scale.name if axis.kind == "spread" else ""
    plot.xaxis.axis_label = axis.title.replace(f", {name}", f"\n{name}") if name else axis.title
    plot.ygrid.visible = False
    if axis.kind == "bound":
        plot.add_layout(least(axis, "height"))
    _bars(plot, columns, [series for _, _, series in bars], axis)
    for i, (_, _, series) in enumerate(bars):
        if series.has_spread:
            ends = spread_of(series, np.full(series.x.shape, columns["middle"][i]), axis)
            whiskers(plot, ends, styles[id(series)], lie=True)
    _names(plot, rows, begin)
    return json_of(plot)


def _columns(
    rows: PlottedBarRows, axis: AxisLayout, begin: float, styles: dict[int, Style]
) -> dict[str, Any]:
    """Return the columns of the bars; infinite ones reach the axis end, NaN has no length."""
    bars = [(r, b, series) for r, row in enumerate(rows.series) for b, series in enumerate(row)]
    values = [float(series.x[0]) for _, _, series in bars]
    ends = [
        axis.at(v) if math.isfinite(v) else begin if math.isnan(v) else axis.end for v in values
    ]
    top = [rows.top(r, b) for r, b, _ in bars]
    beyond = [
        float(np.nanmax([end, *axis.ends(series.spread[1])]))
        for end, (_, _, series) in zip(ends, bars, strict=True)
    ]
    return {
        "name": [series.title for _, _, series in bars],
        "left": [begin] * len(bars),
        "right": ends,
        "top": top,
        "bottom": [y + BAR for y in top],
        "middle": [y + BAR / 2 for y in top],
        "color": [styles[id(series)].color for _, _, series in bars],
        "alpha": [_alpha(series) for _, _, series in bars],
        "text": [series.texts[0] if series.texts else "" for _, _, series in bars],
        "text_at": beyond,
        "is": [said(series.x, series, axis)[0] for _, _, series in bars],
    }


def _alpha(series: Series) -> float:
    """Return the opacity of a bar: whiskers of its own colour must be visible on it."""
    return LIGHT if series.is_light else WITH_SPREAD if series.has_spread else 1.0


def _end(columns: dict[str, Any], begin: float, beside: int) -> float:
    """Return the end of the axis that leaves room for the text after each bar on narrow screens."""
    room = NARROW - LETTER * beside
    ends = [begin]
    for right, text in zip(columns["text_at"], columns["text"], strict=True):
        left = max(room - LETTER * (len(text) + 1), room / 4)
        ends.append(begin + (right - begin) * room / left)
    return max(ends)


def _bars(plot: figure, columns: dict[str, Any], bars: Sequence[Series], axis: AxisLayout) -> None:
    headings = headings_of(bars)
    facts = {
        f"fact{number}": [series.facts.get(head, [""])[0] for series in bars]
        for number, head in enumerate(headings)
    }
    source = ColumnDataSource(columns | facts)
    sides: dict[str, Any] = {side: side for side in ("left", "right", "top", "bottom")}
    look: dict[str, Any] = {"fill_color": "color", "line_color": "color", "fill_alpha": "alpha"}
    renderer = plot.quad(source=source, **sides, **look)
    rows = [(head, f"@fact{number}") for number, head in enumerate(headings)]
    if not headings or any(series.has_spread for series in bars):
        rows.append((axis.name, "@is"))
    plot.add_tools(HoverTool(renderers=[renderer], tooltips=[("", "@name"), *rows]))
    plot.add_layout(_texts(source, "text_at", "middle", 5, TEXT_SIZE))


def _names(plot: figure, rows: PlottedBarRows, begin: float) -> None:
    if not rows.is_beside:
        middle = [row * rows.each + HEAD - 10 for row in range(len(rows.series))]
        above = {"x": [begin] * len(middle), "y": middle, "text": rows.names}
        plot.yaxis.visible = False
        plot.add_layout(_texts(ColumnDataSource(above), "x", "y", 2, TITLE_SIZE))
        return
    places = [rows.top(row, 0) + BAR / 2 for row in range(len(rows.series))]
    plot.yaxis.ticker = FixedTicker(ticks=places)
    # Plain: a label that people gave must not be read as TeX.
    names = [PlainText(text=name) for name in rows.names]
    plot.yaxis.major_label_overrides = cast("Any", dict(zip(places, names, strict=True)))
    plot.yaxis.major_label_text_font_size = TITLE_SIZE
    plot.yaxis.major_tick_out = 0


def _texts(source: ColumnDataSource, x: str, y: str, away: int, size: str) -> LabelSet:
    look: dict[str, Any] = {"text_font_size": size, "text_baseline": "middle"}
    return LabelSet(x=x, y=y, text="text", x_offset=away, source=source, **look)
