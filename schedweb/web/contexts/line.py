"""Where a run stands in line, in words."""

from schedweb.runs.line import RunInLine
from schedweb.web.quantities import rough_duration

_ORDINALS = {1: "st", 2: "nd", 3: "rd"}
_TEENS = (11, 12, 13)


def told(standing: RunInLine | None) -> str:
    """Return the place in line and when the run ends; blank where neither is known.

    Examples
    --------
    >>> told(RunInLine(3, 42.0))
    '3rd in line, done in about 40 s'
    >>> told(RunInLine(1, None)), told(RunInLine(0, 5.0)), told(RunInLine(0, None))
    ('next in line', 'about 5 s left', '')
    >>> told(RunInLine(1, None, "one worker is kept for short runs"))
    'next in line; one worker is kept for short runs'
    """
    if standing is None:
        return ""
    about = "" if standing.left is None else f"about {rough_duration(standing.left)}"
    if not standing.position:
        return f"{about} left" if about else ""
    place = "next" if standing.position == 1 else ordinal(standing.position)
    when = f", done in {about}" if about else ""
    return f"{place} in line{when}{f'; {standing.why}' if standing.why else ''}"


def ordinal(number: int) -> str:
    """Return a place such as 3rd or 1,012th."""
    ending = "th" if number % 100 in _TEENS else _ORDINALS.get(number % 10, "th")
    return f"{number:,}{ending}"
