"""Cells of a column as numbers and as names."""

import re
from collections.abc import Sequence
from math import inf, nan

import numpy as np
from numpy.typing import NDArray

from algorithms.formats.jobs_csv import LONGEST_NAME
from algorithms.workload import Floats, Ints, Labels

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def numbers(cells: Sequence[str]) -> Floats:
    """Return numbers, NaN for blank cells, and infinity for whatever is no number."""
    text = "".join(cells)
    if text.isascii() and "_" not in text:  # else float() takes more than a table should
        try:
            values = np.array([float(cell) if cell else nan for cell in cells], np.float64)
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


class Names:
    """A column of names, block by block: a blank cell is no name."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}
        self._blocks: list[NDArray[np.int32]] = []

    def append(self, cells: Sequence[str]) -> None:
        """Add cells, which are fit to be names."""
        codes = self._codes
        for cell in dict.fromkeys(cells):
            if cell not in codes and cell.strip():
                codes[cell] = len(codes)
        found = [codes.get(cell, -1) for cell in cells]
        self._blocks.append(np.array(found, np.int32))

    def labels(self, order: NDArray[np.int64] | slice) -> Labels | None:
        """Return the column in an order; None where no job has a name."""
        if not self._codes:
            return None
        return Labels(np.concatenate(self._blocks)[order], tuple(self._codes))


def fit(cells: Sequence[str]) -> tuple[Sequence[str], Ints]:
    """Return cells cut to the longest name and without control characters, and which were unfit."""
    text = "".join(cells)
    if len(max(cells, key=len, default="")) <= LONGEST_NAME and not _CONTROL.search(text):
        return cells, np.empty(0, np.int64)
    good = [_CONTROL.sub("?", cell[:LONGEST_NAME]) for cell in cells]
    unfit = [i for i, (cell, name) in enumerate(zip(cells, good, strict=True)) if cell != name]
    return good, np.array(unfit, np.int64)
