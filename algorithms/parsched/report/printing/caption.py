"""The caption of a printed figure, and the edges of the page that it stands at."""

from typing import Any

from matplotlib.figure import Figure as Page

from parsched.report.printing.fonts import LINE, font, wrapped
from parsched.report.printing.sheet import POINTS, Sheet

GAP, EDGE = 0.9, 0.4
"""Between area, legend and caption, and around all of it; as multiples of the font size."""
CAPTION = 0.85
"""Font size of captions, as a multiple of the figure's."""


def lines_of(sheet: Sheet) -> list[str]:
    """Break the caption into lines; none where there is no caption."""
    room = sheet.paper.width * POINTS - 2 * EDGE * sheet.size
    return wrapped(sheet.caption, room, CAPTION * sheet.size) if sheet.caption else []


def foot_of(sheet: Sheet) -> float:
    """Return the points that the caption takes at the bottom of the page, with its edges."""
    lines = lines_of(sheet)
    return EDGE * sheet.size + (_height(sheet, lines) + GAP * sheet.size if lines else 0.0)


def draw_caption(page: Page, sheet: Sheet) -> None:
    """Write the caption at the bottom of a page that has its size."""
    lines = lines_of(sheet)
    if not lines:
        return
    width, height = (inches * POINTS for inches in page.get_size_inches())
    top = (EDGE * sheet.size + _height(sheet, lines)) / height
    props = font(CAPTION * sheet.size)
    look: dict[str, Any] = {"fontproperties": props, "color": sheet.inks.muted}
    page.text(EDGE * sheet.size / width, top, "\n".join(lines), va="top", linespacing=LINE, **look)


def _height(sheet: Sheet, lines: list[str]) -> float:
    return len(lines) * CAPTION * LINE * sheet.size
