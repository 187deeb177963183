"""Text in columns below a line of names, without a line of dashes: how each row is cut."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

_BLANK = ("", " ")
_WORD = re.compile(r"\S+")

Cells = list[str]


class Aligned:
    """Cuts rows as most of the first ones can be: where names end, where they begin, or at blanks.

    Examples
    --------
    >>> of = Aligned("  ID    NAME", [" 12  my job", "  7    x"])
    >>> of.cells(" 12  my job"), of.cells("  7    x")
    (['12', 'my job'], ['7', 'x'])
    """

    def __init__(self, names: str, rows: Sequence[str]) -> None:
        words = list(_WORD.finditer(names))
        self.names = [word[0] for word in words]
        self._ends = [word.end() for word in words[:-1]]
        self._starts = [word.start() for word in words[1:]]
        ways = (self._at_ends, self._at_starts, self._at_blanks)
        self._ways = sorted(ways, key=lambda way: self._fit(way, rows), reverse=True)
        # Where columns begin below their names, a cell may fill one and touch the next.
        self._may_touch = self._ways[0] == self._at_starts

    def _fit(self, way: Callable[[str], Cells | None], rows: Sequence[str]) -> tuple[int, int]:
        """Return how many rows a way cuts, and how many cells end, or begin, as names do."""
        exact = 0
        for row in rows:
            edges = zip(self._ends, self._starts, strict=True)
            if way == self._at_ends:
                exact += sum(row[i - 1 : i] not in _BLANK for i, _ in edges)
            elif way == self._at_starts:
                exact += sum(row[i : i + 1] not in _BLANK for _, i in edges)
        return sum(way(row) is not None for row in rows), exact

    def cells(self, row: str) -> Cells | None:
        """Return the cells of a row, as many as there are names; None where it cannot be cut."""
        if cells := next((cells for way in self._ways if (cells := way(row)) is not None), None):
            return cells
        touch = self._may_touch and all(row[i : i + 1] not in _BLANK for i in self._starts)
        return _cut(row, self._starts) if touch else None

    def _at_ends(self, row: str) -> Cells | None:
        """Cut at the ends of names, as columns to the right are: a blank follows each."""
        return _cut(row, self._ends) if all(row[i : i + 1] in _BLANK for i in self._ends) else None

    def _at_starts(self, row: str) -> Cells | None:
        """Cut at the beginnings of names, as columns to the left are: a blank is before each."""
        is_free = all(row[i - 1 : i] in _BLANK for i in self._starts)
        return _cut(row, self._starts) if is_free else None

    def _at_blanks(self, row: str) -> Cells | None:
        cells = row.split()
        return cells if len(cells) == len(self.names) else None


def _cut(row: str, places: Sequence[int]) -> Cells:
    return [row[a:b].strip() for a, b in pairwise((0, *places, len(row)))]
