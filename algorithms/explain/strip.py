"""The processors that were free while a job waited, drawn as SVG: its colours are classes of the
page, and without a style sheet those of the text."""

from html import escape

from algorithms.explain.explanation import Explanation, thinned
from algorithms.explain.words import Clock, span
from algorithms.problem.calendar import Calendar

WIDTH, HEIGHT = 720.0, 96.0
TOP, BOTTOM = 8.0, 24.0
"""Room above and below the steps, in the units of the picture."""


def strip(why: Explanation, calendar: Calendar | None) -> str:
    """Return the picture; blank for a job that did not wait."""
    if not why.steps.free:
        return ""
    label = (
        f"Free processors while job {why.id} waited: it needs {why.width:,} of {why.processors:,}; "
        f"too few were free for {span(why.short)} of {span(why.wait)}."
    )
    parts = [_blocks(why), _need(why), _axis(why, Clock(calendar))]
    return (
        f'<svg class="why-strip" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _x(why: Explanation, at: float) -> float:
    return WIDTH * (at - why.released) / why.wait


def _y(why: Explanation, free: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * free / why.processors


def _blocks(why: Explanation) -> str:
    """Draw a block for each step, of the class that says whether enough were free."""
    steps = thinned(why.steps)
    paths = {"short": "", "enough": ""}
    for k, free in enumerate(steps.free):
        left, right = _x(why, steps.time[k]), _x(why, steps.time[k + 1])
        top = _y(why, max(0, free))
        kind = "short" if free < why.width else "enough"
        paths[kind] += f"M{left:.2f} {HEIGHT - BOTTOM:g}V{top:.2f}H{right:.2f}V{HEIGHT - BOTTOM:g}Z"
    return "".join(
        f'<path class="{kind}" fill="currentColor" fill-opacity="{opacity}" d="{path}"/>'
        for (kind, path), opacity in zip(paths.items(), ("0.25", "0.55"), strict=True)
        if path
    )


def _need(why: Explanation) -> str:
    lines = ("need", _y(why, why.width), ' stroke-dasharray="5 3"'), ("base", _y(why, 0), "")
    return "".join(
        f'<path class="{name}" stroke="currentColor"{dashes} d="M0 {y:.2f}H{WIDTH:g}"/>'
        for name, y, dashes in lines
    )


def _axis(why: Explanation, at: Clock) -> str:
    texts = (("start", 0.0, why.released), ("end", WIDTH, why.start))
    return "".join(
        f'<text fill="currentColor" font-size="12" x="{x:g}" y="{HEIGHT - 6:g}" '
        f'text-anchor="{anchor}">{escape(at(time))}</text>'
        for anchor, x, time in texts
    )
