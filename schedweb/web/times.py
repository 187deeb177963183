"""Axes for values that span many orders of magnitude: waits from nothing to weeks, slowdowns."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
UNITS = ((86_400.0, "d"), (3_600.0, "h"), (60.0, "min"), (1.0, "s"))

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Scale:
    """An axis: positions of values, the values that get a tick, and their texts; `name` is what a
    value x is drawn by."""

    place: Callable[[Floats], Floats]
    ticks: tuple[float, ...]
    say: Callable[[float], str]
    is_linear: bool = False
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


def time_scale(longest: float) -> Scale:
    """Linear up to a minute (a second, where no time is long), then logarithmic."""
    linear = float(MINUTE) if longest >= 10 * MINUTE else 1.0
    ticks = LONG_TICKS if linear == MINUTE else SHORT_TICKS
    shown = tuple(float(tick) for tick in ticks if tick <= longest)
    return Scale(lambda seconds: np.log10(1.0 + seconds / linear), shown, label)


def ratio_scale(largest: float) -> Scale:
    """Logarithmic from 1 up."""
    shown = tuple(float(tick) for tick in RATIO_TICKS if tick <= largest)
    return Scale(lambda ratio: np.log10(np.maximum(ratio, 1.0)), shown, lambda x: f"{x:,.4g}")


def bound_scale(largest: float) -> Scale:
    """From 1 up: linear, or logarithmic in the distance to 1 where one ratio is far off."""
    if largest <= LINEAR_UP_TO:
        span = max(largest - 1.0, STEPS[0])
        step = next((step for step in STEPS if span / step <= 6), STEPS[-1])
        count = int(np.ceil(span / step - 1e-9))
        ticks = tuple(float(1 + step * i) for i in range(count + 1))
        return Scale(lambda ratio: ratio, ticks, lambda x: f"{x:.4g}", is_linear=True)
    shown = tuple(float(tick) for tick in BOUND_TICKS if tick <= largest * 1.2)
    return Scale(
        lambda ratio: np.log10(1.0 + np.maximum(ratio - 1.0, 0.0) / NEAR),
        shown,
        lambda x: f"{x:,.4g}",
        name=f"log(1 + {1 / NEAR:g} (x − 1))",
    )


def label(seconds: float) -> str:
    """Write a duration with three significant digits: `3.5 h`, `42 s`."""
    if seconds == 0:
        return "0"
    size, name = next(((size, name) for size, name in UNITS if abs(seconds) >= size), UNITS[-1])
    value = seconds / size
    return f"{value:,.0f} {name}" if abs(value) >= 1000 else f"{value:.3g} {name}"
