"""A time axis for plots whose values span from nothing to weeks."""

import numpy as np
from numpy.typing import NDArray

LINEAR = 60.0
"""Seconds up to which the axis is close to linear."""
TICKS = (
    (0, "0"),
    (60, "1 min"),
    (600, "10 min"),
    (3_600, "1 h"),
    (6 * 3_600, "6 h"),
    (86_400, "1 d"),
    (5 * 86_400, "5 d"),
    (30 * 86_400, "30 d"),
    (200 * 86_400, "200 d"),
    (1_000 * 86_400, "1,000 d"),
)
SHORT_TICKS = ((0, "0"), (1, "1 s"), (5, "5 s"), (15, "15 s"), (30, "30 s"), *TICKS[1:])
UNITS = ((86_400.0, "d"), (3_600.0, "h"), (60.0, "min"), (1.0, "s"))


def symlog(seconds: NDArray[np.float64], linear: float = LINEAR) -> NDArray[np.float64]:
    """Map times to axis positions: log10(1 + t / linear)."""
    return np.log10(1.0 + seconds / linear)


def linear_part(longest: float) -> float:
    """Choose where the axis turns logarithmic: at a minute, or at a second for short times."""
    return LINEAR if longest >= 10 * LINEAR else 1.0


def symlog_ticks(longest: float, linear: float = LINEAR) -> tuple[list[float], list[str]]:
    """Return tick positions and texts from 0 up to the longest time."""
    ticks = TICKS if linear == LINEAR else SHORT_TICKS
    shown = [(time, text) for time, text in ticks if time <= longest]
    places = symlog(np.array([time for time, _ in shown], np.float64), linear)
    return [float(place) for place in places], [text for _, text in shown]


def label(seconds: float) -> str:
    """Write a duration with three significant digits: `3.5 h`, `42 s`."""
    size, name = next(((size, name) for size, name in UNITS if abs(seconds) >= size), UNITS[-1])
    value = seconds / size
    return f"{value:,.0f} {name}" if abs(value) >= 1000 else f"{value:.3g} {name}"
