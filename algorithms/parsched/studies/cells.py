"""Cells: a study with what came out of its runs."""

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from parsched.base.frames import Backend
from parsched.report.phrases import counted
from parsched.run.displayed import Plotted
from parsched.studies.measured import Measured
from parsched.studies.part import Unit
from parsched.studies.study import Study

TABLES = "parsched.studies.tables"
"""Module that writes cells as tables, by its name: it imports this one."""


class Cells(Plotted, Measured):
    """The cells of a study, as far as they are computed.

    Examples
    --------
    >>> from parsched.studies import find_study
    >>> Cells(find_study("demt").changed(repetitions=1, only="fig3"))
    <Cells of demt: 0 of 66 runs>
    """

    mark: str = ""
    """What is said of numbers that an older version computed: then no claim is judged by them."""

    def __init__(self, study: Study, *, mark: str = "") -> None:
        super().__init__(study.parts, study.tables, study.average)
        self.study, self.mark = study, mark

    def __repr__(self) -> str:
        return f"<Cells of {self.study.key}: {self.done:,} of {counted(self.total, 'run')}>"

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """Return what is computed as a data frame: a row for each instance and method.

        `backend`, and what is raised, as for `parsched.base.frames.frame_of`.

        Examples
        --------
        >>> from parsched.studies import find_study
        >>> Cells(find_study("demt").changed(repetitions=1, only="fig3")).to_frame("polars").height
        0
        """
        return import_module(TABLES).tidy(self).to_frame(backend)

    @property
    def done(self) -> int:
        """Runs that are over, also those without a schedule."""
        each = ((int(c.is_done.sum()), len(c.part.requests)) for c in self.parts.values())
        return sum(units * methods for units, methods in each)

    @property
    def total(self) -> int:
        """Number of runs."""
        return self.study.cells

    @property
    def problems(self) -> int:
        """Runs without a schedule."""
        return sum(len(cells.unsolved) for cells in self.parts.values())

    @property
    def unbounded(self) -> str:
        """Why runs lack ratios to bounds, in sentences; blank where none does."""
        found = sum((Counter(cells.unbounded) for cells in self.parts.values()), Counter())
        return " ".join(f"{text} ({counted(n, 'run')})" for text, n in found.items())

    def missing(self) -> Iterator[Unit]:
        """Yield the units that are still to be computed."""
        for unit in self.study.units():
            if not self.parts[unit.part].is_done[unit.value, unit.repetition]:
                yield unit
