"""Records: fields by name, in plain Python and compiled, in memory that parts share."""

from typing import NamedTuple

import numpy as np
import pytest

from parsched.base.compiled import kernel
from parsched.base.compiled.records import KernelRecord, RecordArray

pytestmark = pytest.mark.usefixtures("may_compile")


class Counts(KernelRecord):
    """A record for tests."""

    free: int
    now: float


class Machine(NamedTuple):
    """State with one record."""

    counts: RecordArray[Counts]


@kernel
def take(machine: Machine, width: int) -> bool:
    """Change both fields."""
    counts = machine.counts[0]
    counts.free -= width
    counts.now += 0.5
    return bool(counts.free > 0)


def test_new_records_are_zero_and_have_columns() -> None:
    counts = Counts.new(3)
    counts["free"] = [1, 2, 3]
    counts[1].now = 7.5
    assert len(counts) == 3
    assert counts["free"].tolist() == [1, 2, 3]
    assert counts["now"].tolist() == [0.0, 7.5, 0.0]


def test_parts_and_rows_share_memory() -> None:
    table = Counts.table(2, 3)
    table[1][2:3][0].free = 4
    assert table[1]["free"].tolist() == [0, 0, 4]
    assert table[0]["free"].tolist() == [0, 0, 0]


def test_a_kernel_and_its_plain_twin_change_the_same_fields() -> None:
    compiled, plain = Counts.new(2), Counts.new(2)
    for counts in (compiled, plain):
        counts["free"] = 5
    ends = [take(Machine(compiled[1:2]), 2), take(Machine(compiled[1:2]), 3)]
    twins = [take.py_func(Machine(plain[1:2]), 2), take.py_func(Machine(plain[1:2]), 3)]
    assert ends == twins == [True, False]
    assert np.array_equal(compiled["free"], plain["free"])
    assert compiled["now"].tolist() == plain["now"].tolist() == [0.0, 1.0]


def test_fields_are_numbers_only() -> None:
    class Odd(KernelRecord):
        name: str
        free: int

    assert Odd.new()[0].free == 0
    assert Odd.dtype_of_all.names == ("free",)
