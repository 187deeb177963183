"""The font of printed figures: the one that comes with matplotlib, so that every machine has it."""

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

import matplotlib as mpl
from matplotlib.font_manager import FontProperties, get_font
from matplotlib.textpath import text_to_path

from parsched.base.naming import one_line

FAMILIES = ("DejaVu Sans", "Verdana")
"""Families that an SVG names: the font itself, and one of nearly the same widths."""
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
BREAKS = ",;:=/-"
"""Characters behind which a word that is too long is broken."""
LINE = 1.25
"""Height of a line as a multiple of the font size."""


@cache
def _path() -> str:
    return str(Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf")


@cache
def _characters() -> frozenset[int]:
    return frozenset(get_font(_path()).get_charmap())


def font(size: float) -> FontProperties:
    """Return the font in a size, points."""
    return FontProperties(fname=_path(), family="sans-serif", size=size)


def shown(text: str) -> str:
    """Return a text in one line, with the replacement character for those that the font lacks."""
    known = _characters()
    return "".join(c if ord(c) in known else UNKNOWN for c in one_line(text))


@lru_cache(maxsize=4096)  # borders, legends and captions ask for the same texts again and again
def width_of(text: str, size: float) -> float:
    """Return the width of a text, or of the longest of its lines, points."""
    measure, props = text_to_path.get_text_width_height_descent, font(size)
    return max(float(measure(line, props, False)[0]) for line in text.split("\n"))


def widest(texts: Sequence[str], size: float) -> float:
    """Return the width of the longest of some texts, points; 0 for none."""
    return max((width_of(text, size) for text in texts), default=0.0)


def wrapped(text: str, room: float, size: float) -> list[str]:
    """Break a text into lines of at most `room` points, also within words that are longer."""
    lines: list[str] = []
    for word in shown(text).split(" "):
        both = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(both, size) <= room:
            lines[-1] = both
            continue
        while len(word) > 1 and width_of(word, size) > room:
            longest = next(n for n in range(len(word) - 1, 0, -1) if _fits(word[:n], room, size))
            breaks = (n for n in range(longest, 1, -1) if word[n - 1] in BREAKS)
            first = next(breaks, longest)
            lines.append(word[:first])
            word = word[first:]
        lines.append(word)
    return lines


def _fits(text: str, room: float, size: float) -> bool:
    return len(text) == 1 or width_of(text, size) <= room
