"""Signs of deployments on a poster, where there is room for them.

Deployments that take time are hatched; those that take none are lines at the left edges of jobs,
or where the group of a job begins. js/gantt/deployments.js draws the same.
"""

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.workload import Floats

MOST = 3_000
"""Most rectangles in a picture with signs."""
LEAST_JOB, LEAST_BLOCK = 6.0, 5.0
"""CSS pixels: room for a mark before the end of its job; width and height of deployments that are
hatched."""
LINE, GROUND = 2.0, 1.0
"""Width of a mark, and of the line in the colour of the ground that sets it off, CSS pixels."""
PERIOD, STEEP, STROKE, OPACITY = 6.0, 2.0, 1.0, 0.7
"""Lines of a hatching: their distance along the time axis in CSS pixels, how many pixels they rise
on one, their width in CSS pixels, and how much of the colour of the ground they have."""

Box = tuple[float, float, float, float]
Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]


def hatch(picture: Picture, boxes: list[Box], ground: Colour, scale: float) -> None:
    """Draw lines over deployments, given as (left, right, bottom, top) in pixels.

    `picture` is uint8, shape (height, width, 4), its lowest row first; changed in place. `scale` is
    the number of pixels per CSS pixel.
    """
    for box in boxes:
        left, right, bottom, top = box
        if min(right - left, top - bottom) < LEAST_BLOCK * scale:
            continue
        rows, columns = _pixels(picture, box)
        y, x = np.mgrid[rows, columns]
        lines = (x - left - y / STEEP) % (PERIOD * scale) < STROKE * scale * np.hypot(1, 1 / STEEP)
        part = picture[rows, columns, :3]
        part[lines] = np.rint(part[lines] + (np.array(ground) - part[lines]) * OPACITY)


def cover(picture: Picture, boxes: list[Box], colour: Colour, scale: float) -> None:
    """Draw a frame around what two jobs hold at once, and lines over it, however small it is; for
    the rest see `hatch`."""
    for left, right, bottom, top in boxes:
        least = max(right, left + LINE * scale), max(top, bottom + LINE * scale)
        rows, columns = _pixels(picture, (left, least[0], bottom, least[1]))
        y, x = np.mgrid[rows, columns]
        lines = (x - left - y) % (PERIOD * scale) < LINE * scale
        sides = np.minimum(x - columns.start, columns.stop - 1 - x)
        ends = np.minimum(y - rows.start, rows.stop - 1 - y)
        picture[rows, columns][lines | (np.minimum(sides, ends) < scale)] = (*colour, 255)


def mark(
    picture: Picture, boxes: list[Box], width: Floats, colours: tuple[Colour, Colour], scale: float
) -> None:
    """Draw lines at the left edges of deployments that take no time.

    `width` is float64, shape (n_boxes,): pixels up to the end of the job that each is made for;
    `colours` are the colours of the mark and of the ground. For the rest see `hatch`.
    """
    for (left, _, bottom, top), available in zip(boxes, width.tolist(), strict=True):
        if available < LEAST_JOB * scale:
            continue
        at = left
        for size, colour in zip((LINE, GROUND), colours, strict=True):
            rows, columns = _pixels(picture, (at, at + size * scale, bottom, top))
            picture[rows, columns] = (*colour, 255)
            at += size * scale


def _pixels(picture: Picture, box: Box) -> tuple[slice, slice]:
    """Return the pixels that a box covers by more than half."""
    height, width = picture.shape[:2]
    left, right = (int(min(max(edge, 0.0), width) + 0.5) for edge in box[:2])
    bottom, top = (int(min(max(edge, 0.0), height) + 0.5) for edge in box[2:])
    return slice(bottom, top), slice(left, right)
