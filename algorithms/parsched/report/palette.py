"""Colour, marker and dash of an algorithm: the same on every page and in every export.

Several drawn runs of one algorithm are a sweep: each of them has a colour of its own, as long as
there are colours left.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from zlib import crc32

from parsched.policies.catalogue import ALGORITHMS, Algorithm
from parsched.run.record import GIVEN

NEUTRAL = "#7a8796"
"""Colour of everything that does not belong to a run."""
OKABE_ITO = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7f87")
GREY = OKABE_ITO[-1]
SWEPT = (*OKABE_ITO[:-1], "#8c30e8", "#a0522d")
"""Colours of eight runs of one algorithm: also the last two differ from the others for all kinds of
colour vision, and from white and dark grounds by 3 to 1."""
SWEEP = 3
"""Least number of drawn runs that make a sweep; two runs differ in dash and marker. Two schedules
that were made elsewhere make one, as they have nothing in common."""
MARKERS = (
    "circle",
    "square",
    "triangle",
    "diamond",
    "inverted_triangle",
    "hex",
    "star",
    "square_pin",
    "triangle_pin",
)
"""Shapes, by the names that Bokeh has for them."""
DASHES = ("solid", "dashed", "dotted", "dotdash", "dashdot")


def usual_order(algorithm: Algorithm) -> tuple[int, str]:
    """Sort key of algorithms within a family: the basic one first."""
    display = algorithm.display
    return (len(ALGORITHMS) if display is None else display.order), algorithm.key


@dataclass(frozen=True)
class Style:
    """Colour, marker and dash."""

    color: str
    marker: str
    dash: str


def style(key: str) -> Style:
    """Return the style of an algorithm: the declared one, or one derived from the key."""
    by_name = crc32(key.encode())
    color, marker = by_name % len(OKABE_ITO), by_name % len(MARKERS)
    if key in ALGORITHMS and (display := ALGORITHMS[key].display):
        color, marker = display.color, display.marker
    return Style(OKABE_ITO[color], MARKERS[marker], DASHES[0])


def styles(keys: Sequence[str]) -> list[Style]:
    """Return one style per entry; entries of one colour, or of one sweep, differ in marker and
    dash.

    Entries of a sweep take the colours that the other algorithms leave, grey when these run out.
    """
    sweeps = {k for k, n in Counter(keys).items() if n >= (2 if k == GIVEN else SWEEP)}
    left = _left({style(key).color for key in keys if key not in sweeps})
    chosen: list[Style] = []
    for key in keys:
        base = style(key)
        if key in sweeps:
            base = replace(base, color=next(left))
        similar = [
            look
            for other, look in zip(keys, chosen, strict=False)
            if look.color == base.color or (other == key and key in sweeps)
        ]
        markers = {other.marker for other in similar}
        dash = DASHES[len(similar) % len(DASHES)]
        chosen.append(replace(base, marker=_free(base.marker, markers), dash=dash))
    return chosen


def _left(colours: set[str]) -> Iterator[str]:
    """Yield the colours of sweeps that are not in use, then grey endlessly."""
    yield from (color for color in SWEPT if color not in colours)
    yield from repeat(GREY)


def faint() -> Style:
    """Return the style of unselected runs that are shown beside selected ones."""
    return Style(GREY, MARKERS[0], DASHES[0])


def _free(marker: str, markers: set[str]) -> str:
    """Return the marker, or the next one that is not in use."""
    first = MARKERS.index(marker)
    turned = [*MARKERS[first:], *MARKERS[:first]]
    return next((other for other in turned if other not in markers), marker)
