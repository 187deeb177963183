"""The daily cycle turns an even clock into the time of day."""

from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.data.generators.arrivals import stretch
from parsched.data.generators.cycle import DAY, DailyCycle, gamma_share
from parsched.data.generators.lublin import ALL, BATCH, INTERACTIVE

CYCLES = [DailyCycle.gamma(*model.day) for model in (ALL, BATCH, INTERACTIVE)]


@pytest.mark.parametrize(("low", "scale"), [(0.5, 2.0), (3.0, 5.0), (40.0, 4.0)])
def test_shares_of_an_exponential(low: float, scale: float) -> None:
    expected = exp(-low / scale) - exp(-(low + 1) / scale)
    assert gamma_share(np.array([low]), 1.0, scale) == pytest.approx(expected, rel=1e-10)


def test_shares_of_a_gamma_sum_to_one() -> None:
    shares = gamma_share(np.arange(0.001, 400), *ALL.day)
    assert shares.sum() == pytest.approx(1, abs=1e-6)
    mean = float((shares * (np.arange(0.001, 400) + 0.5)).sum())
    assert mean == pytest.approx(ALL.day[0] * ALL.day[1], abs=0.01)


@pytest.mark.parametrize("cycle", CYCLES)
def test_a_day_has_24_hours_on_both_clocks(cycle: DailyCycle) -> None:
    assert cycle.time(np.array([0.0, DAY, 7 * DAY])).tolist() == [0, DAY, 7 * DAY]
    assert (np.diff(cycle.clock) > 0).all()


@given(st.floats(0, 1e7), st.floats(0, 1e6))
def test_time_never_runs_backwards(clock: float, more: float) -> None:
    one, two = CYCLES[0].time(np.array([clock, clock + more]))
    assert one <= two


@given(st.floats(0.001, 1e6))
def test_gaps_are_stretched_to_the_target(target: float) -> None:
    factor = stretch(lambda f: f + max(0.0, f - 3.0) ** 2, target)
    assert factor + max(0.0, factor - 3.0) ** 2 == pytest.approx(target, rel=1e-9)
