"""Scales for values that span many orders of magnitude: waits from nothing to weeks, slowdowns."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median

import numpy as np
from numpy.typing import NDArray

from parsched.report.units import DisplayUnit

MINUTE, HOUR, DAY = 60, 3_600, 86_400
LONG_TICKS = (0, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, *(n * DAY for n in (1, 5, 30, 200, 1_000)))
SHORT_TICKS = (0, 1, 2, 5, 10, 20, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE)
BOUND_TICKS = (
    1.0,
    1.02,
    1.05,
    1.1,
    1.2,
    1.5,
    2,
    3,
    5,
    *(m * 10**e for e in range(1, 7) for m in (1, 3)),
)
LINEAR_UP_TO = 5.0
"""Ratios to a bound up to this one are drawn on a linear axis."""
NEAR = 0.1
"""Distances to a bound below this one are nearly linear on the other axis."""
STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
RATIO_TICKS = (1, 2, 5, *(m * 10**e for e in range(1, 9) for m in (1, 3)))
SPREAD_FROM = 10.0
"""Ratio of the largest to the median value from which a scale from 0 is logarithmic."""
SPAN_FROM = 4.0
"""Ratio of largest to smallest value from which an axis without 0 is logarithmic."""
NICE = (1, 2, 2.5, 5, 10)
MOST_TICKS = 7
FINE, COARSE = (1, 1.5, 2, 3, 5, 7), (1, 2, 5)
BROAD = 40.0
"""Ratio of largest to smallest value from which a logarithmic axis has fewer ticks."""
BROADEST = 3_000.0
"""Ratio from which only powers of ten have ticks."""
LARGEST = 1e9
"""Value from which numbers are written with a power of ten."""
LONE = 0.1
"""Room on both sides of values that are all equal, as a share of the value."""
CLOCKS: tuple[tuple[float, float, str, tuple[int, ...]], ...] = (
    (10.0 * MINUTE, 1.0, "s", ()),
    (2.0 * HOUR, 60.0, "min", (2, 5, 10, 15, 20, 30)),
    (2.0 * DAY, 3_600.0, "h", (1, 2, 3, 6, 12)),
    (math.inf, 86_400.0, "d", ()),
)
"""Units of axes that begin at time 0 by the latest end: seconds, name, and steps that differ from
the steps of other quantities."""
UNITS = ((86_400.0, "d"), (3_600.0, "h"), (60.0, "min"), (1.0, "s"))

Floats = NDArray[np.float64]
PLAIN = DisplayUnit("", 1.0)


@dataclass(frozen=True)
class Scale:
    """A scale: positions of values, the values with a tick, and their texts; `name` is the formula
    of the position of a value x. If it `needs_positive` values, no other one has a position."""

    place: Callable[[Floats], Floats]
    ticks: tuple[float, ...]
    say: Callable[[float], str]
    is_linear: bool = False
    needs_positive: bool = False
    name: str = ""

    def at(self, value: float) -> float:
        """Position of one value."""
        return float(self.place(np.array([value]))[0])

    def places(self) -> list[float]:
        """Positions of the ticks."""
        return [float(place) for place in self.place(np.array(self.ticks, np.float64))]

    def texts(self) -> list[str]:
        """Texts of the ticks."""
        return [self.say(tick) for tick in self.ticks]


def linear_scale(end: float, unit: DisplayUnit) -> Scale:
    """From 0 to `end`, in a unit."""
    ticks, say = _linear_ticks(0.0, end, unit.size), partial(_tick_text, unit=unit)
    return Scale(lambda values: values / unit.size, tuple(ticks), say, is_linear=True)


def share_scale(end: float) -> Scale:
    """From 0 to `end`, fractions as per cent."""
    ticks = _linear_ticks(0.0, end, PLAIN.size)
    return Scale(lambda values: values, tuple(ticks), lambda v: f"{100 * v:.9g} %", is_linear=True)


def clock_scale(end: float, begin: float = 0.0) -> Scale:
    """From `begin` to `end` seconds, with ticks in one unit of time that people count in."""
    _, size, name, steps = next(clock for clock in CLOCKS if end <= clock[0])
    span = (end - begin) / size
    step = next((step for step in steps if span / step <= MOST_TICKS), None)
    if step is None or span < step:
        ticks = _linear_ticks(begin, end, size)
    else:
        first, last = math.ceil(begin / size / step), math.floor(end / size / step)
        ticks = [n * step * size for n in range(first, last + 1)]
    say = partial(_time_text, size=size, name=name)
    return Scale(lambda seconds: seconds, tuple(ticks), say, is_linear=True)


def _time_text(seconds: float, size: float, name: str) -> str:
    return f"{seconds / size:,.9g} {name}" if seconds else "0"


def time_scale(longest: float) -> Scale:
    """Linear up to a minute (a second, where no time is long), then logarithmic."""
    linear = float(MINUTE) if longest >= 10 * MINUTE else 1.0
    ticks = LONG_TICKS if linear == MINUTE else SHORT_TICKS
    inside = tuple(float(tick) for tick in ticks if tick <= longest)
    return Scale(lambda seconds: np.log10(1.0 + seconds / linear), inside, label)


def ratio_scale(largest: float) -> Scale:
    """Logarithmic from 1 up."""
    ticks = tuple(float(tick) for tick in RATIO_TICKS if tick <= largest)
    return Scale(lambda ratio: np.log10(np.maximum(ratio, 1.0)), ticks, lambda x: f"{x:,.0f}")


def bound_scale(largest: float) -> Scale:
    """From 1 up: linear, or logarithmic in the distance to 1 where one ratio is far off."""
    if largest <= LINEAR_UP_TO:
        span = max(largest - 1.0, STEPS[0])
        step = next((step for step in STEPS if span / step <= 6), STEPS[-1])
        count = int(np.ceil(span / step - 1e-9))
        ticks = tuple(float(1 + step * i) for i in range(count + 1))
        return Scale(lambda ratio: ratio, ticks, lambda x: f"{x:.4g}", is_linear=True)
    inside = tuple(float(tick) for tick in BOUND_TICKS if tick <= largest * 1.2)
    return Scale(
        lambda ratio: np.log10(1.0 + np.maximum(ratio - 1.0, 0.0) / NEAR),
        inside,
        lambda x: f"{x:,.4g}",
    )


def spread_scale(values: Sequence[float]) -> Scale | None:
    """Return a logarithmic scale with 0 where values ≥ 0 are far apart, else None."""
    positive = [value for value in values if value > 0]
    if not positive or max(positive) <= SPREAD_FROM * median(positive):
        return None
    linear = 10.0 ** (math.floor(math.log10(median(positive))) - 1)
    highest = math.ceil(math.log10(max(positive)))
    decades = range(round(math.log10(linear)), highest + 1)
    ticks = [0.0, *(10.0**power for power in decades)]
    inside = tuple(tick for tick in ticks if tick <= 1.05 * max(positive))
    return Scale(
        lambda v: np.log10(1.0 + v / linear),
        inside,
        lambda v: f"{v:,.0f}" if v >= 1 else f"{v:g}",
        name="log(1 + x)" if linear == 1 else f"log(1 + x / {linear:,.7g})",
    )


def span_scale(low: float, high: float, unit: DisplayUnit, log_from: float = SPAN_FROM) -> Scale:
    """Return a scale for values from `low` to `high`, logarithmic if the ratio of the two is
    `log_from` or more."""
    say = partial(_tick_text, unit=unit)
    if low > 0 and high / low >= log_from:
        are_near = high / low < SPAN_FROM
        ticks = (_linear_ticks if are_near else _log_ticks)(low, high, unit.size)
        positive = tuple(tick for tick in ticks if tick > 0)
        return Scale(np.log10, positive, say, needs_positive=True)
    ticks = _linear_ticks(low, high, unit.size)
    return Scale(lambda value: value, tuple(ticks), say, is_linear=True)


def _tick_text(value: float, unit: DisplayUnit) -> str:
    """Write a tick: all its digits, as it is a round number."""
    scaled = value / unit.size
    return f"{scaled:,.9g}" if scaled < LARGEST else f"{scaled:.3g}"


def _linear_ticks(low: float, high: float, size: float) -> list[float]:
    """Return nice values around the span, a step more at both ends for the room there."""
    span = (high - low) / size or abs(high) / size * LONE or LONE
    power = 10.0 ** math.floor(math.log10(span / MOST_TICKS))
    step = next(n * power for n in NICE if span / (n * power) <= MOST_TICKS)
    first, last = math.floor(low / size / step) - 1, math.ceil(high / size / step) + 1
    return [n * step * size for n in range(max(first, 0), last + 1)]


def _log_ticks(low: float, high: float, size: float) -> list[float]:
    steps = FINE if high / low < BROAD else COARSE if high / low < BROADEST else (1,)
    first = math.floor(math.log10(low / size)) - 1
    last = math.ceil(math.log10(high / size)) + 1
    apart = max(1, (last - first) // MOST_TICKS)
    powers = range(first // apart * apart, last + 1, apart)
    return [m * 10.0**p * size for p in powers for m in (steps if apart == 1 else (1,))]


def label(seconds: float) -> str:
    """Write a duration with three significant digits: `3.5 h`, `42 s`."""
    if seconds == 0:
        return "0"
    size, name = next(((size, name) for size, name in UNITS if abs(seconds) >= size), UNITS[-1])
    value = seconds / size
    return f"{value:,.0f} {name}" if abs(value) >= 1000 else f"{value:.3g} {name}"
