"""Batches: what they hold, what follows from their ends, and that the table is always the same."""

import numpy as np
import pytest

from algorithms.studies import Cells
from algorithms.studies.computing import compute
from schedweb.studies.models import Batch, Study
from schedweb.studies.reading import cells_of
from schedweb.workers.models import State
from tests.studies import declared as made

pytestmark = pytest.mark.django_db


def computed_at_once(study: Study) -> Cells:
    cells = Cells(study.declared)
    for unit in study.declared.units():
        cells.put(unit, compute(study.declared, unit))
    return cells


def assert_same(one: Cells, other: Cells) -> None:
    for key, part in one.parts.items():
        assert np.array_equal(part.is_done, other.parts[key].is_done)
        assert part.numbers.tobytes() == other.parts[key].numbers.tobytes()
        assert part.problems == other.parts[key].problems


@pytest.mark.smoke
def test_a_study_is_computed_batch_by_batch_as_the_library_computes_it() -> None:
    study = made.work(made.stored())
    assert study.finished is not None
    assert_same(cells_of(study), computed_at_once(study))
    assert 1 < study.batches.count() < 12
