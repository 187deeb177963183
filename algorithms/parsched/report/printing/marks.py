"""Markers and dashes of styles, as matplotlib draws them."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from matplotlib.path import Path

Dash: TypeAlias = str | tuple[float, tuple[float, ...]]
PINCH = 0.35
"""Distance of the middles of concave sides from the centre, as a share of the corners' distance."""


def _pinched(corners: Sequence[tuple[float, float]]) -> Path:
    """Return a closed shape whose sides curve towards its centre."""
    points, codes = [corners[0]], [int(Path.MOVETO)]
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        points += [(PINCH * (x0 + x1) / 2, PINCH * (y0 + y1) / 2), (x1, y1)]
        codes += [int(Path.CURVE3)] * 2
    return Path(np.array([*points, corners[0]]), [*codes, int(Path.CLOSEPOLY)])


_SQUARE = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
_TRIANGLE = [(-1.0, -0.7), (1.0, -0.7), (0.0, 1.03)]
MARKERS: Mapping[str, Any] = {
    "circle": "o",
    "square": "s",
    "triangle": "^",
    "diamond": "d",
    "inverted_triangle": "v",
    "hex": "h",
    "star": "*",
    "square_pin": _pinched(_SQUARE),
    "triangle_pin": _pinched(_TRIANGLE),
}
"""By the names of the palette."""
LARGER = {"diamond": 1.2, "star": 1.6, "square_pin": 1.3, "triangle_pin": 1.5}
"""Size of markers with less area than others, as a multiple of theirs."""
DASHES: Mapping[str, Dash] = {
    "solid": "-",
    "dashed": (0.0, (4.0, 1.8)),
    "dotted": (0.0, (1.0, 1.6)),
    "dotdash": (0.0, (1.0, 1.6, 4.0, 1.6)),
    "dashdot": (0.0, (6.0, 1.6, 1.0, 1.6, 1.0, 1.6)),
}
"""By the names of the palette: lengths of strokes and gaps, as multiples of the line width."""


def size_of(marker: str, size: float) -> float:
    """Return the size at which a marker looks as large as the others."""
    return LARGER.get(marker, 1.0) * size
