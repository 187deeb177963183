"""Axes laid out for values: where each value lies, which have ticks, and what these say."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from parsched.model.problem.calendar import Calendar
from parsched.report import plot
from parsched.report.dates import date_ticks
from parsched.report.scales import (
    LONE,
    PLAIN,
    SPAN_FROM,
    Floats,
    Scale,
    bound_scale,
    clock_scale,
    label,
    linear_scale,
    ratio_scale,
    share_scale,
    span_scale,
    spread_scale,
    time_scale,
)
from parsched.report.units import DisplayUnit, significant, unit_for

OVER = 0.03
"""Room beyond the last value of an axis that begins at 0, as a share of it."""
BOUND_ROOM = (0.05, 0.09)
SPAN_ROOM = (0.07, 0.09)
"""Room around values, as shares of their span."""
SHORTEST = 0.001
"""Least time that a "clock" shows, seconds."""
LEAST = 0.01
"""Least span of multiples of a bound that an axis shows."""


@dataclass(frozen=True)
class AxisLayout:
    """An axis from position `start` to `end`; `title` has its quantity, unit and kind of scale.

    `name` is the short title. Values are written in `unit`; if `is_free`, a medium that can be
    zoomed may choose other ticks, and if `is_exact`, each of the ticks was asked for.
    """

    title: str
    scale: Scale
    start: float
    end: float
    unit: DisplayUnit = PLAIN
    kind: plot.Scale = "linear"
    is_free: bool = False
    is_exact: bool = False
    name: str = ""
    calendar: Calendar | None = None

    @classmethod
    def of(cls, declared: plot.Axis, values: Iterable[float]) -> "AxisLayout":
        """Lay out an axis for values of a figure; values that are not finite are ignored."""
        if declared.names:
            return cls._of_classes(declared)
        finite = [float(value) for value in (*values, *declared.ticks) if np.isfinite(value)]
        axis = _MAKERS[declared.scale](declared, finite)
        if declared.ticks:
            scale = replace(axis.scale, ticks=declared.ticks)
            axis = replace(axis, scale=scale, is_free=False, is_exact=True)
        calendar = declared.calendar if declared.scale == "clock" else None
        return replace(axis, kind=declared.scale, name=declared.title, calendar=calendar)

    @classmethod
    def _of_classes(cls, declared: plot.Axis) -> Self:
        """Make an axis of classes side by side, each with its name in the middle."""
        names = declared.names
        scale = Scale(
            lambda values: values + 0.5,
            tuple(map(float, range(len(names)))),
            lambda tick: names[int(tick)],
            is_linear=True,
        )
        title = f"{declared.title} ({declared.unit})" if declared.unit else declared.title
        end = float(len(names))
        return cls(title, scale, 0.0, end, is_exact=True, name=declared.title)

    @classmethod
    def dated(cls, declared: plot.Axis, values: Iterable[float], most: int) -> "AxisLayout":
        """Lay out a clock with about `most` dates where it has a calendar; else as `of` does."""
        axis = cls.of(declared, values)
        if axis.calendar is None:
            return axis
        ticks, texts = date_ticks(axis.calendar, axis.start, axis.end, most)
        if any("\n" in text for text in texts):  # all have two lines, or they would not align
            texts = [text if "\n" in text else f"{text}\n" for text in texts]
        say = dict(zip(ticks, texts, strict=True))
        scale = replace(axis.scale, ticks=tuple(ticks), say=lambda tick: say[tick])
        return replace(axis, title=f"{declared.title} ({axis.calendar.note})", scale=scale)

    @classmethod
    def spanning(
        cls,
        title: str,
        values: Sequence[float],
        unit: DisplayUnit,
        room: tuple[float, float] = SPAN_ROOM,
        *,
        log_from: float = SPAN_FROM,
    ) -> Self:
        """Make an axis of at least one value ≥ 0, with `room` below and above as shares of the
        span, logarithmic where the largest value is `log_from` times the smallest or more. Values
        are divided by the size of the unit only in texts."""
        low, high = min(values), max(values)
        scale = span_scale(low, high, unit, log_from)
        first, last = scale.at(low), scale.at(high)
        span = last - first
        if span <= 0:
            span = LONE * abs(last) if scale.is_linear and last else LONE
            first, last = first - span / 2, last + span / 2
        below, above = room
        suffix = "" if scale.is_linear else ", log"
        full_title = (f"{title} (%)" if unit.name == "%" else _with_unit(title, unit)) + suffix
        return cls(full_title, scale, first - below * span, last + above * span, unit)

    def at(self, value: float) -> float:
        """Position of a value; the start for values that a logarithmic axis cannot show."""
        return float(self.places(np.array([value]))[0])

    def places(self, values: Floats) -> Floats:
        """Positions of values; the start for those that a logarithmic axis cannot show."""
        if not self.scale.needs_positive:
            return self.scale.place(values)
        shown = np.where(values > 0, values, 1.0)
        hidden = np.where(np.isnan(values), np.nan, self.start)
        return np.where(values > 0, self.scale.place(shown), hidden)

    def ends(self, values: Floats) -> Floats:
        """Positions of the ends of whiskers; those beyond the axis, or below all values that its
        scale can place, end with it."""
        with np.errstate(invalid="ignore"):
            places = self.places(values).clip(self.start, self.end)
        return np.where(np.isnan(places) & ~np.isnan(values), self.start, places)

    def ticks(self) -> tuple[list[float], list[str]]:
        """Positions of the ticks that are on the axis, and their texts."""
        pairs = zip(self.scale.places(), self.scale.texts(), strict=True)
        inside = [(place, text) for place, text in pairs if self.start <= place <= self.end]
        return [place for place, _ in inside], [text for _, text in inside]

    def stretched(self, factor: float) -> Self:
        """Return the axis with positions in another unit."""
        scale, start, end = self.scale, self.start * factor, self.end * factor
        scaled = replace(scale, place=lambda values: scale.place(values) * factor)
        return replace(self, scale=scaled, start=start, end=end)

    def thinned(self, length: float, least: float) -> Self:
        """Leave out ticks whose texts would overlap on an upright axis, going upwards: of those
        that are less than `least` apart, where the axis is `length` long in the same unit."""
        apart = least * (self.end - self.start) / length
        for ticks in self._coarser():
            places = self.scale.place(np.array(ticks))
            if (np.diff(places) >= apart).all():
                return replace(self, scale=replace(self.scale, ticks=ticks))
        kept: list[float] = []
        for tick, place in zip(self.scale.ticks, self.scale.places(), strict=True):
            if not kept or place - self.scale.at(kept[-1]) >= apart:
                kept.append(tick)
        return replace(self, scale=replace(self.scale, ticks=tuple(kept)))

    def _coarser(self) -> Iterator[tuple[float, ...]]:
        """Yield the ticks, then on a logarithmic axis fewer ones in the same steps everywhere."""
        yield self.scale.ticks
        for digits in (("1", "2", "5"), ("1",)) if self.scale.needs_positive else ():
            ticks = [t for t in self.scale.ticks if _only_digit(t / self.unit.size) in digits]
            if sum(self.start <= self.scale.at(tick) <= self.end for tick in ticks) > 1:
                yield tuple(ticks)

    def say(self, value: float) -> str:
        """Write a value with its unit."""
        if self.kind in ("clock", "duration"):
            return label(value)
        if self.unit.name == "%":
            return f"{100 * value:.3g} %"
        return f"{significant(value / self.unit.size)} {self.unit.name}".rstrip()

    def say_spread(self, value: float, low: float, high: float) -> str:
        """Write a value with its spread: `1.720 [1.650, 1.790] h`."""
        if not np.isfinite(low):
            return self.say(value)
        middle, *ends = (self.say(one) for one in (value, low, high))
        unit = f" {self.unit.name}" if self.unit.name else ""
        if unit and all(text.endswith(unit) for text in (middle, *ends)):
            middle, *ends = (text.removesuffix(unit) for text in (middle, *ends))
        else:
            unit = ""
        return f"{middle} [{', '.join(ends)}]{unit}"


def _only_digit(value: float) -> str:
    """Return the significant digit of a number that has one, else more of them."""
    return f"{value:.9e}".partition("e")[0].rstrip("0").rstrip(".")


def _with_unit(title: str, unit: DisplayUnit) -> str:
    return f"{title} ({unit.name})" if unit.name and unit.name != "%" else title


def _largest(values: Sequence[float]) -> float:
    return max(values, default=0.0)


def _whole(axis: AxisLayout, declared: plot.Axis, values: Sequence[float]) -> AxisLayout:
    """Leave out ticks between the numbers of what can only be counted."""
    if declared.unit or not all(value == int(value) for value in values):
        return axis
    whole = tuple(tick for tick in axis.scale.ticks if tick == int(tick))
    return replace(axis, scale=replace(axis.scale, ticks=whole or axis.scale.ticks))


def _linear(declared: plot.Axis, values: Sequence[float]) -> AxisLayout:
    share = declared.unit == "%"
    unit = DisplayUnit("%", 1.0) if share else unit_for(declared.unit, values)
    end = declared.end if declared.end is not None else max(_largest(values), 0.0) or unit.size
    scale = share_scale(end) if share else linear_scale(end, unit)
    top = scale.at(end) * (1 + OVER)
    axis = AxisLayout(_with_unit(declared.title, unit), scale, 0.0, top, unit, is_free=True)
    return axis if declared.end else _whole(axis, declared, values)


def _clock(declared: plot.Axis, values: Sequence[float]) -> AxisLayout:
    end = declared.end if declared.end is not None else _largest(values)
    first = max(declared.begin, 0.0)
    last = max(end, first + SHORTEST)
    scale = clock_scale(last, first)
    return AxisLayout(declared.title, scale, first, last, is_free=True)


def _from_least(scale: Scale, largest: float, title: str) -> AxisLayout:
    end = max(scale.at(largest), 0.01)
    return AxisLayout(title, scale, -0.01 * end, 1.02 * end)


def _duration(declared: plot.Axis, values: Sequence[float]) -> AxisLayout:
    return _from_least(time_scale(_largest(values)), _largest(values), declared.title)


def _ratio(declared: plot.Axis, values: Sequence[float]) -> AxisLayout:
    return _from_least(ratio_scale(_largest(values)), _largest(values), declared.title)


def _bound(declared: plot.Axis, values: Sequence[float]) -> AxisLayout:
    """Make an axis of ratios to a bound, which begins a little below 1."""
    largest = max([1.0, *values])
    scale = bound_scale(largest)
    low, high = scale.at(1.0), scale.at(largest)
    span = max(high - low, scale.at(1.0 + LEAST) - low)
    below, above = BOUND_ROOM
    suffix = "" if scale.is_linear else ", log"
    start, end = low - below * span, low + span * (1 + above)
    return AxisLayout(declared.title + suffix, scale, start, end, PLAIN)


def _spread(declared: plot.Axis, values: Sequence[float]) -> AxisLayout:
    unit = unit_for(declared.unit, values)
    sized = [value / unit.size for value in values]
    scale = spread_scale(sized)
    if scale is None:
        return _linear(declared, values)
    whole = replace(scale, place=lambda v: scale.place(v / unit.size))
    ticks = tuple(tick * unit.size for tick in scale.ticks)
    whole = replace(whole, ticks=ticks, say=lambda v: scale.say(v / unit.size))
    title = f"{_with_unit(declared.title, unit)}, {scale.name}"
    return AxisLayout(title, whole, 0.0, whole.at(_largest(values)) * (1 + OVER), unit)


def _span(declared: plot.Axis, values: Sequence[float]) -> AxisLayout:
    unit = unit_for(declared.unit, values)
    axis = AxisLayout.spanning(declared.title, values or [0.0], unit)
    return _whole(axis, declared, values)


def _log(declared: plot.Axis, values: Sequence[float]) -> AxisLayout:
    unit = unit_for(declared.unit, values)
    positive = [value for value in values if value > 0] or [unit.size]
    return AxisLayout.spanning(declared.title, positive, unit, log_from=0.0)


_MAKERS: Mapping[plot.Scale, Callable[[plot.Axis, Sequence[float]], AxisLayout]] = {
    "linear": _linear,
    "clock": _clock,
    "duration": _duration,
    "ratio": _ratio,
    "bound": _bound,
    "spread": _spread,
    "span": _span,
    "log": _log,
}
