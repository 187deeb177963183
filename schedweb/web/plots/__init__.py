"""Plots as Bokeh figures: any figure of a report, drawn by the shape of what is in it."""

from typing import Any, Protocol

from algorithms.report.figure import Figure
from schedweb.web.plots import bars, lines, points
from schedweb.web.plots.looks import Looks


def draw(figure: Figure, looks: Looks | None = None) -> dict[str, Any]:
    """Return what `Bokeh.embed.embed_item` takes; the browser colours axes and text from the style
    sheet (theme.js). `looks` are those of runs by key; one that has none is there, but not drawn
    like the others."""
    return _drawer(figure).draw(figure, looks)


def height(figure: Figure) -> int:
    """Return how high it is, CSS pixels."""
    return _drawer(figure).height(figure)


class _Drawer(Protocol):
    """What the module of a shape has."""

    def draw(self, figure: Figure, looks: Looks | None, /) -> dict[str, Any]: ...

    def height(self, figure: Figure, /) -> int: ...


def _drawer(figure: Figure) -> _Drawer:
    shapes = {series.shape for series in figure.series}
    return bars if "bars" in shapes else points if "points" in shapes else lines
