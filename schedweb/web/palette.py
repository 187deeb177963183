"""Colour, marker and dash of an algorithm: the same on every page and in every export."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from zlib import crc32

OKABE_ITO = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7f87")
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
DASHES = ("solid", "dashed", "dotted", "dotdash", "dashdot")

PLACES = {
    "fcfs": (0, 0),
    "easy": (1, 1),
    "conservative": (2, 2),
    "ltf": (0, 0),
    "lpt": (1, 1),
    "widest": (2, 2),
    "demt": (0, 0),
    "price": (1, 1),
    "smith": (2, 2),
    "lptf": (3, 3),
    "saf": (4, 4),
    "list-graham": (5, 5),
    "mrt": (6, 6),
    "gang": (6, 7),
    "sequential": (6, 8),
    "online-batch": (4, 4),
    "slp-pure": (5, 5),
    "slp-hybrid": (2, 2),
    "local-search": (4, 4),
    "exact": (3, 3),
}
"""Places of colour and marker: different for algorithms that are usually compared, and grey for
those that look at one criterion or at none; others by name."""


def usual_order(key: str) -> tuple[int, str]:
    """Sort algorithms of one family as people name them: the plain one first."""
    return list(PLACES).index(key) if key in PLACES else len(PLACES), key


@dataclass(frozen=True)
class Style:
    """How an algorithm looks."""

    color: str
    marker: str
    dash: str


def style(key: str) -> Style:
    """Return the style of an algorithm by its key."""
    by_name = crc32(key.encode())
    color, marker = PLACES.get(key, (by_name % len(OKABE_ITO), by_name % len(MARKERS)))
    return Style(OKABE_ITO[color], MARKERS[marker], DASHES[0])


def styles(keys: Sequence[str]) -> list[Style]:
    """Return one style per entry; entries of one colour differ in marker and dash."""
    found: list[Style] = []
    for key in keys:
        base = style(key)
        alike = [other for other in found if other.color == base.color]
        taken = {other.marker for other in alike}
        dash = DASHES[len(alike) % len(DASHES)]
        found.append(replace(base, marker=_free(base.marker, taken), dash=dash))
    return found


def _free(marker: str, taken: set[str]) -> str:
    """Return the marker, or the next one that is not taken."""
    first = MARKERS.index(marker)
    turned = [*MARKERS[first:], *MARKERS[:first]]
    return next((other for other in turned if other not in taken), marker)
