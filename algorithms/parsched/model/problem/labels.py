"""Labels of jobs, such as the names of their users, as a column of codes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.base.errors import WorkloadError
from parsched.model.problem.arrays import frozen
from parsched.model.problem.natural_order import natural


@dataclass(frozen=True, eq=False)
class Labels:
    """A column of names: `names[codes[i]]` is the name of job i; code -1 means unknown.

    `codes` is int32 of shape (n_jobs,).
    """

    codes: NDArray[np.int32]
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", frozen(self.codes, np.int32))
        if len(self.codes) and not -1 <= self.codes.min() <= self.codes.max() < len(self.names):
            raise WorkloadError(
                f"codes of {len(self.names)} names must be from -1 to {len(self.names) - 1}, got "
                f"{self.codes.min()} to {self.codes.max()}"
            )

    @classmethod
    def of(cls, values: Sequence[str | None]) -> "Labels | None":
        """Build from one name (or None) per job; None when no job has a name."""
        names = tuple(dict.fromkeys(v for v in values if v is not None))
        if not names:
            return None
        code = {name: i for i, name in enumerate(names)}
        return cls(np.array([-1 if v is None else code[v] for v in values], np.int32), names)

    def name(self, job: int) -> str | None:
        """Return the name of a job, or None."""
        code = int(self.codes[job])
        return None if code < 0 else self.names[code]

    def take(self, jobs: NDArray[Any] | slice) -> "Labels":
        """Return the column of the chosen jobs; names keep their codes."""
        return Labels(self.codes[jobs], self.names)

    def is_same(self, other: "Labels | None") -> bool:
        """Tell whether every job has the same name in both columns, or in both none."""
        if other is None:
            return False
        code_of = {name: code for code, name in enumerate(other.names)}
        codes = np.array([*(code_of.get(name, len(code_of)) for name in self.names), -1])
        return np.array_equal(codes[self.codes], other.codes)

    def in_order(self) -> "Labels":
        """Return the same column with only those names that jobs have, in their natural order."""
        counts = np.bincount(self.codes + 1, minlength=len(self.names) + 1)[1:]
        order = sorted(np.flatnonzero(counts).tolist(), key=lambda code: natural(self.names[code]))
        codes = np.full(len(self.names) + 1, -1, np.int32)
        codes[order] = np.arange(len(order))
        return Labels(codes[self.codes], tuple(self.names[code] for code in order))
