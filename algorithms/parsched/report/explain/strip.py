"""The processors that were free while a job waited, drawn as SVG that fills the room it is
given: its colours are classes of the page, and without a style sheet the colours of the text."""

from html import escape

from parsched.report.explain.explanation import Explanation, thinned
from parsched.report.explain.words import span

WIDTH, HEIGHT = 720.0, 80.0
TOP, BOTTOM = 8.0, 1.0
"""Room above and below the steps, in the units of the picture."""


def strip(why: Explanation) -> str:
    """Return the picture; blank for a job that did not wait."""
    if not why.steps.free:
        return ""
    label = (
        f"Free processors while job {why.id} waited: it needs {why.width:,} of {why.processors:,}; "
        f"too few were free for {span(why.short)} of {span(why.wait)}."
    )
    parts = [_blocks(why), _need(why)]
    return (
        f'<svg class="why-strip" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" preserveAspectRatio="none" '
        f'role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
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
        f'<path class="{name}" stroke="currentColor" vector-effect="non-scaling-stroke"{dashes} '
        f'd="M0 {y:.2f}H{WIDTH:g}"/>'
        for name, y, dashes in lines
    )
