"""All repetitions of one value of a study."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from parsched.report.units import significant
from parsched.studies import Cells, Part
from parsched.studies.measures import Measure
from schedweb.studies.models import Study
from schedweb.web.access import Access
from schedweb.web.contexts.values import whole_label

MOST_ROWS = 500


@dataclass(frozen=True)
class Repetition:
    """One instance: its number from 1, the texts of all methods, and what opens its schedules."""

    number: int
    seed: int
    texts: Sequence[str]
    problems: Sequence[str]

    @property
    def index(self) -> int:
        """Its number from 0."""
        return self.number - 1


@dataclass(frozen=True)
class CellsPage:
    """What came out of each repetition of one value: a measure of every method."""

    study: Study
    access: Access
    part: Part
    place: int
    value: int
    rows: Sequence[Repetition]
    done: int

    @classmethod
    def of(cls, study: Study, cells: Cells, access: Access, place: int, value: int) -> Self:
        """Read the cells."""
        measured = list(cells.parts.values())[place]
        part = measured.part
        by_measure = [measured.of(measure.key)[value] for measure in part.typed_measures]
        done = np.flatnonzero(measured.is_done[value]).tolist()
        rows = [
            Repetition(
                repetition + 1,
                part.instances.seed(cells.study.seed, part.instances.values[value], repetition),
                [_text(v) for values in by_measure for v in values[repetition].tolist()],
                [
                    f"{label}: {text}"
                    for i, label in enumerate(measured.labels)
                    if (text := measured.problems.get((value, repetition, i)))
                ],
            )
            for repetition in done[:MOST_ROWS]
        ]
        return cls(study, access, part, place, value, rows, len(done))

    @property
    def label(self) -> str:
        """The value in words."""
        return whole_label(self.part, self.part.instances.values[self.value])

    @property
    def heads(self) -> list[tuple[Measure, list[str]]]:
        """Measures, each with the methods below it."""
        labels = [request.label for request in self.part.requests]
        return [(measure, labels) for measure in self.part.typed_measures]

    @property
    def title(self) -> str:
        """What the part is called."""
        return self.study.declared.titles[self.part.key]

    @property
    def hidden(self) -> int:
        """Repetitions that are not listed."""
        return self.done - len(self.rows)

    @property
    def left(self) -> int:
        """Repetitions that are not computed yet."""
        return self.part.repetitions - self.done

    @property
    def home(self) -> str:
        """Address of the study."""
        return self.access.home(self.study)


def _text(value: float) -> str:
    return "–" if np.isnan(value) else significant(value, 4)
