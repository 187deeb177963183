"""The program as PuLP writes it and as arrays fill it in are the same."""

import highspy
import numpy as np
import pytest

from parsched.data.generators import generate
from parsched.measure.time_indexed import matrix
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.slots import Slots
from tests.parsched.factories import configured


def filled(slots: Slots) -> highspy.Highs:
    solver = matrix.rows_only(slots)
    every = np.arange(len(slots))
    matrix.append(solver, matrix.columns(slots, every), np.zeros(len(slots)))
    return solver


def dense(solver: highspy.Highs) -> np.ndarray:
    lp = solver.getLp()
    by_column = lp.a_matrix_.format_ == highspy.MatrixFormat.kColwise
    table = np.zeros((lp.num_row_, lp.num_col_))
    starts, index, value = (
        np.array(part) for part in (lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_)
    )
    major = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    table[(index, major) if by_column else (major, index)] = value
    return table


@pytest.mark.parametrize("profile", ["rigid", "ceil"])
@pytest.mark.parametrize("key", ["paper-uniform", "two-gaussian", "cauchy"])
def test_both_forms_are_equal(key: str, profile: str) -> None:
    made = generate(key, jobs=7, processors=24, params={"profile": profile})
    instance = DiscreteInstance.of(made, 24)
    slots = Slots.of(instance, instance.trivial_bound + 2)
    one, two = matrix.passed(matrix.written(slots)), filled(slots)
    assert np.array_equal(dense(one), dense(two))
    parts = ("col_cost_", "col_lower_", "col_upper_", "row_lower_", "row_upper_")
    for part in parts:
        assert np.array_equal(getattr(one.getLp(), part), getattr(two.getLp(), part)), part


def test_the_matrix_by_hand() -> None:
    """Two processors, two units: job 0 on 1 for 2 or on 2 for 1, job 1 on 1 for 1."""
    instance = DiscreteInstance.of(configured({1: 2, 2: 1}, {1: 1}), 2)
    rows = dense(filled(Slots.of(instance, 2)))
    assert rows.tolist() == [
        # rest, job 0: 1 from 0, 2 at 0, 2 at 1; job 1: at 0, at 1
        [1, 0, 1, 1, 1, 0, 0],
        [0, 1, 0, 0, 0, 1, 1],
        [0, 0, 1, 2, 0, 1, 0],
        [0, 0, 1, 0, 2, 0, 1],
    ]
