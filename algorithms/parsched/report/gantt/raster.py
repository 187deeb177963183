"""Rasterise a Gantt chart with true coverage: a job darkens a pixel by the area it covers there.

For each column of pixels the kernel adds the lower and upper edge of every rectangle to a vertical
difference array of premultiplied colour and coverage; one prefix sum per column then gives the
picture.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.compiled import kernel

SEPARATED = 4.0
"""Rectangles at least so many units wide (or high) leave a hairline to the next one …"""
SEPARATOR_SHARE = 16.0
"""… of this share of their size, at most one unit."""


@kernel
def separator(size: float, unit: float) -> float:
    """Return the hairline at the end of a rectangle of `size` pixels; `unit` is a CSS pixel."""
    if size < SEPARATED * unit:
        return 0.0
    return min(unit, size / SEPARATOR_SHARE)


@kernel
def add_edge(
    edges: Any, column: int, y: float, r: float, g: float, b: float, amount: float
) -> None:
    """Add a horizontal edge at height `y`, shared between two neighbouring pixels."""
    # The edge covers 1 − (y − row) of its pixel and all of those above: the rest of the step
    # falls to the next row. So an edge at the top needs two rows beyond the picture.
    row = int(y)
    upper = (y - row) * amount
    lower = amount - upper
    edges[column, row, 0] += r * lower
    edges[column, row, 1] += g * lower
    edges[column, row, 2] += b * lower
    edges[column, row, 3] += lower
    edges[column, row + 1, 0] += r * upper
    edges[column, row + 1, 1] += g * upper
    edges[column, row + 1, 2] += b * upper
    edges[column, row + 1, 3] += upper


@kernel
def add_rectangles(
    left: NDArray[np.float64],
    right: NDArray[np.float64],
    bottom: NDArray[np.float64],
    top: NDArray[np.float64],
    colour: NDArray[np.float64],
    unit: float,
    edges: NDArray[np.float32],
    busy: NDArray[np.float64],
) -> None:
    """Add rectangles, given in pixels, to the differences and to the height covered per column.

    Parameters
    ----------
    left, right, bottom, top
        float64, shape (n,), pixels; what lies outside the picture is cut off.
    colour
        float64, shape (n, 3), 0 to 255.
    unit
        Pixels per CSS pixel.
    edges
        float32, shape (width, height + 2, 4), changed in place.
    busy
        float64, shape (width,), changed in place: covered pixels of each column, without hairlines.
    """
    width = edges.shape[0]
    height = edges.shape[1] - 2
    for i in range(len(left)):
        x0, x1 = max(left[i], 0.0), min(right[i], float(width))
        y0, y1 = max(bottom[i], 0.0), min(top[i], float(height))
        if x1 <= x0 or y1 <= y0:
            continue
        end = min(x1, right[i] - separator(right[i] - left[i], unit))
        y_end = min(y1, top[i] - separator(top[i] - bottom[i], unit))
        r, g, b = colour[i, 0], colour[i, 1], colour[i, 2]
        for column in range(int(x0), min(int(np.ceil(x1)), width)):
            from_x = max(x0, float(column))
            busy[column] += (min(x1, column + 1.0) - from_x) * (y1 - y0)
            amount = min(end, column + 1.0) - from_x
            if amount > 0.0:
                add_edge(edges, column, y0, r, g, b, amount)
                add_edge(edges, column, y_end, r, g, b, -amount)


@kernel
def resolve(edges: NDArray[np.float32], picture: NDArray[np.uint8]) -> None:
    """Sum the edges of each column into straight RGBA, row 0 at the bottom.

    Parameters
    ----------
    edges
        float32, shape (width, height + 2, 4).
    picture
        uint8, shape (height, width, 4), filled in place.
    """
    for column in range(edges.shape[0]):
        r, g, b, covered = 0.0, 0.0, 0.0, 0.0
        for row in range(edges.shape[1] - 2):
            r += edges[column, row, 0]
            g += edges[column, row, 1]
            b += edges[column, row, 2]
            covered += edges[column, row, 3]
            # Sums of float32 differences end a little below 0 or above full cover: cut both.
            alpha = int(min(covered, 1.0) * 255.0 + 0.5)
            if alpha > 0:
                picture[row, column, 0] = int(min(max(r / covered, 0.0), 255.0) + 0.5)
                picture[row, column, 1] = int(min(max(g / covered, 0.0), 255.0) + 0.5)
                picture[row, column, 2] = int(min(max(b / covered, 0.0), 255.0) + 0.5)
                picture[row, column, 3] = alpha


@kernel
def draw_strip(
    picture: NDArray[np.uint8],
    share: NDArray[np.float64],
    low: float,
    high: float,
    colour: NDArray[np.float64],
) -> None:
    """Draw the strip of busy processors: in each column a bar from `low`; `high` is all busy.

    Parameters
    ----------
    picture
        uint8, shape (height, width, 4), changed in place.
    share
        float64, shape (width,), busy processors over all, 0 to 1.
    low, high
        Pixels above the bottom.
    colour
        float64, shape (3,), 0 to 255.
    """
    for column in range(picture.shape[1]):
        top = low + min(share[column], 1.0) * (high - low)
        for row in range(int(low), min(int(np.ceil(top)), picture.shape[0])):
            covered = min(top, row + 1.0) - max(low, float(row))
            alpha = int(covered * 255.0 + 0.5)
            if alpha > 0:
                for channel in range(3):
                    picture[row, column, channel] = int(colour[channel] + 0.5)
                picture[row, column, 3] = alpha
