"""The area that a plot is printed in: its axes with their ticks and titles, in points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Page

from parsched.report.axes import AxisLayout
from parsched.report.palette import NEUTRAL
from parsched.report.printing.fonts import LINE, font, shown, widest, width_of, wrapped
from parsched.report.printing.sheet import POINTS, Sheet

TICK = 0.35
"""Length of ticks, as a multiple of the font size, as all of these."""
PAD = 0.4
"""Between ticks, their texts, titles and the edge of the page."""
APART = 0.3
"""Least between the texts of two ticks side by side."""
LINES_APART = 1.5
"""Least between the texts of two ticks on top of each other."""
THIN = 0.07
"""Width of the lines of axes."""


@dataclass(frozen=True)
class Borders:
    """Points around the area: for ticks, their texts and titles."""

    left: float
    right: float
    below: float
    above: float


@dataclass(frozen=True)
class Frame:
    """Two axes around an area of `width` × `height` points, with the names of rows instead of the
    ticks of the upright one where there are any."""

    sheet: Sheet
    across: AxisLayout
    up: AxisLayout
    width: float
    height: float
    rows: Sequence[tuple[float, str]] = ()
    has_rows: bool = False

    @property
    def size(self) -> float:
        """Font size, points."""
        return self.sheet.size

    def wide(self, width: float) -> "Frame":
        """Return the frame with another width."""
        return replace(self, width=max(width, 1.0))

    @property
    def upright(self) -> tuple[list[float], list[str]]:
        """Positions and texts of the ticks of the upright axis that have room."""
        if self.has_rows:
            return [place for place, _ in self.rows], [shown(text) for _, text in self.rows]
        return self.up.thinned(self.height, LINES_APART * self.size).ticks()

    @property
    def level(self) -> tuple[list[float], list[str]]:
        """Positions of the ticks of the level axis, and their texts. Those without room are blank,
        or one line lower if each was asked for; of ticks at equal distances each second one or so
        is left out."""
        places, texts = self.across.ticks()
        per_point = (self.across.end - self.across.start) / self.width
        boxes = [
            (place / per_point - half, place / per_point + half)
            for place, text in zip(places, texts, strict=True)
            for half in [width_of(text, self.size) / 2]
        ]
        if self._is_even(places) and not self.across.is_exact:
            step = next(n for n in range(1, len(places) + 2) if self._fit(boxes[::n]))
            return places[::step], texts[::step]
        free, kept = [-float("inf")] * (2 if self.across.is_exact else 1), []
        for text, (left, right) in zip(texts, boxes, strict=True):
            line = next((i for i, end in enumerate(free) if left >= end), None)
            kept.append("" if line is None else "\n" * line + text)
            if line is not None:
                free[line] = right + APART * self.size
        return places, kept

    def _is_even(self, places: Sequence[float]) -> bool:
        """Tell whether ticks are at equal distances."""
        gaps = [after - place for place, after in pairwise(places)]
        return not gaps or max(gaps) - min(gaps) < 1e-6 * (self.across.end - self.across.start)

    def _fit(self, boxes: Sequence[tuple[float, float]]) -> bool:
        least = APART * self.size
        return all(left - right >= least for (_, right), (left, _) in pairwise(boxes))

    @property
    def titles(self) -> tuple[list[str], list[str]]:
        """Lines of the titles of the level and of the upright axis."""
        return (
            self._lines_of(self.across, self.width),
            self._lines_of(self.up, self.height) if self.up.title else [],
        )

    def _lines_of(self, axis: AxisLayout, room: float) -> list[str]:
        """Break a title, before the formula of a scale rather than within it."""
        title, formula = axis.title, axis.scale.name
        if not formula or width_of(shown(title), self.size) <= room:
            return wrapped(title, room, self.size)
        return [*wrapped(title.removesuffix(f" {formula}"), room, self.size), formula]

    @property
    def borders(self) -> Borders:
        """Points around the area."""
        size, (below, beside) = self.size, self.titles
        gap = PAD * size
        ticks = TICK * size + gap
        places, texts = self.level
        last = places[-1] if places else self.across.start
        beyond = (self.across.end - last) / (self.across.end - self.across.start) * self.width
        overhang = width_of(texts[-1].strip(), size) / 2 - beyond if texts else 0.0
        title = gap + LINE * size * len(beside) if beside else 0.0
        return Borders(
            left=ticks + widest(self.upright[1], size) + title + gap,
            right=max(overhang, 0.0) + gap,
            below=self._under + size + gap + LINE * size * len(below),
            above=size / 2 + gap,
        )

    @property
    def _under(self) -> float:
        """Points from the area to the last line of the texts below it."""
        lower = any("\n" in text for text in self.level[1])
        return (TICK + PAD + LINE * lower) * self.size

    def draw(self, page: Page, left: float, bottom: float) -> "Canvas":
        """Draw the axes with the corner of their area at this point of the page."""
        width, height = (inches * POINTS for inches in page.get_size_inches())
        places = (left / width, bottom / height, self.width / width, self.height / height)
        axes = page.add_axes(places)
        axes.set_facecolor(self.sheet.inks.ground)
        axes.set_xlim(self.across.start, self.across.end)
        axes.set_ylim(self.up.start, self.up.end)
        self._lines(axes)
        self._ticks(axes)
        self._titles(axes)
        return Canvas(axes, self)

    def _lines(self, axes: Axes) -> None:
        inks, width = self.sheet.inks, THIN * self.size
        for side, spine in axes.spines.items():
            spine.set_visible(side in ("left", "bottom"))
            spine.set_color(inks.muted)
            spine.set_linewidth(width)
        axes.set_axisbelow(True)
        axes.grid(visible=True, axis="x" if self.has_rows else "both", color=inks.grid, lw=width)
        look: dict[str, Any] = {"color": inks.muted, "width": width, "pad": PAD * self.size}
        axes.tick_params(which="both", length=TICK * self.size, labelcolor=inks.text, **look)
        if self.has_rows:
            axes.tick_params(axis="y", length=0)

    def _ticks(self, axes: Axes) -> None:
        props = font(self.size)
        for axis, (places, texts) in ((axes.xaxis, self.level), (axes.yaxis, self.upright)):
            axis.set_ticks(places, labels=texts, fontproperties=props)
            axis.set_ticks([], minor=True)

    def _titles(self, axes: Axes) -> None:
        size, (below, beside) = self.size, self.titles
        look: dict[str, Any] = {
            "fontproperties": font(size),
            "color": self.sheet.inks.text,
            "linespacing": LINE,
        }
        away = (TICK + 2 * PAD) * size
        axes.set_xlabel("\n".join(below), **look)
        axes.xaxis.set_label_coords(0.5, -(self._under + size + PAD * size) / self.height)
        axes.set_ylabel("\n".join(beside), **look)
        left = away + widest(self.upright[1], size)
        axes.yaxis.set_label_coords(-left / self.width, 0.5)


@dataclass(frozen=True)
class Canvas:
    """The axes that series are drawn on."""

    axes: Axes
    frame: Frame

    @property
    def sheet(self) -> Sheet:
        """How the figure is printed."""
        return self.frame.sheet

    @property
    def line_width(self) -> float:
        """Width of the lines of series, points."""
        return 0.15 * self.frame.size

    @property
    def marker(self) -> float:
        """Size of markers, points."""
        return 0.6 * self.frame.size

    @property
    def edge(self) -> dict[str, Any]:
        """Edges of markers in the colour of the ground, which set them off from each other."""
        return {
            "markeredgecolor": self.sheet.inks.ground,
            "markeredgewidth": 0.035 * self.frame.size,
        }

    def points(self, x: float, y: float) -> tuple[float, float]:
        """Return a position in points from the corner of the area."""
        across, up = self.frame.across, self.frame.up
        return (
            (x - across.start) / (across.end - across.start) * self.frame.width,
            (y - up.start) / (up.end - up.start) * self.frame.height,
        )

    def bounds(self) -> None:
        """Draw the lines at the bounds, beyond which there is no schedule."""
        look: dict[str, Any] = {"color": NEUTRAL, "ls": (0.0, (4.0, 2.5)), "zorder": 1.5}
        look["lw"] = 0.6 * self.line_width
        if self.frame.across.kind == "bound":
            self.axes.axvline(self.frame.across.at(1.0), **look)
        if self.frame.up.kind == "bound":
            self.axes.axhline(self.frame.up.at(1.0), **look)
