"""Schedules read off shares."""

import numpy as np

from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.slots import Slots
from parsched.policies.successive_lp.reading import exact, hybrid, pure
from tests.parsched.factories import configured, offline

SLOTS = Slots.of(DiscreteInstance.of(offline((1, 2), (1, 1), (1, 1)), 2), 3)
"""Two processors, three units: slots 0–1, 2–4 and 5–7 of the jobs."""


def shares(*values: float) -> np.ndarray:
    return np.array(values)


def test_a_share_that_is_1_but_for_rounding_is_exact() -> None:
    found = exact(SLOTS, shares(1 - 1e-9, 1e-9, 0.5, 0.5, 0, 0, 1 - 1e-5, 1e-5))
    assert found.tolist() == [True, False, False]


def test_pure_takes_only_exact_jobs() -> None:
    found = pure(SLOTS, shares(1, 0, 1, 0, 0, 0, 1, 0), 3)
    assert found is not None
    assert found.start.tolist() == [0, 0, 1]
    assert found.makespan == 2
    assert pure(SLOTS, shares(1, 0, 1, 0, 0, 0, 0.5, 0.5), 3) is None


def test_hybrid_places_the_others_around_the_exact_jobs() -> None:
    """The split jobs go to the units that job 0 leaves: beside it, and before it."""
    found = hybrid(SLOTS, shares(0, 1, 0.5, 0, 0.5, 0.5, 0.5, 0), 3)
    assert found is not None
    assert found.start.tolist() == [1, 0, 0]
    assert found.makespan == 3


def test_hybrid_refuses_what_takes_longer_than_asked() -> None:
    split = shares(1, 0, 0.5, 0.5, 0, 0.5, 0.5, 0)
    assert hybrid(SLOTS, split, 2) is not None
    tight = Slots.of(DiscreteInstance.of(offline((2, 1), (1, 2), (1, 1)), 2), 3)
    rows = shares(0, 1, 0, 0.5, 0.5, 0.5, 0, 0.5)
    assert hybrid(tight, rows, 3) is None


def test_hybrid_takes_the_larger_first_and_the_configuration_that_ends_first() -> None:
    slots = Slots.of(DiscreteInstance.of(configured({1: 1}, {1: 4, 2: 2}), 2), 4)
    found = hybrid(slots, np.full(len(slots), 0.1), 4)
    assert found is not None
    assert slots.instance.widths[found.chosen].tolist() == [1, 2]
    assert found.start.tolist() == [2, 0]
