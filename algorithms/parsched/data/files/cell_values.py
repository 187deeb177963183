"""Cells of a column as numbers and as names."""

import re
from collections.abc import Sequence
from itertools import repeat
from math import inf, nan

import numpy as np
from numpy.typing import NDArray

from parsched.data.files.grown import Grown
from parsched.data.files.names import LONGEST_NAME, apart, fit
from parsched.model.problem.arrays import sealed
from parsched.model.problem.workload import Floats, Ints, Labels

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
"""Matches in one way only, so that a long cell that is no number takes no quadratic time."""


def numbers(cells: Sequence[str]) -> Floats:
    """Return numbers, NaN for blank cells, and infinity for whatever is no number."""
    text = "".join(cells)
    if text.isascii() and "_" not in text:  # else float() takes more than a table should
        try:
            known = cells if all(cells) else [cell or "nan" for cell in cells]
            values = np.array(list(map(float, known)), np.float64)
        except ValueError:
            pass
        else:
            for i in np.flatnonzero(np.isnan(values)).tolist():
                values[i] = inf if cells[i] else nan
            return values
    return np.array([_number(cell.strip()) for cell in cells], np.float64)


def _number(cell: str) -> float:
    if not cell:
        return nan
    return float(cell) if _NUMBER.fullmatch(cell) else inf


class NameColumn:
    """A column of names, block by block: a blank cell is no name."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}
        self._indices = Grown(np.int32)

    def __len__(self) -> int:
        return len(self._codes)

    @property
    def indices(self) -> NDArray[np.int32]:
        """The number of the name of each row so far, -1 for none."""
        return self._indices.view()

    def append(self, cells: Sequence[str]) -> Ints:
        """Add cells; return the places of those that are not fit to be names."""
        indices, unfit = self.coded(cells)
        self._indices.append(indices)
        return unfit

    def append_coded(self, indices: NDArray[np.int32]) -> None:
        """Add cells by the numbers of their names (see `coded`)."""
        self._indices.append(indices)

    def coded(self, cells: Sequence[str]) -> tuple[NDArray[np.int32], Ints]:
        """Return the numbers of the names of some cells, -1 for none, and the places of those that
        are not fit to be names."""
        codes, (keys, unfit) = self._codes, _keys(cells)
        for key in dict.fromkeys(keys):
            if key not in codes and key.strip():
                codes[key] = len(codes)
        return np.fromiter(map(codes.get, keys, repeat(-1)), np.int32, len(keys)), unfit

    def labels(self, order: NDArray[np.int64] | slice) -> Labels | None:
        """Return the column in an order, and forget it; None where no job has a name."""
        if not self._codes:
            return None
        names = apart(tuple(self._codes), LONGEST_NAME)
        return Labels(sealed(self._indices.take()[order]), names)


def _keys(cells: Sequence[str]) -> tuple[Sequence[str], Ints]:
    """Return what tells names from each other (`key_of`), and which cells are no names: these
    become names cut to the longest and made visible."""
    distinct = set(cells)
    longest = max(map(len, distinct), default=0)
    if longest <= LONGEST_NAME and "".join(distinct).isprintable():
        return cells, np.empty(0, np.int64)
    keys = [fit(cell, LONGEST_NAME) for cell in cells]
    unfit = [i for i, (cell, key) in enumerate(zip(cells, keys, strict=True)) if cell != key]
    return keys, np.array(unfit, np.int64)
