"""What all forms of statements have in common."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from pydantic import ConfigDict

from algorithms.problem.arrays import Floats
from algorithms.studies.findings import Finding, Range
from algorithms.studies.measured import Group, Measured
from algorithms.studies.measures import Measure
from algorithms.studies.strict import STRICT


@dataclass(frozen=True, kw_only=True)
class Judge:
    """A form of statements about a measure.

    Parameters
    ----------
    measure
        What it is about.
    parts
        Keys of the parts of the study; empty for all.
    between
        Limits of values by name, both inclusive: `{"jobs": (100, 400)}`.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    measure: str
    parts: tuple[str, ...] = ()
    between: Mapping[str, Range] = field(default_factory=dict)

    def findings(self, cells: Measured) -> Iterator[Finding]:
        """Yield what was found, a statement each."""
        raise NotImplementedError

    def groups(self, cells: Measured) -> list[Group]:
        """Return the groups that it is about."""
        return cells.groups(self.parts, self.between)

    @property
    def title(self) -> str:
        """The measure in words."""
        return Measure.parse(self.measure).title


def known(values: Floats) -> bool:
    """Tell whether any value is known."""
    return bool(np.isfinite(values).any())
