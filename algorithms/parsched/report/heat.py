"""Colours of heat maps: a ramp from little to much, or from less over equal to more."""

from parsched.report.plot import Plot

LITTLE_TO_MUCH = ("#d9e7f4", "#b5d0e8", "#86b2d9", "#5590c4", "#2f6fab", "#1d4e89", "#102f5c")
LESS_TO_MORE = ("#0b4f8a", "#3f8cc4", "#a5cbe6", "#d5d8dc", "#f6c79b", "#e07b2c", "#a1460a")
"""As pages have them for jobs that start earlier or later."""
DARKEST_UNDER_BLACK = 0.2
"""Relative luminance from which black is easier to read on a colour than white."""


def colours(plot: Plot) -> list[str]:
    """Return the colour of each series of a heat map: its classes, spread over the ramp."""
    is_change = any(series.shape == "changes" for series in plot.series)
    ramp, last = LESS_TO_MORE if is_change else LITTLE_TO_MUCH, len(plot.series) - 1
    if last < 1:
        return [ramp[len(ramp) // 2]] * len(plot.series)
    return [ramp[round(place * (len(ramp) - 1) / last)] for place in range(last + 1)]


def ink(colour: str) -> str:
    """Return black or white, whatever is easier to read on a colour "#rrggbb".

    Examples
    --------
    >>> ink("#d9e7f4"), ink("#102f5c")
    ('#10161f', '#ffffff')
    """
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    luminance = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return "#10161f" if luminance > DARKEST_UNDER_BLACK else "#ffffff"
