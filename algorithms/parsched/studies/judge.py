"""What all forms of statements have in common."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np
from pydantic import ConfigDict

from parsched.model.problem.arrays import Floats
from parsched.report.phrases import counted
from parsched.studies.findings import UNFINISHED, Range, StudyFinding
from parsched.studies.measured import Measured, MeasuredGroup
from parsched.studies.measures import Measure
from parsched.studies.strict import STRICT

NAMING = ("method", "than", "methods")
"""Fields of judges that are labels of methods."""


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

    @property
    def is_of_each_run(self) -> bool:
        """True for what every run must keep: one that does not refutes it, whatever is missing."""
        return False

    @property
    def printed(self) -> tuple[str, str] | None:
        """The line of a printed table that it is about, by the key of the table and its title."""
        return None

    def findings(self, cells: Measured) -> Iterator[StudyFinding]:
        """Yield what was found, a statement each."""
        raise NotImplementedError

    def groups(self, cells: Measured) -> list[MeasuredGroup]:
        """Return the groups that it is about."""
        return cells.groups(self.parts, self.between)

    def named(self, finding: StudyFinding) -> StudyFinding:
        """Return a finding that says which measure it is about."""
        return replace(finding, text=f"{self.title}: {finding.text}")

    def pending(self, cells: Measured) -> StudyFinding | None:
        """Return an open statement where runs that it is about are still to be computed."""
        groups = [group for group in self.groups(cells) if self._is_about(group)]
        count = sum(group.cells.is_done[group.value].size for group in groups)
        done = sum(int(group.cells.is_done[group.value].sum()) for group in groups)
        text = f"{done:,} of {counted(count, 'instance')} computed"
        return StudyFinding(text, None, UNFINISHED) if done < count else None

    def _is_about(self, group: MeasuredGroup) -> bool:
        """Tell whether a group has any method that it names; all have if it names none."""
        named = self.methods_named
        return not named or any(map(group.has, named))

    @property
    def methods_named(self) -> list[str]:
        """Labels of the methods that it names."""
        given = [getattr(self, name) for name in NAMING if getattr(self, name, ())]
        return [label for one in given for label in ((one,) if isinstance(one, str) else one)]

    def about(self, labels: Mapping[str, str]) -> Self:
        """Return the same statement about other methods, by the labels of those that it names."""
        other: dict[str, Any] = {}
        for name in NAMING:
            match getattr(self, name, ()):
                case str(one):
                    other[name] = labels.get(one, one)
                case tuple(several) if several:
                    other[name] = tuple(labels.get(each, each) for each in several)
        return replace(self, **other)

    @property
    def title(self) -> str:
        """The measure in words."""
        return Measure.parse(self.measure).title


def known(values: Floats) -> bool:
    """Tell whether any value is known."""
    return bool(np.isfinite(values).any())
