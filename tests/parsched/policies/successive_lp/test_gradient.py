"""Costs: the printed ones, and those that work."""

import numpy as np
import pytest

from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.slots import Slots
from parsched.policies.successive_lp.gradient import CAP, literal, smoothed
from tests.parsched.factories import offline

SLOTS = Slots.of(DiscreteInstance.of(offline((1, 1), (1, 1), (1, 3)), 2), 3)
"""Two jobs of three slots, one of one."""


def test_smoothed_an_unused_slot_costs_more_than_a_used_one() -> None:
    """Were it otherwise, the program would flee its own solution."""
    shares = np.array([0.0, 0.3, 0.7, 1.0, 0.0, 0.0, 1.0])
    for epsilon in (0.1, 0.05, 0.0125):
        costs = smoothed(shares, 0.1, epsilon)
        order = np.argsort(shares, kind="stable")
        assert (np.diff(costs[order]) <= 0).all()
        assert costs[shares == 0].min() > costs[shares > 0].max()


def test_smoothed_is_the_gradient_of_the_smoothed_norm() -> None:
    shares, p, epsilon, step = np.array([0.0, 0.2, 0.8]), 0.1, 0.1, 1e-6
    for s in range(3):
        moved = shares.copy()
        moved[s] += step
        slope = (((moved + epsilon) ** p).sum() - ((shares + epsilon) ** p).sum()) / step
        assert smoothed(shares, p, epsilon)[s] == pytest.approx(slope / p, rel=1e-4)


def test_literal_an_unused_slot_costs_nothing_and_a_used_one_at_least_1() -> None:
    """The sign problem of the printed gradient: kept as it is under its own name."""
    shares = np.array([0.0, 0.3, 0.7, 1.0, 0.0, 0.0, 1.0])
    costs = literal(shares, 0.1, SLOTS)
    assert (costs[shares == 0] == 0).all()
    assert (costs[shares > 0] >= 1 - 1e-12).all()
    assert costs[[3, 6]] == pytest.approx([1, 1])


def test_literal_is_the_printed_formula_up_to_a_factor() -> None:
    shares, p = np.array([0.2, 0.3, 0.5, 1.0, 0.0, 0.0, 1.0]), 0.5
    norm = (np.sqrt([0.2, 0.3, 0.5]).sum()) ** 2
    printed = shares[:3] ** (p - 1) * norm ** (1 - p)
    assert literal(shares, p, SLOTS)[:3] == pytest.approx(printed)


def test_literal_factors_beyond_the_cap_are_cut() -> None:
    shares = np.array([1 / 3, 1 / 3, 1 / 3, 1.0, 0.0, 0.0, 1.0])
    assert literal(shares, 0.05, SLOTS).max() == CAP


def test_literal_of_nothing_is_nothing() -> None:
    assert not literal(np.zeros(7), 0.1, SLOTS).any()
