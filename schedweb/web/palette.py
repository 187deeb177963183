"""Colour, marker and dash of an algorithm: the same on every page and in every export."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from zlib import crc32

OKABE_ITO = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7f87")
MARKERS = ("circle", "square", "triangle", "diamond", "inverted_triangle", "hex", "star")
DASHES = ("solid", "dashed", "dotted", "dotdash", "dashdot")

PLACES = {
    "fcfs": 0,
    "easy": 1,
    "conservative": 2,
    "ltf": 0,
    "lpt": 1,
    "widest": 2,
    "demt": 0,
    "gang": 1,
    "lptf": 2,
    "saf": 3,
    "mrt": 4,
    "price": 5,
}
"""Place in the palette: different for algorithms that are usually compared; others by name."""


def usual_order(key: str) -> tuple[int, str]:
    """Sort algorithms of one family as people name them: the plain one first."""
    return PLACES.get(key, len(PLACES)), key


@dataclass(frozen=True)
class Style:
    """How an algorithm looks."""

    color: str
    marker: str
    dash: str


def style(key: str) -> Style:
    """Return the style of an algorithm by its key."""
    place = PLACES.get(key, crc32(key.encode())) % len(OKABE_ITO)
    return Style(OKABE_ITO[place], MARKERS[place], DASHES[0])


def styles(keys: Sequence[str]) -> list[Style]:
    """Return one style per entry; entries of one colour differ in marker and dash."""
    seen: Counter[str] = Counter()
    found = []
    for key in keys:
        base = style(key)
        turn = seen[base.color]
        seen[base.color] += 1
        marker = MARKERS[(MARKERS.index(base.marker) + turn) % len(MARKERS)]
        found.append(replace(base, marker=marker, dash=DASHES[turn % len(DASHES)]))
    return found
