"""Durations, sizes and moments in words."""

import math
from datetime import datetime

from parsched.base.digits import counted
from parsched.report.scales import label

_SIZES = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))
_SPANS = ((86_400, "day"), (3_600, "h"), (60, "min"))
ROUGHLY = 90
"""A rough duration of this many units or more is written in the next larger unit."""


def duration(seconds: float) -> str:
    """Write with three significant digits: `3.43 h`."""
    if not math.isfinite(seconds):
        return "–"
    if 0 < abs(seconds) < 1:
        return f"{seconds * 1000:.3g} ms"
    text = label(seconds)
    return (
        text
        if not text.endswith(" d")
        else text.replace(" d", " day" if text == "1 d" else " days")
    )


def rough_duration(seconds: float) -> str:
    """Write what is only estimated, in a whole number of a unit: `3 min`, `20 min`, `2 h`."""
    spans = ((1, "s"), *reversed(_SPANS))
    unit, name = next((span for span in spans if seconds < ROUGHLY * span[0]), spans[-1])
    number = float(f"{max(seconds / unit, 1):.1g}")
    return f"{number:.0f} {name}{'s' if name == 'day' and number > 1 else ''}"


def significant(value: float, digits: int = 4) -> str:
    """Write with `digits` significant digits, whole numbers up to a million in full."""
    if not math.isfinite(value):
        return "–"
    if abs(value) >= 10 ** (digits - 1):
        return f"{value:,.0f}" if abs(value) < 1e9 else f"{value:.{digits}g}"
    text = f"{value:.{digits}g}"
    return text if "e" in text or float(value).is_integer() else _padded(value, digits)


def _padded(value: float, digits: int) -> str:
    """Keep trailing zeros, so that a column of such numbers is equally precise."""
    decimals = digits - 1 - math.floor(math.log10(abs(value)))
    return f"{value:.{max(decimals, 0)}f}"


def exact(value: float) -> str:
    """Write all digits, with thousands separated."""
    if not math.isfinite(value):
        return "–"
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,}"


def size(number: int) -> str:
    """Write bytes in decimal units: `1.23 MB`."""
    for unit, name in _SIZES:
        if number >= unit:
            return f"{number / unit:.3g} {name}"
    return counted(number, "byte")


def moment(value: datetime) -> str:
    """Write date and time: `21 Nov 2026, 03:36 UTC`."""
    return f"{value:%-d %b %Y, %H:%M} UTC"


def ago(value: datetime, now: datetime) -> str:
    """Write how long ago a moment was, or how far ahead it is."""
    seconds = (now - value).total_seconds()
    for unit, name in _SPANS:
        if abs(seconds) >= unit:
            whole = int(abs(seconds) // unit)
            text = f"{whole} {name}{'s' if name == 'day' and whole != 1 else ''}"
            return f"{text} ago" if seconds > 0 else f"in {text}"
    return "just now" if seconds >= 0 else "in a moment"
