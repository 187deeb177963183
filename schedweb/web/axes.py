"""Axes of plots whose values may be spread: linear, or logarithmic where the largest is far off."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np

from algorithms.report.units import Unit
from schedweb.web.times import Scale

SPREAD = 4.0
"""From this ratio of largest to smallest value on, an axis is logarithmic."""
NICE = (1, 2, 2.5, 5, 10)
MOST_TICKS = 7
FINE, COARSE = (1, 1.5, 2, 3, 5, 7), (1, 2, 5)
BROAD = 40.0
"""From this ratio on, ticks of a logarithmic axis are farther apart."""
LARGEST = 1e9
"""From here on powers of ten say more than a row of digits."""
LONE = 0.1
"""Room on both sides of values that are all alike, as a share of them."""


@dataclass(frozen=True)
class Axis:
    """Positions between `start` and `end`; `title` says what they are, and whether logarithmic."""

    title: str
    scale: Scale
    start: float
    end: float

    @classmethod
    def of(cls, title: str, values: Sequence[float], unit: Unit, room: tuple[float, float]) -> Self:
        """Make an axis of values ≥ 0, at least one, with room below and above, shares of what they
        span. Values are divided by the size of the unit only where they are written."""
        low, high = min(values), max(values)
        scale = span_scale(low, high, unit)
        named = f"{title} ({unit.name})" if unit.name else title
        first, last = scale.at(low), scale.at(high)
        span = last - first
        if span <= 0:
            span = LONE * abs(last) if scale.is_linear and last else LONE
            first, last = first - span / 2, last + span / 2
        below, above = room
        suffix = "" if scale.is_linear else ", log"
        return cls(named + suffix, scale, first - below * span, last + above * span)

    def at(self, value: float) -> float:
        """Position of a value; one that is off a logarithmic axis is at its start."""
        if value <= 0 and not self.scale.is_linear:
            return self.start
        return self.scale.at(value)

    def ticks(self) -> tuple[list[float], list[str]]:
        """Positions of the ticks that are on the axis, and their texts."""
        pairs = zip(self.scale.places(), self.scale.texts(), strict=True)
        shown = [(place, text) for place, text in pairs if self.start <= place <= self.end]
        return [place for place, _ in shown], [text for _, text in shown]


def span_scale(low: float, high: float, unit: Unit) -> Scale:
    """Return a scale for values from `low` to `high`, logarithmic if they are far apart."""
    say = partial(_tell, unit=unit)
    if low > 0 and high / low >= SPREAD:
        return Scale(np.log10, tuple(_log_ticks(low, high, unit.size)), say)
    ticks = _linear_ticks(low, high, unit.size)
    return Scale(lambda value: value, tuple(ticks), say, is_linear=True)


def _tell(value: float, unit: Unit) -> str:
    """Write a tick: all its digits, as it is a round number."""
    shown = value / unit.size
    return f"{shown:,.9g}" if shown < LARGEST else f"{shown:.3g}"


def _linear_ticks(low: float, high: float, size: float) -> list[float]:
    """Return nice values around the span, a step more at both ends for the room there."""
    span = (high - low) / size or max(abs(high) / size * LONE, LONE)
    power = 10.0 ** math.floor(math.log10(span / MOST_TICKS))
    step = next(n * power for n in NICE if span / (n * power) <= MOST_TICKS)
    first, last = math.floor(low / size / step) - 1, math.ceil(high / size / step) + 1
    return [n * step * size for n in range(max(first, 0), last + 1)]


def _log_ticks(low: float, high: float, size: float) -> list[float]:
    steps = FINE if high / low < BROAD else COARSE
    first = math.floor(math.log10(low / size)) - 1
    last = math.ceil(math.log10(high / size)) + 1
    apart = max(1, (last - first) // MOST_TICKS)
    powers = range(first // apart * apart, last + 1, apart)
    return [m * 10.0**p * size for p in powers for m in (steps if apart == 1 else (1,))]
