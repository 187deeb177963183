"""Axes of plots: positions of values, ticks and their texts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from bokeh.models import FixedTicker, NumeralTickFormatter, Range1d

from algorithms.report import figure
from algorithms.report.scales import (
    LONE,
    Floats,
    Scale,
    bound_scale,
    label,
    ratio_scale,
    span_scale,
    spread_scale,
    time_scale,
)
from algorithms.report.units import Unit, significant, unit_for
from schedweb.web.plots.frame import MILLISECONDS

PLAIN = Unit("", 1.0)
OVER = 0.03
"""Room beyond the last value of an axis that begins at 0, as a share of it."""
BOUND_ROOM = (0.05, 0.09)
SPAN_ROOM = (0.07, 0.09)
"""Room around values, as shares of their span."""
APART = 14
"""CSS pixels between ticks of an upright axis."""
LEAST = 0.01
"""Least span of multiples of a bound that an axis shows."""


@dataclass(frozen=True)
class Axis:
    """An axis from position `start` to `end`; `title` has its quantity, unit and kind of scale.

    `name` is the short title. Values are written in `unit`; if `is_free`, Bokeh chooses the ticks.
    """

    title: str
    scale: Scale
    start: float
    end: float
    unit: Unit = PLAIN
    kind: figure.Scale = "linear"
    is_free: bool = False
    name: str = ""

    @classmethod
    def of(cls, declared: figure.Axis, values: Iterable[float]) -> "Axis":
        """Make an axis for values of a figure; values that are not finite are ignored."""
        finite = [float(value) for value in values if np.isfinite(value)]
        axis = _MAKERS[declared.scale](declared, finite)
        return replace(axis, kind=declared.scale, name=declared.title)

    @classmethod
    def spanning(
        cls, title: str, values: Sequence[float], unit: Unit, room: tuple[float, float] = SPAN_ROOM
    ) -> Self:
        """Make an axis of at least one value ≥ 0, with `room` below and above as shares of the
        span. Values are divided by the size of the unit only in texts."""
        low, high = min(values), max(values)
        scale = span_scale(low, high, unit)
        first, last = scale.at(low), scale.at(high)
        span = last - first
        if span <= 0:
            span = LONE * abs(last) if scale.is_linear and last else LONE
            first, last = first - span / 2, last + span / 2
        below, above = room
        suffix = "" if scale.is_linear else ", log"
        full_title = _with_unit(title, unit) + suffix
        return cls(full_title, scale, first - below * span, last + above * span, unit)

    @property
    def range(self) -> Range1d:
        """Initial range."""
        return Range1d(start=self.start, end=self.end)

    def at(self, value: float) -> float:
        """Position of a value; the start for values that a logarithmic axis cannot show."""
        if value <= 0 and not self.scale.is_linear and self.kind in ("linear", "span"):
            return self.start
        return self.scale.at(value)

    def places(self, values: Floats) -> Floats:
        """Positions of values."""
        return self.scale.place(values)

    def ticks(self) -> tuple[list[float], list[str]]:
        """Positions of the ticks that are on the axis, and their texts."""
        pairs = zip(self.scale.places(), self.scale.texts(), strict=True)
        inside = [(place, text) for place, text in pairs if self.start <= place <= self.end]
        return [place for place, _ in inside], [text for _, text in inside]

    def thinned(self, pixels: float) -> Self:
        """Leave out ticks whose texts would overlap on an upright axis of `pixels` CSS pixels,
        going upwards."""
        apart = APART * (self.end - self.start) / pixels
        ticks: list[float] = []
        for tick, place in zip(self.scale.ticks, self.scale.places(), strict=True):
            if not ticks or place - self.scale.at(ticks[-1]) >= apart:
                ticks.append(tick)
        return replace(self, scale=replace(self.scale, ticks=tuple(ticks)))

    def say(self, value: float) -> str:
        """Write a value with its unit."""
        if self.kind in ("clock", "duration"):
            return label(value)
        if self.unit.name == "%":
            return f"{100 * value:.3g} %"
        return f"{significant(value / self.unit.size)} {self.unit.name}".rstrip()

    def draw(self, axis: Any, grid: Any) -> None:
        """Write title and ticks."""
        axis.axis_label = self.title
        if self.is_free:
            if self.kind != "clock":
                share = self.unit.name == "%"
                axis.formatter = NumeralTickFormatter(format="0 %" if share else "0,0.[000]")
            return
        places, texts = self.ticks()
        axis.ticker = grid.ticker = FixedTicker(ticks=places)
        axis.major_label_overrides = dict(zip(places, texts, strict=True))


def _with_unit(title: str, unit: Unit) -> str:
    return f"{title} ({unit.name})" if unit.name and unit.name != "%" else title


def _largest(values: Sequence[float]) -> float:
    return max(values, default=0.0)


def _linear(declared: figure.Axis, values: Sequence[float]) -> Axis:
    share = declared.unit == "%"
    unit = Unit("%", 1.0) if share else unit_for(declared.unit, values)
    end = declared.end if declared.end is not None else max(_largest(values), 0.0) or unit.size
    scale = Scale(lambda v: v / unit.size, (), str, is_linear=True)
    top = scale.at(end) * (1 + OVER)
    return Axis(_with_unit(declared.title, unit), scale, 0.0, top, unit, is_free=True)


def _clock(declared: figure.Axis, values: Sequence[float]) -> Axis:
    end = declared.end if declared.end is not None else _largest(values)
    scale = Scale(lambda v: v * MILLISECONDS, (), label, is_linear=True)
    return Axis(declared.title, scale, 0.0, max(scale.at(end), 1.0), is_free=True)


def _from_least(scale: Scale, largest: float, title: str) -> Axis:
    end = max(scale.at(largest), 0.01)
    return Axis(title, scale, -0.01 * end, 1.02 * end)


def _duration(declared: figure.Axis, values: Sequence[float]) -> Axis:
    return _from_least(time_scale(_largest(values)), _largest(values), declared.title)


def _ratio(declared: figure.Axis, values: Sequence[float]) -> Axis:
    return _from_least(ratio_scale(_largest(values)), _largest(values), declared.title)


def _bound(declared: figure.Axis, values: Sequence[float]) -> Axis:
    """Make an axis of ratios to a bound, which begins a little below 1."""
    largest = max([1.0, *values])
    scale = bound_scale(largest)
    low, high = scale.at(1.0), scale.at(largest)
    span = max(high - low, scale.at(1.0 + LEAST) - low)
    below, above = BOUND_ROOM
    suffix = "" if scale.is_linear else ", log"
    return Axis(declared.title + suffix, scale, low - below * span, low + span * (1 + above), PLAIN)


def _spread(declared: figure.Axis, values: Sequence[float]) -> Axis:
    unit = unit_for(declared.unit, values)
    sized = [value / unit.size for value in values]
    scale = spread_scale(sized)
    if scale is None:
        return _linear(declared, values)
    whole = replace(scale, place=lambda v: scale.place(v / unit.size))
    ticks = tuple(tick * unit.size for tick in scale.ticks)
    whole = replace(whole, ticks=ticks, say=lambda v: scale.say(v / unit.size))
    title = f"{_with_unit(declared.title, unit)}, {scale.name}"
    return Axis(title, whole, 0.0, whole.at(_largest(values)) * (1 + OVER), unit)


def _span(declared: figure.Axis, values: Sequence[float]) -> Axis:
    unit = unit_for(declared.unit, values)
    axis = Axis.spanning(declared.title, values or [0.0], unit)
    if declared.unit or not all(value == int(value) for value in values):
        return axis
    whole = tuple(tick for tick in axis.scale.ticks if tick == int(tick))
    return replace(axis, scale=replace(axis.scale, ticks=whole or axis.scale.ticks))


_MAKERS: Mapping[figure.Scale, Callable[[figure.Axis, Sequence[float]], Axis]] = {
    "linear": _linear,
    "clock": _clock,
    "duration": _duration,
    "ratio": _ratio,
    "bound": _bound,
    "spread": _spread,
    "span": _span,
}
