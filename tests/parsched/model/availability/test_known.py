"""What searches proved holds, and saves nothing that is wrong."""

import numpy as np
import pytest

from parsched.model.availability import known
from parsched.model.availability.known import (
    STEPS,
    forget,
    new_known,
    prove,
    proved,
    step_above,
    step_below,
)
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")


def size_of(step: int) -> float:
    """The size at a step."""
    return float(2.0 ** (step // STEPS) * (1 + step % STEPS / STEPS))


def test_steps_enclose_sizes() -> None:
    for size in [1.0, 1.25, 1.3, 2.0, 3.0, 3.1, 7.0, 100.0, 0.01, 1e6, 2.0**40 + 1]:
        below, above = step_below(size), step_above(size)
        assert size_of(below) <= size <= size_of(above)
        assert above - below == (size_of(below) != size)
        assert size_of(below + 1) > size


def test_only_larger_jobs_are_known() -> None:
    """A job of 3 processors and 100 s begins at 50 at the earliest: so does one of 4 and 112."""
    with uncompiled(known):
        table = known.new_known(300, 2e5)
        known.prove(table, 3, 100.0, 50.0)
        assert known.proved(table, 3, 112.0) == known.proved(table, 9, 1e5) == 50.0
        for width, length in [(2, 112.0), (3, 99.0), (2, 0.0), (9, 0.0), (9, 1e-5)]:
            assert known.proved(table, width, length) == -np.inf


def test_random_proofs_never_promise_too_much() -> None:
    chance = np.random.default_rng(1)
    table = new_known(300, 1e6)
    made: list[tuple[int, float, float]] = []
    for _ in range(3_000):
        width, length = int(chance.integers(1, 300)), float(chance.integers(0, 900))
        sure = max((t for w, e, t in made if w <= width and e <= length), default=-np.inf)
        step = 1.0 + 1.0 / STEPS
        least = max(
            (t for w, e, t in made if w * step**2 <= width and max(e, 1.0) * step**2 <= length),
            default=-np.inf,
        )
        assert least <= proved(table, width, length) <= sure
        instant = float(chance.integers(0, 100))
        prove(table, width, length, instant)
        made.append((width, length, instant))
    assert proved(table, 299, 1e6) > 90
    forget(table)
    assert proved(table, 299, 1e6) == -np.inf
