"""Earliest fits bound later ones, and never too high."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.lists import earliest_fit
from algorithms.lists.earliest_fit import add_start, earliest_start, level
from tests.twins import uncompiled

pytestmark = pytest.mark.usefixtures("may_compile")

Fit = tuple[int, float, float]

fits = st.tuples(
    st.integers(1, 100), st.floats(2.0**-16, 2.0**53) | st.integers(1, 64), st.floats(0, 1e9)
)


def test_levels_by_hand() -> None:
    """From 4 to 8 there are the levels 4, 5, 6 and 7 of four steps each."""
    assert [level(x, 4) for x in (4.0, 4.5, 5.0, 7.9, 8.0)] == [
        (8, True),
        (8, False),
        (9, True),
        (11, False),
        (12, True),
    ]
    assert level(1.0, 2) == (0, True)
    assert level(0.75, 2) == (-1, True)


@settings(max_examples=300)
@given(st.lists(fits, max_size=30), fits)
def test_only_narrower_and_shorter_jobs_count(learnt: list[Fit], asked: Fit) -> None:
    bounds = earliest_fit.start_bounds(100)
    for fit in learnt:
        add_start(bounds, *fit)
    width, duration, _ = asked
    smaller = [s for w, d, s in learnt if w <= width and d <= duration]
    much_smaller = [s for w, d, s in learnt if 2 * w <= width and 2 * d <= duration]
    found = earliest_start(bounds, width, duration)
    assert max(much_smaller, default=0) <= found <= max(smaller, default=0)


def test_durations_without_a_level_are_known_for_longer_ones_only() -> None:
    bounds = earliest_fit.start_bounds(100)
    add_start(bounds, 1, 2.0**-30, 5.0)
    add_start(bounds, 1, 2.0**60, 7.0)
    assert earliest_start(bounds, 1, 2.0**-29) == 0
    assert earliest_start(bounds, 1, 1.0) == 5
    assert earliest_start(bounds, 1, 2.0**61) == 5


@settings(max_examples=100)
@given(st.lists(fits, max_size=20), fits)
def test_the_kernels_equal_their_plain_twins(learnt: list[Fit], asked: Fit) -> None:
    def found() -> float:
        bounds = earliest_fit.start_bounds(100)
        for fit in learnt:
            earliest_fit.add_start(bounds, *fit)
        return earliest_fit.earliest_start(bounds, asked[0], asked[1])

    compiled = found()
    with uncompiled(earliest_fit):
        assert found() == compiled


@pytest.mark.parametrize("seed", range(20))
def test_what_is_known_changes_no_start(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earliest fits of a few hundred jobs, with and without."""
    chance = np.random.default_rng(seed)
    width, time = chance.integers(1, 17, 300), chance.lognormal(3, 2, 300)

    def starts() -> list[float]:
        profile = earliest_fit.idle_profile(16, 300, 8)
        start = np.empty(300)
        earliest_fit.serial(width, time, start, profile, 0, 300)
        return [float(s) for s in start]

    expected = starts()
    with uncompiled(earliest_fit), monkeypatch.context() as patch:
        patch.setattr(earliest_fit, "add_start", lambda *_: None)
        assert starts() == expected
