"""Processing times of any kind in whole units."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parsched.measure.allotment.choices import Choices
from parsched.measure.time_indexed.placed import largest_first
from parsched.measure.time_indexed.scale import UNITS, UnitScale
from parsched.model.problem.instance import Instance
from parsched.model.problem.platform import Platform
from parsched.model.problem.workload import Workload
from tests.amount import amount
from tests.parsched.factories import configured, counted, offline

Case = tuple[Workload, int]
ROOTS = offline((1, 2**0.5), (2, 3**0.5), (1, 5**0.5))


@st.composite
def decimal_cases(draw: Any, jobs: int = 4) -> Case:
    """A few moldable jobs whose times share a unit of tenths, or none, on a small machine."""
    processors = draw(st.integers(1, 4))
    tenths = st.integers(1, 60).map(lambda n: n / 10)
    roots = st.integers(1, 30).map(lambda n: n**0.5)
    time = draw(st.sampled_from([tenths, roots, tenths | roots]))
    widths = st.integers(1, processors)
    job = st.dictionaries(widths, time, min_size=1, max_size=3)
    return configured(*draw(st.lists(job, min_size=1, max_size=jobs))), processors


class TestTheUnit:
    def test_times_that_share_a_unit_are_counted_in_it(self) -> None:
        scale = UnitScale.of(offline((1, 3), (2, 4.5)), 2)
        assert scale.unit == 1.5
        assert scale.upper.times.tolist() == [2, 3]
        assert not scale.is_rounded

    def test_decimals_share_one_that_is_whole_ticks(self) -> None:
        jobs = Instance(offline((1, 0.6), (2, 0.9)), Platform.of(2)).counted.jobs
        scale = UnitScale.of(jobs, 2)
        assert scale.unit == 3 == 0.3 * jobs.second
        assert scale.upper.times.tolist() == [2, 3]
        assert not scale.is_rounded
        assert scale.seconds(7) == 21

    def test_times_without_one_are_cut_into_units_of_the_bound(self) -> None:
        """The work is 7.114 on two processors."""
        scale = UnitScale.of(ROOTS, 2)
        work = float((ROOTS.width * ROOTS.runtime).sum()) / 2
        assert scale.is_rounded
        assert scale.unit == pytest.approx(work / UNITS, rel=2**-19)
        assert scale.unit >= work / UNITS

    def test_a_grid_is_not_finer_than_the_times(self) -> None:
        jobs = offline((1, 30), (1, 50))
        assert UnitScale.of(jobs, 1, 8).unit == 10
        assert not UnitScale.of(jobs, 1, 8).is_rounded
        coarse = UnitScale.of(jobs, 1, 7)
        assert coarse.is_rounded
        assert coarse.unit == pytest.approx(80 / 7, rel=2**-19)
        assert (coarse.upper.times.tolist(), coarse.lower.times.tolist()) == ([3, 5], [2, 4])


@settings(max_examples=amount(500))
@given(decimal_cases(), st.integers(0, 30))
@example((ROOTS, 2), 1)
@example((offline((1, 1e-200), (1, 3e-201)), 1), 0)
@example((offline((1, 9e15 + 1), (1, 1e-200)), 1), 0)
def test_times_are_rounded_up_and_down_exactly(case: Case, grid: int) -> None:
    workload, m = case
    scale = UnitScale.of(workload, m, grid)
    if not scale.is_rounded:
        return
    unit, choices = Fraction(scale.unit), Choices.of(workload, m)
    owner = np.repeat(np.arange(choices.jobs), np.diff(choices.offsets))
    true = {
        (int(j), int(w)): Fraction(t)
        for j, w, t in zip(owner, choices.widths, choices.times, strict=True)
    }
    for instance, sign in ((scale.upper, 1), (scale.lower, -1)):
        jobs = instance.jobs[instance.owner]
        for job, width, units in zip(jobs, instance.widths, instance.times, strict=True):
            excess = sign * (int(units) * unit - true[int(job), int(width)])
            assert 0 <= excess < unit
    assert set(scale.upper.jobs) == set(range(len(workload)))


@settings(max_examples=amount(500))
@given(decimal_cases(jobs=8), st.integers(0, 30))
def test_in_seconds_a_schedule_is_feasible_and_ends_no_later_than_in_units(
    case: Case, grid: int
) -> None:
    workload, m = counted(*case), case[1]
    scale = UnitScale.of(workload, m, grid)
    placed = largest_first(scale.upper)
    schedule = scale.schedule(placed, workload)
    schedule.check(workload, Platform.of(m))
    limit = placed.makespan * scale.unit
    assert schedule.end.max() <= limit * (1 + (1e-12 if scale.is_rounded else 0))
    assert scale.units(limit * (1 - 1e-9)) == placed.makespan


def test_of_choices_that_rounding_makes_equal_the_narrowest_is_kept() -> None:
    """In units of 0.5 s they take 6 to 7, 6 and 2."""
    scale = UnitScale.of(configured({1: 3.1, 2: 3.0, 4: 1.0}), 4, 2)
    assert scale.upper.widths.tolist() == [1, 2, 4]
    assert scale.upper.times.tolist() == [7, 6, 2]
    assert scale.lower.widths.tolist() == [1, 4]
    assert scale.lower.times.tolist() == [6, 2]
