"""Bokeh plots of the figures of reports, drawn by their kind."""

from collections.abc import Mapping
from typing import Any, Protocol

from parsched.report.figure import Figure, Kind
from parsched.report.looks import Looks
from schedweb.web.plots import bars, cells, lines, points


def draw(
    figure: Figure, looks: Looks | None = None, links: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the JSON for `Bokeh.embed.embed_item`; the browser colours axes and text (theme.js).
    `looks` are the styles of the runs to draw, by key; other runs are left out, or are small grey
    points in planes of points. A click on a point of a line leads to the address that `links` have
    for its origin."""
    if figure.kind == "lines":
        return lines.draw(figure, looks, links or {})
    return _DRAWERS[figure.kind].draw(figure, looks)


def height(figure: Figure) -> int:
    """Return the height of the plot, CSS pixels."""
    return _DRAWERS[figure.kind].height(figure)


class _Drawer(Protocol):
    """Functions of the module that draws one kind of figure."""

    def draw(self, figure: Figure, looks: Looks | None, /) -> dict[str, Any]: ...

    def height(self, figure: Figure, /) -> int: ...


_DRAWERS: Mapping[Kind, _Drawer] = {
    "lines": lines,
    "points": points,
    "bars": bars,
    "cells": cells,
}
