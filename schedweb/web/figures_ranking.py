"""Figures of rankings: bars of degradations, lines over the admissible share, and theory."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, cast

import numpy as np
from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, NumeralTickFormatter, Range1d
from bokeh.models.annotations import LabelSet, LegendItem
from bokeh.models.labeling import NoOverlap
from bokeh.models.text import PlainText
from bokeh.plotting import figure

from algorithms.declare.theory import Theory
from algorithms.report.ranking.sheet import ENDLESS, NOTHING, behind
from algorithms.report.units import Unit
from schedweb.web.gantt_frame import CLEAR, RIGHT, STRETCHED, TEXT_SIZE, add_legend, json_of
from schedweb.web.palette import DASHES, MARKERS, OKABE_ITO, Style
from schedweb.web.times import Floats, Scale, bound_scale

ROW, TALL_ROW, BAR = 24, 38, 12
"""Pixels of a method among the bars, with the name beside its bar or above it, and of the bar."""
LONGEST_BESIDE = 18
"""Characters of the longest name that stands beside its bar."""
BELOW, BELOW_BARS, ABOVE, LEFT = 52, 68, 10, 70
LINES_HEIGHT = 400
NARROW, LETTER = 300, 6.6
"""Pixels of a plot on the narrowest screen, and about how many one letter takes."""
APART = 14
"""Pixels between ticks of an upright axis."""
WIDE = 10.0
"""From this ratio of the largest to the median value on an axis is logarithmic."""
LIGHTER = 0.4
"""Opacity of bars that are set off from the others."""
GREY = "#7a8796"


@dataclass(frozen=True)
class Bar:
    """A method and its degradation in per cent: infinite beside a best of 0, None without one."""

    name: str
    value: float | None
    color: str
    is_light: bool = False

    @property
    def place(self) -> tuple[bool, float]:
        """What the best come first by."""
        return self.value is None, self.value or 0.0

    @property
    def text(self) -> str:
        """What is written at the bar."""
        if self.value is None:
            return NOTHING
        return "∞" if math.isinf(self.value) else f"{behind(self.value)} %"

    @property
    def says(self) -> str:
        """What is said to those who point at it."""
        endless = self.value is not None and math.isinf(self.value)
        return f"{self.text} ({ENDLESS})" if endless else self.text


@dataclass(frozen=True, eq=False)
class ShareLine:
    """Values of a strategy by share, float64 of one shape, in the unit of the axis."""

    name: str
    share: Floats
    value: Floats


def bars_height(names: Sequence[str]) -> int:
    """Return the height of bars with these names, CSS pixels: it grows with their number."""
    return max(len(names), 1) * _row(names) + BELOW_BARS + ABOVE


def bars(shown: Sequence[Bar], title: str) -> dict[str, Any]:
    """Draw horizontal bars, the best on top; the axis is logarithmic where values are far apart."""
    ordered = sorted(shown, key=lambda bar: bar.place)
    names = [bar.name for bar in ordered]
    finite = [b.value for b in ordered if b.value is not None and not math.isinf(b.value)]
    scale, row = _scale(finite), _row(names)
    largest = max(finite, default=0.0) or 1.0
    longest = scale.at(largest) if scale else largest
    finite_places = [min(b.value or 0.0, largest) for b in ordered]
    places = [scale.at(place) if scale else place for place in finite_places]
    plot = _frame(
        bars_height(names),
        Range1d(start=0, end=_end(ordered, places, longest)),
        Range1d(start=max(len(names), 1) * row, end=0),
    )
    plot.xaxis.axis_label = f"{title}\n{scale.name}" if scale else title
    plot.min_border_bottom = BELOW_BARS
    if scale:
        _ticks(plot.xaxis, plot.xgrid, scale)
    else:
        plot.xaxis.formatter = NumeralTickFormatter(format="0,0[.]0")
    plot.ygrid.visible = False
    _bars(plot, ordered, places, row)
    return json_of(plot)


def _end(ordered: Sequence[Bar], places: Sequence[float], longest: float) -> float:
    """Return where the axis has to end so that the text behind each bar fits a narrow screen."""
    names = [bar.name for bar in ordered]
    beside = max(map(len, names), default=0) if _row(names) == ROW else 0
    frame = NARROW - LETTER * beside
    left = [max(frame - LETTER * (len(bar.text) + 1), frame / 4) for bar in ordered]
    return max([longest, *(place * frame / room for place, room in zip(places, left, strict=True))])


def _row(names: Sequence[str]) -> int:
    longest = max((len(name) for name in names), default=0)
    return ROW if longest <= LONGEST_BESIDE else TALL_ROW


def _bars(plot: figure, ordered: Sequence[Bar], places: Sequence[float], row: int) -> None:
    top = [
        i * row + (row - BAR if row == TALL_ROW else (row - BAR) / 2) for i in range(len(places))
    ]
    middle = [y + BAR / 2 for y in top]
    source = ColumnDataSource(
        {
            "name": [bar.name for bar in ordered],
            "left": [0.0] * len(ordered),
            "right": list(places),
            "top": top,
            "bottom": [y + BAR for y in top],
            "middle": middle,
            "color": [bar.color for bar in ordered],
            "alpha": [LIGHTER if bar.is_light else 1.0 for bar in ordered],
            "text": [bar.text for bar in ordered],
            "says": [bar.says for bar in ordered],
        }
    )
    sides: dict[str, Any] = {side: side for side in ("left", "right", "top", "bottom")}
    look: dict[str, Any] = {"fill_color": "color", "line_color": "color", "fill_alpha": "alpha"}
    drawn = plot.quad(source=source, **sides, **look)
    plot.add_tools(HoverTool(renderers=[drawn], tooltips=[("", "@name"), ("behind", "@says")]))
    plot.add_layout(_labels(source, "right", "middle", 5, TEXT_SIZE))
    if row == TALL_ROW:
        above = {"x": [0.0] * len(ordered), "y": [y - 10 for y in top], "text": source.data["name"]}
        plot.yaxis.visible = False
        plot.min_border_left = 14
        plot.add_layout(_labels(ColumnDataSource(above), "x", "y", 2, "12px"))
        return
    plot.yaxis.ticker = FixedTicker(ticks=middle)
    # Plain: a label that people gave must not be read as TeX.
    names = [PlainText(text=bar.name) for bar in ordered]
    plot.yaxis.major_label_overrides = cast("Any", dict(zip(middle, names, strict=True)))
    plot.yaxis.major_label_text_font_size = "12px"
    plot.yaxis.major_tick_out = 0


def over_shares(
    lines: Sequence[ShareLine], title: str, unit: Unit, bound: ShareLine | None = None
) -> dict[str, Any]:
    """Draw a line per strategy over the admissible share; with a bound, values from 1 up."""
    drawn = [*lines, *([bound] if bound else [])]
    values = [float(v) for line in drawn for v in line.value if math.isfinite(v)]
    scale = bound_scale(max(values, default=1.0)) if bound else _scale(values)
    if scale and scale.is_linear:
        scale = None
    plot = _frame(LINES_HEIGHT, Range1d(start=0, end=1.03), None)
    plot.xaxis.axis_label = "share a of admissible processors"
    name = f" ({unit.name})" if unit.name else ""
    plot.yaxis.axis_label = f"{title}{name}{f', {scale.name}' if scale else ''}"
    if scale:
        _ticks(plot.yaxis, plot.ygrid, _thinned(scale))
    items = []
    for i, line in enumerate(lines):
        look = Style(OKABE_ITO[i % len(OKABE_ITO)], MARKERS[i % len(MARKERS)], _dash(i))
        items.append(_line(plot, line, look, scale, unit))
    if bound:
        items.append(_line(plot, bound, Style(GREY, "", "dashed"), scale, unit))
    add_legend(plot, items, click_policy="hide")
    return json_of(plot)


def theory(found: Theory) -> dict[str, Any]:
    """Draw the curves of a theory up to its highest value of interest."""
    plot = _frame(LINES_HEIGHT, Range1d(start=0, end=1.0), Range1d(start=0, end=found.highest))
    plot.xaxis.axis_label, plot.yaxis.axis_label = found.x_label, found.y_label
    items = []
    # The last curve is the largest of the others: wide and below them.
    for i, curve in reversed(list(enumerate(found.curves))):
        seen = curve.y <= 2 * found.highest
        line = ShareLine(curve.title, curve.x[seen], curve.y[seen])
        style = Style(OKABE_ITO[i], "", DASHES[i % len(DASHES)])
        width = 5.0 if i == len(found.curves) - 1 else 2.0
        items.append(_line(plot, line, style, None, Unit("", 1.0), width))
    add_legend(plot, items[::-1], click_policy="hide")
    return json_of(plot)


def _dash(i: int) -> str:
    return DASHES[i // len(OKABE_ITO)]


def _line(
    plot: figure, line: ShareLine, style: Style, scale: Scale | None, unit: Unit, width: float = 2.0
) -> LegendItem:
    source = ColumnDataSource(
        {
            "x": line.share,
            "y": scale.place(line.value) if scale else line.value,
            "share": [f"{share:.4g}" for share in line.share],
            "text": [f"{value:,.4g} {unit.name}" for value in line.value],
        }
    )
    look: dict[str, Any] = {"line_color": style.color, "line_dash": style.dash}
    if width > 2:
        look |= {"line_alpha": LIGHTER, "line_dash": "solid"}
    drawn = [plot.line(source=source, line_width=width, name=line.name, **look)]
    if style.marker:
        marks: dict[str, Any] = {"marker": style.marker, "size": 8, "color": style.color}
        drawn.append(cast("Any", plot.scatter(source=source, name=line.name, **marks)))
    tips = [("", "$name"), ("a", "@share"), ("", "@text")]
    hover = HoverTool(renderers=cast("Any", drawn[-1:]), tooltips=tips)
    plot.add_tools(hover)
    return LegendItem(label=line.name, renderers=cast("Any", drawn))


def _scale(values: Sequence[float]) -> Scale | None:
    """Return a logarithmic axis with 0 where values are far apart, else None."""
    positive = [value for value in values if value > 0]
    if not positive or max(positive) <= WIDE * median(positive):
        return None
    linear = 10.0 ** (math.floor(math.log10(median(positive))) - 1)
    highest = math.ceil(math.log10(max(positive)))
    decades = range(round(math.log10(linear)), highest + 1)
    ticks = [0.0, *(10.0**power for power in decades)]
    shown = tuple(tick for tick in ticks if tick <= 1.05 * max(positive))
    return Scale(
        lambda v: np.log10(1.0 + v / linear),
        shown,
        lambda v: f"{v:,.0f}" if v >= 1 else f"{v:g}",
        name="log(1 + x)" if linear == 1 else f"log(1 + x / {linear:,.7g})",
    )


def _thinned(scale: Scale) -> Scale:
    """Leave out ticks of an upright axis whose texts would stand in each other, from the bottom."""
    places, height = scale.places(), LINES_HEIGHT - 2 * BELOW - ABOVE
    apart = APART * (max(places) - min(places)) / height
    kept: list[int] = []
    for i, place in enumerate(places):
        if not kept or place - places[kept[-1]] >= apart:
            kept.append(i)
    return replace(scale, ticks=tuple(scale.ticks[i] for i in kept))


def _ticks(axis: Any, grid: Any, scale: Scale) -> None:
    places = scale.places()
    axis.ticker = grid.ticker = FixedTicker(ticks=places)
    axis.major_label_overrides = dict(zip(places, scale.texts(), strict=True))


def _frame(height: int, x_range: Range1d, y_range: Range1d | None) -> figure:
    ranges: dict[str, Any] = {"x_range": x_range} | ({"y_range": y_range} if y_range else {})
    plot = figure(
        height=height,
        **STRETCHED,
        tools=[],
        **ranges,
        **CLEAR,
        toolbar_location=None,
        min_border_left=LEFT if y_range is None else 14,
        min_border_right=RIGHT,
        min_border_top=ABOVE,
        min_border_bottom=BELOW,
    )
    plot.xaxis.major_label_policy = NoOverlap(min_distance=6)
    plot.axis.major_tick_in = 0
    plot.axis.major_label_text_font_size = TEXT_SIZE
    plot.axis.axis_label_text_font_size = "12px"
    plot.axis.axis_label_text_font_style = "normal"
    return plot


def _labels(source: ColumnDataSource, x: str, y: str, away: int, size: str) -> LabelSet:
    look: dict[str, Any] = {"text_font_size": size, "text_baseline": "middle"}
    return LabelSet(x=x, y=y, text="text", x_offset=away, source=source, **look)
