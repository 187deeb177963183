"""Axes of time between any two seconds, as zoomed charts have them."""

import math

from parsched.model.problem.calendar import Calendar
from parsched.report import plot
from parsched.report.axes import AxisLayout
from parsched.report.dates import DAY, DAYS, HOUR, MINUTE, SECONDS, date_ticks
from parsched.report.scales import Scale

MOST = 7
"""About as many ticks."""


def clock_between(begin: float, end: float, calendar: Calendar | None) -> AxisLayout:
    """Return an axis from a second to another: with dates where there is a calendar."""
    if calendar is not None:
        return _dated(begin, end, calendar)
    if begin == 0:
        return AxisLayout.of(plot.Axis(title="time", unit="s", scale="clock"), [end])
    ticks, texts = _ticks(begin, end)
    return _laid_out("time", begin, end, ticks, texts)


def _dated(begin: float, end: float, calendar: Calendar) -> AxisLayout:
    ticks, texts = date_ticks(calendar, begin, end, MOST)
    if any("\n" in text for text in texts):  # all have two lines, or they would not align
        texts = [text if "\n" in text else f"{text}\n" for text in texts]
    return _laid_out(f"time ({calendar.note})", begin, end, ticks, texts)


def _laid_out(
    title: str, begin: float, end: float, ticks: list[float], texts: list[str]
) -> AxisLayout:
    say = dict(zip(ticks, texts, strict=True))
    scale = Scale(lambda values: values, tuple(ticks), lambda tick: say[tick], is_linear=True)
    return AxisLayout(title, scale, begin, end, kind="clock", name="time")


def _ticks(begin: float, end: float) -> tuple[list[float], list[str]]:
    """Return times that are whole parts of days, and what is written there."""
    span = end - begin
    steps = (*SECONDS, *(float(days * DAY) for days in (*DAYS, 30, 60, 150, 300, 1_000, 3_000)))
    step = next((step for step in steps if span / step <= MOST), steps[-1])
    first, last = math.ceil(begin / step - 1e-9), math.floor(end / step + 1e-9)
    ticks = [number * step for number in range(first, last + 1)]
    return ticks, [moment(tick, step) for tick in ticks]


def moment(seconds: float, step: float) -> str:
    """Write a time since the beginning as precisely as the step to the next one asks for.

    Examples
    --------
    >>> moment(86_400 * 78, 86_400), moment(86_400 * 78 + 25_920, 60), moment(3_605.5, 0.5)
    ('78 d', '78 d 07:12', '01:00:05.5')
    """
    days, rest = divmod(round(seconds, 3), DAY)
    if step >= DAY:
        return f"{days:,.0f} d"
    hours, rest = divmod(rest, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    text = f"{hours:02.0f}:{minutes:02.0f}"
    if step < MINUTE:
        text += f":{rest:04.1f}" if step < 1 and step >= 0.1 else f":{rest:06.3f}"
        text = text.removesuffix(".000") if step >= 1 else text
    return f"{days:,.0f} d {text}" if days else text
