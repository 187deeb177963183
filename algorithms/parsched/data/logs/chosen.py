"""Which rows of a batch are jobs."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from parsched.data.files.findings import FindingKind, Findings
from parsched.model.problem.workload import Ints

Mask = NDArray[np.bool_]


class ChosenRows:
    """Which rows of a batch are jobs so far; the others are left out, each for one reason."""

    def __init__(self, lines: Ints, findings: Findings) -> None:
        self.kept = np.ones(len(lines), np.bool_)
        self._lines = lines
        self._findings = findings

    def leave(self, kind: FindingKind, where: Mask, value: Callable[[int], str]) -> None:
        """Leave rows out."""
        self.kept[self.remark(kind, where, value)] = False

    def remark(self, kind: FindingKind, where: Mask, value: Callable[[int], str]) -> Ints:
        """Report which of some rows are kept, and return them."""
        chosen = np.flatnonzero(where & self.kept)
        self._findings.add_all(kind, self._lines[chosen], lambda i: value(int(chosen[i])))
        return chosen
