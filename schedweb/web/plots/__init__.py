"""Plots as Bokeh figures: any figure of a report, drawn by its kind."""

from collections.abc import Mapping
from typing import Any, Protocol

from algorithms.report.figure import Figure, Kind
from schedweb.web.plots import bars, lines, points
from schedweb.web.plots.looks import Looks


def draw(figure: Figure, looks: Looks | None = None) -> dict[str, Any]:
    """Return what `Bokeh.embed.embed_item` takes; the browser colours axes and text from the style
    sheet (theme.js). `looks` are those of the runs to draw, by key; of the others there are only
    small grey points among points."""
    return _DRAWERS[figure.kind].draw(figure, looks)


def height(figure: Figure) -> int:
    """Return how high it is, CSS pixels."""
    return _DRAWERS[figure.kind].height(figure)


class _Drawer(Protocol):
    """What the module of a shape has."""

    def draw(self, figure: Figure, looks: Looks | None, /) -> dict[str, Any]: ...

    def height(self, figure: Figure, /) -> int: ...


_DRAWERS: Mapping[Kind, _Drawer] = {"lines": lines, "points": points, "bars": bars}
