"""How large programs are, before they are built."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsched.measure.time_indexed import matrix, relaxation
from parsched.measure.time_indexed.discrete import DiscreteInstance
from parsched.measure.time_indexed.matrix import columns
from parsched.measure.time_indexed.relaxation import TimeIndexedRelaxation
from parsched.measure.time_indexed.size import Size, longest
from parsched.measure.time_indexed.slots import Slots
from parsched.model.problem.workload import Workload
from tests.parsched.factories import offline
from tests.parsched.strategies import moldable_cases

Case = tuple[Workload, int]


@given(moldable_cases(), st.integers(0, 9))
def test_it_is_no_less_than_what_is_built(case: Case, more: int) -> None:
    instance = DiscreteInstance.of(*case)
    if not len(instance.jobs):
        return
    horizon = instance.trivial_bound + more
    size, slots = Size.of(instance, horizon), Slots.of(instance, horizon)
    first = np.flatnonzero((slots.start % slots.time == 0) | (slots.start + slots.time == horizon))
    assert size.columns == len(slots)
    assert size.rows == slots.horizon
    assert len(columns(slots, first).rows) <= size.entries


@given(moldable_cases(), st.integers(0, 9), st.integers(0, 300), st.integers(0, 300))
def test_the_longest_horizon_is_within_the_limits_and_the_next_is_not(
    case: Case, more: int, most_columns: int, most_entries: int
) -> None:
    instance = DiscreteInstance.of(*case)
    if not len(instance.jobs):
        return
    low = instance.trivial_bound
    limits = Size(most_columns, low + 5, most_entries)
    found = longest(instance, low + more, limits)
    assert low - 1 <= found <= low + min(more, 5)
    assert found < low or Size.of(instance, found).within(limits)
    if found < low + more:
        assert not Size.of(instance, found + 1).within(limits)


def test_long_programs_are_not_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three slots of 40,000 units each."""

    def written(*_: object) -> None:
        raise AssertionError("120,000 terms of text")

    instance = DiscreteInstance.of(offline((1, 40_000), (1, 39_999)), 2)
    monkeypatch.setattr(matrix, "written", written)
    assert len(TimeIndexedRelaxation(Slots.of(instance, 40_000), lambda: None).slots) == 3


def test_entries_are_filled_in_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relaxation, "WRITTEN", 0)
    monkeypatch.setattr(relaxation, "CHUNK", 10)
    beats: list[int] = []
    slots = Slots.of(DiscreteInstance.of(offline(*[(1, 3), (1, 1), (1, 4)] * 5), 3), 20)
    lp = TimeIndexedRelaxation(slots, lambda: beats.append(1))
    whole = columns(slots, lp._inside)  # noqa: SLF001
    assert len(beats) > len(whole.rows) // 15
    assert lp._solver._highs.getNumCol() == slots.jobs + len(lp._inside)  # noqa: SLF001
    assert lp._solver._highs.getNumNz() == slots.jobs + len(whole.rows)  # noqa: SLF001
