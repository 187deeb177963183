"""Places of texts beside markers: where each hides no marker and no other text, as on pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

AWAY, FAR = 0.75, (2.2, 3.7, 5.3)
"""Distances of texts from their points: close by, and at the end of a line; as multiples of the
font size, as all of these."""
MARKER, LINE = 0.5, 1.25
"""Half the size of markers, and the height of texts."""
PIECES = 12
"""Pieces into which a line to a text is cut."""
ROUNDS = 4
"""How often each text may look for a better place."""

Point = tuple[float, float]


@dataclass(frozen=True)
class LabelBox:
    """A rectangle, in points."""

    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, other: "LabelBox") -> bool:
        """Tell whether they share any area."""
        across = self.left < other.right and other.left < self.right
        return across and self.bottom < other.top and other.bottom < self.top

    def is_within(self, other: "LabelBox") -> bool:
        """Tell whether all of it is within another one."""
        across = self.left >= other.left and self.right <= other.right
        return across and self.bottom >= other.bottom and self.top <= other.top


@dataclass(frozen=True)
class Spot:
    """A place of a text, and the end of the line to it where it is far, with boxes along it."""

    box: LabelBox
    leader: Point | None = None
    path: tuple[LabelBox, ...] = ()

    def is_on(self, boxes: Sequence[LabelBox]) -> bool:
        """Tell whether the text is on any of some boxes."""
        return any(self.box.overlaps(box) for box in boxes)

    def crosses(self, boxes: Sequence[LabelBox]) -> bool:
        """Tell whether the line to it is on any of some boxes."""
        return any(piece.overlaps(box) for piece in self.path for box in boxes)


@dataclass(frozen=True)
class Ground:
    """What texts are placed on: an area in points, and the font size. They cover `lines` only where
    they must, and never what is `fixed`."""

    width: float
    height: float
    size: float
    lines: Sequence[LabelBox] = ()
    fixed: Sequence[LabelBox] = ()

    def place(self, points: Sequence[Point], widths: Sequence[float]) -> list[Spot | None]:
        """Return the places of texts of some widths beside their points; None where there is none.
        The first ones choose first."""
        frame = LabelBox(0.0, 0.0, self.width, self.height)
        half = MARKER * self.size
        markers = [LabelBox(x - half, y - half, x + half, y + half) for x, y in points]
        spots = [
            [spot for spot in self._around(point, width) if spot.box.is_within(frame)]
            for point, width in zip(points, widths, strict=True)
        ]
        chosen: list[Spot | None] = [None] * len(points)
        for _ in range(ROUNDS):
            for i in range(len(points)):
                texts = [spot.box for j, spot in enumerate(chosen) if spot and j != i]
                others = [*markers[:i], *markers[i + 1 :], *self.fixed]
                chosen[i] = self._best(spots[i], texts, others)
        return chosen

    def _best(
        self, spots: Sequence[Spot], texts: Sequence[LabelBox], markers: Sequence[LabelBox]
    ) -> Spot | None:
        """Return the first spot that hides nothing and whose line is on no marker; if there is one,
        such that the text is on no line, and its own line on no text."""
        free = [s for s in spots if not s.is_on([*texts, *markers]) and not s.crosses(markers)]
        clear = [s for s in free if not s.is_on(self.lines)]
        tidy = [s for s in clear if not s.crosses(texts)]
        return next(iter([*tidy, *clear, *free]), None)

    def _around(self, point: Point, width: float) -> Iterator[Spot]:
        """Yield the spots around a point, the best first."""
        (x, y), away, line = point, AWAY * self.size, LINE * self.size
        near, half = 0.6 * away, line / 2
        for left, bottom in (
            (x + away, y - half),
            (x - away - width, y - half),
            (x - width / 2, y + away),
            (x - width / 2, y - away - line),
            (x + near, y + near),
            (x + near, y - near - line),
            (x - near - width, y + near),
            (x - near - width, y - near - line),
        ):
            yield Spot(LabelBox(left, bottom, left + width, bottom + line))
        for far in (multiple * self.size for multiple in FAR):
            for right, up in ((1, 0.7), (1, -0.7), (-1, 0.7), (-1, -0.7), (0.3, 1), (0.3, -1)):
                end = x + right * far, y + up * far
                left = end[0] if right > 0 else end[0] - width
                box = LabelBox(left, end[1] - half, left + width, end[1] + half)
                leader = end[0] - (1 if right > 0 else -1), end[1]
                yield Spot(box, leader, _path(point, leader, MARKER * self.size))


def _path(start: Point, end: Point, least: float) -> tuple[LabelBox, ...]:
    """Return boxes along a straight line from `least` away from its start on: other markers may be
    at the same place."""
    (x0, y0), (x1, y1) = start, end
    shares = [piece / PIECES for piece in range(1, PIECES)]
    middles = [(x0 + share * (x1 - x0), y0 + share * (y1 - y0)) for share in shares]
    away = [(x, y) for x, y in middles if max(abs(x - x0), abs(y - y0)) > least + 1]
    return tuple(LabelBox(x - 1, y - 1, x + 1, y + 1) for x, y in away)


def along_steps(corners: Sequence[Point]) -> list[LabelBox]:
    """Return boxes around the lines of steps that hold each y up to the next x."""
    boxes = []
    for (x0, y0), (x1, y1) in pairwise(corners):
        boxes.append(LabelBox(min(x0, x1) - 1, y0 - 1, max(x0, x1) + 1, y0 + 1))
        boxes.append(LabelBox(x1 - 1, min(y0, y1) - 1, x1 + 1, max(y0, y1) + 1))
    return boxes
